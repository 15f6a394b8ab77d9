import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useFindField } from '../../../commands/context'
import { Banner } from '../../../ui/Banner'
import { CopyButton } from '../../../ui/CopyButton'
import { ErrorCard } from '../../../ui/ErrorCard'
import { FindInText } from '../../../ui/FindField'
import { type Segment, Segments } from '../../../ui/Segments'
import { Stage } from '../../../ui/Stage'
import { TextView } from '../../../ui/TextView'
import { useFind } from '../../../ui/text/useFind'
import { withTip } from '../../../ui/tips'
import { WaitingRows } from '../../../ui/WaitingRows'
import { TreeView } from '../../viewer/TreeView'
import style from './DocumentsView.module.css'
import { errorTitle } from './errors'
import { documentsNote, documentsWords } from './pageDocuments'
import type { RowsTab } from './rowsTab'
import { StatusBar } from './StatusBar'

type Way = 'text' | 'tree'

const ways: Segment<Way>[] = [
  { value: 'text', title: 'Formatted' },
  { value: 'tree', title: 'Tree' },
]

/**
 * The documents of the visible page as JSON with the engine's own characters, which can be folded, searched and copied.
 */
export function DocumentsView({ tab }: { tab: RowsTab }) {
  const { documents, rows } = tab
  const { view, pages, page, object, error: rowsError } = useStore(rows.store)
  const { loaded, error } = useStore(documents.store)
  const [way, setWay] = useState<Way>('text')
  const find = useFind(loaded?.text ?? '')
  const field = useRef<HTMLInputElement>(null)
  useFindField(field)
  const id = view?.id
  const generation = pages?.generation
  const of = id === undefined || generation === undefined ? null : { view: id, generation, page }
  useEffect(() => {
    if (id !== undefined && generation !== undefined) documents.show({ view: id, generation, page })
  }, [documents, id, generation, page])
  useEffect(() => () => documents.close(), [documents])
  const failed = error ?? (of ? null : rowsError)
  const note = loaded ? documentsNote(loaded.info) : ''
  const go = (wanted: number) => {
    const first = (wanted - 1) * (view?.pageSize ?? 0)
    rows.see(first, first)
  }
  return (
    <>
      {note !== '' && (
        <Banner tone="warning">
          <span className="grow ell" {...withTip()}>
            {note}
          </span>
        </Banner>
      )}
      <Stage data-pane="grid">
        <div className={style.bar}>
          <Segments<Way> small label="Show as" segments={ways} value={way} onValue={setWay} />
          <FindInText ref={field} label="Find in documents" width={200} find={find} />
          <CopyButton label="Copy" text={loaded?.text ?? ''} sign small />
          <span className="grow" />
          <span className="t3 fs12" role="status">
            {loaded ? documentsWords(loaded.info) : failed ? '' : 'Loading the documents'}
          </span>
        </div>
        {failed ? (
          <ErrorCard
            error={failed}
            title={errorTitle(failed)}
            label="Could not load the documents"
            onRetry={() => (of ? documents.retry(of) : void rows.retry())}
          />
        ) : !loaded ? (
          <WaitingRows />
        ) : way === 'tree' ? (
          <TreeView
            key={loaded.text.length}
            label={`Documents of ${object}, tree`}
            tree={loaded.tree}
            matches={find.matches}
            current={find.current}
            onNode={() => undefined}
          />
        ) : (
          <TextView
            label={`Documents of ${object}`}
            text={loaded.text}
            language="json"
            tree={loaded.tree}
            find={find}
          />
        )}
      </Stage>
      <StatusBar tab={tab} onGo={go} />
    </>
  )
}

import { Copy } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Hint } from '../../commands/Hint'
import type { RefusedRow } from '../../host'
import { Button } from '../../ui/Button'
import { CopyDetails } from '../../ui/CopyDetails'
import { Notice } from '../../ui/Notice'
import { type Segment, Segments } from '../../ui/Segments'
import { Sheet } from '../../ui/Sheet'
import { useCopy } from '../../window/messages'
import { ChangesList } from './ChangesList'
import { ChangesTable } from './ChangesTable'
import { deletionsButton, deletionsOf, deletionWords, type Nouns } from './deletions'
import styles from './Edits.module.css'
import { entriesOf, type PlannedRow, type Shown } from './planned'
import { RequestDetail } from './RequestDetail'
import { RefusedChip, RequestList } from './RequestList'
import { SavingProgress } from './SavingProgress'
import type { Saving } from './saving'
import {
  actNames,
  confirmsWrites,
  lastingText,
  leftOut,
  placeWords,
  previewText,
  previewTitle,
  refusalWords,
  requestText,
  sendingText,
  sendWords,
  undoingText,
  undoNames,
  undoText,
  undoTitle,
} from './words'

interface PreviewSheetProps {
  saving: Saving
  shown: Shown
  connection: string
  nouns: Nouns
  /** The engine's sentence about a save that fails partway. */
  note?: string
}

type Mode = 'request' | 'changes'
const modes: readonly Segment<Mode>[] = [
  { value: 'request', title: 'Request', tip: 'Each request as it will be sent' },
  { value: 'changes', title: 'Changes', tip: 'Every value before and after, for all documents' },
]

interface RefusalProps {
  saving: Saving
  row: PlannedRow | undefined
  refusal: RefusedRow
  stays: boolean
}

/** The requests of a save as they will be sent, and the rows that will not be. */
export function PreviewSheet({ saving, shown, connection, nouns, note = '' }: PreviewSheetProps) {
  const { info } = shown
  const { phase, error } = useStore(saving.store)
  const [at, setAt] = useState(0)
  const [mode, setMode] = useState<Mode>('request')
  const copy = useCopy()
  const entries = useMemo(() => entriesOf(shown), [shown])
  const { row, request, refusal } = entries[at] ?? entries[0] ?? {}
  const footer = useRef<HTMLElement>(null)
  const sending = phase === 'sending'
  const none = info.requests.length === 0
  const undoes = shown.undoes !== null
  const deletions = deletionsOf(shown)
  const deletes = deletionWords(deletions, nouns)
  const requests = (undoes ? undoTitle : previewTitle)(info.requests.length, connection)
  const title = deletes === '' ? requests : `${requests}: ${deletes}`
  const names = undoes ? undoNames : actNames
  const stale = error !== null
  const stays = !undoes
  const copyAll = () => {
    const all = Promise.all(info.requests.map((one) => saving.whole(one)))
    void copy(all.then((whole) => whole.map((one) => requestText(info.base, one)).join('\n\n')))
  }
  return (
    <Sheet
      label={title}
      className={styles.preview}
      width={980}
      initialFocus={() => footer.current?.querySelector<HTMLElement>('[data-primary]') ?? true}
      onClose={() => saving.close()}
    >
      <header className="row top g12">
        <div className="grow">
          <h1>{title}</h1>
          <p>
            {sending && (undoes ? undoingText : sendingText)}
            {none && `Nothing was sent.${undoes ? '' : ' Everything stays staged.'}`}
            {!sending && !none && (undoes ? undoText : previewText)}
            {info.requests.length > 1 && note !== '' && ` ${note}`}
          </p>
        </div>
        <Segments label="Show" small segments={modes} value={mode} onValue={(to) => setMode(to)} />
      </header>
      {mode === 'changes' ? (
        <ChangesList {...{ entries, names, at }} onChoose={setAt} onOpen={() => setMode('request')} />
      ) : (
        <div className={styles.panes}>
          <div className={styles.requests}>
            <RequestList {...{ entries, names, stays, at }} onChoose={setAt} />
            {shown.left > 0 && <p className={`t2 fs12 ${styles.left}`}>{leftOut(shown.left)}</p>}
          </div>
          <div className={styles.detail}>
            {!undoes && info.lasting > 0 && (
              <Notice tone="warning">
                <div className="grow sel-text">{lastingText(info)}</div>
              </Notice>
            )}
            {info.notices.map(({ text, detail }) => (
              <Notice key={text} tone="warning">
                <div className="grow sel-text">
                  {text}
                  {detail !== '' && <div className="t2">{detail}</div>}
                </div>
              </Notice>
            ))}
            {request && (
              <RequestDetail {...{ saving, shown, row, request }} place={placeWords(at, info.requests.length)} />
            )}
            {refusal && <Refusal {...{ saving, row, refusal, stays }} />}
            {entries.length === 0 && <p className="t2 fs12">{title}.</p>}
          </div>
        </div>
      )}
      {error && (
        <div className={styles.refusal}>
          <Notice tone="failure">
            <div className="grow sel-text">{error.failure.message}</div>
            <CopyDetails error={error} small />
          </Notice>
        </div>
      )}
      <footer ref={footer}>
        {sending ? (
          <SavingProgress saving={saving} />
        ) : (
          <>
            {!none && (
              <Button onClick={copyAll}>
                <Copy size={14} strokeWidth={1.5} aria-hidden="true" />
                Copy All
              </Button>
            )}
            <span className="t3 fs12">{info.safe === 'confirm' ? confirmsWrites : ''}</span>
            <span className="grow" />
            <Button primary={none || (deletes !== '' && !stale)} onClick={() => saving.close()}>
              Close <Hint of="dialog.cancel" />
            </Button>
            {stale ? (
              <Button primary onClick={() => void saving.again()}>
                Prepare Again
              </Button>
            ) : (
              !none && (
                <Button primary={deletes === ''} danger={deletes !== ''} onClick={() => void saving.send()}>
                  {deletes === '' ? sendWords(info.requests.length) : deletionsButton(deletions, nouns)}
                </Button>
              )
            )}
          </>
        )}
      </footer>
    </Sheet>
  )
}

/** Why a row is not sent, and its values. */
function Refusal({ saving, row, refusal, stays }: RefusalProps) {
  const { error } = refusal
  return (
    <>
      <div className={`row ${styles.of}`}>
        <RefusedChip kind={error.kind} />
        <span className="grow" />
        {error.kind === 'conflict' && row && stays && (
          <Button small onClick={() => saving.resolveNext(row.key)}>
            Resolve…
          </Button>
        )}
      </div>
      <p className="fs12 sel-text">{refusalWords(row?.title ?? '', refusal, stays)}</p>
      {error.hint !== '' && <p className="t2 fs12 sel-text">{error.hint}</p>}
      {row && <ChangesTable row={row} />}
    </>
  )
}

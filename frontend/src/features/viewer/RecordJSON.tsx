import { useEffect, useState } from 'react'
import { type HostError, toHostError } from '../../host'
import { copyText } from '../../lib/clipboard'
import { counted } from '../../lib/words'
import { FindField } from '../../ui/FindField'
import { FailureNotice } from '../../ui/Notice'
import { type JsonTree, readTreeSlowly } from './json'
import { TextView } from './TextView'
import { useFind } from './useFind'
import { points, type Rows } from './viewer'

/** How long the focus rests on a row before its document is read, in milliseconds. */
const rest = 150

interface Loaded {
  text: string
  tree: JsonTree
  changed: boolean
}

/** The document of a row as the engine holds it at this moment, in its own characters. */
export function RecordJSON({ pages, row }: { pages: Rows; row: number }) {
  const { loaded, error } = useDocument(pages, row)
  const find = useFind(loaded?.text ?? '')
  if (error) {
    return (
      <div className="ifilter">
        <FailureNotice error={error} />
      </div>
    )
  }
  return (
    <>
      <div className="ifilter">
        <FindField label="Find" width={140} text={find.text} found={find.words} onText={find.look} onStep={find.step} />
      </div>
      <TextView
        label="Document as JSON"
        text={loaded?.text ?? ''}
        tree={loaded?.tree ?? null}
        wrap
        matches={find.matches}
        current={find.current}
      />
      <div className="sb-foot ifoot row">
        <span className="t3 fs11 grow" role="status">
          {loaded ? counted(points(loaded.text), 'character') : 'Reading the document'}
          {loaded?.changed && ', written since its row was read'}
        </span>
        <button type="button" className="btn sm" disabled={!loaded} onClick={() => void copyText(loaded?.text ?? '')}>
          Copy
        </button>
      </div>
    </>
  )
}

function useDocument(pages: Rows, row: number): { loaded: Loaded | null; error: HostError | null } {
  const [state, setState] = useState<{ loaded: Loaded | null; error: HostError | null }>({ loaded: null, error: null })
  useEffect(() => {
    const end = new AbortController()
    const read = async () => {
      const value = await pages.value(row, -1, end.signal)
      const tree = await readTreeSlowly(value.text, end.signal)
      if (tree) setState({ loaded: { text: value.text, tree, changed: value.changed }, error: null })
    }
    const timer = setTimeout(() => {
      read().catch((cause) => {
        if (!end.signal.aborted) setState({ loaded: null, error: toHostError(cause) })
      })
    }, rest)
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [pages, row])
  return state
}

import { useEffect, useState } from 'react'
import { type HostError, toHostError } from '../../host'
import { counted } from '../../lib/words'
import { FindField } from '../../ui/FindField'
import { FailureNotice } from '../../ui/Notice'
import { useCopy } from '../../window/messages'
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
  const copy = useCopy()
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
          {loaded?.changed && ', changed since this row was read'}
        </span>
        <button type="button" className="btn sm" disabled={!loaded} onClick={() => void copy(loaded?.text ?? '')}>
          Copy
        </button>
      </div>
    </>
  )
}

interface Read {
  loaded: Loaded | null
  error: HostError | null
}

const unread: Read = { loaded: null, error: null }

/** The document of a row; of the row before nothing is left. */
function useDocument(pages: Rows, row: number): Read {
  const [state, setState] = useState({ pages, row, read: unread })
  useEffect(() => {
    const end = new AbortController()
    const read = async () => {
      const value = await pages.value(row, -1, end.signal)
      const tree = await readTreeSlowly(value.text, end.signal)
      if (!tree || end.signal.aborted) return
      setState({ pages, row, read: { loaded: { text: value.text, tree, changed: value.changed }, error: null } })
    }
    const timer = setTimeout(() => {
      read().catch((cause) => {
        if (!end.signal.aborted) setState({ pages, row, read: { loaded: null, error: toHostError(cause) } })
      })
    }, rest)
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [pages, row])
  return state.pages === pages && state.row === row ? state.read : unread
}

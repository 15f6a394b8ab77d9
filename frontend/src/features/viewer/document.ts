import { createStore, type StoreApi } from 'zustand/vanilla'
import { type HostError, toHostError } from '../../host'
import { type JsonTree, readTreeSlowly } from '../../ui/text/json'
import type { Rows } from './viewer'

/** How long the focus must stay on a row before its document is loaded, in milliseconds. */
const rest = 150

/** The document of a row, with the engine's own characters. */
export interface Loaded {
  text: string
  tree: JsonTree
  /** True if it has changed since the row was loaded. */
  changed: boolean
}

export interface DocumentState {
  loaded: Loaded | null
  error: HostError | null
}

const unread: DocumentState = { loaded: null, error: null }

/** The whole current document of the focused row. */
export class RecordDocument {
  readonly store: StoreApi<DocumentState> = createStore<DocumentState>(() => unread)
  #end = new AbortController()

  /** Loads the document of another row, once the focus stays on it; the previous document is dropped. */
  show(rows: Rows, row: number): void {
    this.close()
    this.#end = new AbortController()
    this.store.setState(unread)
    void this.#read(rows, row, this.#end.signal)
  }

  /** Ends the reading. */
  close(): void {
    this.#end.abort()
  }

  async #read(rows: Rows, row: number, signal: AbortSignal): Promise<void> {
    await new Promise((resume) => setTimeout(resume, rest))
    if (signal.aborted) return
    try {
      const { text, changed } = await rows.value(row, -1, signal)
      const tree = await readTreeSlowly(text, signal)
      if (tree && !signal.aborted) this.store.setState({ loaded: { text, tree, changed } })
    } catch (cause) {
      if (!signal.aborted) this.store.setState({ error: toHostError(cause) })
    }
  }
}

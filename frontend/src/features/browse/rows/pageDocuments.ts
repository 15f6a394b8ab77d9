import { createStore, type StoreApi } from 'zustand/vanilla'
import { type DocumentsInfo, type Host, type HostError, toHostError } from '../../../host'
import { count, counted } from '../../../lib/words'
import { type JsonTree, readTreeSlowly } from '../../../ui/text/json'
import { changedDocuments, largeDocuments } from '../words'

/** A page of a view to load. */
export interface PageOf {
  view: string
  generation: number
  page: number
}

/** The documents of a page, with the engine's own characters. */
export interface LoadedDocuments {
  info: DocumentsInfo
  text: string
  tree: JsonTree
}

export interface DocumentsState {
  loaded: LoadedDocuments | null
  error: HostError | null
}

const unread: DocumentsState = { loaded: null, error: null }

/** Loads the documents of a page, all at once. */
export class PageDocuments {
  readonly store: StoreApi<DocumentsState> = createStore<DocumentsState>(() => unread)
  readonly #host: Host
  #end = new AbortController()
  #shown = ''
  #of: PageOf | null = null

  constructor(host: Host) {
    this.#host = host
  }

  /** Shows the documents of a page and drops those of the previous one. Does nothing if they are shown already. */
  show(of: PageOf): void {
    const wanted = `${of.view} ${of.generation} ${of.page}`
    if (wanted === this.#shown) return
    this.close()
    this.#shown = wanted
    this.#of = of
    this.#end = new AbortController()
    this.store.setState(unread)
    void this.#read(of, this.#end.signal)
  }

  /** Retries what could not be loaded. */
  retry(of: PageOf): void {
    this.#shown = ''
    this.show(of)
  }

  /** Loads the shown documents again, since documents were written. */
  again(): void {
    if (this.#of) this.retry(this.#of)
  }

  /** Loads the shown documents again if they could not be loaded. */
  resume(): void {
    if (this.#of && this.store.getState().error) this.retry(this.#of)
  }

  /** Cancels loading and drops the documents. */
  close(): void {
    this.#end.abort()
    this.#shown = ''
    this.#of = null
    this.store.setState(unread)
  }

  async #read({ view, generation, page }: PageOf, signal: AbortSignal): Promise<void> {
    try {
      const query = new URLSearchParams({ view, generation: String(generation), page: String(page) })
      const path = `/data/documents?${query}`
      const { about, bytes } = await this.#host.data<DocumentsInfo>(path, { signal, timeout: 0 })
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
      const tree = await readTreeSlowly(text, signal)
      if (tree && !signal.aborted) this.store.setState({ loaded: { info: about, text, tree } })
    } catch (cause) {
      if (!signal.aborted) this.store.setState({ error: toHostError(cause) })
    }
  }
}

/** The number of documents shown: "1,000 documents", "First 412 on this page". */
export function documentsWords({ documents, more }: DocumentsInfo): string {
  return more ? `First ${count(documents)} on this page` : counted(documents, 'document')
}

/** A note on the documents, '' for none. */
export function documentsNote({ changed, more, notices }: DocumentsInfo): string {
  const said = notices.map(({ text }) => text)
  if (changed) said.push(changedDocuments)
  if (more) said.push(largeDocuments)
  return said.join(' ')
}

import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  type Host,
  type HostError,
  type PageInfo,
  type SortBy,
  type SortResult,
  toHostError,
  type ViewCount,
  type ViewInfo,
} from '../../host'
import { nextSort } from './columns'
import { Pages } from './pages'

/** What a tab shows. */
export interface TabState {
  object: string
  preview: boolean
  view: ViewInfo | null
  pages: Pages | null
  /** Changes with every change of the rows. */
  revision: number
  sort: SortBy[]
  total: string
  info: PageInfo | null
  notices: string[]
  error: HostError | null
  note: string
  firstRow: number
  selected: number
  since: number
}

/** One open object. It owns its store; closing it cancels its calls and drops late answers. */
export class Tab {
  readonly id: string
  readonly store: StoreApi<TabState>
  readonly widths = new Map<string, number>()
  readonly #host: Host
  readonly #session: string
  #end = new AbortController()

  constructor(host: Host, session: string, id: string, object: string, preview: boolean) {
    this.#host = host
    this.#session = session
    this.id = id
    this.store = createStore<TabState>(() => ({
      object,
      preview,
      view: null,
      pages: null,
      revision: 0,
      sort: [],
      total: '',
      info: null,
      notices: [],
      error: null,
      note: '',
      firstRow: 0,
      selected: 0,
      since: 0,
    }))
  }

  /** Opens the object and begins to read its first page and its count. */
  async open(): Promise<void> {
    const { signal } = this.#end
    const { object } = this.store.getState()
    this.store.setState({ error: null, since: Date.now() })
    try {
      const view = await this.#host.call<ViewInfo>(
        'Grid.Open',
        { session: this.#session, object },
        { signal, timeout: 0 },
      )
      this.store.setState({ view, notices: view.notices })
      this.#show(view.generation)
    } catch (cause) {
      if (!signal.aborted) this.store.setState({ error: toHostError(cause), since: 0 })
    }
  }

  /** Sorts by a column; what cannot be sorted is dropped by the backend. */
  async sort(column: string, add: boolean): Promise<void> {
    const { view, sort } = this.store.getState()
    if (!view) return
    const wanted = nextSort(sort, column, add)
    if (view.maxSort > 0 && wanted.length > view.maxSort) {
      this.store.setState({ note: view.sortFull })
      return
    }
    const result = await this.#ask<SortResult>('Grid.Sort', { view: view.id, sort: wanted })
    if (!result) return
    this.store.setState({ sort: result.sort, note: '' })
    this.#show(result.generation, this.store.getState().total)
  }

  /** Reads the rows again, or opens the object again where that had failed. */
  async refresh(): Promise<void> {
    const { view, error, pages } = this.store.getState()
    if (!view) return this.open()
    if (error && pages) {
      this.store.setState({ error: null })
      pages.retry()
      return
    }
    const result = await this.#ask<{ generation: number }>('Grid.Refresh', { view: view.id })
    if (result) this.#show(result.generation)
  }

  /** Cancels what is being read. */
  stop(): void {
    this.#end.abort()
    this.#end = new AbortController()
    this.store.getState().pages?.close()
    this.store.setState({ since: 0, note: 'Reading was cancelled.' })
  }

  /** Closes the tab and its view. */
  close(): void {
    this.#end.abort()
    const { pages, view } = this.store.getState()
    pages?.close()
    if (view) void this.#host.call('Grid.Close', { view: view.id }).catch(() => undefined)
  }

  keep(): void {
    this.store.setState({ preview: false })
  }

  select(rows: number): void {
    this.store.setState({ selected: rows })
  }

  #show(generation: number, total = ''): void {
    const { view, pages: old } = this.store.getState()
    if (!view) return
    old?.close()
    const change = (part: Partial<TabState>) =>
      this.store.setState((s) => (s.pages === pages ? { ...part, revision: s.revision + 1 } : {}))
    const pages: Pages = new Pages(this.#host, view, generation, {
      changed: () => change({}),
      arrived: (_, info) => change({ info, since: 0, error: null, notices: noticesOf(view, info) }),
      failed: (_, error) => change({ error, since: 0 }),
    })
    this.store.setState((s) => ({ pages, info: null, error: null, since: Date.now(), revision: s.revision + 1 }))
    void pages.load(0, 0)
    if (total === '') void this.#count(view, pages)
    else pages.counted(Number(total)) // another order has as many rows
  }

  async #count(view: ViewInfo, pages: Pages): Promise<void> {
    const result = await this.#ask<ViewCount>('Grid.Count', { view: view.id }, true)
    if (!result || this.store.getState().pages !== pages) return
    this.store.setState({ total: result.count })
    pages.counted(Number(result.count))
  }

  async #ask<R>(method: string, request: object, quiet = false): Promise<R | undefined> {
    const { signal } = this.#end
    try {
      return await this.#host.call<R>(method, request, { signal })
    } catch (cause) {
      if (!signal.aborted && !quiet) this.store.setState({ error: toHostError(cause) })
      return undefined
    }
  }
}

function noticesOf(view: ViewInfo, info: PageInfo): string[] {
  return [...view.notices, ...info.notices.map((n) => n.text)]
}

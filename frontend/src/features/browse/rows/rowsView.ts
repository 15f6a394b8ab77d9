// Rows are arranged by one call, Grid.Arrange, with order, filter and page size together. Its new generation stays
// readable alongside that of the rows on screen, so that either can be dropped: the old rows once the new ones are
// loaded, or the new ones if they cannot be loaded.
// Columns wait briefly for their first rows and are drawn with them: drawing a grid twice costs more. Until the first
// page is shown, nothing may read positions from the browser, since each read forces a layout of the whole tab: widths
// are sums of letter widths (grid/fit.ts), and menus are created when first opened.
import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  type Arranged,
  type Filter,
  type Host,
  HostError,
  type PageInfo,
  type PageNotice,
  type PageProgress,
  type SortBy,
  toHostError,
  type ViewCount,
  type ViewInfo,
} from '../../../host'
import type { Written } from '../../edits/savingState'
import { cancelled, clearFilter, filterUnfit, overtaken, rowsNotLoaded } from '../words'
import { nextSort } from './columns'
import { Pages, type PagesListener } from './pages'

/** The awaited page, and since when. */
export interface Reading {
  page: number
  since: number
}

/** A notice about the rows, with the snapshot of its page, '' for none. */
export interface SaidNotice extends PageNotice {
  snapshot: string
}

/** The loaded rows of an object. */
export interface RowsState {
  object: string
  view: ViewInfo | null
  pages: Pages | null
  /** Changes with every change of the rows. */
  revision: number
  /** True if the pages come from a refresh: they have the same rows as before. */
  again: boolean
  sort: SortBy[]
  /** The filter of the rows on screen. */
  filter: Filter
  /** The number of documents, "" while counting, and why it is unknown. */
  total: string
  totalError: string
  /** The zero-based page of the first visible row. */
  page: number
  reading: Reading | null
  /** The progress of the jump to the visible page, null if unknown. */
  jump: PageProgress | null
  notices: SaidNotice[]
  error: HostError | null
  note: string
  /** The auto-refresh interval in seconds, 0 for never. */
  every: number
}

/** What was loaded and loading at some moment. */
interface Moment {
  pages: Pages | null
  version: number | undefined
  counts: number
  busy: boolean
}

/** A change of the arrangement. What it omits stays as it is. */
interface Change {
  sort?: SortBy[]
  filter?: Filter
  pageSize?: number
  /** The page to load first, unless a new order or filter starts at the first row. */
  from: number
  /** Whether columns are also reloaded. */
  reload: boolean
}

/** A change with its missing parts filled in. */
type Asked = Required<Change>

/** A generation of a view. */
interface Generation {
  view: ViewInfo
  generation: number
}

interface Early {
  pages: Pages
  told: (() => void)[]
}

const noFilter: Filter = { any: false, rows: [] }

/** How long an opening object waits for its first rows, to show them with its columns, in milliseconds. */
const patience = 80

/** What loading an object's rows needs. */
export interface RowsPorts {
  host: Host
  session: string
  object: string
  /** The initial order of the rows. */
  sort: SortBy[]
  /** What must be known before the columns of a newly opened object are shown. */
  opened(view: ViewInfo, signal: AbortSignal): Promise<unknown>
  /** The initial filter of a view, which is requested with `ask`; null for none. */
  begin?(view: ViewInfo, ask: (filter: Filter) => Promise<Arranged>, signal: AbortSignal): Promise<Filter | null>
  /** The requested rows can only be loaded together with all others. */
  outdated?(): void
}

/** Loads the rows of one object. Closing it cancels its calls and drops late responses. */
export class RowsView {
  readonly store: StoreApi<RowsState>
  readonly #host: Host
  readonly #session: string
  readonly #opened: RowsPorts['opened']
  readonly #begin: RowsPorts['begin']
  readonly #outdated: RowsPorts['outdated']
  #end = new AbortController()
  /** The pages of the loading change, and their arrangement. */
  #next: (Generation & { pages: Pages }) | null = null
  /** The pages of an opening object, and the calls they made before they were shown. */
  #early: Early | null = null
  #turn = 0
  /** The current change, or the last one. */
  #changing: Promise<unknown> = Promise.resolve()
  /** The pending change; the state has the order and filter of the rows on screen. */
  #asked: Asked | null = null
  #counts = 0
  /** How many counts are in progress. */
  #counting = 0
  /** What was loaded when sending began; null while nothing is being sent. */
  #sending: Moment | null = null
  /** True if a refresh failed: the rows on screen are older than requested. */
  #stale = false

  constructor({ host, session, object, sort, opened, begin, outdated }: RowsPorts) {
    this.#host = host
    this.#session = session
    this.#opened = opened
    this.#begin = begin
    this.#outdated = outdated
    this.store = createStore<RowsState>(() => ({
      object,
      view: null,
      pages: null,
      revision: 0,
      again: false,
      sort,
      filter: noFilter,
      total: '',
      totalError: '',
      page: 0,
      reading: null,
      jump: null,
      notices: [],
      error: null,
      note: '',
      every: 0,
    }))
  }

  /** Opens the object and starts loading its first page and its count. An opening in progress is cancelled. */
  async open(): Promise<void> {
    this.#end.abort()
    this.#end = new AbortController()
    const { signal } = this.#end
    const { object } = this.store.getState()
    const since = Date.now()
    this.store.setState({ error: null, note: '', reading: { page: 0, since } })
    let opened: ViewInfo | undefined
    try {
      const request = { session: this.#session, object }
      const late = (view: ViewInfo) => this.#shut(view)
      const view = await this.#host.call<ViewInfo>('Grid.Open', request, { signal, timeout: 0, late })
      opened = view
      const [generation] = await Promise.all([this.#arrangeFirst(view), this.#opened(view, signal)])
      if (signal.aborted) return this.#shut(view)
      if (generation !== view.generation) this.#drop(view)
      await this.#first(view, generation, since)
    } catch (cause) {
      if (opened) this.#shut(opened)
      if (!signal.aborted) this.store.setState({ error: toHostError(cause), reading: null })
    }
  }

  /**
   * Arranges the rows of a newly opened view like the tab's, or with the object's last filter. Returns the generation
   * of its pages.
   */
  async #arrangeFirst(view: ViewInfo): Promise<number> {
    const { sort, filter } = this.store.getState()
    let now = view.generation
    const arrange = async (by: Filter) => {
      const arranged = await this.#call<Arranged>('Grid.Arrange', { view: view.id, sort, filter: by })
      if (arranged.refusals.length > 0) return arranged
      now = arranged.generation
      this.store.setState({ sort: arranged.sort })
      return arranged
    }
    if (filter.rows.length > 0) {
      const { refusals } = await arrange(filter)
      if (refusals[0]) throw unfit(refusals[0].message)
      return now
    }
    const restored = await this.#begin?.(view, arrange, this.#end.signal)
    if (restored) this.store.setState({ filter: restored })
    else if (sort.length > 0) await arrange(noFilter)
    return now
  }

  /** Sorts by a column; the backend drops what cannot be sorted. Rows stay until the new ones are loaded. */
  sort(column: string, add: boolean): Promise<void> {
    return this.sortBy(nextSort(this.#asked?.sort ?? this.store.getState().sort, column, add))
  }

  /** Sorts the rows by the given columns. */
  async sortBy(sort: SortBy[]): Promise<void> {
    const { view } = this.store.getState()
    if (!view) return
    if (view.maxSort > 0 && sort.length > view.maxSort) this.store.setState({ note: view.sortFull })
    else await this.#change(view, { sort, from: 0, reload: false })
  }

  /**
   * Filters the rows. The old ones stay until the new ones are loaded, and for good if filter rows are refused, which
   * is not an error. Rejects if the filter could not be sent or its rows could not be loaded.
   */
  async filter(filter: Filter): Promise<Arranged> {
    const { view } = this.store.getState()
    if (!view) throw toHostError(rowsNotLoaded)
    const arranged = await this.#change(view, { filter, from: 0, reload: false })
    if (arranged && arranged.refusals.length > 0) return arranged
    await this.#changed()
    const { filter: applied, error } = this.store.getState()
    if (!arranged || applied !== filter) throw error ?? toHostError(overtaken)
    return arranged
  }

  /** Resolves with the last of the changes that replace each other. */
  async #changed(): Promise<void> {
    const changing = this.#changing
    await changing
    if (this.#changing !== changing) await this.#changed()
  }

  /** Reloads the columns and rows, or reopens the object if that had failed. */
  async refresh(): Promise<void> {
    const { view, pages, page, total } = this.store.getState()
    if (!view) return this.open()
    // The visible page may be gone because its rows were deleted.
    const last = total === '' ? page : Math.max(0, Math.ceil(Number(total) / view.pageSize) - 1)
    await this.#change(view, { from: pages ? Math.min(page, last) : 0, reload: true })
  }

  /** Reloads the rows in pages of another size. The old rows stay until the new ones are loaded. */
  async resize(pageSize: number): Promise<void> {
    const { view, page } = this.store.getState()
    if (!view || view.pageSize === pageSize) return
    const from = Math.floor((page * view.pageSize) / pageSize)
    await this.#change(view, { pageSize, from, reload: true })
    await this.#changed()
  }

  /** The view with the generation of the rows on screen, null while it is not open. */
  get current(): ViewInfo | null {
    const { view, pages } = this.store.getState()
    return view && pages ? { ...view, generation: pages.generation } : view
  }

  /** Whether nothing is loading, and no failure waits for the user's decision. */
  get calm(): boolean {
    const { view, reading, error } = this.store.getState()
    return view !== null && !reading && !error
  }

  /** Rows are about to be sent: anything loaded until written() may have an intermediate state. */
  sending(): void {
    this.#sending = this.#now()
  }

  /**
   * Rows were written. If everything on screen has the state before the write, it already shows the change; otherwise
   * this returns true and the rows have to be reloaded. No further pages are loaded except in a snapshot: they would
   * have a later state.
   */
  written({ resized, deleted, restored }: Written): boolean {
    const before = this.#sending
    this.#sending = null
    const { pages, view } = this.store.getState()
    if (!view || !pages) return false
    const now = this.#now()
    const mixed = before !== null && (before.busy || now.busy || !isSameMoment(before, now))
    const missing = restored.some((key) => pages.rowOf(key) === undefined)
    const moved = resized && !pages.inSnapshot && !pages.complete
    if (mixed || missing || moved) pages.outdate()
    const again = mixed || missing || (moved && deleted)
    this.#stale ||= again
    if (resized && !again) void this.#count(view, pages, false)
    return again
  }

  /** The server has this many more rows than were counted. */
  recount(more: number): void {
    const { total } = this.store.getState()
    if (total !== '' && more !== 0) this.store.setState({ total: String(Math.max(0, Number(total) + more)) })
  }

  #now(): Moment {
    const { pages } = this.store.getState()
    const busy = pages?.busy === true || this.#counting > 0 || this.#asked !== null
    return { pages, version: pages?.version, counts: this.#counts, busy }
  }

  /** Retries what failed or, if every page is loaded, reloads all of them. */
  async retry(): Promise<void> {
    const { view, pages, total } = this.store.getState()
    if (!view) return this.open()
    if (!pages?.broken || this.#stale) return this.refresh()
    this.store.setState({ error: null, note: '' })
    pages.retry()
    if (total === '') void this.#count(view, pages)
  }

  /** Continues after the connection was lost or its driver stopped. */
  resume(): void {
    const { view, pages, error, totalError } = this.store.getState()
    if (error !== null) void this.retry()
    else if (totalError !== '' && view && pages) void this.#count(view, pages)
  }

  /** Cancels loading. */
  stop(): void {
    const { pages, reading } = this.store.getState()
    if (!reading) return
    this.#end.abort()
    this.#end = new AbortController()
    const error = new HostError({ ...toHostError(cancelled).failure, kind: 'cancelled' })
    if (this.#next) this.#giveUpNext()
    else if (pages && pages.loaded > 0) pages.stop()
    else {
      pages?.close()
      if (this.current) this.#drop(this.current)
      this.store.setState({ pages: null })
    }
    this.store.setState({ error, reading: null })
  }

  /** Polls the progress of the jump to the visible page. */
  async watch(): Promise<void> {
    const { reading } = this.store.getState()
    const of = this.#next ?? this.current
    if (!of || !reading) return
    const jump = await this.#call<PageProgress>('Grid.Progress', generationOf(of)).catch(() => null)
    if (this.store.getState().reading === reading) this.store.setState({ jump })
  }

  /** Shows a notice about the rows until they are reloaded. */
  say(note: string): void {
    this.store.setState({ note })
  }

  /** Sets the auto-refresh interval in seconds, 0 for never. */
  refreshEvery(seconds: number): void {
    this.store.setState({ every: seconds })
  }

  /** Closes the view. */
  close(): void {
    this.#end.abort()
    this.#turn += 1
    const { pages, view } = this.store.getState()
    pages?.close()
    this.#early?.pages.close()
    this.#giveUpNext()
    if (view) this.#shut(view)
  }

  #shut(view: ViewInfo): void {
    void this.#host.call('Grid.Close', { view: view.id }).catch(() => undefined)
  }

  /** Releases a generation that is not shown in the backend, and its view if that differs. */
  #drop(of: Generation | ViewInfo): void {
    const { view } = this.store.getState()
    if ('view' in of && of.view.id !== view?.id) this.#shut(of.view)
    else void this.#host.call('Grid.Drop', generationOf(of)).catch(() => undefined)
  }

  #giveUpNext(): void {
    const next = this.#next
    this.#next = null
    next?.pages.close()
    if (next) this.#drop(next)
  }

  /** Notes the visible rows: the current page is that of the first, or of the last at the very end. */
  see(first: number, last: number): void {
    const { view, pages, page } = this.store.getState()
    if (!view || !pages) return
    const end = pages.rowCountKnown && last >= pages.rowCount - 1
    const now = Math.max(0, Math.floor((end ? last : first) / view.pageSize))
    if (now === page) return
    this.store.setState({ page: now })
    this.#read()
  }

  /** Shows a newly opened object: its columns with their first rows, or without rows if these take long. */
  async #first(view: ViewInfo, generation: number, since: number): Promise<void> {
    const { signal } = this.#end
    const pages = this.#pagesOf(view, generation, since)
    const early: Early = { pages, told: [] }
    this.#early = early
    this.store.setState({ total: '', notices: plain(view) })
    const loading = pages.load(0, 0)
    void this.#count(view, pages)
    let timer: ReturnType<typeof setTimeout> | undefined
    const long = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patience)
    })
    await Promise.race([loading, long])
    clearTimeout(timer)
    if (this.#early === early) this.#early = null
    if (signal.aborted) {
      pages.close()
      return this.#shut(view)
    }
    this.store.setState((s) => ({ view, pages, page: 0, again: false, revision: s.revision + 1 }))
    for (const told of early.told) told()
    const { total } = this.store.getState()
    if (total !== '') pages.counted(Number(total))
  }

  /** Shows the pages of a new view; the first page is still loading. */
  #start(view: ViewInfo, generation: number, since: number): void {
    const pages = this.#pagesOf(view, generation, since)
    const blank = { error: null, total: '', totalError: '', page: 0, note: '', notices: plain(view) }
    this.store.setState((s) => ({ ...blank, pages, again: false, revision: s.revision + 1 }))
    void pages.load(0, 0)
    void this.#count(view, pages)
  }

  /**
   * Changes the arrangement: the old rows stay until the new ones are loaded, and for good if that fails. A change
   * during another one replaces it, and includes what that one requested. Returns null if the backend did not arrange
   * the rows.
   */
  #change(view: ViewInfo, change: Change): Promise<Arranged | null> {
    const changing = this.#carryOut(view, change)
    this.#changing = changing
    return changing
  }

  async #carryOut(view: ViewInfo, change: Change): Promise<Arranged | null> {
    this.#turn += 1
    const turn = this.#turn
    const before = this.#asked
    const { sort, filter } = this.store.getState()
    const { pageSize } = view
    const asked = { sort, filter, pageSize, ...before, ...change }
    this.#asked = asked
    this.#giveUpNext()
    const { signal } = this.#end
    const since = Date.now()
    let arranged: Arranged
    try {
      const request = {
        view: view.id,
        sort: asked.sort,
        filter: asked.filter,
        pageSize: asked.pageSize,
        reload: asked.reload,
      }
      const late = (unused: Arranged) => this.#drop({ view: unused.view ?? view, generation: unused.generation })
      arranged = await this.#call<Arranged>('Grid.Arrange', request, late)
    } catch (cause) {
      if (turn === this.#turn) this.#goBack(signal.aborted ? null : toHostError(cause))
      return null
    }
    const made = { view: arranged.view ?? view, generation: arranged.generation }
    const [refusal] = arranged.refusals
    if (turn !== this.#turn) {
      if (!refusal) this.#drop(made)
      return arranged
    }
    if (refusal && !change.filter) this.#goBack(unfit(refusal.message))
    else if (refusal) this.#goOn(view, before)
    else if (signal.aborted) {
      this.#drop(made)
      this.#stale = asked.reload
      this.#goBack(null)
    } else await this.#replace(view, made, { ...asked, sort: arranged.sort }, since)
    return arranged
  }

  /** Keeps the rows because a filter was refused, or continues with the change that it had replaced. */
  #goOn(view: ViewInfo, before: Asked | null): void {
    this.#asked = null
    if (before) void this.#change(view, before)
  }

  /** Keeps the rows on screen. */
  #goBack(error: HostError | null): void {
    this.#asked = null
    this.store.setState((s) => ({ error: error ?? s.error, reading: null }))
    this.store.getState().pages?.resume()
  }

  /** Loads the first page of a change; a new view is applied together with its rows, or not at all. */
  async #replace(view: ViewInfo, made: Generation, asked: Asked, since: number): Promise<void> {
    const turn = this.#turn
    const { pages: old, sort, filter } = this.store.getState()
    this.#stale = false
    this.store.setState({ error: null, note: '' })
    if (!old || old.loaded === 0) {
      this.#asked = null
      old?.close()
      this.store.setState({ view: made.view, sort: asked.sort, filter: asked.filter })
      this.#start(made.view, made.generation, since)
      if (old) this.#drop({ view, generation: old.generation })
      else if (made.view !== view) this.#shut(view)
      return
    }
    const anew = asked.filter !== filter || !isSameSort(asked.sort, sort)
    const from = anew ? 0 : asked.from
    let failure: HostError | null = null
    const pages = this.#pagesOf(made.view, made.generation, since, (error) => {
      failure = error
    })
    this.#next = { ...made, pages }
    old.hold()
    this.store.setState({ reading: { page: from, since } })
    await pages.load(from * made.view.pageSize, from * made.view.pageSize)
    if (turn !== this.#turn) return
    const ended = this.#next === null
    this.#next = null
    if (pages.has(from) && !ended) return this.#take(made, pages, old, asked, from)
    pages.close()
    if (!ended) this.#drop(made)
    this.#stale = asked.reload
    this.#goBack(failure)
  }

  #take(made: Generation, pages: Pages, old: Pages, asked: Asked, from: number): void {
    const { view } = made
    const shown = this.store.getState()
    const sort = isSameSort(asked.sort, shown.sort) ? shown.sort : asked.sort
    const total = asked.filter === shown.filter ? shown.total : ''
    const again = asked.reload && sort === shown.sort && asked.filter === shown.filter
    this.#asked = null
    old.close()
    if (total !== '') pages.counted(Number(total))
    const info = pages.info(from)
    const notices = info ? noticesOf(plain(view), info) : plain(view)
    this.store.setState((s) => ({
      ...{ view, pages, sort, filter: asked.filter, total, again, page: from, notices, error: null },
      revision: s.revision + 1,
    }))
    if (shown.view) this.#drop({ view: shown.view, generation: old.generation })
    this.#read()
    if (asked.reload || total === '') void this.#count(view, pages) // another order has as many rows
  }

  /** Pages of a view; failing is called for a failure while they are not shown. */
  #pagesOf(view: ViewInfo, generation: number, awaitedSince: number, failing?: (error: HostError) => void): Pages {
    const shown = (work: () => void) => {
      if (this.store.getState().pages === pages) work()
      else if (this.#early?.pages === pages) this.#early.told.push(work)
    }
    const listener: PagesListener = {
      changed: () => shown(() => this.store.setState((s) => ({ revision: s.revision + 1 }))),
      asked: () => shown(() => this.#read()),
      arrived: (_, info) =>
        shown(() => {
          this.store.setState((s) => ({ notices: noticesOf(s.notices, info), error: pages.broken ? s.error : null }))
          this.#read()
          if (info.stale) void this.#count(view, pages) // the count has the old state, too
        }),
      failed: (_, error) => {
        if (failing && this.#next?.pages === pages) return failing(error)
        this.store.setState({ error })
        shown(() => this.#read())
      },
      outdated: () => shown(() => this.#asked ?? this.#outdated?.()),
    }
    const pages: Pages = new Pages(this.#host, view, generation, listener, awaitedSince)
    return pages
  }

  /** Updates whether the visible page is awaited. */
  #read(): void {
    const { pages, page, reading } = this.store.getState()
    const since = pages?.since(page) ?? 0
    if (since !== (reading?.since ?? 0))
      this.store.setState({ reading: since > 0 ? { page, since } : null, jump: null })
  }

  /** Counts the rows; the pages have the same number, unless the server has changed. */
  async #count(view: ViewInfo, pages: Pages, own = true): Promise<void> {
    const { signal } = this.#end
    this.#counting += 1
    this.#counts += 1
    const last = this.#counts
    this.store.setState({ totalError: '' })
    try {
      const of = { view, generation: pages.generation }
      const result = await this.#call<ViewCount>('Grid.Count', generationOf(of))
      if (last !== this.#counts) return
      if (this.store.getState().pages !== pages && this.#early?.pages !== pages) return
      this.store.setState({ total: result.count })
      if (own) pages.counted(Number(result.count))
    } catch (cause) {
      if (signal.aborted || last !== this.#counts) return
      this.store.setState({ totalError: toHostError(cause).failure.message })
    } finally {
      this.#counting -= 1
    }
  }

  #call<R>(method: string, request: object, late?: (result: R) => void): Promise<R> {
    return this.#host.call<R>(method, request, { signal: this.#end.signal, late })
  }
}

/** The notices of a view before any page has loaded. */
function plain(view: ViewInfo): SaidNotice[] {
  return view.notices.map((text) => ({ text, detail: '', snapshot: '' }))
}

/**
 * Adds a page's notices to the earlier ones, each sentence once; notices from a snapshot are repeated for the next one.
 */
function noticesOf(before: SaidNotice[], { notices, snapshot }: PageInfo): SaidNotice[] {
  return notices.reduce((said, { text, detail, columns = false }) => {
    if (said.some((n) => n.text === text && n.snapshot === snapshot)) return said
    return [...said.filter((n) => n.text !== text), { text, detail, snapshot, ...(columns && { columns }) }]
  }, before)
}

/** Identifies a generation for the backend. */
function generationOf(of: Generation | ViewInfo): { view: string; generation: number } {
  return { view: 'view' in of ? of.view.id : of.id, generation: of.generation }
}

function isSameMoment(a: Moment, b: Moment): boolean {
  return a.pages === b.pages && a.version === b.version && a.counts === b.counts
}

function isSameSort(a: readonly SortBy[], b: readonly SortBy[]): boolean {
  return a.length === b.length && a.every(({ column, desc }, at) => b[at]?.column === column && b[at]?.desc === desc)
}

/** The error of a filter that no longer fits the columns. */
function unfit(why: string): HostError {
  const message = filterUnfit(why)
  return new HostError({ ...toHostError(message).failure, kind: 'refused', hint: clearFilter })
}

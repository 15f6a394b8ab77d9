// A view is told its order and its filter one after the other, and such a call is never cancelled: what it was told
// last is what it has. Where a change of the rows fails, the view goes back to the order and filter of the rows on
// screen.
// Columns wait a moment for their first rows and are drawn with them: drawing a grid twice costs more. Until the
// first page is shown nothing may ask the browser where something is, since each question lays out the whole tab
// again: widths are sums of the widths of letters (grid/fit.ts), and menus are made when they are first opened.
import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  type Filter,
  type FilterResult,
  type Host,
  HostError,
  type PageInfo,
  type PageNotice,
  type PageProgress,
  type Reloaded,
  type SortBy,
  type SortResult,
  toHostError,
  type ViewCount,
  type ViewInfo,
} from '../../../host'
import { cancelled, clearFilter, filterUnfit, overtaken, rowsNotLoaded } from '../words'
import { nextSort } from './columns'
import { Pages, type PagesListener } from './pages'

/** A page that is awaited, and since when. */
export interface Reading {
  page: number
  since: number
}

/** A notice about the rows, with the snapshot of the page that it came with, '' for one outside of any. */
export interface SaidNotice extends PageNotice {
  snapshot: string
}

/** The rows of an object as far as they were read. */
export interface RowsState {
  object: string
  view: ViewInfo | null
  pages: Pages | null
  /** Changes with every change of the rows. */
  revision: number
  /** True where the pages came by a refresh: they have the rows of the pages before. */
  again: boolean
  sort: SortBy[]
  /** What the rows on screen are filtered by. */
  filter: Filter
  /** How many documents there are, "" while they are counted, and why that is not known. */
  total: string
  totalError: string
  /** The page of the first row in sight, from 0. */
  page: number
  reading: Reading | null
  /** How far the search for the page in sight is, null where that is not known. */
  jump: PageProgress | null
  notices: SaidNotice[]
  error: HostError | null
  note: string
  /** Every how many seconds the rows are read again, 0 for never. */
  every: number
}

/** What the backend says of a change; view is another view of the object, whose columns are others. */
interface Asked {
  generation: number
  sort?: SortBy[] | null
  view?: ViewInfo | null
}

/** A change of order or a refresh: the page that is read first, and what the backend is asked. */
interface Change {
  from: number
  again: boolean
  /** True where the rows are those of another order or filter: they begin at the first one, whatever is in sight. */
  anew?: boolean
  ask(): Promise<Asked>
}

interface Early {
  pages: Pages
  told: (() => void)[]
}

const noFilter: Filter = { any: false, rows: [] }

/** How long an object that is being opened waits for its first rows, to show them with its columns, in milliseconds. */
const patience = 80

/** What reading the rows of an object needs. */
export interface RowsPorts {
  host: Host
  session: string
  object: string
  /** The order that the rows are opened in. */
  sort: SortBy[]
  /** What must be known before the columns of an object that was just opened are shown. */
  opened(view: ViewInfo, signal: AbortSignal): Promise<unknown>
  /** The filter that a view opens with, which is asked for with `ask`; null for none. */
  begin?(view: ViewInfo, ask: (filter: Filter) => Promise<FilterResult>, signal: AbortSignal): Promise<Filter | null>
}

/** Reads the rows of one object. Closing it cancels its calls and drops late responses. */
export class RowsView {
  readonly store: StoreApi<RowsState>
  readonly #host: Host
  readonly #session: string
  readonly #opened: RowsPorts['opened']
  readonly #begin: RowsPorts['begin']
  #end = new AbortController()
  #next: Pages | null = null
  /** The pages of an object that is being opened, and what they told before they were shown. */
  #early: Early | null = null
  #turn = 0
  /** The change that is under way, or the last one. */
  #changing: Promise<void> = Promise.resolve()
  /** The order and the filter that are awaited; the state has those of the rows on screen. */
  #wanted: SortBy[] | null = null
  #filtering: Filter | null = null
  /** Ends when the view has its order and its filter as it was told last. */
  #told: Promise<unknown> = Promise.resolve()
  /** True where the view may have another filter than the state, since it could not be told to go back. */
  #strayed = false
  #counts = 0
  /** True where a refresh could not be carried out: the rows on screen are older than what was asked for. */
  #stale = false

  constructor({ host, session, object, sort, opened, begin }: RowsPorts) {
    this.#host = host
    this.#session = session
    this.#opened = opened
    this.#begin = begin
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

  /** Opens the object and begins to read its first page and its count. An opening that is under way is given up. */
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
      const [generation] = await Promise.all([this.#ordered(view), this.#opened(view, signal)])
      if (signal.aborted) return this.#shut(view)
      await this.#first(view, generation, since)
    } catch (cause) {
      if (opened) this.#shut(opened)
      if (!signal.aborted) this.store.setState({ error: toHostError(cause), reading: null })
    }
  }

  /** Gives a view that was just opened the order and the filter of the tab; the generation of its pages follows. */
  async #ordered(view: ViewInfo): Promise<number> {
    const { sort, filter } = this.store.getState()
    let { generation } = view
    if (sort.length > 0) {
      const ordered = await this.#order(view, sort)
      this.store.setState({ sort: ordered.sort })
      generation = ordered.generation
    }
    return filter.rows.length > 0 ? this.#filtered(view, filter) : this.#restored(view, generation)
  }

  /** Filters a view that was just opened as its object was filtered the last time. */
  async #restored(view: ViewInfo, generation: number): Promise<number> {
    let now = generation
    const ask = async (filter: Filter) => {
      const result = await this.#call<FilterResult>('Grid.Filter', { view: view.id, ...filter })
      now = result.generation
      return result
    }
    const filter = await this.#begin?.(view, ask, this.#end.signal)
    if (filter) this.store.setState({ filter })
    return filter ? now : generation
  }

  /** Filters a view as it was filtered before; the generation of its pages follows. */
  async #filtered(view: ViewInfo, filter: Filter): Promise<number> {
    const { generation, refusals } = await this.#host.call<FilterResult>('Grid.Filter', { view: view.id, ...filter })
    const [refusal] = refusals
    if (!refusal) return generation
    const message = filterUnfit(refusal.message)
    const hint = clearFilter
    throw new HostError({ ...toHostError(message).failure, kind: 'refused', hint })
  }

  /** Sorts by a column; what cannot be sorted is dropped by the backend. Rows stay until the new ones are here. */
  sort(column: string, add: boolean): Promise<void> {
    return this.sortBy(nextSort(this.#wanted ?? this.store.getState().sort, column, add))
  }

  /** Orders the rows by the given columns. */
  async sortBy(wanted: SortBy[]): Promise<void> {
    const { view } = this.store.getState()
    if (!view) return
    if (view.maxSort > 0 && wanted.length > view.maxSort) {
      this.store.setState({ note: view.sortFull })
      return
    }
    this.#wanted = wanted
    const ask = async () => {
      const ordered = await this.#tell(() => this.#order(view, wanted))
      if (this.#wanted === wanted) this.#wanted = ordered.sort
      return ordered
    }
    await this.#change(view, { from: 0, again: false, ask })
  }

  /**
   * Filters the rows. They stay until those of the filter are here, and for good if rows of the filter are refused, which
   * is no error. Rejects if the filter could not be asked for or its rows could not be read.
   */
  async filter(filter: Filter): Promise<FilterResult> {
    const { view } = this.store.getState()
    if (!view) throw toHostError(rowsNotLoaded)
    const turn = this.#turn
    const result = await this.#tell(async () => {
      const told = await this.#host.call<FilterResult>('Grid.Filter', { view: view.id, ...filter })
      if (this.store.getState().view !== view) return null
      if (told.refusals.length > 0) return told
      this.#filtering = filter
      this.#strayed = false
      // A change that was asked for since then is told after this one, and brings the rows of both.
      const ask = async () => ({ generation: told.generation })
      if (turn === this.#turn) void this.#change(view, { from: 0, again: false, ask })
      return told
    })
    if (!result) return this.filter(filter)
    if (result.refusals.length > 0) return result
    await this.#changed()
    const { filter: applied, error } = this.store.getState()
    if (applied !== filter) throw error ?? toHostError(overtaken)
    return result
  }

  /** Ends with the last of the changes that take each other's place. */
  async #changed(): Promise<void> {
    const changing = this.#changing
    await changing
    if (this.#changing !== changing) await this.#changed()
  }

  /** Reads the columns and the rows again, or opens the object again where that had failed. */
  async refresh(): Promise<void> {
    const { view, pages, page } = this.store.getState()
    if (!view) return this.open()
    const ask = () => this.#reload(view, view.pageSize)
    await this.#change(view, { from: pages ? page : 0, again: true, ask })
  }

  /** Reads the rows again in pages of another size. Those on screen stay until the others are here. */
  async resize(pageSize: number): Promise<void> {
    const { view, page } = this.store.getState()
    if (!view || view.pageSize === pageSize) return
    const from = Math.floor((page * view.pageSize) / pageSize)
    await this.#change(view, { from, again: true, ask: () => this.#reload(view, pageSize) })
  }

  async #reload(view: ViewInfo, pageSize: number): Promise<Asked> {
    const turn = this.#turn
    await this.#told
    if (turn !== this.#turn) throw toHostError(overtaken)
    const { sort, filter: shown } = this.store.getState()
    const filter = this.#filtering ?? shown
    const late = (reloaded: Reloaded) => reloaded.view && this.#shut(reloaded.view)
    const request = { view: view.id, sort: this.#wanted ?? sort, pageSize }
    const reloaded = await this.#call<Reloaded>('Grid.Reload', request, late)
    if (!reloaded.view || filter.rows.length === 0) return reloaded
    try {
      return { ...reloaded, generation: await this.#filtered(reloaded.view, filter) }
    } catch (cause) {
      this.#shut(reloaded.view)
      throw cause
    }
  }

  /** Whether nothing is being read, and nothing failed that the user has to decide about. */
  get calm(): boolean {
    const { view, reading, error } = this.store.getState()
    return view !== null && !reading && !error
  }

  /** Reads what failed; where every page is here, all of them again. */
  async retry(): Promise<void> {
    const { view, pages, total } = this.store.getState()
    if (!view) return this.open()
    if (!pages?.broken || this.#stale) return this.refresh()
    this.store.setState({ error: null, note: '' })
    pages.retry()
    if (total === '') void this.#count(view, pages)
  }

  /** Goes on after the connection was lost or its driver stopped. */
  resume(): void {
    const { view, pages, error, totalError } = this.store.getState()
    if (error !== null) void this.retry()
    else if (totalError !== '' && view && pages) void this.#count(view, pages)
  }

  /** Cancels what is being read. */
  stop(): void {
    const { pages, reading } = this.store.getState()
    if (!reading) return
    this.#end.abort()
    this.#end = new AbortController()
    const error = new HostError({ ...toHostError(cancelled).failure, kind: 'cancelled' })
    if (this.#next) {
      this.#next.close()
      this.#next = null
    } else if (pages && pages.loaded > 0) pages.stop()
    else {
      pages?.close()
      this.store.setState({ pages: null })
    }
    this.store.setState({ error, reading: null })
  }

  /** Asks how far the search for the page in sight is. */
  async watch(): Promise<void> {
    const { view, reading } = this.store.getState()
    if (!view || !reading) return
    const jump = await this.#call<PageProgress>('Grid.Progress', { view: view.id }).catch(() => null)
    if (this.store.getState().reading === reading) this.store.setState({ jump })
  }

  /** Says something about the rows until they are read again. */
  say(note: string): void {
    this.store.setState({ note })
  }

  /** Reads the rows again every so many seconds while they are shown, 0 for never. */
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
    this.#next?.close()
    if (view) this.#shut(view)
  }

  #shut(view: ViewInfo): void {
    void this.#host.call('Grid.Close', { view: view.id }).catch(() => undefined)
  }

  /** Takes notice of the rows in sight: the page is that of the first, at the very end that of the last. */
  see(first: number, last: number): void {
    const { view, pages, page } = this.store.getState()
    if (!view || !pages) return
    const end = pages.rowCountKnown && last >= pages.rowCount - 1
    const now = Math.max(0, Math.floor((end ? last : first) / view.pageSize))
    if (now === page) return
    this.store.setState({ page: now })
    this.#read()
  }

  /** Shows an object that was opened: its columns with their first rows, or without them if these take long. */
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

  /** Shows the pages of a fresh view: its first one is awaited in sight. */
  #start(view: ViewInfo, generation: number, since: number): void {
    const pages = this.#pagesOf(view, generation, since)
    this.#wanted = null
    this.#filtering = null
    const blank = { error: null, total: '', totalError: '', page: 0, note: '', notices: plain(view) }
    this.store.setState((s) => ({ ...blank, pages, again: false, revision: s.revision + 1 }))
    void pages.load(0, 0)
    void this.#count(view, pages)
  }

  /**
   * Changes the rows: those on screen stay until the others are here, and for good where these cannot be read. A change
   * that comes while another one is under way takes its place.
   */
  #change(view: ViewInfo, change: Change): Promise<void> {
    this.#changing = this.#carryOut(view, change)
    return this.#changing
  }

  async #carryOut(view: ViewInfo, change: Change): Promise<void> {
    this.#turn += 1
    const turn = this.#turn
    this.#next?.close()
    this.#next = null
    const { signal } = this.#end
    const since = Date.now()
    try {
      const straight = this.#strayed ? this.#straighten(view) : undefined
      const [asked] = await Promise.all([change.ask(), straight])
      const next = asked.view ?? view
      if (turn !== this.#turn) return this.#drop(next, view)
      const { pages: old, sort } = this.store.getState()
      this.#stale = signal.aborted
      const anew = this.#wanted !== null || this.#filtering !== null
      if (signal.aborted) {
        this.#drop(next, view)
        return await this.#back(view, old, next === view ? asked.generation : (old?.generation ?? 0))
      }
      this.#wanted = asked.sort ?? this.#wanted
      this.store.setState({ error: null, note: '' })
      if (old && old.loaded > 0) {
        const begun = anew ? { ...change, from: 0, anew } : change
        return await this.#replace(view, next, old, begun, { ...asked, since })
      }
      old?.close()
      this.#drop(view, next)
      this.store.setState((s) => ({ view: next, sort: this.#wanted ?? sort, filter: this.#filtering ?? s.filter }))
      this.#start(next, asked.generation, since)
    } catch (cause) {
      if (turn !== this.#turn) return
      if (!signal.aborted) this.store.setState({ error: toHostError(cause), reading: null })
      // The rows were held for a change whose place this one took.
      const { pages } = this.store.getState()
      if (pages?.held) await this.#back(view, pages, null).catch(() => undefined)
    }
  }

  /** Closes a view that is not shown, unless it is the one that is. */
  #drop(view: ViewInfo, shown: ViewInfo): void {
    if (view !== shown) this.#shut(view)
  }

  /** Reads the first page of a change; the view that comes with it is taken with its rows, or not at all. */
  async #replace(
    view: ViewInfo,
    next: ViewInfo,
    old: Pages,
    change: Change,
    asked: Asked & { since: number },
  ): Promise<void> {
    const { from, again } = change
    const turn = this.#turn
    let failure: HostError | null = null
    const pages = this.#pagesOf(next, asked.generation, asked.since, (error) => {
      failure = error
    })
    this.#next = pages
    old.hold()
    this.store.setState({ reading: { page: from, since: asked.since } })
    await pages.load(from * next.pageSize, from * next.pageSize)
    // A filter that is being told ends the reading, and then takes the place of this change.
    if (!pages.has(from)) await this.#told
    if (turn !== this.#turn) return this.#drop(next, view)
    this.#next = null
    if (pages.has(from)) return this.#take(view, next, pages, old, change)
    pages.close()
    this.#drop(next, view)
    this.#stale = again
    this.store.setState((s) => ({ reading: null, error: failure ?? s.error }))
    await this.#back(view, old, next === view ? asked.generation : old.generation)
  }

  /**
   * Goes on with the rows on screen in the order and with the filter that they have; generation is that of the view where
   * it has them already, null if it is not known.
   */
  async #back(view: ViewInfo, old: Pages | null, generation: number | null): Promise<void> {
    const turn = this.#turn
    const { sort } = this.store.getState()
    const [wanted, filtering] = [this.#wanted, this.#filtering]
    this.#wanted = null
    this.#filtering = null
    this.#strayed ||= filtering !== null
    const told: Promise<number>[] = []
    if (this.#strayed) told.push(this.#straighten(view))
    if (wanted || generation === null)
      told.push(this.#tell(() => this.#order(view, sort)).then((ordered) => ordered.generation))
    const generations = await Promise.all(told)
    if (turn !== this.#turn || !old) return
    old.resume(generations.at(-1) ?? generation ?? 0)
    if (filtering) void this.#count(view, old)
  }

  /** Tells a view the filter of the rows on screen, where it may have another one. */
  #straighten(view: ViewInfo): Promise<number> {
    const { filter } = this.store.getState()
    return this.#tell(async () => {
      const generation = await this.#filtered(view, filter)
      this.#strayed = false
      return generation
    })
  }

  #take(before: ViewInfo, view: ViewInfo, pages: Pages, old: Pages, { from, again, anew }: Change): void {
    this.#drop(before, view)
    const shown = this.store.getState()
    const total = this.#filtering ? '' : shown.total
    const filter = this.#filtering ?? shown.filter
    const sort = this.#wanted ?? shown.sort
    this.#wanted = null
    this.#filtering = null
    old.close()
    if (total !== '') pages.counted(Number(total))
    const info = pages.info(from)
    const notices = info ? noticesOf(plain(view), info) : plain(view)
    this.store.setState((s) => ({
      view,
      pages,
      sort,
      filter,
      total,
      again: again && !anew,
      page: from,
      notices,
      error: null,
      revision: s.revision + 1,
    }))
    this.#read()
    if (again || total === '') void this.#count(view, pages) // another order has as many rows
  }

  /** Pages of a view; failing is told of a failure while they are not shown. */
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
        }),
      failed: (_, error) => {
        if (failing && this.#next === pages) return failing(error)
        this.store.setState({ error })
        shown(() => this.#read())
      },
    }
    const pages: Pages = new Pages(this.#host, view, generation, listener, awaitedSince)
    return pages
  }

  /** Says whether the page in sight is awaited. */
  #read(): void {
    const { pages, page, reading } = this.store.getState()
    const since = pages?.since(page) ?? 0
    if (since !== (reading?.since ?? 0))
      this.store.setState({ reading: since > 0 ? { page, since } : null, jump: null })
  }

  async #count(view: ViewInfo, pages: Pages): Promise<void> {
    if (this.#filtering) return // counted with its rows, or once they could not be read
    const { signal } = this.#end
    this.#counts += 1
    const last = this.#counts
    this.store.setState({ totalError: '' })
    try {
      const result = await this.#call<ViewCount>('Grid.Count', { view: view.id })
      if (last !== this.#counts || this.#filtering) return
      if (this.store.getState().pages !== pages && this.#early?.pages !== pages) return
      this.store.setState({ total: result.count })
      pages.counted(Number(result.count))
    } catch (cause) {
      if (signal.aborted || last !== this.#counts) return
      this.store.setState({ totalError: toHostError(cause).failure.message })
    }
  }

  /**
   * Tells the view on screen its order or its filter: one after the other, and never cancelled, so that what it was told last
   * is what it has.
   */
  #tell<R>(work: () => Promise<R>): Promise<R> {
    const told = this.#told.then(work)
    this.#told = told.catch(() => undefined)
    return told
  }

  #order(view: ViewInfo, sort: SortBy[]): Promise<SortResult> {
    return this.#host.call<SortResult>('Grid.Sort', { view: view.id, sort })
  }

  #call<R>(method: string, request: object, late?: (result: R) => void): Promise<R> {
    return this.#host.call<R>(method, request, { signal: this.#end.signal, late })
  }
}

/** What is said of a view before any page was read. */
function plain(view: ViewInfo): SaidNotice[] {
  return view.notices.map((text) => ({ text, detail: '', snapshot: '' }))
}

/** Adds what a page says to what was said before, each sentence once; of another snapshot it is said anew. */
function noticesOf(before: SaidNotice[], { notices, snapshot }: PageInfo): SaidNotice[] {
  return notices.reduce((said, { text, detail }) => {
    if (said.some((n) => n.text === text && n.snapshot === snapshot)) return said
    return [...said.filter((n) => n.text !== text), { text, detail, snapshot }]
  }, before)
}

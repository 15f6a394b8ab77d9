import type { Cell, Mark, Source } from '../../../grid/types'
import { type Host, type HostError, type PageInfo, toHostError, type ValueInfo, type ViewInfo } from '../../../host'
import { Block } from '../../../lib/block'
import { damage, Roles } from '../../../lib/roles'
import { type PageBudget, type PageHolder, pageBudget } from './pageBudget'

/** How many decoded blocks a tab keeps; the backend keeps the bytes of more. */
const kept = 24

/** The events of a view's pages. */
export interface PagesListener {
  /** Rows arrived or the number of rows changed. */
  changed(): void
  /** A page is loading. */
  asked(page: number): void
  arrived(page: number, info: PageInfo): void
  failed(page: number, error: HostError): void
  /** A requested page would have a later state than the loaded ones. */
  outdated?(): void
}

/** The current whole value. */
export interface Whole {
  kind: number
  text: string
  /** True if the document was written since its row was loaded. */
  changed: boolean
}

/** The loaded rows of a page: one block, or several if it came in parts. */
interface Loaded {
  parts: Block[]
  rows: number
  /** True if the page is completely loaded. */
  whole: boolean
  /** True if the cluster did not send all of its rows: it is loaded again when it is next viewed. */
  partial: boolean
  /** Maps between rows and keys, built on first use. */
  keys?: (string | undefined)[]
  places?: ReadonlyMap<string, number>
}

/** A page that is loading. */
interface Reading {
  work: Promise<void>
  since: number
  end: AbortController
  /** True where someone waits for it, wherever the rows in sight are. */
  awaited: boolean
}

/**
 * The rows of one generation of a view, loaded page by page as the grid requests them. Each page is requested once,
 * and again only by retry() if it failed. A page is cancelled if the user scrolls past it before it arrives. A page that
 * would be too large comes in parts: the rest is loaded when its rows are requested.
 */
export class Pages implements Source, PageHolder {
  readonly #host: Host
  readonly #view: ViewInfo
  readonly #roles: Roles
  readonly #listener: PagesListener
  readonly #loaded = new Map<number, Loaded>()
  readonly #infos = new Map<number, PageInfo>()
  /** How long each page took to load, in milliseconds. */
  readonly #waited = new Map<number, number>()
  readonly #loading = new Map<number, Reading>()
  readonly #failed = new Set<number>()
  readonly #filled: boolean[] = []
  #filledColumns = 0
  readonly #generation: number
  #end = new AbortController()
  #held = false
  #outdated = false
  #closed = false
  #total = -1
  #last = -1
  /** The maximum number of rows: an empty page means that there may also be fewer before it. */
  #most = Number.POSITIVE_INFINITY
  /** The farthest page loaded so far: its rows stay reachable when the page is dropped. */
  #farthest = -1

  #version = 0

  /** When the user began to wait for the first page, 0 if that is when it is requested. */
  #awaitedSince: number

  readonly #budget: PageBudget
  #shown = true
  /** The first and last page that the grid shows. */
  #sight = { first: 0, last: -1 }
  /** The page that arrived last. */
  #newest = -1

  constructor(
    host: Host,
    view: ViewInfo,
    generation: number,
    listener: PagesListener,
    awaitedSince = 0,
    budget = pageBudget,
  ) {
    this.#budget = budget
    this.#awaitedSince = awaitedSince
    this.#host = host
    this.#view = view
    this.#roles = new Roles(view.hidden)
    this.#generation = generation
    this.#listener = listener
  }

  /** The rows that can be scrolled to: all of them once they are counted, until then one page more than loaded. */
  get rowCount(): number {
    const reach = Math.min(this.#most, this.#view.reach === '' ? Number.POSITIVE_INFINITY : Number(this.#view.reach))
    if (this.#last >= 0) return this.#last
    if (this.#total >= 0) return Math.min(this.#total, reach)
    const pages = Math.max(this.#farthest, ...this.#loading.keys()) + 1
    return Math.min(Math.max(1, pages) * this.#view.pageSize, reach)
  }

  get rowCountKnown(): boolean {
    return this.#last >= 0 || this.#total >= 0
  }

  /** The generation of the pages. */
  get generation(): number {
    return this.#generation
  }

  /** A number that changes when rows arrive or go. */
  get version(): number {
    return this.#version
  }

  /** How many rows are loaded. */
  get loaded(): number {
    let rows = 0
    for (const page of this.#loaded.values()) rows += page.rows
    return rows
  }

  get bytes(): number {
    let bytes = 0
    for (const page of this.#loaded.values()) bytes += bytesOf(page)
    return bytes
  }

  get shown(): boolean {
    return this.#shown
  }

  /** Its rows are on screen. */
  show(): void {
    this.#shown = true
    if (this.#loaded.size > 0) this.#budget.use(this)
  }

  /** Its rows are no longer on screen: their pages may be dropped. */
  hide(): void {
    this.#shown = false
  }

  giveBack(): number {
    for (const [page, loaded] of this.#loaded) {
      if (this.#shown && (page === this.#newest || (page >= this.#sight.first && page <= this.#sight.last))) continue
      this.#loaded.delete(page)
      this.#version += 1
      return bytesOf(loaded)
    }
    return 0
  }

  /** The information about a loaded page. */
  info(page: number): PageInfo | undefined {
    return this.#infos.get(page)
  }

  /** How long the user waited for a page, in milliseconds: for the first one since opening or sorting. */
  waited(page: number): number | undefined {
    return this.#waited.get(page)
  }

  /** Whether every row is loaded. */
  get complete(): boolean {
    return this.rowCountKnown && this.loaded >= this.rowCount
  }

  /** Whether a page is loading. */
  get busy(): boolean {
    return this.#loading.size > 0
  }

  /** Whether pages come from a snapshot: they continue unaffected by writes. */
  get inSnapshot(): boolean {
    return [...this.#infos.values()].some(({ snapshot }) => snapshot !== '')
  }

  /** Whether the rows of a page are loaded. */
  has(page: number): boolean {
    return this.#loaded.has(page)
  }

  /** Whether a requested page could not be loaded. */
  get broken(): boolean {
    return this.#failed.size > 0
  }

  /** When loading a page began, 0 if it is not loading. */
  since(page: number): number {
    return this.#loading.get(page)?.since ?? 0
  }

  /** Sets the number of documents, as counted by the engine. */
  counted(total: number): void {
    this.#total = total
    this.#listener.changed()
  }

  cell(row: number, column: number, limit?: number): Cell | undefined {
    const place = this.#place(row)
    if (!place) return undefined
    const { block, at } = place
    return { kind: block.kind(at, column), text: block.text(at, column, limit), cut: block.cut(at, column) }
  }

  /** Marks a row whose document cannot be shown or changed as it is, and says why. */
  overlay(row: number, column: number): Mark | undefined {
    const place = column < 0 ? this.#place(row) : undefined
    const text = place?.block.hidden(damage, place.at)
    return text === undefined ? undefined : { state: 'refused', text }
  }

  /** The hidden values of a row by name; none while it is not loaded. */
  hidden(row: number): [string, string][] {
    const place = this.#place(row)
    return place ? place.block.hiddenOf(place.at) : []
  }

  pageOf(row: number): { first: number; last: number } {
    const first = this.#pageOf(row) * this.#view.pageSize
    return { first, last: Math.min(first + this.#view.pageSize, this.rowCount) - 1 }
  }

  key(row: number): string | undefined {
    const page = this.#pageOf(row)
    const loaded = this.#loaded.get(page)
    const at = row - page * this.#view.pageSize
    return loaded && at >= 0 && at < loaded.rows ? keyAt(loaded, at, this.#roles) : undefined
  }

  rowOf(key: string): number | undefined {
    for (const [page, loaded] of this.#loaded) {
      const at = placesOf(loaded, this.#roles).get(key)
      if (at !== undefined) return page * this.#view.pageSize + at
    }
    return undefined
  }

  /** Whether any loaded row has a value in a column. */
  filled(column: number): boolean {
    return this.#filled[column] === true
  }

  /** How many columns are known to have a value so far. */
  get filledColumns(): number {
    return this.#filledColumns
  }

  /** The loaded rows, as ranges in order. */
  get ranges(): { first: number; last: number }[] {
    return [...this.#loaded]
      .sort(([a], [b]) => a - b)
      .map(([page, { rows }]) => ({ first: page * this.#view.pageSize, last: page * this.#view.pageSize + rows - 1 }))
  }

  /** Loads the whole value of a cell from the engine; the column -1 is the whole document. */
  async value(row: number, column: number, signal?: AbortSignal): Promise<Whole> {
    const name = column < 0 ? '' : (this.#view.columns[column]?.name ?? '')
    const place = new URLSearchParams([...this.hidden(row), ['view', this.#view.id], ['column', name]])
    const options = { signal, timeout: 0 }
    const { about, bytes } = await this.#host.data<ValueInfo>(`/data/value?${place}`, options)
    return { ...about, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) }
  }

  /** The whole text of a cut cell. */
  async whole(row: number, column: number): Promise<string> {
    return (await this.value(row, column, this.#end.signal)).text
  }

  #place(row: number): { block: Block; at: number } | undefined {
    const page = Math.floor(row / this.#view.pageSize)
    const loaded = this.#loaded.get(page)
    const at = row - page * this.#view.pageSize
    return loaded && at >= 0 && at < loaded.rows ? partAt(loaded, at) : undefined
  }

  prefetch(firstRow: number, lastRow: number): void {
    const to = Math.min(lastRow, this.rowCount - 1)
    const first = this.#pageOf(Math.max(0, firstRow))
    const last = this.#pageOf(to)
    this.#sight = { first, last }
    this.#leave(first - 1, last + 1)
    for (let page = first; page <= last; page += 1) void this.#want(page, to)
    const ahead = lastRow + this.#view.pageSize / 2
    if (this.#pageOf(ahead) > last && ahead < this.rowCount) void this.#want(last + 1, 0)
  }

  async load(firstRow: number, lastRow: number): Promise<void> {
    const last = this.#pageOf(lastRow)
    for (let page = this.#pageOf(firstRow); page <= last; page += 1) {
      while (!this.#reaches(page, lastRow)) {
        const before = this.#loaded.get(page)?.rows
        await this.#want(page, lastRow, true)
        if (this.#loaded.get(page)?.rows === before) break
      }
    }
  }

  /** Reads again what failed. */
  retry(): void {
    const again = [...this.#failed]
    this.#failed.clear()
    for (const page of again) void this.#want(page, Number.POSITIVE_INFINITY)
  }

  /** Loads no pages until resume(), since other rows are awaited. Loaded rows stay. */
  hold(): void {
    this.#held = true
    this.#cancel()
  }

  /** Stops loading pages, since rows were written: new pages would have a later state. Loaded rows stay. */
  outdate(): void {
    this.#outdated = true
  }

  /** Loads requested pages again, after hold(). */
  resume(): void {
    if (!this.#held) return
    this.#held = false
    this.#failed.clear()
    this.#listener.changed()
  }

  /** Cancels the pages that are loading; retry() loads them again. */
  stop(): void {
    for (const page of this.#loading.keys()) this.#failed.add(page)
    this.#cancel()
    this.#listener.changed()
  }

  /** Cancels everything in progress; listeners are no longer called. */
  close(): void {
    this.#closed = true
    this.#cancel()
    this.#loaded.clear()
    this.#budget.leave(this)
  }

  #cancel(): void {
    this.#end.abort()
    this.#end = new AbortController()
    for (const { end } of this.#loading.values()) end.abort()
    this.#loading.clear()
  }

  /** Cancels pages that are loading for rows no longer near the visible ones, and drops partial pages there. */
  #leave(first: number, last: number): void {
    for (const [page, { partial }] of this.#loaded) {
      if (!partial || (page >= first && page <= last)) continue
      this.#loaded.delete(page)
      this.#version += 1
    }
    for (const [page, { end, awaited }] of this.#loading) {
      if (awaited || (page >= first && page <= last)) continue
      this.#loading.delete(page)
      end.abort()
    }
  }

  #pageOf(row: number): number {
    return Math.floor(row / this.#view.pageSize)
  }

  /** Whether a page is loaded up to a row, or completely. */
  #reaches(page: number, row: number): boolean {
    const loaded = this.#loaded.get(page)
    return loaded !== undefined && (loaded.whole || row - page * this.#view.pageSize < loaded.rows)
  }

  #want(page: number, row: number, awaited = false): Promise<void> {
    const loaded = this.#loaded.get(page)
    if (loaded && this.#reaches(page, row)) {
      this.#loaded.delete(page)
      this.#loaded.set(page, loaded)
      return Promise.resolve()
    }
    if (this.#held || this.#closed || this.#failed.has(page)) return Promise.resolve()
    if (this.#outdated) {
      this.#listener.outdated?.()
      return Promise.resolve()
    }
    const under = this.#loading.get(page)
    if (under) {
      under.awaited ||= awaited
      return under.work
    }
    const end = new AbortController()
    const work = this.#read(page, loaded?.rows ?? 0, end.signal)
    this.#loading.set(page, { work, since: this.#awaitedSince || Date.now(), end, awaited })
    this.#awaitedSince = 0
    this.#listener.asked(page)
    return work
  }

  async #read(page: number, skip: number, signal: AbortSignal): Promise<void> {
    const generation = this.#generation
    const view = this.#view.id
    try {
      const place = `view=${encodeURIComponent(view)}&generation=${generation}&page=${page}&skip=${skip}`
      const { about: info, bytes } = await this.#host.data<PageInfo>(`/data/page?${place}`, { signal, timeout: 0 })
      if (signal.aborted) return
      this.#waited.set(page, Date.now() - this.since(page))
      this.#loading.delete(page)
      this.#keep(page, new Block(bytes), info)
      this.#listener.arrived(page, info)
      this.#listener.changed()
    } catch (cause) {
      if (signal.aborted) return
      this.#loading.delete(page)
      this.#failed.add(page)
      this.#listener.failed(page, toHostError(cause))
    }
  }

  #keep(page: number, block: Block, info: PageInfo): void {
    for (let column = 0; column < block.visible; column++) {
      if (this.#filled[column] || !block.filled(column)) continue
      this.#filled[column] = true
      this.#filledColumns += 1
    }
    this.#farthest = Math.max(this.#farthest, page)
    const before = this.#loaded.get(page)
    const rows = (before?.rows ?? 0) + block.rows
    const whole = info.end || info.partial || block.rows === 0 || rows >= this.#view.pageSize
    this.#version += 1
    this.#loaded.set(page, { parts: [...(before?.parts ?? []), block], rows, whole, partial: info.partial })
    this.#infos.set(page, info)
    if (info.stale && page !== 0) this.#loaded.delete(0)
    const last = page * this.#view.pageSize + rows
    const known = rows > 0 || page === 0 || this.#loaded.get(page - 1)?.rows === this.#view.pageSize
    if (info.end && known) this.#last = last
    else if (info.end) this.#most = Math.min(this.#most, last)
    for (const old of this.#loaded.keys()) {
      if (this.#loaded.size <= kept) break
      this.#loaded.delete(old)
    }
    this.#newest = page
    this.#budget.use(this)
  }
}

function bytesOf({ parts }: Loaded): number {
  return parts.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** The block with a row of a page, and the row's index in it. */
function partAt({ parts }: Loaded, row: number): { block: Block; at: number } | undefined {
  let at = row
  for (const block of parts) {
    if (at < block.rows) return { block, at }
    at -= block.rows
  }
  return undefined
}

function keyAt(loaded: Loaded, row: number, roles: Roles): string | undefined {
  loaded.keys ??= []
  const known = loaded.keys[row]
  if (known !== undefined) return known
  const place = partAt(loaded, row)
  const hidden = place?.block.hiddenOf(place.at, (name) => roles.identifies(name)) ?? []
  const key = roles.rowKey(hidden.map(([name, value]) => ({ name, value })))
  loaded.keys[row] = key
  return key
}

/** The rows of a page by their keys. */
function placesOf(loaded: Loaded, roles: Roles): ReadonlyMap<string, number> {
  if (loaded.places) return loaded.places
  const places = new Map<string, number>()
  for (let row = loaded.rows - 1; row >= 0; row--) {
    const key = keyAt(loaded, row, roles)
    if (key !== undefined) places.set(key, row)
  }
  loaded.places = places
  return places
}

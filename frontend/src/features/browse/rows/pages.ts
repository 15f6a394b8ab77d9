import type { Cell, Mark, Source } from '../../../grid/types'
import { type Host, type HostError, type PageInfo, toHostError, type ValueInfo, type ViewInfo } from '../../../host'
import { Block } from '../../../lib/block'
import { damage, Roles } from '../../../lib/roles'
import { type PageBudget, type PageHolder, pageBudget } from './pageBudget'

/** How many decoded blocks a tab keeps; the backend keeps the bytes of more. */
const kept = 24

/** What the pages of one view tell their tab. */
export interface PagesListener {
  /** Rows arrived or the number of rows changed. */
  changed(): void
  /** A page is being read. */
  asked(page: number): void
  arrived(page: number, info: PageInfo): void
  failed(page: number, error: HostError): void
  /** A page is asked for that would be of a later state than those that are here. */
  outdated?(): void
}

/** A whole value as the engine holds it at this moment. */
export interface Whole {
  kind: number
  text: string
  /** True where the document was written since its row was read. */
  changed: boolean
}

/** The rows of a page that are here: one block, or several where it came in parts. */
interface Loaded {
  parts: Block[]
  rows: number
  /** True where nothing of the page is left to read. */
  whole: boolean
  /** True where the cluster did not send all of its rows: it is read again the next time it is viewed. */
  partial: boolean
  /** The keys of the rows and the rows of the keys, as soon as they are asked for. */
  keys?: (string | undefined)[]
  places?: ReadonlyMap<string, number>
}

/** A page that is being read. */
interface Reading {
  work: Promise<void>
  since: number
  end: AbortController
  /** True where someone waits for it, wherever the rows in sight are. */
  awaited: boolean
}

/**
 * The rows of one generation of a view, read page by page as the grid asks for them. A page is asked for once; one that
 * failed is asked for again only by retry(), and one that was scrolled past before it came is given up. A page that would be too large comes in parts: the rest of it is read when
 * its rows are asked for.
 */
export class Pages implements Source, PageHolder {
  readonly #host: Host
  readonly #view: ViewInfo
  readonly #roles: Roles
  readonly #listener: PagesListener
  readonly #loaded = new Map<number, Loaded>()
  readonly #infos = new Map<number, PageInfo>()
  /** How long each page that was read took, in milliseconds. */
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
  /** As many rows there are at most: a page without any says that those before it may be fewer, too. */
  #most = Number.POSITIVE_INFINITY
  /** The farthest page that was read: rows that were there stay reachable when their page is let go. */
  #farthest = -1

  #version = 0

  /** When the user began to wait for the page that is read first, 0 if that is when it is asked for. */
  #awaitedSince: number

  readonly #budget: PageBudget
  #shown = true
  /** The first and the last page that the grid shows. */
  #sight = { first: 0, last: -1 }
  /** The page that came last. */
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

  /** The rows that can be scrolled to: all of them once they are counted, else one page more than was read. */
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

  /** The generation that the pages belong to. */
  get generation(): number {
    return this.#generation
  }

  /** Another number once rows came or went. */
  get version(): number {
    return this.#version
  }

  /** How many rows were read. */
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

  /** Its rows are not on screen any more: their pages may be given up. */
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

  /** What is known of a page that was read. */
  info(page: number): PageInfo | undefined {
    return this.#infos.get(page)
  }

  /** How long the user waited for the rows of a page, in milliseconds: for the first one from opening or sorting on. */
  waited(page: number): number | undefined {
    return this.#waited.get(page)
  }

  /** Whether every row is at hand. */
  get complete(): boolean {
    return this.rowCountKnown && this.loaded >= this.rowCount
  }

  /** Whether a page is being read. */
  get busy(): boolean {
    return this.#loading.size > 0
  }

  /** Whether pages are read in a snapshot: whatever is written, they go on where they are. */
  get inSnapshot(): boolean {
    return [...this.#infos.values()].some(({ snapshot }) => snapshot !== '')
  }

  /** Whether the rows of a page are at hand. */
  has(page: number): boolean {
    return this.#loaded.has(page)
  }

  /** Whether a page that was asked for could not be read. */
  get broken(): boolean {
    return this.#failed.size > 0
  }

  /** When reading a page began, 0 while it is not being read. */
  since(page: number): number {
    return this.#loading.get(page)?.since ?? 0
  }

  /** Says how many documents there are, by the engine's own count. */
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

  /** The hidden values of a row, by their names; none while it is not here. */
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

  /** Whether any row that was read has a value in a column. */
  filled(column: number): boolean {
    return this.#filled[column] === true
  }

  /** How many columns were found to have a value so far. */
  get filledColumns(): number {
    return this.#filledColumns
  }

  /** The rows that are here, as ranges from the first to the last row of each stretch, in order. */
  get ranges(): { first: number; last: number }[] {
    return [...this.#loaded]
      .sort(([a], [b]) => a - b)
      .map(([page, { rows }]) => ({ first: page * this.#view.pageSize, last: page * this.#view.pageSize + rows - 1 }))
  }

  /** Reads the whole value of a cell from the engine; the column -1 is the whole document. */
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

  /** Reads no page until resume(), since other rows are awaited. The rows that are here stay. */
  hold(): void {
    this.#held = true
    this.#cancel()
  }

  /** Reads no page any more, since rows were written: it would be of a later state. The rows that are here stay. */
  outdate(): void {
    this.#outdated = true
  }

  /** Reads pages again that are asked for, after hold(). */
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

  /** Cancels everything in progress; no listener is called any more. */
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

  /** Whether a page is here as far as a row, or as far as it goes. */
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

/** The block that holds a row of a page, and the row's place in it. */
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

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Cell, Column, Source } from '../../grid/types'
import { type ConsoleResponse, type Host, type HostError, type ResponseRows, toHostError } from '../../host'
import { Block, Kind } from '../../lib/block'
import { words } from './words'

/** How many blocks of rows are kept: the most recently used ones. */
const kept = 40
/** How many rows determine the width of a column, and how many letters of each are measured. */
const looked = 200
const letters = 60
/** The width of a letter in the grid, and the bounds of a column's width, in px. */
const letter = 8
const widths = { least: 72, most: 320, around: 24 }

export interface TableState {
  /** How many rows have been found so far. */
  rows: number
  /** Whether the count is final. */
  done: boolean
  error: HostError | null
  /** A number that changes when new rows or columns arrive. */
  revision: number
}

interface Loaded {
  block: Block
  /** The indexes of the columns in the block: an earlier block may have fewer columns. */
  places: ReadonlyMap<string, number>
}

/** A response as grid rows. The backend finds them; blocks are loaded as they are viewed. */
export class Table implements Source {
  readonly store: StoreApi<TableState>
  columns: readonly Column[] = []
  /** The columns that are not part of the document. */
  beside: ReadonlySet<string> = new Set()
  readonly #host: Host
  readonly #session: string
  readonly #response: ConsoleResponse
  readonly #end = new AbortController()
  readonly #blocks = new Map<number, Loaded>()
  readonly #asked = new Map<number, Promise<void>>()
  readonly #widths = new Map<string, number>()
  #names: readonly string[] = []
  #first: Loaded | null = null
  #per = 0

  constructor(host: Host, session: string, response: ConsoleResponse) {
    this.#host = host
    this.#session = session
    this.#response = response
    this.store = createStore<TableState>(() => ({ rows: 0, done: false, error: null, revision: 0 }))
  }

  get rowCount(): number {
    return this.store.getState().rows
  }

  get rowCountKnown(): boolean {
    return this.store.getState().done
  }

  /** Loads the first rows, then their number. After a failure it continues from there. */
  async read(): Promise<void> {
    try {
      await this.#read(0)
      while (!this.store.getState().done && !this.#end.signal.aborted) await this.#read(-1)
    } catch (cause) {
      if (!this.#end.signal.aborted) this.store.setState({ error: toHostError(cause) })
    }
  }

  /** The response without its rows, once they are loaded; '' if it is too long. */
  async around(): Promise<string> {
    const { bytes } = await this.#host.data(`/data/around?${this.#place()}`, { signal: this.#end.signal })
    return new TextDecoder('utf-8').decode(bytes)
  }

  cell(row: number, column: number, limit?: number): Cell | undefined {
    const loaded = this.#per > 0 ? this.#blocks.get(Math.floor(row / this.#per)) : undefined
    const at = row % this.#per
    if (!loaded || at >= loaded.block.rows) return undefined
    const place = loaded.places.get(this.columns[column]?.id ?? '')
    if (place === undefined) return { kind: Kind.missing, text: '', cut: 0 }
    const { block } = loaded
    return { kind: block.kind(at, place), text: block.text(at, place, limit), cut: 0 }
  }

  /** The text that all of the first rows have in a column, '' if they differ or one is not text. */
  common(name: string): string {
    const place = this.#first?.places.get(name)
    if (!this.#first || place === undefined) return ''
    const { block } = this.#first
    const text = block.text(0, place)
    for (let row = 0; row < block.rows; row += 1) {
      if (block.kind(row, place) !== Kind.string || block.text(row, place) !== text) return ''
    }
    return text
  }

  prefetch(firstRow: number, lastRow: number): void {
    void this.load(firstRow, lastRow)
  }

  async load(firstRow: number, lastRow: number): Promise<void> {
    if (this.#per === 0) return
    const last = Math.floor(Math.min(lastRow, this.rowCount - 1) / this.#per)
    const first = Math.floor(Math.max(0, firstRow) / this.#per)
    const wanted = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)
    await Promise.all(wanted.map((number) => this.#want(number, wanted.length)))
  }

  /** Sets a column's width. */
  resize(column: number, width: number): void {
    const { id } = this.columns[column] ?? { id: '' }
    this.#widths.set(id, width)
    this.columns = this.columns.map((one) => (one.id === id ? { ...one, width } : one))
  }

  /** Ends reading. */
  close(): void {
    this.#end.abort()
    this.#blocks.clear()
  }

  /** Loads a block unless it is loaded; as many as are needed at once are kept. */
  async #want(number: number, wanted: number): Promise<void> {
    const held = this.#blocks.get(number)
    if (held) {
      this.#blocks.delete(number)
      this.#blocks.set(number, held)
      return
    }
    const asked = this.#asked.get(number) ?? this.#read(number, wanted)
    this.#asked.set(number, asked)
    try {
      await asked
    } catch (cause) {
      if (!this.#end.signal.aborted) this.store.setState({ error: toHostError(cause) })
    } finally {
      this.#asked.delete(number)
    }
  }

  async #read(number: number, wanted = 1): Promise<void> {
    const { signal } = this.#end
    const place = `/data/rows?${this.#place()}&block=${number}`
    const { about, bytes } = await this.#host.data<ResponseRows>(place, { signal, timeout: 0 })
    if (signal.aborted) return
    const block = new Block(bytes)
    this.#per = about.per
    const loaded = { block, places: new Map(block.names.map((name, at) => [name, at])) }
    if (number >= 0 && block.rows > 0) this.#keep(number, loaded, wanted)
    this.#arrange(block.names, about.beside)
    const { rows, done, revision } = this.store.getState()
    // A block can arrive after one that was requested later, when more rows were known.
    const known = done
      ? { rows, done }
      : { rows: about.done ? about.rows : Math.max(rows, about.rows), done: about.done }
    this.store.setState({ ...known, error: null, revision: revision + 1 })
  }

  #keep(number: number, loaded: Loaded, wanted: number): void {
    if (number === 0) this.#first = loaded
    this.#blocks.set(number, loaded)
    for (const old of this.#blocks.keys()) {
      if (this.#blocks.size <= Math.max(kept, wanted)) break
      this.#blocks.delete(old)
    }
  }

  /**
   * Shows the known columns, if they have changed: later rows may have more. The first ones of a block are not part of
   * the document.
   */
  #arrange(names: readonly string[], beside: number): void {
    if (names.length < this.#names.length) return
    if (this.#names.length > 0 && names.length === this.#names.length) return
    this.#names = names
    const around = names.slice(0, beside)
    this.beside = new Set(around)
    const shown = this.#response.search.docFirst ? [...names.slice(beside), ...around] : names
    this.columns = shown.map((name) => this.#column(name))
  }

  #column(name: string): Column {
    let longest = name.length + 2
    let numbers = 0
    let values = 0
    const place = this.#first?.places.get(name)
    if (this.#first && place !== undefined) {
      const { block } = this.#first
      for (let row = 0; row < Math.min(block.rows, looked); row += 1) {
        const kind = block.kind(row, place)
        if (kind === Kind.missing) continue
        values += 1
        if (kind === Kind.number) numbers += 1
        const quotes = kind === Kind.string || kind === Kind.escaped ? 2 : 0
        longest = Math.max(longest, block.text(row, place, letters).length + quotes)
      }
    }
    return {
      id: name,
      title: name,
      type: '',
      align: values > 0 && numbers === values ? 'right' : 'left',
      mono: this.#isOwn(name),
      width: this.#widths.get(name) ?? Math.min(widths.most, Math.max(widths.least, longest * letter + widths.around)),
      readOnly: false,
      primary: false,
      sortable: false,
      sortReason: words.unsortable,
    }
  }

  /** Whether a column is one of the engine's own members of a row. */
  #isOwn(name: string): boolean {
    const { doc, search } = this.#response
    return doc !== '' && search.reserved !== '' && name.startsWith(search.reserved)
  }

  #place(): string {
    return new URLSearchParams({ session: this.#session, response: this.#response.id }).toString()
  }
}

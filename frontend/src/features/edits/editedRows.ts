import type { Cell, Mark, MarkState, Source } from '../../grid/types'
import type { GridColumn } from '../../host'
import { Kind } from '../../lib/block'
import type { HiddenValue } from '../../lib/roles'
import { valueNamed } from '../../lib/roles'
import { count } from '../../lib/words'
import { isNamed } from './editable'
import type { Edits, Inserted } from './edits'
import { type Places, placesOf } from './places'
import type { Problem } from './problems'
import type { Setting, ShownRow } from './staged'
import { isSame, noValue, type Typed, typedCell } from './values'
import { idWords, notSavedYet, savedSince, valueWords, wasWords } from './words'

/** The current whole value. */
interface Whole {
  kind: number
  text: string
  changed: boolean
}

/** What edits need of the rows: what identifies a row, and its hidden values. */
export interface EditableRows extends Source {
  key(row: number): string | undefined
  rowOf(key: string): number | undefined
  /** The hidden values of a row, by their names; none while it is not loaded. */
  hidden(row: number): [string, string][]
  /** A number that changes when rows arrive or go. */
  readonly version?: number
  /** The rows that are here, in order. */
  readonly ranges?: readonly { first: number; last: number }[]
  /** Reads a whole value from the engine; the column -1 is the whole document. */
  value?(row: number, column: number, signal?: AbortSignal): Promise<Whole>
}

/** A cell that is being edited, in the row where the edit began even if that row has moved. */
export interface CellEdit {
  key: string
  column: string
  /** What the row is called in a sentence. */
  title: string
  stage(typed: Typed): void
}

/** Where the rows are shown that those of the server do not have, and for which state of both that is so. */
interface Layout {
  revision: number
  version: number | undefined
  /** True if it is so however the rows of the server change. */
  fixed: boolean
  places: Places
  rows: ReadonlyMap<string, Inserted>
}

/**
 * Rows with what is staged: an edited cell shows what was typed and is marked, a deleted row is marked, and new rows are
 * shown on top or right after the row that they duplicate. Its rows count these too, so that it alone knows at which place
 * a row of the server is shown.
 */
export class EditedRows implements Source {
  readonly #rows: EditableRows
  readonly #columns: readonly GridColumn[]
  readonly #edits: Edits
  #layout: Layout | null = null

  constructor(rows: EditableRows, columns: readonly GridColumn[], edits: Edits) {
    this.#rows = rows
    this.#columns = columns
    this.#edits = edits
  }

  get rowCount(): number {
    return this.#rows.rowCount + this.#places.count - this.#places.leftOut
  }

  /** How many loaded rows a save has deleted since: they are hidden. */
  get gone(): number {
    return this.#places.leftOut
  }

  /** How many rows are shown that a save has created since the others were read. */
  get made(): number {
    return this.#places.count === 0 ? 0 : [...(this.#layout?.rows.values() ?? [])].filter(({ saved }) => saved).length
  }

  get rowCountKnown(): boolean {
    return this.#rows.rowCountKnown ?? true
  }

  /** The rows that are here, in order. */
  get ranges(): { first: number; last: number }[] {
    const read = (this.#rows.ranges ?? []).map((range) => this.#shownRange(range))
    const all = read.filter(({ first, last }) => first <= last)
    const own = this.#places.keys.flatMap((key) => {
      const row = this.#places.shownKey(key) ?? 0
      return all.some(({ first, last }) => row >= first && row <= last) ? [] : [{ first: row, last: row }]
    })
    return [...own, ...all].sort((a, b) => a.first - b.first)
  }

  prefetch(firstRow: number, lastRow: number): void {
    const { first, last } = this.#span(firstRow, lastRow)
    this.#rows.prefetch(first, Math.max(first, last))
  }

  async load(firstRow: number, lastRow: number): Promise<void> {
    const { first, last } = this.#span(firstRow, lastRow)
    if (first <= last) await this.#rows.load?.(first, last)
  }

  rowLabel(row: number): string {
    const inserted = this.inserted(row)
    if (inserted) return inserted.saved ? 'saved' : 'new'
    const among = this.#places.among(this.#places.row(row))
    return this.#rows.rowLabel?.(among) ?? count(among + 1)
  }

  pageOf(row: number): { first: number; last: number } {
    const all = { first: 0, last: this.#rows.rowCount - 1 }
    const own = Math.min(this.#places.row(row), Math.max(0, this.#rows.rowCount - 1))
    return this.#shownRange(this.#rows.pageOf?.(own) ?? all)
  }

  key(row: number): string | undefined {
    return this.#places.keyAt(row) ?? this.#rows.key(this.#places.row(row))
  }

  rowOf(key: string): number | undefined {
    const own = this.#places.shownKey(key)
    if (own !== undefined) return own
    const row = this.#rows.rowOf(key)
    return row === undefined || this.#places.isLeftOut(row) ? undefined : this.#places.shown(row)
  }

  /** The row of the server that is shown at a place, or the next one after a new row. */
  serverRow(row: number): number {
    return this.#places.row(row)
  }

  /** Where a row of the server is shown. */
  shownRow(row: number): number {
    return this.#places.shown(row)
  }

  cell(row: number, column: number, limit?: number): Cell | undefined {
    if (this.#edits.none) return this.#rows.cell(row, column, limit)
    const inserted = this.inserted(row)
    if (inserted) return this.#ownCell(inserted, column)
    const own = this.#places.row(row)
    return this.#edited(own, column) ?? this.#rows.cell(own, column, limit)
  }

  overlay(row: number, column: number): Mark | undefined {
    if (this.#edits.none) return this.#rows.overlay?.(row, column)
    const inserted = this.inserted(row)
    if (inserted) return this.#ownMark(inserted, column)
    const own = this.#places.row(row)
    return this.#mark(own, column) ?? this.#rows.overlay?.(own, column)
  }

  /** Whether a cell of a read-only column can be edited: it names a document that is still to be created. */
  canType(row: number, column: number): boolean {
    const named = this.#columns[column]
    return named !== undefined && isNamed(named) && this.inserted(row)?.saved === false
  }

  /** The value that a cell has on the server, as far as is known here; undefined while its row is not loaded. */
  server(row: number, column: number): Cell | undefined {
    const inserted = this.inserted(row)
    return inserted ? this.#ownCell(inserted, column) : this.#server(this.#places.row(row), column)
  }

  /** The hidden values of a row as it is shown; none while it is not loaded. */
  hidden(row: number): readonly HiddenValue[] {
    return this.inserted(row)?.base.shown ?? this.#hidden(this.#places.row(row))
  }

  /** The row at a place if it is not one of the rows loaded from the server; undefined for any other. */
  inserted(row: number): Inserted | undefined {
    const key = this.#places.keyAt(row)
    return key === undefined ? undefined : this.#layout?.rows.get(key)
  }

  /** Whether a save deleted a row that is still shown until the rows are reloaded. */
  isGone(row: number): boolean {
    const key = this.key(row)
    return key !== undefined && this.#edits.isGone(key, this.hidden(row))
  }

  async whole(row: number, column: number): Promise<string> {
    const inserted = this.inserted(row)
    const own = inserted ? this.#original(inserted, column) : this.#places.row(row)
    if (own === undefined) return inserted ? this.#ownCell(inserted, column).text : ''
    return this.#edited(own, column)?.text ?? (await this.#rows.whole?.(own, column)) ?? ''
  }

  /** Reads a whole value; a row that the rows of the server do not have has it here, and no document. */
  async value(row: number, column: number, signal?: AbortSignal): Promise<Whole> {
    const inserted = this.inserted(row)
    const own = inserted ? this.#original(inserted, column) : this.#places.row(row)
    if (inserted && own === undefined) {
      if (column >= 0) return { ...this.#ownCell(inserted, column), changed: false }
      throw new Error(inserted.saved ? savedSince : notSavedYet)
    }
    if (own === undefined || !this.#rows.value) throw new Error(savedSince)
    return this.#rows.value(own, column, signal)
  }

  /** Begins to edit a cell; undefined while its row is not loaded. */
  edit(row: number, column: number): CellEdit | undefined {
    const name = this.#columns[column]?.name
    const key = this.key(row)
    if (key === undefined || name === undefined) return undefined
    const shown = this.shown(row)
    return { key, column: name, title: shown.title, stage: (typed) => this.#stage(key, column, typed, shown) }
  }

  /** Edits a cell; false while its row is not loaded. */
  stage(row: number, column: number, typed: Typed): boolean {
    const edit = this.edit(row, column)
    edit?.stage(typed)
    return edit !== undefined
  }

  /** A row as it is shown, for its first edit. */
  shown(row: number): ShownRow {
    const inserted = this.inserted(row)
    if (inserted && !inserted.saved) return inserted.base
    const shown = this.hidden(row)
    const key = this.key(row) ?? ''
    const hidden = this.#edits.hidden(key, shown)
    return { title: this.#edits.roles.valueOf(hidden, 'key') || key, hidden, shown, before: this.#values(row, false) }
  }

  /**
   * Adds a new row right after another one, as its duplicate: in the index of that one, or in the given place, and where
   * that keeps it besides. What was typed into the other one is typed into it as well.
   */
  duplicate(row: number, target: readonly HiddenValue[]): string | undefined {
    const key = this.key(row)
    if (key === undefined) return undefined
    const place = [...target, ...this.#edits.roles.routeOf(this.hidden(row))]
    const inserted = this.inserted(row)
    const [idColumn, sets] = [this.#primary, this.#settings]
    const values = new Map(this.#edits.store.getState().staged.get(key))
    if (idColumn !== undefined) values.delete(idColumn)
    const { copy } = inserted?.base ?? {}
    if (inserted && !inserted.saved)
      return this.#edits.add({ after: key, copyOf: copy, hidden: place, idColumn, sets, values })
    const copyOf = { ...this.shown(row), key, before: this.#values(row, true) }
    return this.#edits.add({ after: key, copyOf, hidden: place, idColumn, sets, values })
  }

  /** Adds a new row on top, or after another one, in the given place. */
  add(place: readonly HiddenValue[], values?: ReadonlyMap<string, Typed>, after?: string): string {
    return this.#edits.add({ hidden: place, idColumn: this.#primary, sets: this.#settings, values, after })
  }

  /** Takes the edit of a cell back, or of the whole row with the column -1. */
  revert(row: number, column: number): void {
    const key = this.key(row)
    if (key !== undefined) this.#edits.revert(key, column < 0 ? undefined : this.#columns[column]?.name)
  }

  get #settings(): Setting[] {
    return this.#columns.flatMap(({ name, sets }) => (sets?.name ? [{ column: name, name: sets.name }] : []))
  }

  get #primary(): string | undefined {
    return this.#columns.find(({ primary }) => primary)?.name
  }

  /** A row as it was shown, with the values saved since. */
  #since(key: string, row: ShownRow): ShownRow {
    const { shown } = row
    const hidden = this.#edits.hidden(key, shown)
    if (hidden === shown) return row
    const before = new Map([...row.before].map(([name, cell]) => [name, this.#edits.ahead(key, name, shown) ?? cell]))
    return { ...row, hidden, before }
  }

  #stage(key: string, at: number, typed: Typed, shown: ShownRow): void {
    const column = this.#columns[at] as GridColumn
    // Where a text is no value of its column, a cell that has none stays as it is, and in a new row it has no value yet.
    const none = typed.text === '' && !typed.null && !typed.remove && (column.primary || column.kind !== 'text')
    const { kind } = this.#since(key, shown).before.get(column.name) ?? noValue
    if (none && (this.#edits.act(key) === 'create' || kind <= Kind.null)) this.#edits.revert(key, column.name)
    else this.#edits.stage(key, column.name, typed, () => this.#since(key, shown))
  }

  /** Where new rows are shown. */
  get #places(): Places {
    const { revision } = this.#edits.store.getState()
    const { version } = this.#rows
    const known = this.#layout
    if (known?.revision === revision && (known.fixed || (version !== undefined && known.version === version)))
      return known.places
    const all = this.#edits.inserted
    const inserted = all.filter(({ key, saved }) => !saved || this.#rows.rowOf(key) === undefined)
    const places = placesOf(
      inserted.map(({ key, base }) => ({ key, after: base.after })),
      (key) => this.#rows.rowOf(key),
      this.#goneRows,
    )
    const fixed = !this.#edits.hasGone && all.every(({ saved, base }) => !saved && base.after === undefined)
    this.#layout = { revision, version, fixed, places, rows: new Map(inserted.map((row) => [row.key, row])) }
    return places
  }

  /** The loaded rows that a save has deleted since, in order, except for those with staged changes. */
  get #goneRows(): number[] {
    const { staged } = this.#edits.store.getState()
    const rows = [...this.#edits.gone].flatMap((key) => {
      const row = staged.has(key) ? undefined : this.#rows.rowOf(key)
      return row !== undefined && this.#edits.isGone(key, this.#hidden(row)) ? [row] : []
    })
    return rows.sort((a, b) => a - b)
  }

  /** The rows of the server between two places. */
  #span(firstRow: number, lastRow: number): { first: number; last: number } {
    const places = this.#places
    const last = places.row(lastRow) - (places.keyAt(lastRow) === undefined ? 0 : 1)
    return { first: places.row(firstRow), last }
  }

  /** Where rows of the server are shown, with the new rows among them and right after them. */
  #shownRange({ first, last }: { first: number; last: number }): { first: number; last: number } {
    const places = this.#places
    return { first: first === 0 ? 0 : places.shown(first), last: places.shown(last + 1) - 1 }
  }

  #hidden(own: number): HiddenValue[] {
    return this.#rows.hidden(own).map(([name, value]) => ({ name, value }))
  }

  #server(own: number, column: number): Cell | undefined {
    const name = this.#columns[column]?.name ?? ''
    const key = this.#edits.touches(name) ? this.#rows.key(own) : undefined
    if (key === undefined) return this.#rows.cell(own, column)
    return this.#edits.ahead(key, name, this.#hidden(own)) ?? this.#rows.cell(own, column)
  }

  #edited(own: number, at: number): Cell | undefined {
    const column = this.#columns[at]
    if (!column || !this.#edits.touches(column.name)) return undefined
    const key = this.#rows.key(own)
    if (key === undefined) return undefined
    const typed = this.#edits.typed(key, column.name)
    return typed ? typedCell(typed, column) : this.#edits.ahead(key, column.name, this.#hidden(own))
  }

  /** The row of the server that has the whole of a cut value that a new row duplicates; undefined if it is all here. */
  #original(inserted: Inserted, column: number): number | undefined {
    const { copy } = inserted.base
    const cut = column >= 0 && this.#ownCell(inserted, column).cut > 0
    return cut && copy ? this.#rows.rowOf(copy.key) : undefined
  }

  /** A cell of a row that the server's rows do not have. */
  #ownCell({ key, base, saved }: Inserted, at: number): Cell {
    const column = this.#columns[at]
    if (!column) return noValue
    const typed = this.#edits.typed(key, column.name)
    if (typed) return typedCell(typed, column)
    const known = (saved && this.#edits.ahead(key, column.name, base.shown)) || base.before.get(column.name)
    return known ?? placeCell(column, base.hidden)
  }

  #ownMark({ key, base, saved }: Inserted, at: number): Mark | undefined {
    if (saved && this.#edits.act(key) === 'delete') return this.#deletedMark(key, at, base.shown)
    if (saved) return this.#stagedMark(key, at, base.shown, undefined)
    const said = this.#edits.store.getState().problems.get(key) ?? []
    const name = this.#columns[at]?.name ?? ''
    const problem = at < 0 ? said[0] : said.find(({ column }) => column === name)
    if (problem) return { state: stateOf(problem), text: problem.message }
    const automatic = name === base.idColumn && !this.#edits.typed(key, name)?.text
    if (automatic) return { state: 'new', text: idWords, empty: 'auto' }
    return at < 0 ? { state: 'new' } : undefined
  }

  #mark(own: number, at: number): Mark | undefined {
    const { staged, acts } = this.#edits.store.getState()
    const key = this.#rows.key(own)
    if (key === undefined) return undefined
    if (!staged.has(key)) return undefined
    if (acts.get(key) === 'delete') return this.#deletedMark(key, at, this.#hidden(own))
    return this.#stagedMark(key, at, this.#hidden(own), () => this.#rows.cell(own, at))
  }

  #deletedMark(key: string, at: number, hidden: readonly HiddenValue[]): Mark | undefined {
    const [problem] = this.#edits.store.getState().problems.get(key) ?? []
    const outdated = this.#edits.isOutdated(key, hidden)
    if (!problem && !outdated) return at < 0 ? { state: 'deleted' } : undefined
    if (at >= 0) return { state: 'deleted' }
    if (!problem) return { state: 'conflict', text: 'deleted here, changed on the server since' }
    return { state: stateOf(problem), text: `deleted, ${problem.message}` }
  }

  #stagedMark(
    key: string,
    at: number,
    hidden: readonly HiddenValue[],
    read: (() => Cell | undefined) | undefined,
  ): Mark | undefined {
    const { staged, problems, bases } = this.#edits.store.getState()
    const cells = staged.get(key)
    if (!cells) return undefined
    const name = this.#columns[at]?.name ?? ''
    const said = problems.get(key) ?? []
    const whole = said.find((problem) => problem.column === '')
    if (at < 0) {
      const first = whole ?? said[0]
      if (first) return { state: stateOf(first), text: first.message }
      return this.#edits.isOutdated(key, hidden)
        ? { state: 'conflict', text: 'changed on the server since it was edited' }
        : { state: 'edited' }
    }
    if (!cells.has(name)) return undefined
    const own = said.find((problem) => problem.column === name)
    if (own) return { state: stateOf(own), text: own.message }
    const before = bases.get(key)?.before.get(name)
    const was = wasWords(before)
    if (whole) return { state: stateOf(whole), text: `${was}, ${whole.message}` }
    if (!this.#edits.isOutdated(key, hidden)) return { state: 'edited', text: was }
    const now = read?.()
    const moved = now && before && !isSame({ text: now.text, null: now.kind === Kind.null }, before)
    return { state: 'conflict', text: moved ? `${was}, now ${valueWords(now)} on the server` : was }
  }

  /** The values of a row by the names of their columns: those that are whole, or for a duplicate all but its id. */
  #values(row: number, copied: boolean): ReadonlyMap<string, Cell> {
    const values = new Map<string, Cell>()
    this.#columns.forEach((column, at) => {
      if (copied && (column.primary || isEnginesOwn(column))) return
      const cell = this.server(row, at)
      if (cell && (copied || cell.cut === 0)) values.set(column.name, cell)
    })
    return values
  }
}

/** How a row or a cell with a problem is marked. */
function stateOf({ kind }: Problem): MarkState {
  return kind === 'unknown' ? 'conflict' : kind
}

/** Whether a column has metadata that is not part of the document. */
function isEnginesOwn({ readOnly, beside = false }: GridColumn): boolean {
  return readOnly && beside
}

/** What a new row shows of where its document is to be: its place, in the column that shows it. */
function placeCell(column: GridColumn, hidden: readonly HiddenValue[]): Cell {
  const value = isEnginesOwn(column) ? valueNamed(hidden, column.hidden ?? '') : ''
  return value === '' ? noValue : { kind: Kind.string, text: value, cut: 0 }
}

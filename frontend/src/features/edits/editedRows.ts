import type { Cell, Mark, Source } from '../../grid/types'
import type { GridColumn, HiddenValue } from '../../host'
import type { Edits } from './edits'
import { hiddenValue } from './revision'
import { isSame, type Typed, typedCell } from './values'
import { valueWords, wasWords } from './words'

/** What edits need of the rows: what identifies a row, and its hidden values. */
export interface EditableRows extends Source {
  key(row: number): string | undefined
  rowOf(key: string): number | undefined
  /** The hidden values of a row, by their names; none while it is not loaded. */
  hidden(row: number): [string, string][]
}

/** A cell that is being edited, of the row that it was begun in wherever that is by now. */
export interface CellEdit {
  key: string
  column: string
  /** What the row is called in a sentence. */
  title: string
  stage(typed: Typed): void
}

/** Rows with the edits that are not saved: an edited cell shows what was typed, and is marked. */
export class EditedRows implements Source {
  readonly load: Source['load']
  readonly whole: Source['whole']
  readonly rowLabel: Source['rowLabel']
  readonly pageOf: Source['pageOf']
  readonly #rows: EditableRows
  readonly #columns: readonly GridColumn[]
  readonly #edits: Edits

  constructor(rows: EditableRows, columns: readonly GridColumn[], edits: Edits) {
    this.#rows = rows
    this.#columns = columns
    this.#edits = edits
    this.load = rows.load && ((first, last) => rows.load?.(first, last) ?? Promise.resolve())
    this.rowLabel = rows.rowLabel && ((row) => rows.rowLabel?.(row) ?? '')
    this.pageOf = rows.pageOf && ((row) => rows.pageOf?.(row) ?? { first: row, last: row })
    this.whole = rows.whole && ((row, column) => this.#whole(row, column))
  }

  get rowCount(): number {
    return this.#rows.rowCount
  }

  get rowCountKnown(): boolean {
    return this.#rows.rowCountKnown ?? true
  }

  prefetch(firstRow: number, lastRow: number): void {
    this.#rows.prefetch(firstRow, lastRow)
  }

  key(row: number): string | undefined {
    return this.#rows.key(row)
  }

  rowOf(key: string): number | undefined {
    return this.#rows.rowOf(key)
  }

  cell(row: number, column: number, limit?: number): Cell | undefined {
    return this.#edited(row, column) ?? this.#rows.cell(row, column, limit)
  }

  overlay(row: number, column: number): Mark | undefined {
    return this.#mark(row, column) ?? this.#rows.overlay?.(row, column)
  }

  /** The value that a cell has on the server, as far as is known here; undefined while its row is not loaded. */
  server(row: number, column: number): Cell | undefined {
    const name = this.#columns[column]?.name ?? ''
    const key = this.#edits.touches(name) ? this.#rows.key(row) : undefined
    if (key === undefined) return this.#rows.cell(row, column)
    return this.#edits.ahead(key, name, this.hidden(row)) ?? this.#rows.cell(row, column)
  }

  /** The hidden values of a row as it is shown; none while it is not loaded. */
  hidden(row: number): HiddenValue[] {
    return this.#rows.hidden(row).map(([name, value]) => ({ name, value }))
  }

  /** Begins to edit a cell; undefined while its row is not loaded. */
  edit(row: number, column: number): CellEdit | undefined {
    const name = this.#columns[column]?.name
    const key = this.#rows.key(row)
    if (key === undefined || name === undefined) return undefined
    const shown = this.hidden(row)
    const hidden = this.#edits.hidden(key, shown)
    const title = hiddenValue(hidden, '#id') || key
    const before = this.#values(row)
    const stage = (typed: Typed) => this.#edits.stage(key, name, typed, () => ({ title, hidden, shown, before }))
    return { key, column: name, title, stage }
  }

  /** Edits a cell; false while its row is not loaded. */
  stage(row: number, column: number, typed: Typed): boolean {
    const edit = this.edit(row, column)
    edit?.stage(typed)
    return edit !== undefined
  }

  /** Takes the edit of a cell back, or of the whole row with the column -1. */
  revert(row: number, column: number): void {
    const key = this.#rows.key(row)
    if (key !== undefined) this.#edits.revert(key, column < 0 ? undefined : this.#columns[column]?.name)
  }

  #whole(row: number, column: number): Promise<string> {
    const edited = this.#edited(row, column)
    return edited ? Promise.resolve(edited.text) : (this.#rows.whole?.(row, column) ?? Promise.resolve(''))
  }

  #edited(row: number, at: number): Cell | undefined {
    const column = this.#columns[at]
    if (!column || !this.#edits.touches(column.name)) return undefined
    const key = this.#rows.key(row)
    if (key === undefined) return undefined
    const typed = this.#edits.typed(key, column.name)
    return typed ? typedCell(typed, column) : this.#edits.ahead(key, column.name, this.hidden(row))
  }

  #mark(row: number, at: number): Mark | undefined {
    const name = this.#columns[at]?.name ?? ''
    if (this.#edits.rows === 0 || (at >= 0 && !this.#edits.touches(name))) return undefined
    const key = this.#rows.key(row)
    const { staged, problems, bases } = this.#edits.store.getState()
    const cells = key === undefined ? undefined : staged.get(key)
    if (key === undefined || !cells) return undefined
    const said = problems.get(key) ?? []
    const whole = said.find((problem) => problem.column === '')
    if (at < 0) {
      const first = whole ?? said[0]
      if (first) return { state: first.kind === 'refused' ? 'refused' : 'conflict', text: first.message }
      return this.#edits.isOutdated(key, this.hidden(row))
        ? { state: 'conflict', text: 'changed on the server since it was edited' }
        : { state: 'edited' }
    }
    if (!cells.has(name)) return undefined
    const own = said.find((problem) => problem.column === name)
    if (own) return { state: 'refused', text: own.message }
    const was = wasWords(bases.get(key)?.before.get(name))
    if (whole) return { state: whole.kind === 'refused' ? 'refused' : 'conflict', text: `${was}, ${whole.message}` }
    if (!this.#edits.isOutdated(key, this.hidden(row))) return { state: 'edited', text: was }
    const now = this.#rows.cell(row, at)
    const before = bases.get(key)?.before.get(name)
    const moved = now && before && !isSame({ text: now.text, null: now.kind === 1 }, before)
    return { state: 'conflict', text: moved ? `${was}, now ${valueWords(now)} on the server` : was }
  }

  /** The values of a row that are whole, by the names of their columns. */
  #values(row: number): ReadonlyMap<string, Cell> {
    const values = new Map<string, Cell>()
    this.#columns.forEach((column, at) => {
      const cell = this.server(row, at)
      if (cell && cell.cut === 0) values.set(column.name, cell)
    })
    return values
  }
}

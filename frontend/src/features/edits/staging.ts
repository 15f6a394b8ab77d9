import type { Cell, Stretch } from '../../grid/types'
import type { ViewInfo } from '../../host'
import { Kind } from '../../lib/block'
import type { HiddenValue } from '../../lib/roles'
import { type Fate, isNamed, whyFixed, whyNotEdited, whyNotEmpty, whyNotReplaced, whyNotWritten } from './editable'
import type { EditedRows } from './editedRows'
import type { Edits } from './edits'
import { untypable } from './reasons'
import { mostRows } from './staged'
import { cellsOf } from './tsv'
import { noValue, type Typed, typedNull, typedRemoval } from './values'
import {
  cannotWords,
  cutFill,
  droppedColumns,
  emptySelection,
  leftOutWords,
  noEnd,
  noFill,
  noIdNeeded,
  nothingToDiscard,
  notLoaded,
  rowsMoved,
  stagedWords,
  tooManyRows,
} from './words'

/** The shown rows, and the facts about their object. */
export interface ShownView {
  source: EditedRows
  view: ViewInfo
}

/** The rows that something is done to, and the columns of the view in the order in which they are shown. */
export interface Area {
  rows: readonly Stretch[]
  columns: readonly number[]
  /** For a paste: the columns from the first of these to the last that is shown. */
  onward?: readonly number[]
}

/** A hidden value that rows can be given: the column of the view in which it is shown, and the value that all of them have. */
export interface Settable {
  column: number
  title: string
  hint: string
  text: string
}

/** How often a reason was met. */
type Reasons = Map<string, number>

/**
 * What commands stage in the rows that are shown: in several cells or rows at once, as one step that is undone as a whole.
 * What cannot be staged is left out with its reason.
 */
export class Staging {
  readonly #edits: Edits
  readonly #shown: () => ShownView | null
  readonly #safeMode: () => string

  constructor(edits: Edits, shown: () => ShownView | null, safeMode: () => string) {
    this.#edits = edits
    this.#shown = shown
    this.#safeMode = safeMode
  }

  /** Where a row can be created: the user chooses if there are several. */
  get targets(): readonly string[] {
    return this.#shown()?.view.targets ?? []
  }

  /** Why no row can be added, '' if one can. */
  whyNotAdded(): string {
    return this.#whyNot('create') || this.#edits.whyFull([], 1)
  }

  /** Adds a new row on top; its key follows, '' if there is none. */
  add(target: string): string {
    const { source } = this.#shown() ?? {}
    return source && this.whyNotAdded() === '' ? source.add(this.#inPlace(target)) : ''
  }

  /** Why rows cannot be duplicated, '' if they can. */
  whyNotDuplicated(rows: readonly Stretch[]): string {
    const { source } = this.#shown() ?? {}
    const many = rowsIn(rows)
    const why = this.#whyNot('create') || this.#edits.whyFull([], many)
    if (why !== '' || !source) return why || notLoaded
    const all = each(rows)
    if (all.some((row) => source.key(row) === undefined)) return notLoaded
    const own = all.map((row) => this.#fate(source, row)).find((fate) => fate === 'deleted' || fate === 'gone')
    return own ? whyFixed(this.#shown()?.view as ViewInfo, [], own) : ''
  }

  /** Duplicates rows, each right after itself; the keys of the duplicates follow. */
  duplicate(rows: readonly Stretch[], target = ''): string[] {
    const { source } = this.#shown() ?? {}
    if (!source || this.whyNotDuplicated(rows) !== '') return []
    const keys = each(rows).map((row) => source.key(row) as string)
    return this.#edits.together(() =>
      keys.flatMap((key) => {
        const row = source.rowOf(key)
        return row === undefined ? [] : (source.duplicate(row, this.#inPlace(this.#target(source, row, target))) ?? [])
      }),
    )
  }

  /** The indices to choose from for duplicates; none if each can be where its original is. */
  choices(rows: readonly Stretch[]): readonly string[] {
    const { source } = this.#shown() ?? {}
    const { targets } = this
    if (!source || targets.length < 2) return []
    const fits = (row: number) => targets.includes(this.#placeOf(source, row))
    return each(rows).every(fits) ? [] : targets
  }

  /** Why rows cannot be deleted, '' if they can. */
  whyNotRemoved(rows: readonly Stretch[]): string {
    const shown = this.#shown()
    if (!shown) return notLoaded
    if (rowsIn(rows) > mostRows) return tooManyRows(rowsIn(rows))
    const { source, view } = shown
    const own = each(rows).filter((row) => source.inserted(row)?.saved === false)
    if (own.length === rowsIn(rows)) return ''
    const why = this.#whyNot('delete')
    if (why !== '' || rowsIn(rows) > 1) return why
    const [{ top } = { top: 0 }] = rows
    return source.key(top) === undefined ? notLoaded : whyFixed(view, source.hidden(top), this.#fate(source, top))
  }

  /** Deletes rows, or discards them if they are new. Resolves to the message about it. */
  remove(rows: readonly Stretch[]): Promise<string> {
    const why = this.whyNotRemoved(rows)
    if (why !== '') return Promise.resolve(why)
    return this.#loaded(rows, ({ source, view }) => {
      const reasons: Reasons = new Map()
      const gone = each(rows).flatMap((row) => {
        const key = source.key(row)
        const isNew = source.inserted(row)?.saved === false
        const reason = isNew ? '' : whyFixed(view, source.hidden(row), this.#fate(source, row))
        if (key !== undefined && reason === '') return [{ key, row: () => shownOf(source, key, row) }]
        add(reasons, key === undefined ? notLoaded : reason)
        return []
      })
      const full = this.#edits.whyFull(gone.map(({ key }) => key))
      if (full !== '') return full
      this.#edits.remove(gone)
      return leftOutWords(
        stagedWords('marked for deletion', gone.filter(({ key }) => this.#edits.act(key) === 'delete').length, 'row'),
        reasons,
      )
    })
  }

  /** The hidden values that rows can be given: none unless all of them are new. */
  settable(rows: readonly Stretch[]): Settable[] {
    const { source, view } = this.#shown() ?? {}
    const all = rowsIn(rows) > mostRows ? [] : each(rows)
    if (!source || !view || all.length === 0 || all.some((row) => this.#fate(source, row) !== 'new')) return []
    return view.columns.flatMap(({ sets }, column) => {
      if (!sets?.name) return []
      const texts = new Set(all.map((row) => source.cell(row, column)?.text ?? ''))
      return [{ column, title: sets.title, hint: sets.hint, text: texts.size === 1 ? ([...texts][0] ?? '') : '' }]
    })
  }

  /** Gives rows a hidden value; none with ''. */
  set(rows: readonly Stretch[], column: number, text: string): void {
    const { source } = this.#shown() ?? {}
    if (!source || !this.settable(rows).some((settable) => settable.column === column)) return
    this.#edits.together(() => {
      for (const row of each(rows)) source.stage(row, column, { text, null: false })
    })
  }

  /** Why cells cannot be set to NULL, '' if they can. */
  whyNotNull(area: Area): string {
    return this.#whyNotReplaced(area)
  }

  setNull(area: Area): Promise<string> {
    return this.#write(area, typedNull, 'set to NULL')
  }

  /** Why the fields of cells cannot be removed, '' if they can. */
  whyNotWithout(area: Area): string {
    return this.#whyNot('remove') || this.#whyNotReplaced(area)
  }

  removeField(area: Area): Promise<string> {
    return this.#write(area, typedRemoval, 'removed')
  }

  /** Why the value of the first cell cannot be written into all of them, '' if it can. */
  whyNotFilled(area: Area): string {
    if (rowsIn(area.rows) * area.columns.length < 2) return emptySelection
    const value = this.#first(area)
    return typeof value === 'string' ? value : this.#whyNotReplaced(area)
  }

  fill(area: Area): Promise<string> {
    const value = this.#first(area)
    return typeof value === 'string' ? Promise.resolve(value) : this.#write(area, value, 'filled', { butFirst: true })
  }

  /**
   * Writes a table over cells from the first one of an area on, as far as it goes; a single value over all of them. On new
   * rows and after the last row, rows that are not there are added. alone is true for a text that is one value.
   */
  paste(area: Area, text: string, alone: boolean): Promise<string> {
    const shown = this.#shown()
    if (!shown) return Promise.resolve(notLoaded)
    const why = whyNotWritten(shown.view, this.#safeMode())
    if (why !== '') return Promise.resolve(why)
    const table = alone ? [[text]] : cellsOf(text)
    const [[value = ''] = []] = table
    const single = table.length === 1 && table[0]?.length === 1
    if (single) return this.#write(area, { text: value, null: false }, 'pasted', { pasted: true })
    return this.#pasteTable(shown, area, table)
  }

  /** Why nothing can be discarded of rows, or of cells of them; '' if something can. */
  whyNotDiscarded(area: Area, cells: boolean): string {
    return this.#stagedIn(area, cells).length > 0 ? '' : nothingToDiscard
  }

  /** Discards the edits of cells, or all changes of rows. */
  discard(area: Area, cells: boolean): void {
    const names = this.#names(area)
    this.#edits.together(() => {
      for (const key of this.#stagedIn(area, cells)) {
        if (!cells) this.#edits.revert(key)
        else for (const name of names) this.#edits.revert(key, name)
      }
    })
  }

  /** Why a cell cannot be edited by typing into it, '' if it can. */
  whyNotTyped(row: number, at: number): string {
    return this.#whyNotTyped(row, at, (cell) => cell)
  }

  /** Why a cell cannot be edited in an editor with room for its whole value, '' if it can. */
  whyNotOpened(row: number, at: number): string {
    return this.#whyNotTyped(row, at, (cell) => cell && { ...cell, text: '', cut: 0 })
  }

  /** Why a cell cannot hold a text, '' if it can as far as the page knows. */
  whyNotText(row: number, at: number, text: string): string {
    const { source, view } = this.#shown() ?? {}
    const column = view?.columns[at]
    // In a new row, a cell that has no text has no value.
    if (text !== '' || !column || !source || source.inserted(row)?.saved === false) return ''
    const cell = source.cell(row, at)
    return cell && cell.kind <= Kind.null ? '' : whyNotEmpty(column)
  }

  /** The rows of an area in which something is staged, or something in its columns. */
  #stagedIn(area: Area, cells: boolean): string[] {
    const { source } = this.#shown() ?? {}
    const names = this.#names(area)
    return [...this.#edits.store.getState().staged].flatMap(([key, typed]) => {
      const row = source?.rowOf(key)
      const inside = row !== undefined && area.rows.some(({ top, bottom }) => row >= top && row <= bottom)
      return inside && (!cells || names.some((name) => typed.has(name))) ? [key] : []
    })
  }

  #names({ columns }: Area): string[] {
    const { view } = this.#shown() ?? {}
    return columns.flatMap((at) => view?.columns[at]?.name ?? [])
  }

  #whyNotTyped(row: number, at: number, seen: (cell: Cell | undefined) => Cell | undefined): string {
    const { source, view } = this.#shown() ?? {}
    if (!source || !view) return notLoaded
    const [hidden, fate, cell] = [source.hidden(row), this.#fate(source, row), seen(source.cell(row, at))]
    const key = source.key(row)
    const why = whyNotEdited(view, this.#safeMode(), view.columns[at], cell, hidden, fate)
    return why || this.#edits.whyFull(key === undefined ? [] : [key])
  }

  #whyNot(act: string): string {
    const { view } = this.#shown() ?? {}
    if (!view) return notLoaded
    return whyNotWritten(view, this.#safeMode()) || (view.acts?.includes(act) ? '' : cannotWords[act]) || ''
  }

  /** Why cells cannot get another value, '' if one in the first or the last row can. */
  #whyNotReplaced({ rows, columns }: Area): string {
    const { source } = this.#shown() ?? {}
    if (!source) return notLoaded
    if (rowsIn(rows) > mostRows) return tooManyRows(rowsIn(rows))
    const ends = [rows[0]?.top ?? 0, rows.at(-1)?.bottom ?? 0]
    const reasons = ends.flatMap((row) => columns.map((at) => this.#whyNotCell(source, row, at)))
    return reasons.includes('') ? '' : (reasons[0] ?? notLoaded)
  }

  #whyNotCell(source: EditedRows, row: number, at: number): string {
    const { view } = this.#shown() ?? {}
    if (!view) return notLoaded
    const fate = this.#fate(source, row)
    return whyNotReplaced(view, this.#safeMode(), view.columns[at], source.cell(row, at, 0), source.hidden(row), fate)
  }

  #fate(source: EditedRows, row: number): Fate {
    const key = source.key(row)
    if (key === undefined) return ''
    if (source.inserted(row)?.saved === false) return 'new'
    if (this.#edits.act(key) === 'delete') return 'deleted'
    return source.isGone(row) ? 'gone' : ''
  }

  /** The value of the first cell of an area, or why it cannot be written elsewhere. */
  #first({ rows, columns }: Area): Typed | string {
    const shown = this.#shown()
    const [{ top } = { top: 0 }] = rows
    const cell = shown?.source.cell(top, columns[0] ?? -1)
    if (!shown || !cell) return notLoaded
    return typedOf(cell, shown.view.acts?.includes('remove') === true)
  }

  /** Stages a value in every cell of an area that can have it, or in every one but the first. */
  #write(area: Area, value: Typed, done: string, { butFirst = false, pasted = false } = {}): Promise<string> {
    if (rowsIn(area.rows) > mostRows) return Promise.resolve(tooManyRows(rowsIn(area.rows)))
    return this.#loaded(area.rows, ({ source, view }) => {
      const reasons: Reasons = new Map()
      const keys = each(area.rows).flatMap((row) => source.key(row) ?? [])
      const full = this.#edits.whyFull(keys)
      if (full !== '') return full
      const missing = (rowsIn(area.rows) - keys.length) * area.columns.length
      if (missing > 0) add(reasons, notLoaded, missing)
      let cells = 0
      this.#edits.together(() => {
        for (const [i, key] of keys.entries()) {
          for (const [j, at] of area.columns.entries()) {
            if (butFirst && i === 0 && j === 0) continue
            const row = source.rowOf(key)
            const put = () => this.#put(source, view, row as number, at, value)
            const paste = () => this.#paste(source, view, row as number, at, value.text)
            const why = row === undefined ? notLoaded : pasted ? paste() : put()
            if (why === '') cells += 1
            else add(reasons, why)
          }
        }
      })
      return leftOutWords(stagedWords(done, cells, 'cell'), reasons)
    })
  }

  /** Stages a value in a cell; why it cannot have it, '' if it has it now. */
  #put(source: EditedRows, view: ViewInfo, row: number, at: number, typed: Typed): string {
    const column = view.columns[at]
    const isNew = source.inserted(row)?.saved === false
    const why = this.#whyNotCell(source, row, at)
    if (why !== '') return why
    if (isNew && column?.primary && (typed.null || typed.remove)) return noIdNeeded
    if (isNew && column && isNamed(column)) typed = { text: typed.text, null: false }
    if (column && typed.text === '' && !typed.null && !typed.remove) {
      const cell = source.cell(row, at)
      const empty = !cell || cell.kind <= Kind.null ? '' : whyNotEmpty(column)
      if (empty !== '' && !isNew) return empty
    }
    return source.stage(row, at, typed) ? '' : notLoaded
  }

  #pasteTable({ source, view }: ShownView, area: Area, table: readonly (readonly string[])[]): Promise<string> {
    const [{ top } = { top: 0 }] = area.rows
    const columns = area.onward ?? area.columns
    const onNew = source.inserted(top)?.saved === false
    const there = this.#rowsFrom(source, top, table.length, onNew)
    const more = table.length - there
    if (more > 0 && !source.rowCountKnown && !onNew) return Promise.resolve(noEnd)
    const why = more > 0 ? this.#whyNot('create') : ''
    if (why !== '' && there === 0) return Promise.resolve(why)
    const added = why === '' ? more : 0
    if (there + added > mostRows) return Promise.resolve(tooManyRows(there + added))
    return this.#loaded(there > 0 ? [{ top, bottom: top + there - 1 }] : [], () => {
      const keys = Array.from({ length: there }, (_, i) => source.key(top + i) as string)
      const full = this.#edits.whyFull(keys, added)
      if (full !== '') return full
      const reasons: Reasons = new Map()
      if (why !== '') add(reasons, why, table.slice(there).flat().length)
      const cells = this.#edits.together(() => {
        const over = this.#pasteOver(source, view, keys, columns, table, reasons)
        const place = this.#inPlace(onNew ? this.#placeOf(source, top) : this.#target(source, top, ''))
        let after = keys.at(-1) ?? source.key(source.rowCount - 1)
        let values = 0
        for (const texts of table.slice(there, there + added)) {
          const row = this.#newValues(view, columns, texts, reasons)
          after = source.add(place, row, after)
          values += row.size
        }
        return over + values
      })
      return leftOutWords(stagedWords('pasted', cells, 'value'), reasons)
    })
  }

  /** Pastes texts over rows; how many values these have now as pasted. */
  #pasteOver(
    source: EditedRows,
    view: ViewInfo,
    keys: readonly string[],
    columns: readonly number[],
    table: readonly (readonly string[])[],
    reasons: Reasons,
  ): number {
    let cells = 0
    for (const [i, key] of keys.entries()) {
      const row = source.rowOf(key)
      for (const [j, text] of (table[i] ?? []).entries()) {
        const at = columns[j]
        const why = at === undefined ? droppedColumns : row === undefined ? notLoaded : ''
        const left = why || this.#paste(source, view, row as number, at as number, text)
        if (left === '') cells += 1
        else add(reasons, left)
      }
    }
    return cells
  }

  /** The values of a row that is added with pasted texts: an empty one is no value. */
  #newValues(
    view: ViewInfo,
    columns: readonly number[],
    texts: readonly string[],
    reasons: Reasons,
  ): ReadonlyMap<string, Typed> {
    const values = new Map<string, Typed>()
    for (const [j, text] of texts.entries()) {
      const column = view.columns[columns[j] ?? -1]
      const why = column ? whyNotReplaced(view, this.#safeMode(), column, noValue, [], 'new') : droppedColumns
      if (text === '') continue
      if (why !== '' || !column) add(reasons, why)
      else values.set(column.name, { text, null: false })
    }
    return values
  }

  /** Writes a pasted text into a cell; why it was left out, '' if the cell holds it now. */
  #paste(source: EditedRows, view: ViewInfo, row: number, at: number, text: string): string {
    const cell = source.cell(row, at)
    const same = cell?.cut === 0 && (cell.kind <= Kind.null ? '' : cell.text) === text
    if (same) return ''
    if (cell && cell.cut > 0) return cutFill
    return this.#put(source, view, row, at, { text, null: false })
  }

  /** How many rows there are to paste over: from a new row on only those that are new and follow one another. */
  #rowsFrom(source: EditedRows, top: number, most: number, onNew: boolean): number {
    let rows = 0
    while (rows < most && top + rows < source.rowCount) {
      if (onNew && source.inserted(top + rows)?.saved !== false) break
      rows += 1
    }
    return rows
  }

  /** The index in which a row like another one is created: the one that was chosen, that of the other, or the only one. */
  #target(source: EditedRows, row: number, chosen: string): string {
    const own = this.#placeOf(source, row)
    return chosen || (this.targets.includes(own) ? own : (this.targets[0] ?? own))
  }

  /** The index or collection that a row is in, '' if it names none. */
  #placeOf(source: EditedRows, row: number): string {
    return this.#edits.roles.valueOf(source.hidden(row), 'place')
  }

  /** The hidden values of a new row that is to be in a place; none for '', where there is only one. */
  #inPlace(place: string): HiddenValue[] {
    return place === '' ? [] : [{ name: this.#edits.roles.nameOf('place'), value: place }]
  }

  /** Does something once rows are loaded, if they are still the same rows then. */
  async #loaded(rows: readonly Stretch[], work: (shown: ShownView) => string): Promise<string> {
    const shown = this.#shown()
    if (!shown) return notLoaded
    const { source } = shown
    if (rows.every((stretch) => each([stretch]).every((row) => source.key(row) !== undefined))) return work(shown)
    const places = () => rows.flatMap(({ top, bottom }) => [source.serverRow(top), source.serverRow(bottom)]).join()
    const before = places()
    await Promise.all(rows.map(({ top, bottom }) => source.load(top, bottom)))
    return this.#shown()?.source === source && places() === before ? work(shown) : rowsMoved
  }
}

/** A cell's value for another cell, or why it cannot be written. */
function typedOf(cell: Cell, canRemove: boolean): Typed | string {
  if (cell.cut > 0) return cutFill
  if (cell.kind === Kind.null) return typedNull
  if (cell.kind === Kind.missing) return canRemove ? typedRemoval : noFill
  if (cell.kind === Kind.escaped) return untypable
  return { text: cell.text, null: false }
}

const shownOf = (source: EditedRows, key: string, row: number) => source.shown(source.rowOf(key) ?? row)

const rowsIn = (rows: readonly Stretch[]) => rows.reduce((sum, { top, bottom }) => sum + bottom - top + 1, 0)

function each(rows: readonly Stretch[]): number[] {
  return rows.flatMap(({ top, bottom }) => Array.from({ length: bottom - top + 1 }, (_, i) => top + i))
}

function add(reasons: Reasons, why: string, times = 1): void {
  reasons.set(why, (reasons.get(why) ?? 0) + times)
}

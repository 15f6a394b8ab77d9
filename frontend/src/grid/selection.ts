import type { Column, Position, Range, Selection } from './types'

/** How many rows and columns a selection may reach. */
export interface Bounds {
  rows: number
  columns: number
}

/** Selects one cell. */
export function selectCell(position: Position): Selection {
  return { range: rectangle(position, position), anchor: position, focus: position, rows: false }
}

/** Selects from where the selection began to a position, whole rows where whole rows are selected. */
export function extendTo(selection: Selection, focus: Position, bounds: Bounds): Selection {
  const range = rectangle(selection.anchor, focus)
  return { ...selection, focus, range: selection.rows ? wholeRows(range, bounds) : range }
}

/** Selects a row, or all rows from where the selection began to it. The focus goes to the row, in its column. */
export function selectRow(selection: Selection, row: number, extend: boolean, bounds: Bounds): Selection {
  const focus = { row, column: selection.focus.column }
  const anchor = extend ? selection.anchor : focus
  return { anchor, focus, rows: true, range: wholeRows(rectangle(anchor, focus), bounds) }
}

/** Selects every cell of a page. The focus, which is on it, stays. */
export function selectPage(selection: Selection, page: { first: number; last: number }, bounds: Bounds): Selection {
  const last = { row: Math.max(0, Math.min(page.last, bounds.rows - 1)), column: Math.max(0, bounds.columns - 1) }
  const first = { row: page.first, column: 0 }
  return { ...selection, anchor: first, rows: true, range: rectangle(first, last) }
}

/** Keeps a selection within bounds that may have shrunk. */
export function clampSelection(selection: Selection, bounds: Bounds): Selection {
  const { range } = selection
  const inside = (position: Position) => clampPosition(position, bounds)
  const from = inside({ row: range.top, column: range.left })
  const to = inside({ row: range.bottom, column: range.right })
  const clamped = rectangle(from, to)
  return {
    anchor: inside(selection.anchor),
    focus: inside(selection.focus),
    rows: selection.rows,
    range: selection.rows ? wholeRows(clamped, bounds) : clamped,
  }
}

/**
 * The selection where other columns are shown: its cells stay those of the same columns. Where they do not stand
 * together as before, or the focused column is gone, one cell is selected.
 */
export function followColumns(selection: Selection, before: readonly Column[], after: readonly Column[]): Selection {
  const { anchor, focus, range, rows } = selection
  const places = new Map(after.map((column, at) => [column.id, at]))
  const place = (column: number) => places.get(before[column]?.id ?? '') ?? -1
  const to = place(focus.column)
  if (to < 0) return selectCell({ row: focus.row, column: Math.max(0, Math.min(focus.column, after.length - 1)) })
  const moved = { row: focus.row, column: to }
  const by = to - focus.column
  if (rows) {
    const whole = { ...range, left: 0, right: Math.max(0, after.length - 1) }
    return { anchor: { row: anchor.row, column: Math.max(0, place(anchor.column)) }, focus: moved, rows, range: whole }
  }
  for (let column = range.left; column <= range.right; column++) {
    if (place(column) !== column + by) return selectCell(moved)
  }
  const across = { ...range, left: range.left + by, right: range.right + by }
  return { anchor: { row: anchor.row, column: anchor.column + by }, focus: moved, rows, range: across }
}

/** The cell of the bounds that is nearest to a position. */
export function clampPosition(position: Position, bounds: Bounds): Position {
  return {
    row: Math.max(0, Math.min(position.row, bounds.rows - 1)),
    column: Math.max(0, Math.min(position.column, bounds.columns - 1)),
  }
}

/** Whether a range holds a cell. */
export function contains(range: Range, row: number, column: number): boolean {
  return row >= range.top && row <= range.bottom && column >= range.left && column <= range.right
}

/** Whether a selection holds more than one cell. */
export function isRange(selection: Selection): boolean {
  return rowsIn(selection.range) * columnsIn(selection.range) > 1
}

/** Whether a row is drawn as selected: whole rows, or the row of a single selected cell. */
export function marksRow(selection: Selection, row: number): boolean {
  const inside = row >= selection.range.top && row <= selection.range.bottom
  return inside && (selection.rows || !isRange(selection))
}

/** How many rows a range has. */
export function rowsIn(range: Range): number {
  return range.bottom - range.top + 1
}

/** How many columns a range has. */
export function columnsIn(range: Range): number {
  return range.right - range.left + 1
}

function rectangle(a: Position, b: Position): Range {
  return {
    top: Math.min(a.row, b.row),
    bottom: Math.max(a.row, b.row),
    left: Math.min(a.column, b.column),
    right: Math.max(a.column, b.column),
  }
}

function wholeRows(range: Range, bounds: Bounds): Range {
  return { ...range, left: 0, right: Math.max(0, bounds.columns - 1) }
}

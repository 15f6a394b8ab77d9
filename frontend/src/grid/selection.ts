import type { Column, Position, Range, Selection, Stretch } from './types'

/** How many rows and columns there are to select. */
export interface Bounds {
  rows: number
  columns: number
}

/** Selects one cell. */
export function selectCell(position: Position): Selection {
  return { range: rectangle(position, position), anchor: position, focus: position, rows: false }
}

/**
 * Extends the selection from its start to a position, by whole rows if whole rows are selected; other rows stay
 * selected.
 */
export function extendTo(selection: Selection, focus: Position, bounds: Bounds): Selection {
  const { passing: _, ...kept } = selection
  const range = rectangle(selection.anchor, focus)
  return { ...kept, focus, range: selection.rows ? wholeRows(range, bounds) : range }
}

/** Selects a row, or all rows from the start of the selection to it. The focus moves to the row, in the same column. */
export function selectRow(selection: Selection, row: number, extend: boolean, bounds: Bounds): Selection {
  const focus = { row, column: selection.focus.column }
  if (extend) return extendTo({ ...selection, rows: true }, focus, bounds)
  return { anchor: focus, focus, rows: true, range: wholeRows(rectangle(focus, focus), bounds) }
}

/**
 * Adds a row to the selected ones, or removes it. The focus moves to it. The row replaces selected cells; when the last
 * row is removed, its cell is selected.
 */
export function toggleRow(selection: Selection, row: number, bounds: Bounds): Selection {
  if (!selection.rows) return selectRow(selection, row, false, bounds)
  const selected = stretchesOf(selection)
  const left = without(selected, row)
  const focus = { row, column: selection.focus.column }
  if (left === selected) return selectRows(focus, selected, bounds)
  return left.length === 0 ? selectCell(focus) : besides(focus, left, bounds)
}

/** Moves the focus to a row and keeps the selected rows. If no rows are selected, selects its cell. */
export function passTo(selection: Selection, row: number, bounds: Bounds): Selection {
  const focus = { row, column: selection.focus.column }
  return selection.rows ? besides(focus, stretchesOf(selection), bounds) : selectCell(focus)
}

/** Selects the row of the focus and other rows, wherever these are. */
export function selectRows(focus: Position, others: readonly Stretch[], bounds: Bounds): Selection {
  const range = wholeRows(rectangle(focus, focus), bounds)
  const left = merged(without(others, focus.row))
  return { range, anchor: focus, focus, rows: true, ...(left.length > 0 && { others: left }) }
}

/** Selects rows with the focus in a row that need not be one of them. */
function besides(focus: Position, rows: readonly Stretch[], bounds: Bounds): Selection {
  const range = wholeRows(rectangle(focus, focus), bounds)
  return { range, anchor: focus, focus, rows: true, others: rows, passing: true }
}

/** The selected rows, or the rows of the selected cells: ranges from top to bottom that do not touch. */
export function stretchesOf({ range, others, passing }: Selection): readonly Stretch[] {
  const { top, bottom } = range
  if (!others) return [{ top, bottom }]
  return passing ? others : merged([...others, { top, bottom }])
}

/** The selected cells as rectangles, from the top. */
export function areasOf(selection: Selection): Range[] {
  return stretchesOf(selection).map((stretch) => ({ ...selection.range, ...stretch }))
}

/** How many rows are selected, or have selected cells. */
export function rowsOf(selection: Selection): number {
  return stretchesOf(selection).reduce((sum, stretch) => sum + rowsIn(stretch), 0)
}

/** The nearest selected row above (-1) or below (1) a row; undefined if there is none. */
export function nextSelected(stretches: readonly Stretch[], row: number, by: 1 | -1): number | undefined {
  if (by > 0) {
    const below = stretches.find(({ bottom }) => bottom > row)
    return below && Math.max(below.top, row + 1)
  }
  const above = stretches.findLast(({ top }) => top < row)
  return above && Math.min(above.bottom, row - 1)
}

/** Selects every cell of a page. The focus stays in its cell. */
export function selectPage(selection: Selection, page: { first: number; last: number }, bounds: Bounds): Selection {
  const last = { row: Math.max(0, Math.min(page.last, bounds.rows - 1)), column: Math.max(0, bounds.columns - 1) }
  const first = { row: page.first, column: 0 }
  return { focus: selection.focus, anchor: first, rows: true, range: rectangle(first, last) }
}

/** Keeps a selection within bounds that may have shrunk. */
export function clampSelection(selection: Selection, bounds: Bounds): Selection {
  const { range } = selection
  const inside = (position: Position) => clampPosition(position, bounds)
  const from = inside({ row: range.top, column: range.left })
  const to = inside({ row: range.bottom, column: range.right })
  const clamped = rectangle(from, to)
  const others = selection.others?.flatMap(({ top, bottom }) =>
    top < bounds.rows ? { top, bottom: Math.min(bottom, bounds.rows - 1) } : [],
  )
  return {
    anchor: inside(selection.anchor),
    focus: inside(selection.focus),
    rows: selection.rows,
    range: selection.rows ? wholeRows(clamped, bounds) : clamped,
    ...(others && others.length > 0 && { others, passing: selection.passing }),
  }
}

/**
 * The selection after the columns changed: the same columns stay selected. If they are no longer together, or the
 * focused column is gone, one cell is selected.
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
    const began = { row: anchor.row, column: Math.max(0, place(anchor.column)) }
    return { ...selection, anchor: began, focus: moved, range: whole }
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

/** Whether a cell is selected. */
export function isSelected(selection: Selection, row: number, column: number): boolean {
  return selection.rows ? hasRow(selection, row) : contains(selection.range, row, column)
}

/** Whether a range contains a cell. */
export function contains(range: Range, row: number, column: number): boolean {
  return row >= range.top && row <= range.bottom && column >= range.left && column <= range.right
}

/** Whether a selection has more than one cell. */
export function isRange({ range, others }: Selection): boolean {
  return others !== undefined || rowsIn(range) * columnsIn(range) > 1
}

/** Whether a row is drawn as selected: whole rows, or the row of a single selected cell. */
export function marksRow(selection: Selection, row: number): boolean {
  return hasRow(selection, row) && (selection.rows || !isRange(selection))
}

/** How many rows a range has. */
export function rowsIn(range: Stretch): number {
  return range.bottom - range.top + 1
}

/** How many columns a range has. */
export function columnsIn(range: Range): number {
  return range.right - range.left + 1
}

/** Whether a row is selected or has selected cells. It is asked for every cell that is drawn. */
function hasRow({ range, others, passing }: Selection, row: number): boolean {
  if (!passing && holds(range, row)) return true
  if (!others) return false
  let [from, to] = [0, others.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((others[middle] as Stretch).bottom < row) from = middle + 1
    else to = middle
  }
  return from < others.length && holds(others[from] as Stretch, row)
}

function holds({ top, bottom }: Stretch, row: number): boolean {
  return row >= top && row <= bottom
}

/** Ranges in order, with touching ones joined. */
function merged(stretches: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = []
  for (const { top, bottom } of [...stretches].sort((a, b) => a.top - b.top)) {
    const last = all.at(-1)
    if (last && top <= last.bottom + 1) last.bottom = Math.max(last.bottom, bottom)
    else all.push({ top, bottom })
  }
  return all
}

/** The ranges without a row; unchanged if no range contains it. */
function without(stretches: readonly Stretch[], row: number): readonly Stretch[] {
  if (!stretches.some((stretch) => holds(stretch, row))) return stretches
  return stretches
    .flatMap((stretch) =>
      holds(stretch, row)
        ? [
            { top: stretch.top, bottom: row - 1 },
            { top: row + 1, bottom: stretch.bottom },
          ]
        : stretch,
    )
    .filter(({ top, bottom }) => top <= bottom)
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

import { passTo, rowsOf, selectCell, selectRows, stretchesOf } from './selection'
import type { Selection, Source, Stretch } from './types'

/** The most rows whose keys are remembered: a range of more rows is not followed. */
const most = 1000

/** The keys of selected rows by their old positions, for rows that were loaded. */
export type Held = ReadonlyMap<number, string>

/** Remembers which rows are selected, and which has the focus. */
export function hold(selection: Selection, source: Source): Held {
  const held = new Map<number, string>()
  if (!source.key) return held
  const { row: focused } = selection.focus
  for (const row of rowsOf(selection) > most ? [focused] : [...rowsWithin(selection), focused]) {
    const key = source.key(row)
    if (key !== undefined) held.set(row, key)
  }
  return held
}

function rowsWithin(selection: Selection): number[] {
  return stretchesOf(selection).flatMap(({ top, bottom }) =>
    Array.from({ length: bottom - top + 1 }, (_, i) => top + i),
  )
}

function everyRow({ top, bottom }: Stretch, is: (row: number) => boolean): boolean {
  for (let row = top; row <= bottom; row++) if (!is(row)) return false
  return true
}

/** Whether another row is known to be at a remembered position. A row that is not loaded is unknown. */
export function hasMoved(held: Held, source: Source): boolean {
  for (const [row, key] of held) {
    const now = source.key?.(row)
    if (now !== undefined && now !== key) return true
  }
  return false
}

/**
 * The current position of the row that was at a position; undefined while its key is not loaded. Without a key, the
 * position is unchanged.
 */
export function rowNow(source: Source, row: number, key: string | undefined): number | undefined {
  if (key === undefined || source.key?.(row) === key) return row
  return source.rowOf?.(key)
}

/** A selection with the keys of its rows. */
export interface Followed {
  selection: Selection
  held: Held
}

/**
 * The selection of the same rows at their current positions: whole rows wherever they are, cells if their rows are
 * still together, else one cell; undefined if the focused row is not loaded. If all loaded rows moved equally far, rows
 * that are not loaded are assumed to have moved with them.
 */
export function followRows(selection: Selection, held: Held, source: Source): Followed | undefined {
  const { anchor, focus, range, others } = selection
  const key = held.get(focus.row)
  if (key === undefined) return undefined
  const to = rowNow(source, focus.row, key)
  if (to === undefined) return undefined
  const by = to - focus.row
  const fits = (row: number) => {
    const own = held.get(row)
    if (own === undefined) return by === 0
    const now = source.key?.(row + by)
    if (now !== undefined) return now === own
    return row + by >= 0 && row + by < source.rowCount && source.rowOf?.(own) === undefined
  }
  if (!stretchesOf(selection).every((stretch) => everyRow(stretch, fits))) {
    const apart = selection.rows ? followEach(selection, held, source, to) : undefined
    return withKeys(apart ?? selectCell({ row: to, column: focus.column }), source)
  }
  const shifted = <T extends Stretch>(rows: T): T => ({ ...rows, top: rows.top + by, bottom: rows.bottom + by })
  const moved = {
    ...selection,
    anchor: { ...anchor, row: anchor.row + by },
    focus: { ...focus, row: to },
    range: shifted(range),
    ...(others && { others: others.map(shifted) }),
  }
  return { selection: moved, held: new Map([...held].map(([row, text]) => [row + by, text])) }
}

/**
 * Selects each row at its current position, with the focus in one of them; undefined if the position of a row is
 * unknown.
 */
function followEach(selection: Selection, held: Held, source: Source, focused: number): Selection | undefined {
  if (rowsOf(selection) > held.size) return undefined
  const rows: Stretch[] = []
  for (const row of rowsWithin(selection)) {
    const key = held.get(row)
    const now = key === undefined ? undefined : rowNow(source, row, key)
    if (now === undefined) return undefined
    rows.push({ top: now, bottom: now })
  }
  const bounds = { rows: source.rowCount, columns: selection.range.right + 1 }
  const [first = { top: focused }] = rows
  const focus = { row: selection.passing ? first.top : focused, column: selection.focus.column }
  const selected = selectRows(focus, rows, bounds)
  return selection.passing ? passTo(selected, focused, bounds) : selected
}

/** A selection of loaded rows. */
export function withKeys(selection: Selection, source: Source): Followed {
  return { selection, held: hold(selection, source) }
}

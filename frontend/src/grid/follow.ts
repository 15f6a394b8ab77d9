import { rowsIn, selectCell } from './selection'
import type { Selection, Source } from './types'

/** The most rows whose keys are remembered: a range of more rows is not followed. */
const most = 1000

/** The keys of selected rows by the rows where they were, as far as these were loaded. */
export type Held = ReadonlyMap<number, string>

/** Remembers which rows are selected. */
export function hold({ range, focus }: Selection, source: Source): Held {
  const held = new Map<number, string>()
  if (!source.key) return held
  const all = rowsIn(range) <= most
  for (let row = all ? range.top : focus.row; row <= (all ? range.bottom : focus.row); row++) {
    const key = source.key(row)
    if (key !== undefined) held.set(row, key)
  }
  return held
}

/** Whether a remembered row is known to be another one by now. A row that is not loaded is not known to be. */
export function hasMoved(held: Held, source: Source): boolean {
  for (const [row, key] of held) {
    const now = source.key?.(row)
    if (now !== undefined && now !== key) return true
  }
  return false
}

/** Where the row of a key is that was seen at a row; undefined while it is not loaded. Without a key it is still there. */
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
 * The selection of the same rows where these are now; one cell if the rows no longer stand together as before; undefined
 * if the focused row is not loaded. Other rows that are not loaded are taken to be where they should be.
 */
export function followRows(selection: Selection, held: Held, source: Source): Followed | undefined {
  const { anchor, focus, range } = selection
  const key = held.get(focus.row)
  if (key === undefined) return undefined
  const to = rowNow(source, focus.row, key)
  if (to === undefined) return undefined
  const by = to - focus.row
  for (let row = range.top; row <= range.bottom; row++) {
    const now = source.key?.(row + by)
    const fits = held.has(row) ? now === undefined || now === held.get(row) : by === 0
    if (!fits) return withKeys(selectCell({ row: to, column: focus.column }), source)
  }
  const moved = {
    ...selection,
    anchor: { ...anchor, row: anchor.row + by },
    focus: { ...focus, row: to },
    range: { ...range, top: range.top + by, bottom: range.bottom + by },
  }
  return { selection: moved, held: new Map([...held].map(([row, text]) => [row + by, text])) }
}

/** A selection of loaded rows. */
export function withKeys(selection: Selection, source: Source): Followed {
  return { selection, held: hold(selection, source) }
}

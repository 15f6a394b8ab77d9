import type { Cell } from '../../grid/types'
import type { GridColumn } from '../../host'
import { Kind } from '../../lib/block'

/** What a cell is to hold: a text as typed, or null, or nothing at all: its field is removed from the document. */
export interface Typed {
  text: string
  null: boolean
  remove?: boolean
}

/** A cell that is to be null. */
export const typedNull: Typed = { text: '', null: true }

/** A cell whose field is to be removed from the document. */
export const typedRemoval: Typed = { text: '', null: false, remove: true }

const kinds: Partial<Record<GridColumn['kind'], number>> = { number: Kind.number, boolean: Kind.bool, json: Kind.json }

/** A cell without a value. */
export const noValue: Cell = { kind: Kind.missing, text: '', cut: 0 }

/** A typed value as a cell of its column. */
export function typedCell(typed: Typed, column: GridColumn): Cell {
  if (typed.remove) return noValue
  if (typed.null) return { kind: Kind.null, text: '', cut: 0 }
  return { kind: kinds[column.kind] ?? Kind.string, text: typed.text, cut: 0 }
}

/** Whether a typed value is the one that a cell has. An empty text is what a cell without a value shows. */
export function isSame(typed: Typed, cell: Cell): boolean {
  if (typed.remove) return cell.kind === Kind.missing
  if (typed.null) return cell.kind === Kind.null
  if (cell.cut > 0) return false
  return cell.kind <= Kind.null ? typed.text === '' : typed.text === cell.text
}

/** Whether a document with that cell is as the typed value makes it: an empty text is neither NULL nor no field. */
export function isExactly(typed: Typed, cell: Cell): boolean {
  const empty = typed.text === '' && !typed.null && !typed.remove
  return isSame(typed, cell) && !(empty && cell.kind <= Kind.null)
}

/** Whether two typed values are the same. */
export function equal(a: Typed | undefined, b: Typed | undefined): boolean {
  if (a === undefined || b === undefined) return false
  return a.text === b.text && a.null === b.null && (a.remove ?? false) === (b.remove ?? false)
}

/** The cells of a row that end its conflict: mine of the given columns, unless the server has the same. */
export function mergedCells(
  mine: ReadonlyMap<string, Typed>,
  theirs: ReadonlyMap<string, Cell>,
  names: ReadonlySet<string>,
): ReadonlyMap<string, Typed> {
  return new Map(
    [...mine].filter(([name, typed]) => {
      const value = theirs.get(name)
      return names.has(name) && !(value && isExactly(typed, value))
    }),
  )
}

import type { Cell } from '../../grid/types'
import type { GridColumn } from '../../host'
import { Kind } from '../../lib/block'

/** What a cell is to hold: a text as typed, or null. */
export interface Typed {
  text: string
  null: boolean
}

const kinds: Partial<Record<GridColumn['kind'], number>> = { number: Kind.number, boolean: Kind.bool, json: Kind.json }

/** A typed value as a cell of its column. */
export function typedCell(typed: Typed, column: GridColumn): Cell {
  if (typed.null) return { kind: Kind.null, text: '', cut: 0 }
  return { kind: kinds[column.kind] ?? Kind.string, text: typed.text, cut: 0 }
}

/** Whether a typed value is the one that a cell has. An empty text is what a cell without a value shows. */
export function isSame(typed: Typed, cell: Cell): boolean {
  if (typed.null) return cell.kind === Kind.null
  return cell.kind <= Kind.null ? typed.text === '' : typed.text === cell.text
}

/** Whether two typed values are the same. */
export function equal(a: Typed | undefined, b: Typed | undefined): boolean {
  return a !== undefined && b !== undefined && a.text === b.text && a.null === b.null
}

import type { Cell, Column, Source } from '../../grid/types'
import type { StructureInfo } from '../../host'
import type { Block } from '../../lib/block'

/** The order of the table: by one column, or null for the order of the schema. */
export type FieldOrder = { column: number; desc: boolean } | null

/** The fields of an object, filtered and sorted. */
export class Fields implements Source {
  readonly #block: Block
  readonly #rows: readonly number[]

  /** A field is shown if its name or type contains every word of the filter. */
  constructor(block: Block, filter: string, order: FieldOrder) {
    this.#block = block
    this.#rows = ordered(block, matching(block, filter), order)
  }

  get rowCount(): number {
    return this.#rows.length
  }

  cell(row: number, column: number, limit?: number): Cell | undefined {
    const at = this.#rows[row]
    if (at === undefined) return undefined
    return { kind: this.#block.kind(at, column), text: this.#block.text(at, column, limit), cut: 0 }
  }

  prefetch(): void {
    // every row is here
  }
}

function matching(block: Block, filter: string): number[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const rows = Array.from({ length: block.rows }, (_, i) => i)
  if (words.length === 0) return rows
  return rows.filter((row) => {
    const text = `${block.text(row, 0)} ${block.visible > 1 ? block.text(row, 1) : ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Sorts rows by the texts of a column; rows without one come last in both directions. */
function ordered(block: Block, rows: number[], order: FieldOrder): number[] {
  if (!order) return rows
  const keyed = rows.map((row) => ({ row, key: block.text(row, order.column).toLowerCase() }))
  const sign = order.desc ? -1 : 1
  keyed.sort((a, b) => {
    if (a.key === b.key) return a.row - b.row
    if (a.key === '' || b.key === '') return a.key === '' ? 1 : -1
    return a.key < b.key ? -sign : sign
  })
  return keyed.map(({ row }) => row)
}

/** The order after a head was activated: ascending, then descending, then schema order. */
export function nextOrder(order: FieldOrder, column: number): FieldOrder {
  if (order?.column !== column) return { column, desc: false }
  return order.desc ? null : { column, desc: true }
}

/** Turns a table's columns into the grid's. The name is pinned at the left. */
export function fieldColumns(info: StructureInfo, order: FieldOrder, widths: ReadonlyMap<number, number>): Column[] {
  return info.columns.map(({ title, width }, i) => {
    const column: Column = {
      id: title,
      title,
      type: '',
      align: 'left',
      mono: false,
      width: widths.get(i) ?? width,
      readOnly: false,
      primary: i === 0,
      sortable: true,
      sortReason: '',
    }
    if (order?.column === i) column.sort = { direction: order.desc ? 'desc' : 'asc', rank: 1, of: 1 }
    return column
  })
}

import { Kind } from '../lib/block'
import type { Cell, Column, Source } from './types'

/** A column for tests, with defaults for what is not given. */
export function columnOf(part: Partial<Column> & { id: string }): Column {
  return {
    title: part.id,
    type: 'keyword',
    align: 'left',
    mono: false,
    width: 100,
    readOnly: false,
    primary: false,
    sortable: true,
    sortReason: '',
    ...part,
  }
}

/** A cell for tests. */
export function cellOf(kind: number, text = '', cut = 0): Cell {
  return { kind, text, cut }
}

/** A source over a table of cells for tests. */
export function sourceOf(rows: readonly (readonly Cell[])[]): Source {
  return { rowCount: rows.length, cell: (row, column) => rows[row]?.[column], prefetch: () => {} }
}

/** A string cell for tests. */
export function string(text: string): Cell {
  return cellOf(Kind.string, text)
}

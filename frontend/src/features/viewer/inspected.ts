import type { Stretch } from '../../grid/types'
import type { GridColumn } from '../../host'
import type { ReadStore } from '../../lib/derive'
import type { Rows } from './viewer'

/** A cell: the displayed row, and the column's name. */
interface Spot {
  row: number
  column: string
  /** Identifies the row wherever it is. */
  key?: string
}

/** What the inspector needs from the tab whose records it shows. */
export interface Inspected {
  readonly id: string
  readonly rows: {
    readonly store: ReadStore<{
      pages: (Rows & Pick<Required<Rows>, 'whole'>) | null
      view: { columns: GridColumn[] } | null
      /** A number that changes when rows arrive or change. */
      revision: number
    }>
  }
  readonly grid: {
    /** The focused cell, and the selected rows if there are several. */
    readonly cursor: ReadStore<{ at: Spot | null; rows: readonly Stretch[] }>
    /** Goes to a cell; if requested, selected rows stay selected. */
    go(spot: Spot, keepRows?: boolean): void
  }
  openValue(spot: Spot): void
  /** The values other than fields that can be set for a new row; none for other rows. */
  settable?(row: number): readonly Settable[]
  set?(row: number, column: number, text: string): void
}

/** A value of a new row: its column in the view, what it is for, and the value itself. */
export interface Settable {
  column: number
  hint: string
  text: string
}

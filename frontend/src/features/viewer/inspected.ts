import type { Stretch } from '../../grid/types'
import type { GridColumn } from '../../host'
import type { ReadStore } from '../../lib/derive'
import type { Rows } from './viewer'

/** A cell: the row as the rows are shown, and the name of the column. */
interface Spot {
  row: number
  column: string
  /** Identifies the row wherever the rows show it. */
  key?: string
}

/** What the inspector needs of the tab whose records it shows. */
export interface Inspected {
  readonly id: string
  readonly rows: {
    readonly store: ReadStore<{
      pages: (Rows & Pick<Required<Rows>, 'whole'>) | null
      view: { columns: GridColumn[] } | null
      /** Another number where rows came or changed. */
      revision: number
    }>
  }
  readonly grid: {
    /** The focused cell, and the selected rows where several are. */
    readonly cursor: ReadStore<{ at: Spot | null; rows: readonly Stretch[] }>
    /** Goes to a cell; if asked, selected rows stay selected. */
    go(spot: Spot, keepRows?: boolean): void
  }
  openValue(spot: Spot): void
  /** What a new row can be given that is no field of its document; none for other rows. */
  settable?(row: number): readonly Settable[]
  set?(row: number, column: number, text: string): void
}

/** A value of a new row: the column of the view that shows it, what it is for, and what it is. */
export interface Settable {
  column: number
  hint: string
  text: string
}

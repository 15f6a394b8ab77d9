import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Place } from '../../../grid/grid'
import { passTo, selectCell } from '../../../grid/selection'
import type { Stretch } from '../../../grid/types'

/** A cell of a tab: the row as the rows are shown, and the name of the column. */
export interface Spot {
  row: number
  column: string
  /** Identifies the row wherever the rows show it; undefined if it was not loaded. */
  key?: string
}

/** What the view of a tab's rows provides while it is shown. */
export interface GridHandle {
  /** Goes to a cell; if requested, selected rows stay selected. */
  go(spot: Spot, keepRows: boolean): void
  /** Opens the value of a cell over the rows. */
  open(spot: Spot): void
  focus(): void
  /** Closes what covers the rows, such as a cell's value; false if nothing does. */
  escape(): boolean
  /** Reads the scroll position and the selection, and restores them. */
  place(): Place
  restore(place: Place): void
}

export interface Cursor {
  /** The focused cell; null until the rows have been shown. */
  at: Spot | null
  /** How many rows are selected. */
  selected: number
  /** The selected rows, if several whole rows are selected. */
  rows: readonly Stretch[]
  /** The rows of the selected cells, if they are in several rows. */
  within: readonly Stretch[]
}

/** The link to a tab's grid, visible or not: calls made while it is hidden run once it is shown. */
export class GridLink {
  readonly cursor: StoreApi<Cursor> = createStore<Cursor>(() => ({ at: null, selected: 0, rows: [], within: [] }))
  #handle: GridHandle | undefined
  #place: Place | undefined
  #opening: Spot | undefined
  /** A pending request to focus the rows. */
  #wanted: Wanted | undefined

  /** Attaches a visible grid; the returned function detaches it. */
  attach(handle: GridHandle): () => void {
    this.#handle = handle
    if (this.#place) handle.restore(this.#place)
    if (this.#wanted?.isFree()) handle.focus()
    this.#wanted = undefined
    const opening = this.#opening
    this.#opening = undefined
    if (opening) handle.open(opening)
    return () => {
      this.#place = handle.place()
      if (this.#handle === handle) this.#handle = undefined
    }
  }

  /**
   * Goes to a cell: in the grid, or in the inspector until the grid is shown. If requested, selected rows stay
   * selected.
   */
  go(spot: Spot, keepRows = false): void {
    if (this.#handle) return this.#handle.go(spot, keepRows)
    this.cursor.setState({ at: spot })
    if (!this.#place) return
    const { selection } = this.#place
    const { row } = spot
    const bounds = { rows: row + 1, columns: selection.range.right + 1 }
    this.#place = {
      row,
      selection: keepRows ? passTo(selection, row, bounds) : selectCell({ ...selection.focus, row }),
    }
  }

  /** Opens the value of a cell over the rows, once these are shown. */
  open(spot: Spot): void {
    if (this.#handle) this.#handle.open(spot)
    else this.#opening = spot
  }

  /** Focuses the rows once they are shown, unless the focus has moved elsewhere by then. */
  focus(): void {
    if (this.#handle) this.#handle.focus()
    else this.#wanted = new Wanted()
  }

  escape(): boolean {
    return this.#handle?.escape() ?? false
  }

  /** Called when the selection changes. */
  select(at: Spot, selected: number, rows: readonly Stretch[], within = rows): void {
    this.cursor.setState({ at, selected, rows, within })
  }
}

/** A focus request, from when it is made until it can be fulfilled. */
class Wanted {
  readonly #from = document.activeElement
  #isUsed = false

  constructor() {
    const use = () => {
      this.#isUsed = true
    }
    for (const type of ['keydown', 'pointerdown']) document.addEventListener(type, use, { capture: true, once: true })
  }

  /**
   * Whether it can be fulfilled: the focus is where it was or nowhere, or its element is gone and no key was pressed
   * since, as when a dialog closed and another pane got the focus.
   */
  isFree(): boolean {
    const { activeElement, body } = document
    if (activeElement === this.#from || activeElement === null || activeElement === body) return true
    return this.#from?.isConnected === false && !this.#isUsed
  }
}

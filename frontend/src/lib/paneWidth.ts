import { createStore, type StoreApi } from 'zustand/vanilla'

/** The widths of a pane in px at the usual text size. */
export interface WidthBounds {
  usual: number
  least: number
  most: number
}

/** The width of a pane, remembered for the next time. */
export class PaneWidth {
  readonly bounds: WidthBounds
  readonly store: StoreApi<number>
  readonly #kept: string

  constructor(name: string, bounds: WidthBounds) {
    this.bounds = bounds
    this.#kept = `quarry.width.${name}`
    const kept = Number.parseInt(localStorage.getItem(this.#kept) ?? '', 10)
    this.store = createStore(() => (Number.isNaN(kept) ? bounds.usual : this.#within(kept)))
  }

  /** Gives the pane another width, within its bounds. */
  resize(width: number): void {
    const within = this.#within(width)
    this.store.setState(within, true)
    localStorage.setItem(this.#kept, String(within))
  }

  /** Gives the pane a width that fits its content, unless the user has chosen one. It is not remembered. */
  suggest(width: number): void {
    if (localStorage.getItem(this.#kept) === null) this.store.setState(this.#within(width), true)
  }

  /** Gives the pane the width that what is in it needs, or the usual one where it has that width already. */
  fit(width: number): void {
    const was = this.store.getState()
    this.resize(width)
    if (this.store.getState() === was) this.resize(this.bounds.usual)
  }

  #within(width: number): number {
    const { least, most } = this.bounds
    return Math.round(Math.min(Math.max(least, width), most))
  }
}

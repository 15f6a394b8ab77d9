import { createStore, type StoreApi } from 'zustand/vanilla'

/** The widths of a pane, in px at the usual text size. */
export interface WidthBounds {
  usual: number
  least: number
  most: number
}

/** The width of a pane, stored for the next time. */
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

  /** Sets the pane's width, within its bounds. */
  resize(width: number): void {
    const within = this.#within(width)
    this.store.setState(within, true)
    localStorage.setItem(this.#kept, String(within))
  }

  /** Sets a width that fits the pane's content, unless the user has chosen one. It is not stored. */
  suggest(width: number): void {
    if (localStorage.getItem(this.#kept) === null) this.store.setState(this.#within(width), true)
  }

  /** Sets the width that the pane's content needs, or the default one if it already has that width. */
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

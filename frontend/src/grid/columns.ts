import type { Column } from './types'

/** The narrowest and the widest column, in px at the usual text size. */
export const minWidth = 40
export const maxWidth = 1200

const gutterWidth = 52
const gutterPadding = 20
const digitWidth = 7

/** Width of the row numbers in px at the usual text size: 52, or more where the widest label needs it. */
export function gutterFor(longestLabel: number): number {
  return Math.max(gutterWidth, Math.ceil(gutterPadding + longestLabel * digitWidth))
}

/** Keeps a width within the bounds of a column. */
export function clampWidth(width: number): number {
  return Math.round(Math.min(Math.max(minWidth, width), maxWidth))
}

/**
 * Positions of a grid's columns: px from the body's left edge, the gutter first, then the pinned columns. Widths are
 * kept as they are at the usual text size, and drawn at a scale.
 */
export class ColumnLayout {
  /** How many leading columns are pinned at the left. */
  readonly pinned: number
  private readonly widths: number[]
  private lefts: number[] = []

  constructor(
    columns: readonly Column[],
    /** Drawn width of the row numbers. */
    readonly gutter: number,
    readonly scale = 1,
  ) {
    const free = columns.findIndex((column) => !column.primary && !column.pinned)
    this.pinned = free < 0 ? columns.length : free
    this.widths = columns.map((column) => clampWidth(column.width))
    this.place()
  }

  /** How many columns there are. */
  get count(): number {
    return this.widths.length
  }

  /** Width of the whole body. */
  get total(): number {
    return this.left(this.count)
  }

  /** Where the scrolling columns begin. */
  get pinnedEnd(): number {
    return this.left(this.pinned)
  }

  /** A column's left edge; one past the last column is the right edge of all. */
  left(column: number): number {
    return this.lefts[column] ?? this.gutter
  }

  /** A column's drawn width. */
  width(column: number): number {
    return Math.round(this.usualWidth(column) * this.scale)
  }

  /** The width of a column at the usual text size. */
  usualWidth(column: number): number {
    return this.widths[column] ?? 0
  }

  /** Sets a column's drawn width, clamped. */
  setWidth(column: number, width: number): void {
    this.setUsualWidth(column, width / this.scale)
  }

  /** Sets a column's width, clamped. */
  setUsualWidth(column: number, width: number): void {
    this.widths[column] = clampWidth(width)
    this.place()
  }

  /** The scrolling columns that are at least partly visible; if there are none, last is less than first. */
  window(scrollLeft: number, viewport: number): { first: number; last: number } {
    const first = Math.max(this.pinned, this.search(scrollLeft + this.pinnedEnd))
    const last = Math.min(this.count - 1, this.search(Math.max(scrollLeft + this.pinnedEnd, scrollLeft + viewport) - 1))
    return { first, last }
  }

  /** The column at x px from the viewport's left edge, clamped to the columns; -1 is the gutter. */
  at(x: number, scrollLeft: number): number {
    if (x < this.gutter) return -1
    return Math.min(this.search(x < this.pinnedEnd ? x : x + scrollLeft), this.count - 1)
  }

  /** The nearest scroll position that shows a whole column, or its left edge if it is too wide. */
  reveal(column: number, scrollLeft: number, viewport: number): number {
    if (column < this.pinned) return scrollLeft
    const left = this.left(column) - this.pinnedEnd
    const right = this.left(column + 1) - viewport
    return left < scrollLeft || right > left ? left : Math.max(scrollLeft, right)
  }

  /** The last column that begins at or before x in the body. */
  private search(x: number): number {
    let low = 0
    let high = this.count - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.left(middle) <= x) low = middle
      else high = middle - 1
    }
    return low
  }

  private place(): void {
    let left = this.gutter
    this.lefts = [left, ...this.widths.map((_, column) => (left += this.width(column)))]
  }
}

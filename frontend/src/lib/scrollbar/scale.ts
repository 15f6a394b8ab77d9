import { type Drawing, pageDrawing } from './tallest'

/** Rows up to this total height need no measuring: every webview draws them exactly. */
const few: Drawing = { tallest: 2 ** 20, step: 1 }

/**
 * How far a scaled scroll bar may be from its exact position while rows move, as a fraction of its height: a px or two
 * of its track.
 */
const drift = 1 / 400
/**
 * Within this many viewports of each end, a scaled scroll bar moves exactly like the rows, so that none is drawn
 * outside the body.
 */
const edges = 3

/**
 * The vertical position of a grid. `offset` counts px of rows from the first row's top and is the truth; `scrollTop` is
 * what the scroller is set to. Both are the same as long as the body can be as tall as the rows. Beyond that the scroll
 * bar is scaled, and each row is drawn `shift` px away from its own position. `shift` stays the same during short
 * moves, since a row that is drawn elsewhere has to be repainted; `rest()` then moves the scroll bar to its exact
 * position.
 */
export class Scale {
  offset = 0
  scrollTop = 0
  private rows = 0
  private height = 24
  private viewport = 0
  private drawing = few

  /** Measures how the page draws, if there are many rows. */
  constructor(private readonly measure: () => Drawing = pageDrawing) {}

  /**
   * Sets the sizes: count of rows, px of a row, px of the viewport without the header. Keeps the offset if it can or,
   * if the row height changes, the row at the top.
   */
  resize(rowCount: number, rowHeight: number, viewport: number): void {
    this.offset *= rowHeight / this.height
    this.rows = rowCount
    this.height = rowHeight
    this.viewport = viewport
    this.drawing = rowCount * rowHeight > few.tallest ? this.measure() : few
    this.moveTo(this.offset)
  }

  /** Height of the body element in px. */
  get bodyHeight(): number {
    return Math.min(this.rows * this.height, this.drawing.tallest)
  }

  /** Height of a row in px. */
  get rowHeight(): number {
    return this.height
  }

  /** What to add to a row's own top to draw it in the body. */
  get shift(): number {
    return this.scaled ? this.scrollTop - this.whole(this.offset) : 0
  }

  /** How many whole rows fit into the viewport, at least one. */
  get rowsPerPage(): number {
    return Math.max(1, Math.floor(this.viewport / this.height))
  }

  /** Whether the rows are taller than an element can be. */
  get scaled(): boolean {
    return this.rows * this.height > this.drawing.tallest
  }

  /** The nearest position on a whole device px: elsewhere, a row would be blurred or a px off its neighbours. */
  private whole(px: number): number {
    return Math.round(px / this.drawing.step) * this.drawing.step
  }

  private get maxOffset(): number {
    return Math.max(0, this.rows * this.height - this.viewport)
  }

  private get maxScrollTop(): number {
    return Math.max(0, this.bodyHeight - this.viewport)
  }

  /** Moves to an offset, clamped to the rows. Returns whether the offset changed. */
  moveTo(offset: number): boolean {
    const before = this.offset
    const { shift } = this
    this.offset = Math.min(Math.max(0, Number.isFinite(offset) ? offset : 0), this.maxOffset)
    this.scrollTop = this.scaled ? this.near(shift) : Math.round(this.offset)
    return this.offset !== before
  }

  /** Moves a scaled scroll bar to its exact position once the rows have stopped. Returns whether it had to move. */
  rest(): boolean {
    if (!this.scaled) return false
    const place = this.place()
    if (Math.abs(place - this.scrollTop) <= 1) return false
    this.scrollTop = place
    return true
  }

  /**
   * A position near the exact one of a scaled scroll bar: with the same shift or that of an end, or else the exact
   * position.
   */
  private near(shift: number): number {
    const { edge, offset, maxOffset, maxScrollTop } = this
    const place = this.place()
    if (Math.min(offset, maxOffset - offset) <= edge) return place
    const ends = [this.whole(offset), this.whole(maxScrollTop - (maxOffset - offset))]
    const near = [this.whole(offset) + this.whole(shift), ...ends] // a scroller can be at a fraction of a device px
    const inside = (top: number) => Math.min(top, maxScrollTop - top) > edge
    return near.find((top) => inside(top) && Math.abs(top - place) <= this.bodyHeight * drift) ?? place
  }

  /** The position of a scaled scroll bar: near an end, as many px from it as the rows; in between, in proportion. */
  private place(): number {
    const { edge, offset, maxOffset, maxScrollTop } = this
    if (offset <= edge) return this.whole(offset)
    if (maxOffset - offset <= edge) return this.whole(maxScrollTop - (maxOffset - offset))
    return this.whole(edge + ((offset - edge) * (maxScrollTop - 2 * edge)) / (maxOffset - 2 * edge))
  }

  /** The inverse of place(). */
  private offsetAt(scrollTop: number): number {
    const { edge, maxOffset, maxScrollTop } = this
    if (scrollTop <= edge) return scrollTop
    if (maxScrollTop - scrollTop <= edge) return maxOffset - (maxScrollTop - scrollTop)
    return edge + ((scrollTop - edge) * (maxOffset - 2 * edge)) / (maxScrollTop - 2 * edge)
  }

  private get edge(): number {
    return Math.min(edges * this.viewport, this.maxScrollTop / 4)
  }

  /** Applies a scroll position set by the user with the scroll bar. Returns whether the offset changed. */
  follow(scrollTop: number): boolean {
    const before = this.offset
    this.scrollTop = Math.min(Math.max(0, scrollTop), this.maxScrollTop)
    this.offset = this.scaled ? this.offsetAt(this.scrollTop) : this.scrollTop
    return this.offset !== before
  }

  /** Like follow(), unless it is the position that was set, as rounded by the webview. */
  scrolledTo(scrollTop: number): boolean {
    const moved = Math.abs(scrollTop - this.scrollTop) > (this.scaled ? 1 : 0)
    return moved && this.follow(scrollTop)
  }

  /**
   * Scrolls as little as needed to show a whole row, or its top if it does not fit. Returns whether the offset changed.
   */
  reveal(row: number): boolean {
    const top = row * this.height
    if (top < this.offset || this.viewport < this.height) return this.moveTo(top)
    if (top + this.height > this.offset + this.viewport) return this.moveTo(top + this.height - this.viewport)
    return false
  }

  /** The first row that is at least partly visible. */
  get firstRow(): number {
    return Math.min(Math.floor(this.offset / this.height), Math.max(0, this.rows - 1))
  }

  /** The last row that is at least partly visible, -1 without rows. */
  get lastRow(): number {
    return Math.min(Math.ceil((this.offset + this.viewport) / this.height) - 1, this.rows - 1)
  }

  /** The row at y px below the header, clamped to the rows. */
  rowAt(y: number): number {
    return Math.min(Math.max(0, Math.floor((this.offset + y) / this.height)), this.rows - 1)
  }

  /** Where a row is drawn in the body, in px. A row far outside the viewport is kept inside the body. */
  top(row: number): number {
    const top = row * this.height + this.shift
    return Math.min(Math.max(0, top), Math.max(0, this.bodyHeight - this.height))
  }
}

import type { Scale } from '../lib/scrollbar/scale'
import { element } from './sheet'

/** The gap between the stripes grows and moves in steps of this many rows: each move is painted. */
const step = 64

/**
 * Stripes above and below the drawn rows, visible for a moment when the scroll bar is dragged far. They leave a gap for
 * the drawn rows, since a webview also paints what is under a row.
 */
export class Stripes {
  readonly elements = [element('qg-stripes'), element('qg-stripes')] as const
  private drawn = ''

  /** Leaves out the rows first to last and some around them. */
  draw(scale: Scale, first: number, last: number): void {
    const top = scale.top(Math.floor(first / step) * step)
    const bottom = scale.top(Math.ceil((last + 1) / step) * step)
    const key = `${top} ${bottom} ${scale.bodyHeight}`
    if (key === this.drawn) return
    this.drawn = key
    const [above, below] = this.elements
    above.style.height = `${top}px`
    below.style.top = `${bottom}px`
    below.style.height = `${Math.max(0, scale.bodyHeight - bottom)}px`
  }
}

import type { Scale } from '../lib/scrollbar/scale'
import { isRange } from './selection'
import { element, type Sheet } from './sheet'
import type { Range } from './types'

/** The drawn outline of a selected range: one box over the cells that scroll and one over the pinned cells. */
export class RangeOverlay {
  readonly element = element('qg-ranges')
  private readonly scrolled = element('qg-range')
  private readonly layer = element('qg-rangepin')
  private readonly pinned = element('qg-range')
  private drawn = ''

  constructor() {
    this.element.setAttribute('aria-hidden', 'true')
    this.pinned.hidden = true
    this.scrolled.hidden = true
    this.layer.append(this.pinned)
    this.element.append(this.layer, this.scrolled)
  }

  /** Draws the part of the range in the drawn rows. */
  draw(sheet: Sheet, scale: Scale, firstRow: number, lastRow: number): void {
    const { range } = sheet.selection
    const top = Math.max(range.top, firstRow)
    const bottom = Math.min(range.bottom, lastRow)
    const shown = isRange(sheet.selection) && !sheet.selection.rows && top <= bottom
    const box = shown ? { ...range, top, bottom } : undefined
    const key = box ? this.key(box, sheet, scale) : ''
    if (key === this.drawn) return
    this.drawn = key
    this.place(this.pinned, box, sheet, scale, 0, sheet.layout.pinned)
    this.place(this.scrolled, box, sheet, scale, sheet.layout.pinned, sheet.layout.count)
  }

  private key(box: Range, sheet: Sheet, scale: Scale): string {
    const { layout } = sheet
    return [scale.top(box.top), scale.top(box.bottom), layout.left(box.left), layout.left(box.right + 1)].join()
  }

  /** Places a box over the columns of the range from `from` to `to`, exclusive. */
  private place(
    box: HTMLElement,
    range: Range | undefined,
    sheet: Sheet,
    scale: Scale,
    from: number,
    to: number,
  ): void {
    const left = Math.max(range?.left ?? 0, from)
    const right = Math.min(range?.right ?? -1, to - 1)
    box.hidden = !range || left > right
    if (!range || left > right) return
    const top = scale.top(range.top)
    box.classList.toggle('open-left', range.left < left)
    box.classList.toggle('open-right', range.right > right)
    box.style.transform = `translateY(${top}px)`
    box.style.height = `${scale.top(range.bottom) + scale.rowHeight - top}px`
    box.style.left = `${sheet.layout.left(left)}px`
    box.style.width = `${sheet.layout.left(right + 1) - sheet.layout.left(left)}px`
  }
}

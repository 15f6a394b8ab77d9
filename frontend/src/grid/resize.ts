import { headAt } from './header'

/** What dragging the edge of a head does to a grid. */
export interface ResizeTarget {
  widthOf(column: number): number
  setWidth(column: number, width: number): void
  /** The width is final. */
  done(column: number): void
  fit(column: number): void
}

/**
 * Dragging the line at a head's right edge, from either side of it, sets the column's width; a double click on it fits
 * the width to the visible cells.
 */
export class HeadResize {
  private column = -1
  private from = 0
  private width = 0
  private wanted = 0
  private frame = 0

  constructor(
    private readonly head: HTMLElement,
    private readonly target: ResizeTarget,
  ) {
    head.addEventListener('pointerdown', this.pressed)
    head.addEventListener('pointermove', this.moved)
    head.addEventListener('pointerup', this.released)
    head.addEventListener('pointercancel', this.released)
    head.addEventListener('dblclick', this.doubleClicked)
  }

  destroy(): void {
    cancelAnimationFrame(this.frame)
    this.head.removeEventListener('pointerdown', this.pressed)
    this.head.removeEventListener('pointermove', this.moved)
    this.head.removeEventListener('pointerup', this.released)
    this.head.removeEventListener('pointercancel', this.released)
    this.head.removeEventListener('dblclick', this.doubleClicked)
  }

  private readonly pressed = (event: PointerEvent) => {
    if (event.button !== 0 || !isGrip(event.target)) return
    event.preventDefault()
    event.target.setPointerCapture(event.pointerId)
    this.column = columnAt(event.target)
    this.from = event.clientX
    this.width = this.target.widthOf(this.column)
    this.wanted = this.width
  }

  private readonly moved = (event: PointerEvent) => {
    if (this.column < 0) return
    this.wanted = this.width + event.clientX - this.from
    if (this.frame === 0) this.frame = requestAnimationFrame(this.apply)
  }

  private readonly apply = () => {
    cancelAnimationFrame(this.frame)
    this.frame = 0
    this.target.setWidth(this.column, this.wanted)
  }

  private readonly released = () => {
    if (this.column < 0) return
    this.apply()
    if (this.wanted !== this.width) this.target.done(this.column)
    this.column = -1
  }

  private readonly doubleClicked = (event: MouseEvent) => {
    if (isGrip(event.target)) this.target.fit(columnAt(event.target))
  }
}

/** The column that a grip resizes: that of its head, or the previous one if the grip is at the beginning of a head. */
function columnAt(grip: Element): number {
  return headAt(grip) - (grip.classList.contains('before') ? 1 : 0)
}

/** Whether an event came from the edge of a head. */
export function isGrip(eventTarget: EventTarget | null): eventTarget is Element {
  return eventTarget instanceof Element && eventTarget.classList.contains('qg-grip')
}

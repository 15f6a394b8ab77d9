import { headAt } from './header'
import { isMenuPress } from './pointer'
import { isGrip } from './resize'
import type { Column } from './types'

/** How far the pointer must move before a press on a head becomes a drag, in px. */
const slack = 5
/** How close to an edge a dragged head scrolls the columns, in px. */
const near = 32
/** The fastest scroll at the edges, in px a frame. */
const fastest = 24

/** What a dragged head needs from its grid. Positions are px from the viewport's left edge. */
export interface DragTarget {
  readonly mac: boolean
  /** The viewport's left edge in the window. It forces layout, so it is called once per drag. */
  edge(): number
  readonly width: number
  /** Where the columns that scroll with a column begin; undefined if it does not scroll. */
  begin(column: number): number | undefined
  /** The column at a position. */
  at(x: number): number
  left(column: number): number
  middle(column: number): number
  can(column: number, to: number): boolean
  /** Shows where the column would go; undefined hides that. */
  mark(x: number | undefined): void
  scrollBy(x: number): void
  drop(column: number, to: number): void
}

/**
 * Whether a column can go to a position: a pinned one among the pinned ones after the primary one, others after these.
 */
export function canStand(columns: readonly Column[], column: number, to: number): boolean {
  const [here, there] = [columns[column], columns[to]]
  if (!here || !there || here.primary || there.primary) return false
  return (here.pinned ?? false) === (there.pinned ?? false)
}

/** Dragging a head moves its column; the view scrolls while the pointer is at an edge. Escape cancels. */
export class HeadDrag {
  private column = -1
  private from = 0
  private edge = 0
  private x = 0
  private to = -1
  private moving = false
  private frame = 0
  private just = false

  constructor(
    private readonly head: HTMLElement,
    private readonly target: DragTarget,
  ) {
    head.addEventListener('pointerdown', this.pressed)
    head.addEventListener('pointermove', this.moved)
    head.addEventListener('pointerup', this.released)
    head.addEventListener('pointercancel', this.cancelled)
  }

  destroy(): void {
    this.cancelled()
    this.head.removeEventListener('pointerdown', this.pressed)
    this.head.removeEventListener('pointermove', this.moved)
    this.head.removeEventListener('pointerup', this.released)
    this.head.removeEventListener('pointercancel', this.cancelled)
  }

  /** Whether the next click belongs to a drag. Asking once resets it. */
  ended(): boolean {
    const { just } = this
    this.just = false
    return just
  }

  private readonly pressed = (event: PointerEvent) => {
    this.just = false
    if (event.button !== 0 || isMenuPress(event, this.target.mac) || isGrip(event.target)) return
    this.column = headAt(event.target)
    this.from = event.clientX
  }

  private readonly moved = (event: PointerEvent) => {
    if (this.column < 0) return
    // The pointer is captured only once it moves a column, so before that its button can be released outside the heads
    // unnoticed.
    if ((event.buttons & 1) === 0) return this.cancelled()
    if (!this.moving && Math.abs(event.clientX - this.from) < slack) return
    if (!this.moving) this.begin(event)
    this.x = event.clientX - this.edge
    this.follow()
  }

  private begin(event: PointerEvent): void {
    this.moving = true
    this.edge = this.target.edge()
    this.head.setPointerCapture(event.pointerId)
    window.addEventListener('keydown', this.keyed, true)
  }

  private readonly follow = () => {
    cancelAnimationFrame(this.frame)
    this.frame = 0
    if (!this.moving) return
    const over = this.over()
    if (over !== 0) {
      this.target.scrollBy(Math.max(-fastest, Math.min(over, fastest)))
      this.frame = requestAnimationFrame(this.follow)
    }
    this.aim(Math.min(Math.max(0, this.x), this.target.width - 1))
  }

  /** How far the pointer is into the scroll zone of an edge, less than 0 on the left. */
  private over(): number {
    const begin = this.target.begin(this.column)
    if (begin === undefined) return 0
    if (this.x < begin + near) return this.x - begin - near
    return Math.max(0, this.x - this.target.width + near)
  }

  /** Finds the position for the column: before the column under the pointer, or after it past its middle. */
  private aim(x: number): void {
    const { target, column } = this
    const over = target.at(x)
    const behind = x > target.middle(over)
    const to = over + (behind ? 1 : 0) - (over + (behind ? 1 : 0) > column ? 1 : 0)
    this.to = to !== column && target.can(column, to) ? to : -1
    target.mark(this.to < 0 ? undefined : target.left(over + (behind ? 1 : 0)))
  }

  private readonly released = () => {
    const { column, to, moving } = this
    this.cancelled()
    this.just = moving
    if (moving && to >= 0) this.target.drop(column, to)
  }

  private readonly cancelled = () => {
    if (this.moving) this.target.mark(undefined)
    cancelAnimationFrame(this.frame)
    window.removeEventListener('keydown', this.keyed, true)
    this.column = -1
    this.to = -1
    this.moving = false
  }

  private readonly keyed = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    this.cancelled()
    this.just = true
  }
}

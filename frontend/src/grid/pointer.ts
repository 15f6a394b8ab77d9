import { isEditing } from './editor'
import type { Position } from './types'

const fastest = 40

/** Whether a press opens a menu, as Ctrl+click does on macOS. */
export function isMenuPress({ button, ctrlKey }: MouseEvent, mac: boolean): boolean {
  return button === 2 || (mac && button === 0 && ctrlKey)
}

/** What a press does to what is selected: it replaces it, extends it, or adds or removes a row. */
export interface Press {
  extend: boolean
  add: boolean
}

/** What the pointer needs to know about a grid, and the calls it makes. */
export interface PointerTarget {
  /** True if the command key replaces Ctrl. */
  readonly mac: boolean
  /** Height of the header in px. */
  readonly headHeight: number
  /** Size of the visible part in px. */
  readonly width: number
  readonly height: number
  /** Reads the current scroll position. */
  catchUp(): void
  /** The cell at px from the viewport's left edge and from below the header; the column -1 is the gutter. */
  cellAt(x: number, y: number): Position
  /** Whether the grid has a row at y px below the header. */
  hasRowAt(y: number): boolean
  press(position: Position, how: Press): void
  drag(position: Position): void
  open(position: Position): void
  menu(position: Position, x: number, y: number): void
  scrollBy(x: number, y: number): void
}

/** Pointer handling for the cells of a grid: press, drag with scrolling at the edges, double click, context menu. */
export class PointerSelection {
  private origin = { x: 0, y: 0 }
  private last = { x: 0, y: 0 }
  private dragging = false
  private frame = 0

  constructor(
    private readonly body: HTMLElement,
    private readonly scroller: HTMLElement,
    private readonly target: PointerTarget,
  ) {
    body.addEventListener('pointerdown', this.pressed)
    body.addEventListener('pointermove', this.moved)
    body.addEventListener('pointerup', this.released)
    body.addEventListener('pointercancel', this.released)
    body.addEventListener('dblclick', this.doubleClicked)
    body.addEventListener('contextmenu', this.menuAsked)
  }

  destroy(): void {
    this.released()
    this.body.removeEventListener('pointerdown', this.pressed)
    this.body.removeEventListener('pointermove', this.moved)
    this.body.removeEventListener('pointerup', this.released)
    this.body.removeEventListener('pointercancel', this.released)
    this.body.removeEventListener('dblclick', this.doubleClicked)
    this.body.removeEventListener('contextmenu', this.menuAsked)
  }

  private readonly pressed = (event: PointerEvent) => {
    if (event.button !== 0 || isMenuPress(event, this.target.mac) || isEditing(event.target)) return
    const at = this.locate(event)
    if (!at) return
    event.preventDefault()
    this.body.setPointerCapture(event.pointerId)
    this.dragging = true
    this.target.press(at, { extend: event.shiftKey, add: this.target.mac ? event.metaKey : event.ctrlKey })
  }

  private readonly moved = (event: PointerEvent) => {
    if (!this.dragging) return
    this.last = { x: event.clientX - this.origin.x, y: event.clientY - this.origin.y }
    this.follow()
  }

  private readonly released = () => {
    this.dragging = false
    cancelAnimationFrame(this.frame)
    this.frame = 0
  }

  private readonly doubleClicked = (event: MouseEvent) => {
    if (isEditing(event.target)) return
    const at = this.locate(event)
    if (at && at.column >= 0) this.target.open(at)
  }

  private readonly menuAsked = (event: MouseEvent) => {
    if (isEditing(event.target)) return
    const at = this.locate(event)
    if (!at) return
    event.preventDefault()
    this.released()
    this.target.menu(at, event.clientX, event.clientY)
  }

  /** The cell of an event. The scroller's position on the page is read here and used until the next press. */
  private locate(event: MouseEvent): Position | undefined {
    this.target.catchUp()
    const edge = this.scroller.getBoundingClientRect()
    this.origin = { x: edge.left, y: edge.top + this.target.headHeight }
    this.last = { x: event.clientX - this.origin.x, y: event.clientY - this.origin.y }
    return this.target.hasRowAt(this.last.y) ? this.target.cellAt(this.last.x, this.last.y) : undefined
  }

  /** Extends the selection to the pointer and, while the pointer is outside, scrolls towards it frame by frame. */
  private readonly follow = () => {
    cancelAnimationFrame(this.frame)
    this.frame = 0
    if (!this.dragging) return
    const { width, height, headHeight } = this.target
    const by = { x: overshoot(this.last.x, width), y: overshoot(this.last.y, height - headHeight) }
    if (by.x !== 0 || by.y !== 0) {
      this.target.scrollBy(by.x, by.y)
      this.frame = requestAnimationFrame(this.follow)
    }
    const x = Math.min(Math.max(0, this.last.x), width - 1)
    const y = Math.min(Math.max(0, this.last.y), height - headHeight - 1)
    this.target.drag(this.target.cellAt(x, y))
  }
}

/** How far a point is outside of 0 to size, at most the fastest scroll per frame. */
function overshoot(at: number, size: number): number {
  const outside = at < 0 ? at : Math.max(0, at - size)
  return Math.max(-fastest, Math.min(outside, fastest))
}

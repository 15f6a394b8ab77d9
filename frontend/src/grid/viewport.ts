import { Scale } from '../lib/scrollbar/scale'
import { onOtherScale } from '../lib/scrollbar/tallest'
import { wheelUnit } from '../lib/scrollbar/wheel'

const releases = ['pointerup', 'pointercancel', 'pointermove', 'blur'] as const

/**
 * The scroller of a grid. It tracks its size and position itself, so that drawing never waits for layout, and draws in
 * the same task as the wheel event or key press.
 */
export class Viewport {
  readonly scale = new Scale()
  /** px from the left edge of the body. */
  left = 0
  /** Size of the visible part in px, scroll bars left out. */
  width = 0
  height = 0
  /** True while the pointer drags the scroll bar. */
  held = false
  private bodyWidth = 0
  private echo = false
  /** Whether the scroller is at its very start, as far as is known without reading it. */
  private atStart = true
  private readonly observer: ResizeObserver
  private readonly unwatch: () => void

  constructor(
    readonly scroller: HTMLElement,
    private headHeight: number,
    private readonly events: { onScroll(): void; onSize(): void; onRelease(): void },
  ) {
    this.observer = new ResizeObserver((entries) => this.measure(entries))
    this.observer.observe(scroller)
    this.unwatch = onOtherScale(() => this.events.onSize())
    scroller.addEventListener('scroll', this.scrolled, { passive: true })
    scroller.addEventListener('wheel', this.wheel, { passive: false })
    scroller.addEventListener('pointerdown', this.pressed)
  }

  /** Sets the size of the content. */
  resize(rowCount: number, rowHeight: number, bodyWidth: number, headHeight = this.headHeight): void {
    this.bodyWidth = bodyWidth
    this.headHeight = headHeight
    this.scale.resize(rowCount, rowHeight, this.rowsHeight)
    this.left = this.clampLeft(this.left)
  }

  /** Height of the visible part below the header. */
  get rowsHeight(): number {
    return Math.max(0, this.height - this.headHeight)
  }

  /** Sets the scroller to the position. Returns whether it moved. */
  moveTo(left: number, offset: number): boolean {
    const clamped = this.clampLeft(left)
    const movedDown = this.scale.moveTo(offset)
    if (!movedDown && clamped === this.left) return false
    this.left = clamped
    this.apply()
    return true
  }

  /** Moves the scroll bar to its exact position once nothing moves. Returns whether rows have to be drawn elsewhere. */
  rest(): boolean {
    if (this.held || !this.scale.rest()) return false
    this.apply()
    return true
  }

  /** Restores the known position after the sizes have changed. Writing it forces layout. */
  keep(): void {
    if (!this.atStart || this.scale.scrollTop > 0 || this.left > 0) this.apply()
  }

  /** Writes the known position to the scroller: after a move, and after focus() may have scrolled. */
  apply(): void {
    this.echo = true
    this.atStart = this.scale.scrollTop === 0 && this.left === 0
    this.scroller.scrollTop = this.scale.scrollTop
    this.scroller.scrollLeft = Math.round(this.left)
  }

  /** Reads a position that something else scrolled to, such as a screen reader, before the scroll event arrives. */
  catchUp(): void {
    const { scrollTop, scrollLeft } = this.scroller
    const moved = Math.abs(scrollTop - this.scale.scrollTop) > 1 || Math.abs(scrollLeft - this.left) > 1
    if (moved) this.scrolled()
  }

  destroy(): void {
    this.observer.disconnect()
    this.unwatch()
    this.scroller.removeEventListener('scroll', this.scrolled)
    this.scroller.removeEventListener('wheel', this.wheel)
    this.scroller.removeEventListener('pointerdown', this.pressed)
    this.release()
  }

  private clampLeft(left: number): number {
    return Math.min(Math.max(0, left), Math.max(0, this.bodyWidth - this.width))
  }

  private measure(entries: readonly ResizeObserverEntry[]): void {
    const size = entries.at(-1)?.contentRect
    if (!size || (size.width === this.width && size.height === this.height)) return
    this.width = size.width
    this.height = size.height
    this.events.onSize()
  }

  private readonly scrolled = () => {
    const { scrollTop, scrollLeft } = this.scroller
    this.atStart = scrollTop === 0 && scrollLeft === 0
    const down = Math.abs(scrollTop - this.scale.scrollTop)
    const aside = Math.abs(scrollLeft - this.left)
    const echo = this.echo && down <= 1 && aside <= 1
    this.echo = false
    if (echo) return
    const movedDown = this.scale.scrolledTo(scrollTop)
    this.left = scrollLeft
    if (movedDown || aside > 0) this.events.onScroll()
  }

  /** A press on the scroller itself, outside of head and rows, is on its scroll bar or on empty space. */
  private readonly pressed = (event: PointerEvent) => {
    if (event.target !== this.scroller || event.button !== 0 || this.held) return
    this.held = true
    for (const name of releases) window.addEventListener(name, this.released, true)
  }

  /** Not every webview reports when a scroll bar is released: the next move without a button shows it, too. */
  private readonly released = (event: Event) => {
    if (event.type === 'pointermove' && (event as PointerEvent).buttons !== 0) return
    if (event.type === 'blur' && event.target instanceof Node) return
    this.release()
    this.events.onRelease()
  }

  private release(): void {
    this.held = false
    for (const name of releases) window.removeEventListener(name, this.released, true)
  }

  private readonly wheel = (event: WheelEvent) => {
    if (event.ctrlKey || event.defaultPrevented) return
    const unit = wheelUnit(event.deltaMode, this.rowsHeight)
    const aside = event.shiftKey && event.deltaX === 0
    const x = (aside ? event.deltaY : event.deltaX) * unit
    const y = (aside ? 0 : event.deltaY) * unit
    if (!this.moveTo(this.left + x, this.scale.offset + y)) return
    event.preventDefault()
    this.events.onScroll()
  }
}

import type { Scale } from './scale'

const lineHeight = 16
const restDelay = 120

/** How many px a wheel delta of 1 is in a mode, given the height of a page of the scroller. */
export function wheelUnit(mode: number, page: number): number {
  if (mode === WheelEvent.DOM_DELTA_LINE) return lineHeight
  return mode === WheelEvent.DOM_DELTA_PAGE ? page : 1
}

/**
 * Scrolls by exact px if a scroller's bar is scaled: there, one px of the bar is many px of rows. Returns a function
 * that stops it.
 */
export function wheelExactly(scroller: HTMLElement, scale: Scale, moved: () => void): () => void {
  let resting = 0
  const rest = () => {
    if (!scale.rest()) return
    scroller.scrollTop = scale.scrollTop
    moved()
  }
  const turned = (event: WheelEvent) => {
    if (!scale.scaled || event.ctrlKey || event.shiftKey || event.deltaY === 0) return
    const by = event.deltaY * wheelUnit(event.deltaMode, scroller.clientHeight)
    if (!scale.moveTo(scale.offset + by)) return
    event.preventDefault()
    scroller.scrollTop = scale.scrollTop
    moved()
    window.clearTimeout(resting)
    resting = window.setTimeout(rest, restDelay)
  }
  scroller.addEventListener('wheel', turned, { passive: false })
  return () => {
    window.clearTimeout(resting)
    scroller.removeEventListener('wheel', turned)
  }
}

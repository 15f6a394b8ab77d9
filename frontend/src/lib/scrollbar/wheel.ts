import type { Scale } from './scale'

const lineHeight = 16

/** How many px a wheel's turn of 1 is in a mode, where a page of the scroller is so many px high. */
export function wheelUnit(mode: number, page: number): number {
  if (mode === WheelEvent.DOM_DELTA_LINE) return lineHeight
  return mode === WheelEvent.DOM_DELTA_PAGE ? page : 1
}

/**
 * Turns the wheel by exact px where the scroll bar of a scroller is scaled: there one px of the bar is many of the rows.
 * Answers how to stop it.
 */
export function wheelExactly(scroller: HTMLElement, scale: Scale, moved: () => void): () => void {
  const turned = (event: WheelEvent) => {
    if (!scale.scaled || event.ctrlKey || event.shiftKey || event.deltaY === 0) return
    const by = event.deltaY * wheelUnit(event.deltaMode, scroller.clientHeight)
    if (!scale.moveTo(scale.offset + by)) return
    event.preventDefault()
    scroller.scrollTop = scale.scrollTop
    moved()
  }
  scroller.addEventListener('wheel', turned, { passive: false })
  return () => scroller.removeEventListener('wheel', turned)
}

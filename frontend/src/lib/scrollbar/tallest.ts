/**
 * How many device px from its top a webview draws an element exactly. It positions what it draws with 24-bit numbers,
 * two bits of which are for quarters of a px: further down, letters change, then edges fall between px, texts are
 * clipped and lines vanish.
 */
const exact = 2 ** 22
/** More px than any webview makes an element tall. */
const beyond = 1e9
/** px that a body leaves free for the header and a horizontal scroll bar. */
const spare = 64

/** How a page draws tall elements, in CSS px. */
export interface Drawing {
  /** The tallest body that is drawn exactly. */
  tallest: number
  /** The smallest fraction of a px that is a whole number of device px; 1 if every px is. */
  step: number
}

let known: { ratio: number; drawing: Drawing } | undefined

/** How the page draws at its device scale: measured once, and again when the scale changes. */
export function pageDrawing(): Drawing {
  const ratio = window.devicePixelRatio || 1
  if (known?.ratio !== ratio) known = { ratio, drawing: drawingAt(ratio, tallestElement()) }
  return known.drawing
}

/** How a page draws at a device scale, given the height in CSS px at which elements end; 0 if unknown. */
export function drawingAt(ratio: number, element: number): Drawing {
  const drawn = exact / ratio
  const tallest = Math.floor(element > 0 ? Math.min(element, drawn) : drawn) - spare
  return { tallest, step: Number.isInteger(ratio) ? 1 : 1 / ratio }
}

/** Calls back when the window's device scale changes. Returns a function that stops it. */
export function onOtherScale(listener: () => void): () => void {
  let query: MediaQueryList | undefined
  const changed = () => {
    watch()
    listener()
  }
  const watch = () => {
    query?.removeEventListener('change', changed)
    query = window.matchMedia(`(resolution: ${window.devicePixelRatio || 1}dppx)`)
    query.addEventListener('change', changed)
  }
  watch()
  return () => query?.removeEventListener('change', changed)
}

/** How tall an element can be in CSS px, 0 if the page has no layout. */
function tallestElement(): number {
  const probe = document.createElement('div')
  probe.style.cssText = `position: absolute; top: 0; width: 1px; height: ${beyond}px; visibility: hidden`
  const frame = document.createElement('div')
  frame.style.cssText = 'position: absolute; width: 1px; height: 1px; overflow: hidden; contain: strict'
  frame.append(probe)
  document.body.append(frame)
  const { height } = probe.getBoundingClientRect()
  frame.remove()
  return height
}

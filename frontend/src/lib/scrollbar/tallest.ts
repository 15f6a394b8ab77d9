/**
 * How many device px from its top a webview draws an element exactly. It places what it draws with numbers of 24 bits,
 * of which two are for quarters of a px: further down letters change, then edges fall between px, texts are clipped and
 * lines vanish.
 */
const exact = 2 ** 22
/** More px than any webview makes an element tall. */
const beyond = 1e9
/** px that a body leaves free for a header and a horizontal scroll bar. */
const spare = 64

/** How a page draws what is tall, in CSS px. */
export interface Drawing {
  /** The tallest body that is drawn exactly. */
  tallest: number
  /** The smallest part of a px whose multiples are whole device px; 1 where every whole px is. */
  step: number
}

let known: { ratio: number; drawing: Drawing } | undefined

/** How the page draws at its device scale: measured once, and again once the window has another scale. */
export function pageDrawing(): Drawing {
  const ratio = window.devicePixelRatio || 1
  if (known?.ratio !== ratio) known = { ratio, drawing: drawingAt(ratio, tallestElement()) }
  return known.drawing
}

/** How a page draws at a device scale, where an element ends at some height in CSS px; 0 is an unknown height. */
export function drawingAt(ratio: number, element: number): Drawing {
  const drawn = exact / ratio
  const tallest = Math.floor(element > 0 ? Math.min(element, drawn) : drawn) - spare
  return { tallest, step: Number.isInteger(ratio) ? 1 : 1 / ratio }
}

/** Calls back when the window gets another device scale. Answers how to stop it. */
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

/** How tall an element of the page becomes in CSS px, 0 where the page has no layout. */
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

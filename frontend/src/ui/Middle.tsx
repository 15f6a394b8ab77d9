import { useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { cutApart } from '../lib/words'

interface MiddleProps {
  text: string
  className?: string
  /** The names beside it, from which it is to stay apart. */
  others?: readonly string[]
}

const none: readonly string[] = []

/** A name on one line; one that is too long is cut in the middle, since its end tells it apart. */
export function Middle({ text, className = '', others = none }: MiddleProps) {
  const box = useRef<HTMLSpanElement>(null)
  const [shown, setShown] = useState(text)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const adjust = () => setShown(fitted(element, text, others))
    const forget = beforeFrame(adjust)
    const unwatch = watch(element, adjust)
    return () => {
      forget()
      unwatch()
    }
  }, [text, others])
  return (
    <span ref={box} className={`middle ${className}`} data-full={text} data-tip={shown === text ? undefined : text}>
      {shown}
    </span>
  )
}

/** By how many px a measured text may be wider than the same text as it is laid out. */
const slack = 1.5

/** As much of a text as an element has room for. The element is as wide as the whole text where there is room. */
function fitted(element: HTMLElement, text: string, others: readonly string[]): string {
  const pen = penFor(element)
  const { width } = element.getBoundingClientRect()
  if (!pen || width === 0) return text
  return cutApart(text, others, (part) => pen.measureText(alike(part)).width < width + slack)
}

/** How many px the name in an element needs beyond those that it has; fewer than 0 where there is room left. */
export function missingWidth(element: HTMLElement): number {
  const text = alike(element.dataset.full ?? '')
  return (penFor(element)?.measureText(text).width ?? 0) - element.getBoundingClientRect().width
}

/** A text with digits of one width, so that names that differ in their digits are cut at the same place. */
export const alike = (text: string) => text.replace(/\d/g, '0')

let pen: CanvasRenderingContext2D | null | undefined

function penFor(element: HTMLElement): CanvasRenderingContext2D | null {
  if (pen === undefined) pen = document.createElement('canvas').getContext?.('2d') ?? null
  // The shorthand `font` is empty if ligatures are turned off.
  const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(element)
  if (pen) pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`
  return pen
}

const waiting = new Set<() => void>()

/**
 * Measures before the next frame is drawn, when all of it is there: measured while a screen is put together, each name
 * would have the browser lay out what is there so far. Returns how to cancel it.
 */
function beforeFrame(measure: () => void): () => void {
  if (waiting.size === 0) {
    requestAnimationFrame(() => {
      const all = [...waiting]
      waiting.clear()
      flushSync(() => {
        for (const each of all) each()
      })
    })
  }
  waiting.add(measure)
  return () => waiting.delete(measure)
}

const fits = new WeakMap<Element, () => void>()
let sizes: ResizeObserver | undefined

/** Calls when the element has another size, by one observer for all of them. Answers how to end it. */
function watch(element: Element, fit: () => void): () => void {
  sizes ??= new ResizeObserver((entries) => {
    for (const entry of entries) fits.get(entry.target)?.()
  })
  fits.set(element, fit)
  sizes.observe(element)
  return () => {
    fits.delete(element)
    sizes?.unobserve(element)
  }
}

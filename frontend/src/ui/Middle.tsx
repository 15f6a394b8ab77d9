import { useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { cutApart } from '../lib/words'
import style from './Middle.module.css'

interface MiddleProps {
  text: string
  className?: string
  /** The neighbouring names, from which it must differ. */
  others?: readonly string[]
}

const none: readonly string[] = []

/** A name on one line; a long one is cut in the middle, since its end distinguishes it. */
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
    <span
      ref={box}
      data-part="middle"
      className={`${style.middle} ${className}`}
      data-full={text}
      data-tip={shown === text ? undefined : text}
    >
      {shown}
    </span>
  )
}

/** How many px wider than its layout a measured text may be. */
const slack = 1.5

/** As much of a text as fits into an element. The element is as wide as the whole text if there is room. */
function fitted(element: HTMLElement, text: string, others: readonly string[]): string {
  const pen = penFor(element)
  const { width } = element.getBoundingClientRect()
  if (!pen || width === 0) return text
  return cutApart(text, others, (part) => pen.measureText(alike(part)).width < width + slack)
}

/** How many px the name in an element lacks; negative if there is room left. */
export function missingWidth(element: HTMLElement): number {
  const text = alike(element.dataset.full ?? '')
  return (penFor(element)?.measureText(text).width ?? 0) - element.getBoundingClientRect().width
}

/** A text with all digits equally wide, so that names that differ only in digits are cut at the same position. */
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
 * Measures before the next frame, when the screen is complete: measuring while it is being built would force a layout
 * for each name. Returns a function that cancels it.
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

/** Calls back when the element's size changes; one observer serves all elements. Returns a function that ends it. */
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

import { type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { count, counted } from '../../lib/words'
import { piecesOf } from './pieces'
import { type LongText, mostLines, type Place } from './text'

/** The height of a line in px; the styles have the same. */
const lineHeight = 18
const overscan = 8

export interface LinesHandle {
  /** Brings a line into sight, in the middle where it was out of it. */
  reveal(line: number): void
}

interface LinesProps {
  text: LongText
  /** What was looked for, and the place that is shown. */
  wanted: string
  place: Place | undefined
  label: string
  ref?: Ref<LinesHandle>
}

/** The lines of a text, of which only those in sight are drawn. */
export function Lines({ text, wanted, place, label, ref }: LinesProps) {
  const box = useRef<HTMLElement>(null)
  const [window, setWindow] = useState({ first: 0, last: 0 })
  const total = Math.min(text.lineCount, mostLines)

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => {
      const first = Math.max(0, Math.floor(element.scrollTop / lineHeight) - overscan)
      const last = Math.min(total, Math.ceil((element.scrollTop + element.clientHeight) / lineHeight) + overscan)
      setWindow((before) => (before.first === first && before.last === last ? before : { first, last }))
    }
    look()
    const size = new ResizeObserver(look)
    size.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      size.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [total])

  useImperativeHandle(ref, () => ({ reveal: (line) => reveal(box.current, line) }), [])

  const shown = Array.from({ length: Math.max(0, window.last - window.first) }, (_, i) => window.first + i)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <section ref={box} className="code deftext" aria-label={label} tabIndex={0}>
      <div style={{ height: total * lineHeight }}>
        <div className="defwindow" style={{ transform: `translateY(${window.first * lineHeight}px)` }}>
          {shown.map((n) => (
            <Line key={n} text={text} number={n} wanted={wanted} found={place?.line === n ? place.nth : -1} />
          ))}
        </div>
      </div>
      {text.lineCount > total && (
        <p className="defmore">
          Shown: the first {count(total)} of {count(text.lineCount)} lines. Copy takes all of them.
        </p>
      )}
    </section>
  )
}

function reveal(box: HTMLElement | null, line: number): void {
  if (!box) return
  const top = line * lineHeight
  if (top >= box.scrollTop && top + lineHeight <= box.scrollTop + box.clientHeight) return
  box.scrollTop = Math.max(0, top - box.clientHeight / 2)
}

interface LineProps {
  text: LongText
  number: number
  wanted: string
  /** Which place of the line is the one that is shown, -1 for none. */
  found: number
}

function Line({ text, number, wanted, found }: LineProps) {
  const { text: line, cut } = text.line(number)
  return (
    <div className="ed">
      <span className="ln" aria-hidden="true">
        {number + 1}
      </span>
      <span className="l">
        {piecesOf(line, wanted).map((piece, i) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line have nothing but their order.
            key={i}
            className={`${piece.look} ${piece.found >= 0 ? 'found' : ''} ${piece.found >= 0 && piece.found === found ? 'now' : ''}`}
          >
            {piece.text}
          </span>
        ))}
        {cut > 0 && <span className="x-c"> … {counted(cut, 'byte')} more</span>}
      </span>
    </div>
  )
}

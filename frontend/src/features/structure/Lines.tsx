import { type Ref, useImperativeHandle, useLayoutEffect, useMemo, useReducer, useRef } from 'react'
import { Scale } from '../../grid/scrollbar/scale'
import { onOtherScale } from '../../grid/scrollbar/tallest'
import { wheelExactly } from '../../grid/scrollbar/wheel'
import { counted } from '../../lib/words'
import { piecesOf } from './pieces'
import type { LongText, Place } from './text'

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
  const scale = useMemo(() => new Scale(), [])
  const height = useRef(0)
  const [, draw] = useReducer((n: number) => n + 1, 0)
  scale.resize(text.lineCount, lineHeight, height.current)

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => {
      height.current = element.clientHeight
      draw()
    }
    look()
    const size = new ResizeObserver(look)
    size.observe(element)
    const ends = [onOtherScale(draw), wheelExactly(element, scale, draw), () => size.disconnect()]
    return () => {
      for (const end of ends) end()
    }
  }, [scale])

  useImperativeHandle(
    ref,
    () => ({
      reveal: (line) => {
        if (!box.current || (line >= scale.firstRow && (line + 1) * lineHeight <= scale.offset + height.current)) return
        scale.moveTo(line * lineHeight - height.current / 2)
        box.current.scrollTop = scale.scrollTop
        draw()
      },
    }),
    [scale],
  )

  const first = Math.max(0, scale.firstRow - overscan)
  const last = Math.min(text.lineCount, scale.lastRow + 1 + overscan)
  const shown = Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i)
  return (
    <section
      ref={box}
      className="code deftext"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
      tabIndex={0}
      onScroll={(event) => {
        if (scale.scrolledTo(event.currentTarget.scrollTop)) draw()
      }}
    >
      <div style={{ height: scale.bodyHeight }}>
        <div className="defwindow" style={{ transform: `translateY(${first * lineHeight + scale.shift}px)` }}>
          {shown.map((n) => (
            <Line key={n} text={text} number={n} wanted={wanted} found={place?.line === n ? place.nth : -1} />
          ))}
        </div>
      </div>
    </section>
  )
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

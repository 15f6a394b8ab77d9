import type { KeyboardEvent } from 'react'
import style from './Segments.module.css'
import { described } from './tips'

export interface Segment<V extends string> {
  value: V
  title: string
  /** The tooltip's text, with its key. */
  tip?: string
  /** Why it cannot be chosen; it stays focusable, so that the reason can be read. */
  why?: string
}

interface SegmentsProps<V extends string> {
  label: string
  segments: readonly Segment<V>[]
  value: V
  onValue(value: V): void
  small?: boolean
  id?: string
  /** The ids of the elements that describe the choice. */
  describedBy?: string
}

/** How far each key moves in a radio group (ARIA Authoring Practices, "Radio Group Pattern"). */
const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * A segmented control: one radio group, in which the arrow keys choose. Each tab has one, so it uses plain buttons: the
 * library's group measures itself when it appears, which would force another layout of the whole tab.
 */
export function Segments<V extends string>(props: SegmentsProps<V>) {
  const { label, segments, value, onValue, small = false, id, describedBy } = props
  const chosen = segments.findIndex((s) => s.value === value)
  const step = (e: KeyboardEvent<HTMLDivElement>) => {
    const by = steps[e.key]
    if (by === undefined || e.ctrlKey || e.metaKey || e.altKey || e.shiftKey) return
    const buttons = [...e.currentTarget.querySelectorAll('button')]
    const from = buttons.indexOf(e.target as HTMLButtonElement)
    const to = (from + by + segments.length) % segments.length
    const next = segments[to]
    if (from < 0 || !next) return
    e.preventDefault()
    buttons[to]?.focus()
    if (next.value !== value && !next.why) onValue(next.value)
  }
  return (
    <div
      id={id}
      role="radiogroup"
      className={`${style.segments} ${small ? style.small : ''}`}
      data-part="segments"
      aria-label={label}
      aria-describedby={describedBy}
      onKeyDown={step}
    >
      {segments.map((s, i) => (
        // biome-ignore lint/a11y/useSemanticElements: an input cannot be drawn as a segment
        <button
          key={s.value}
          type="button"
          role="radio"
          aria-checked={s.value === value}
          tabIndex={i === Math.max(0, chosen) ? 0 : -1}
          aria-disabled={s.why ? true : undefined}
          className={`${s.value === value ? style.on : ''} ${s.why ? style.off : ''}`.trim()}
          onClick={() => s.value !== value && !s.why && onValue(s.value)}
          {...described(s.why || s.tip)}
        >
          {s.title}
        </button>
      ))}
    </div>
  )
}

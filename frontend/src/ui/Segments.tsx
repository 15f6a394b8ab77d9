import type { KeyboardEvent } from 'react'
import { described } from './tips'

export interface Segment<V extends string> {
  value: V
  title: string
  /** What its tooltip says, with its key. */
  tip?: string
}

interface SegmentsProps<V extends string> {
  label: string
  segments: readonly Segment<V>[]
  value: V
  onValue(value: V): void
  className?: string
  id?: string
  /** The ids of what is said about the choice. */
  describedBy?: string
}

/** How far the keys of a radio group go (ARIA Authoring Practices, "Radio Group Pattern"). */
const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * A segmented control: one radio group of which the arrow keys choose. Each tab has one, so it is made of plain buttons: a
 * group of the library measures itself when it appears, and the browser would lay out the whole tab for it once more.
 */
export function Segments<V extends string>(props: SegmentsProps<V>) {
  const { label, segments, value, onValue, className = '', id, describedBy } = props
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
    if (next.value !== value) onValue(next.value)
  }
  return (
    <div
      id={id}
      role="radiogroup"
      className={`seg ${className}`}
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
          className={s.value === value ? 'on' : ''}
          onClick={() => s.value !== value && onValue(s.value)}
          {...described(s.tip)}
        >
          {s.title}
        </button>
      ))}
    </div>
  )
}

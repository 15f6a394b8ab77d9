import { type KeyboardEvent, useRef } from 'react'
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

/** A segmented control: one radio group of which Left and Right choose. */
export function Segments<V extends string>(props: SegmentsProps<V>) {
  const { label, segments, value, onValue, className = '', id, describedBy } = props
  const row = useRef<HTMLDivElement>(null)
  const step = (e: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key]
    if (by === undefined) return
    e.preventDefault()
    const at = segments.findIndex((s) => s.value === value)
    const next = (at + by + segments.length) % segments.length
    const segment = segments[next]
    if (!segment) return
    onValue(segment.value)
    row.current?.querySelectorAll<HTMLElement>('[role=radio]')[next]?.focus()
  }
  return (
    <div
      ref={row}
      id={id}
      className={`seg ${className}`}
      role="radiogroup"
      aria-label={label}
      aria-describedby={describedBy}
      onKeyDown={step}
    >
      {segments.map((s) => (
        // biome-ignore lint/a11y/useSemanticElements: a segmented control of buttons is one radio group.
        <button
          key={s.value}
          type="button"
          role="radio"
          aria-checked={s.value === value}
          tabIndex={s.value === value ? 0 : -1}
          className={s.value === value ? 'on' : ''}
          {...described(s.tip)}
          onClick={() => onValue(s.value)}
        >
          {s.title}
        </button>
      ))}
    </div>
  )
}

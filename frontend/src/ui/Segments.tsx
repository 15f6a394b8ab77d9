import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
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

/** A segmented control: one radio group of which the arrow keys choose. */
export function Segments<V extends string>(props: SegmentsProps<V>) {
  const { label, segments, value, onValue, className = '', id, describedBy } = props
  return (
    <RadioGroup<V>
      id={id}
      className={`seg ${className}`}
      aria-label={label}
      aria-describedby={describedBy}
      value={value}
      onValueChange={(to) => onValue(to)}
    >
      {segments.map((s) => (
        <Radio.Root
          key={s.value}
          value={s.value}
          nativeButton
          render={<button type="button" />}
          className={s.value === value ? 'on' : ''}
          {...described(s.tip)}
        >
          {s.title}
        </Radio.Root>
      ))}
    </RadioGroup>
  )
}

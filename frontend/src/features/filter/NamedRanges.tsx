import styles from './Filter.module.css'
import type { FilledRow } from './filledRows'
import type { Filtering } from './filter'
import { Picker } from './Picker'
import { rangeOf, rangePart } from './ranges'

interface NamedRangesProps {
  draft: FilledRow
  filtering: Filtering
}

/** The named ranges of a column, if the driver has any. */
export function NamedRanges({ draft, filtering }: NamedRangesProps) {
  const { operators } = filtering
  const ranges = (filtering.classOf(draft.column).ranges ?? []).filter((range) => rangePart(range, operators))
  if (ranges.length === 0 || draft.operator.arity === 'list') return null
  return (
    <span className={styles.ranges}>
      <Picker
        label="Range"
        items={ranges}
        value={rangeOf(draft, ranges, operators)?.id ?? ''}
        title="Range"
        onPick={(id) => {
          const range = ranges.find((one) => one.id === id)
          const part = range && rangePart(range, operators)
          if (part) filtering.set(draft.id, part)
        }}
      />
    </span>
  )
}

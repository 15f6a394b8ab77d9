import styles from './Filter.module.css'
import type { FilledRow } from './filledRows'
import type { Filtering } from './filter'
import { arityOf } from './operators'
import { Picker } from './Picker'
import { rangeOf, rangePart } from './ranges'

interface NamedRangesProps {
  draft: FilledRow
  filtering: Filtering
}

/** The ranges of a column that are chosen by their names, where the driver has some. */
export function NamedRanges({ draft, filtering }: NamedRangesProps) {
  const { ranges = [] } = filtering.classOf(draft.column)
  if (ranges.length === 0 || arityOf(draft.operator) === 'list') return null
  return (
    <span className={styles.ranges}>
      <Picker
        label="Range"
        items={ranges}
        value={rangeOf(draft, ranges)?.id ?? ''}
        title="Range"
        onPick={(id) => {
          const range = ranges.find((one) => one.id === id)
          if (range) filtering.set(draft.id, rangePart(range))
        }}
      />
    </span>
  )
}

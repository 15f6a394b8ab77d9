import type { NamedRange } from '../../host'
import { type FilledRow, sentValues } from './filledRows'

/** The operator and the values of a row that is filtered by a range. */
export function rangePart({ from, to }: NamedRange): Pick<FilledRow, 'operator' | 'values'> {
  return to === '' ? { operator: 'greater or equal', values: [from] } : { operator: 'between', values: [from, to] }
}

/** The range that a row is filtered by, undefined for another row. */
export function rangeOf(
  draft: Pick<FilledRow, 'operator' | 'values'>,
  ranges: readonly NamedRange[],
): NamedRange | undefined {
  return ranges.find((range) => {
    const { operator, values } = rangePart(range)
    return draft.operator === operator && JSON.stringify(sentValues(draft)) === JSON.stringify(values)
  })
}

import type { NamedRange } from '../../host'
import { type FilledRow, sentValues } from './filledRows'
import type { Operators } from './operators'

/** The operator and values of a row for a range; undefined if the engine has no such operator. */
export function rangePart(
  { from, to }: NamedRange,
  operators: Operators,
): { operator: string; values: string[] } | undefined {
  const operator = operators.for(to === '' ? 'from' : 'range')
  return operator && { operator: operator.id, values: to === '' ? [from] : [from, to] }
}

/** The range of a row, undefined for other rows. */
export function rangeOf(
  draft: Pick<FilledRow, 'operator' | 'values'>,
  ranges: readonly NamedRange[],
  operators: Operators,
): NamedRange | undefined {
  return ranges.find((range) => {
    const part = rangePart(range, operators)
    return draft.operator.id === part?.operator && JSON.stringify(sentValues(draft)) === JSON.stringify(part.values)
  })
}

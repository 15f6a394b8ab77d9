import type { Filter } from '../../host'
import { counted } from '../../lib/words'
import { operators } from './operators'

/** What the rows on screen are filtered by: "1 filter applied", "no filter applied". */
export function appliedWords({ rows }: Filter): string {
  return rows.length === 0 ? 'no filter applied' : `${counted(rows.length, 'filter')} applied`
}

/** What the status bar says of filtered rows: "Filtered: genre equals x, or pages is NULL". '' if nothing is filtered. */
export function filteredWords({ any, rows }: Filter): string {
  if (rows.length === 0) return ''
  const words = rows.map(({ column, operator, values }) => {
    const title = operators.find(({ id }) => id === operator)?.title ?? operator
    return [column, title, ...values].join(' ')
  })
  return `Filtered: ${words.join(any ? ', or ' : ', and ')}`
}

export const emptyTitle = (rows: string) => `No ${rows} match the filter`
export const emptyText = ({ any, rows }: Filter) =>
  rows.length === 1
    ? '1 filter is applied.'
    : `${counted(rows.length, 'filter')} are applied, combined with ${any ? 'Any' : 'All'}.`

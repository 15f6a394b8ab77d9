import type { GridColumn, SortBy } from '../../../host'
import { noDates } from '../words'

/** The column that most indices of events have their moment in. */
const usual = '@timestamp'

/** The date columns that rows can be sorted by: only the usual one, if there is one. */
export function dateColumns(columns: readonly GridColumn[]): string[] {
  const dates = columns.filter(({ kind, sortable }) => kind === 'date' && sortable).map(({ name }) => name)
  return dates.includes(usual) ? [usual] : dates
}

/** Why the newest rows cannot come first, '' where they can. */
export function whyNotNewest(columns: readonly GridColumn[]): string {
  if (dateColumns(columns).length > 0) return ''
  const date = columns.find(({ kind }) => kind === 'date')
  return date ? `${date.name} cannot be sorted: ${date.reason}` : noDates
}

/** Whether an order has the newest rows first, by a column. */
export function isNewest(sort: readonly SortBy[], column: string): boolean {
  const [first] = sort
  return first?.column === column && first.desc
}

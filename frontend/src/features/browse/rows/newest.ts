import type { GridColumn, SortBy } from '../../../host'
import { noDates } from '../words'

/** The usual timestamp column of event indices. */
const usual = '@timestamp'

/** The date columns for sorting the rows: only the usual one, if it exists. */
export function dateColumns(columns: readonly GridColumn[]): string[] {
  const dates = columns.filter(({ kind, sortable }) => kind === 'date' && sortable).map(({ name }) => name)
  return dates.includes(usual) ? [usual] : dates
}

/** Why the newest rows cannot come first, '' if they can. */
export function whyNotNewest(columns: readonly GridColumn[]): string {
  if (dateColumns(columns).length > 0) return ''
  const date = columns.find(({ kind }) => kind === 'date')
  return date ? `${date.name} cannot be sorted: ${date.reason}` : noDates
}

/** Whether an order puts the newest rows first, by a column. */
export function isNewest(sort: readonly SortBy[], column: string): boolean {
  const [first] = sort
  return first?.column === column && first.desc
}

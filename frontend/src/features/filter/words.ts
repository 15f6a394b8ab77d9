import type { Arity, Filter, FilterRow, RowMoment } from '../../host'
import { counted, plural } from '../../lib/words'
import type { FilledRow } from './filledRows'
import type { Operators } from './operators'

/** Search terms for the query entry among the columns, besides its title and its language. */
export const rawAlso = 'sql'

/** The bar's summary of its rows: "4 filters, 3 applied", "1 filter applied", "no filter applied". */
export function appliedWords({ rows }: Filter, shown: number): string {
  if (shown > rows.length && rows.length > 0) return `${counted(shown, 'filter')}, ${rows.length} applied`
  return rows.length === 0 ? 'no filter applied' : `${counted(rows.length, 'filter')} applied`
}

/** When a restored filter was applied: "filter restored from 21 Nov 2026, 14:02". */
export function restoredWords(millis: string): string {
  if (millis === '') return ''
  const parts = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const
  return `filter restored from ${new Intl.DateTimeFormat('en-GB', parts).format(new Date(Number(millis)))}`
}

/** One row in words: "genre equals x", "Raw query title:x". */
export function rowWords({ column, operator, values }: FilterRow, operators: Operators): string {
  const [first, last] = values
  const compared = operators.of(operator)?.arity === 'two' ? `${first} and ${last}` : values.join(', ')
  return [column, operators.title(operator), compared].filter(Boolean).join(' ')
}

/** The status bar's text for filtered rows: "Filtered: genre equals x, or pages is NULL". '' if nothing is filtered. */
export function filteredWords({ any, rows }: Filter, operators: Operators): string {
  return rows.length === 0
    ? ''
    : `Filtered: ${rows.map((row) => rowWords(row, operators)).join(any ? ', or ' : ', and ')}`
}

export const emptyTitle = (rows: string) => `No ${rows} match the filters`
export const emptyText = ({ any, rows }: Filter) =>
  rows.length === 1
    ? '1 filter is applied.'
    : `${counted(rows.length, 'filter')} are applied, combined with ${any ? 'Any' : 'All'}.`

export const goneColumn = (column: string) => `Column ${column} no longer exists.`
export const noOperator = 'the engine does not support this filter'
export const noRaw = 'This engine does not support raw filters.'
export const cannotBeSent = (number: number) => `Filter ${number} cannot be sent`

/** The noun for one element of an array of objects: "author" of authors, "offer" of shop.offers. */
export function elementNoun(path: string): string {
  const name = path.split('.').at(-1) ?? path
  if (/[^aeiou]ies$/.test(name)) return name.replace(/ies$/, 'y')
  return /[^s]s$/.test(name) ? name.slice(0, -1) : name
}

export const sameTip = (path: string) => `Both filters must match the same object in ${path}`

/** The hint for typing a value: what it should look like. */
export function valueHint(kind: string, type: string): string {
  return kind === 'date' ? `${type}, such as 2026 or 2026-11-22` : type
}

/** A moment in UTC, and in local time unless that is the same: "2026-11-26 00:00:00 UTC (01:00:00 local)". */
export function momentWords(millis: string, zone?: string): string {
  const at = new Date(Number(millis))
  const [day, time] = [at.toISOString().slice(0, -14), at.toISOString().slice(-13, -5)]
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const hours = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
  const local = new Intl.DateTimeFormat('en-CA', { ...parts, timeZone: zone }).format(at)
  const clock = new Intl.DateTimeFormat('en-GB', { ...hours, timeZone: zone }).format(at)
  if (local === day && clock === time) return `${day} ${time} UTC`
  return `${day} ${time} UTC (${local === day ? '' : `${local} `}${clock} local)`
}

/** What the computed values of a row mean: "From … to …." '' if none are computed. */
export function momentsText(arity: Arity, moments: readonly RowMoment[], zone?: string): string {
  const [first, last] = moments
  if (!first) return ''
  const words = momentWords(first.millis, zone)
  if (last) return `From ${words} to ${momentWords(last.millis, zone)}.`
  const ends = first.value === 1
  return arity === 'two' ? `${ends ? 'To' : 'From'} ${words}.` : `That is ${words}.`
}

/** The text below suggested values. */
export function suggestedWords(shown: number, more: boolean, estimated: boolean): string {
  const counts = estimated ? 'The counts are estimates.' : ''
  if (shown === 0) return 'No values'
  const others = more
    ? `The ${plural(shown, 'most frequent value', `${shown} most frequent values`)}; type to narrow them down.`
    : ''
  return [others, counts].filter(Boolean).join(' ')
}

/** The text of a request for a console. */
export function requestText({ method, path, body }: { method: string; path: string; body: string }): string {
  return body === '' ? `${method} ${path}` : `${method} ${path}\n${body}`
}

/** The accessible name of a row. */
export function groupLabel(number: number, of: number, { on }: FilledRow): string {
  return `Filter ${number} of ${of}${on ? '' : ', not used'}`
}

export const noFilter = 'No filter to save.'
export const noPresetName = 'Enter a name to save.'
export const noPresets = 'No presets yet. Name the filter to save it.'
export const queryText = 'The request for the first page of this filter. Showing it sends nothing.'

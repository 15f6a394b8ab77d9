import type { ColumnStatistics, HistogramBar, SentText } from '../../host'
import { count, counted, plural } from '../../lib/words'

/** The nouns of the rows of a connection. */
export interface Nouns {
  rowNoun: string
  rowsNoun: string
}

export const words = {
  title: 'Statistics',
  reading: 'Loading statistics',
  failed: 'Could not load the statistics',
  outdated: 'The rows have changed since.',
  partial: 'Incomplete',
  estimated: 'estimated',
  estimatedTip: 'The engine estimates the number of distinct values.',
  rounded: 'rounded',
  roundedTip: 'The engine computes it with 64-bit floating-point numbers, which keep about 15 digits.',
  empty: 'empty text',
  only: 'Filter by This Value',
  exclude: 'Exclude This Value',
  table: 'Show as Table',
  chart: 'Show as Chart',
  copy: 'Copy',
  console: 'Open in Console',
  second: 'The second request is for the histogram: its interval depends on the first response.',
}

/** A share of a total in percent, with one decimal: "33.3%". */
export function percent(part: string, whole: string): string {
  const share = shareOf(part, whole) * 100
  if (share > 0 && share < 0.1) return 'under 0.1%'
  if (share < 100 && share > 99.9) return 'over 99.9%'
  return `${share.toFixed(1).replace(/\.0$/, '')}%`
}

/** A share of a total, from 0 to 1. For drawing only: large numbers are rounded. */
export function shareOf(part: string, whole: string): number {
  const all = Number(whole)
  return all > 0 ? Math.min(1, Number(part) / all) : 0
}

/** The difference of two numbers, as digits. */
export function less(whole: string, part: string): string {
  return (BigInt(whole) - BigInt(part)).toString()
}

/** What the values are counted in: objects inside an array of objects, documents otherwise. */
export function unitOf({ objects }: ColumnStatistics, { rowNoun, rowsNoun }: Nouns): [one: string, many: string] {
  return objects === '' ? [rowNoun, rowsNoun] : ['object', 'objects']
}

/** How many documents have a value: "40 of 120 documents have a value". */
export function presentWords({ present, total }: ColumnStatistics, { rowsNoun }: Nouns): string {
  return `${count(present)} of ${count(total)} ${rowsNoun} have a value`
}

/** How many documents there are, if the engine does not count those with a value: "120 documents". */
export function allWords({ total }: ColumnStatistics, { rowNoun, rowsNoun }: Nouns): string {
  return counted(total, rowNoun, rowsNoun)
}

/** The line about the objects of a column inside an array of objects; '' for any other column. */
export function objectWords({ objects, valued }: ColumnStatistics): string {
  if (objects === '') return ''
  const all = counted(objects, 'object')
  return valued === ''
    ? `${all} in the array.`
    : `${count(valued)} of ${all} have a value. The counts below are of objects.`
}

/** The note on values that the engine has not indexed, '' if there are none. */
export function ignoredWords({ ignored, ignoredWhy }: ColumnStatistics, { rowNoun, rowsNoun }: Nouns): string {
  if (ignored === '') return ''
  return `${counted(ignored, rowNoun, rowsNoun)} ${plural(ignored, 'has', 'have')} a value that is ${ignoredWhy || 'not indexed'}. It is not counted.`
}

/** How many more values there are than documents or objects with one, '' where each has one. */
export function valuesWords({ values, valued, present }: ColumnStatistics): string {
  return values === (valued || present) ? '' : values
}

/** The note under the top values. */
export function topNotes({ top, topNote, other, countError, countWhy = '' }: ColumnStatistics): string[] {
  const notes = topNote === '' ? [] : [topNote]
  if (other !== '' && top.length > 0) notes.push(`All other values together: ${count(other)}.`)
  const why = countWhy === '' ? '' : ` (${countWhy})`
  if (countError !== '') notes.push(`Approximate: up to ${count(countError)} more each${why}.`)
  return notes
}

/** The range of a bar: "0 to 50"; for dates only its start. */
export function barWords({ from, to }: HistogramBar): string {
  return to === '' ? from : `${from} to ${to}`
}

/** The accessible name of a histogram. */
export function histogramWords(column: string, bars: readonly HistogramBar[]): string {
  const [first, last] = [bars[0], bars.at(-1)]
  if (!first || !last) return ''
  const most = bars.reduce((a, b) => (BigInt(b.count) > BigInt(a.count) ? b : a))
  return `Histogram of ${column} from ${first.from} to ${last.to || last.from}, most in ${barWords(most)}: ${count(most.count)}`
}

/** Requests in the syntax of the console. */
export function consoleText(requests: readonly SentText[]): string {
  return requests.map(({ method, path, body }) => `${method} ${path}\n${indented(body)}`).join('\n\n')
}

/** A body with each part of its first levels on a separate line; no character of a value changes. */
export function indented(body: string): string {
  let text = ''
  let depth = 0
  let inString = false
  for (let i = 0; i < body.length; i += 1) {
    const c = body[i] as string
    if (inString) {
      text += c
      if (c === '\\') {
        i += 1
        text += body[i] ?? ''
      } else if (c === '"') inString = false
      continue
    }
    if (c === '"') inString = true
    if (c === '}' || c === ']') depth -= 1
    if ((c === '}' || c === ']') && depth < shownLevels) text += `\n${'  '.repeat(depth)}`
    text += c
    if (c === ':') text += ' '
    if (c === '{' || c === '[') depth += 1
    if ((c === '{' || c === '[' || c === ',') && depth <= shownLevels) text += `\n${'  '.repeat(depth)}`
  }
  return text
}

const shownLevels = 4

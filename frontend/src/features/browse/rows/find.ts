import { rowNow } from '../../../grid/follow'
import type { Source } from '../../../grid/types'
import { Kind } from '../../../lib/block'
import { count, counted } from '../../../lib/words'

/** A matching cell; the column is the source's. */
export interface Match {
  /** The row's position when it was searched. */
  row: number
  column: number
  /** Identifies the row even if it has moved. */
  key?: string
}

/** The matches in the loaded rows. */
export interface Found {
  /** What was looked for. */
  text: string
  matches: readonly Match[]
  /** How many rows were searched. */
  rows: number
  /** True if there are more matches than are kept. */
  more: boolean
}

/** The most matches that are kept. */
export const mostFound = 10_000
/** How long the page may be blocked at a time, in milliseconds. */
const slice = 8

/** Nothing at all. */
export const nothingFound: Found = { text: '', matches: [], rows: 0, more: false }

/**
 * Searches the loaded rows for a text, row by row and in column order, ignoring case. It blocks the page for at most a
 * frame at a time; undefined if the signal aborts it.
 */
export async function findInRows(
  source: Source,
  ranges: readonly { first: number; last: number }[],
  columns: readonly number[],
  text: string,
  signal: AbortSignal,
): Promise<Found | undefined> {
  const wanted = text.toLowerCase()
  const matches: Match[] = []
  let rows = 0
  if (wanted === '') return nothingFound
  let began = performance.now()
  for (const { first, last } of ranges) {
    for (let row = first; row <= last; row++) {
      rows += 1
      for (const column of columns) {
        if (holds(source, row, column, wanted)) matches.push({ row, column, key: source.key?.(row) })
        if (matches.length > mostFound) return { text, matches: matches.slice(0, mostFound), rows, more: true }
      }
      if (performance.now() - began < slice) continue
      await new Promise((resume) => setTimeout(resume))
      if (signal.aborted) return undefined
      began = performance.now()
    }
  }
  return signal.aborted ? undefined : { text, matches, rows, more: false }
}

/**
 * The matches at the current positions of their rows, in reading order, without those whose rows are no longer loaded.
 */
export function matchesNow(matches: readonly Match[], source: Source): Match[] {
  const now = matches.flatMap((match) => {
    const row = rowNow(source, match.row, match.key)
    return row === undefined ? [] : [row === match.row ? match : { ...match, row }]
  })
  return now.sort((a, b) => a.row - b.row)
}

/** Whether a cell is a match, even if its row has moved. */
export function markOf(matches: readonly Match[], source: Source): (row: number, column: number) => boolean {
  const name = (row: string | number, column: number) => `${column} ${row}`
  const found = new Set(matches.map(({ row, key, column }) => name(key ?? row, column)))
  return (row, column) => found.has(name(source.key?.(row) ?? row, column))
}

function holds(source: Source, row: number, column: number, wanted: string): boolean {
  const cell = source.cell(row, column)
  return cell !== undefined && cell.kind > Kind.null && cell.text.toLowerCase().includes(wanted)
}

/** The match to go to from a cell: the next or previous one in reading order, wrapping around. -1 without matches. */
export function nextMatch(
  matches: readonly Match[],
  order: readonly number[],
  from: { row: number; column: number },
  by: number,
): number {
  if (matches.length === 0) return -1
  const rank = new Map(order.map((column, at) => [column, at]))
  const here = rank.get(from.column) ?? -1
  const compare = (match: Match) => match.row - from.row || (rank.get(match.column) ?? 0) - here
  if (by > 0) {
    const next = matches.findIndex((match) => compare(match) > 0)
    return next < 0 ? 0 : next
  }
  const before = matches.findLastIndex((match) => compare(match) < 0)
  return before < 0 ? matches.length - 1 : before
}

/** The result of a search in words: "3 of 12 in 1,000 loaded rows". */
export function foundWords({ matches, rows, more }: Found, current: number): string {
  const where = `in ${counted(rows, 'loaded row')}`
  if (matches.length === 0) return `Nothing found ${where}`
  const of = `${count(matches.length)}${more ? '+' : ''}`
  return current < 0 ? `${of} ${where}` : `${count(current + 1)} of ${of} ${where}`
}

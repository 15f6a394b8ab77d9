import type { Part } from './lines'

/** The most matches that are kept. */
export const mostMatches = 10_000
/** How many empty matches a pattern may have before the search stops. */
const mostEmpty = 100_000

/** The options of a search. */
export interface SearchOptions {
  /** Match case. */
  matchCase: boolean
  /** The search text is a regular expression. */
  regex: boolean
}

/** The matches: where each begins and ends, in order. */
export interface Matches {
  at: Int32Array
  ends: Int32Array
  /** True if there are more than are kept. */
  more: boolean
  /** True if the search text is not a valid regular expression. */
  invalid: boolean
}

const nothing = new Int32Array(0)

/** No match at all. */
export const noMatches: Matches = { at: nothing, ends: nothing, more: false, invalid: false }

/** Searches for a text. Empty matches of a regular expression do not count. */
export function search(text: string, wanted: string, { matchCase, regex }: SearchOptions): Matches {
  if (wanted === '') return noMatches
  const pattern = patternOf(regex ? wanted : wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), matchCase)
  if (!pattern) return { ...noMatches, invalid: true }
  const at: number[] = []
  const ends: number[] = []
  let empty = 0
  for (let found = pattern.exec(text); found && at.length <= mostMatches; found = pattern.exec(text)) {
    if (found[0] === '') {
      pattern.lastIndex += 1
      empty += 1
      if (empty > mostEmpty) break
      continue
    }
    at.push(found.index)
    ends.push(found.index + found[0].length)
  }
  return {
    at: Int32Array.from(at.slice(0, mostMatches)),
    ends: Int32Array.from(ends.slice(0, mostMatches)),
    more: at.length > mostMatches || empty > mostEmpty,
    invalid: false,
  }
}

function patternOf(source: string, matchCase: boolean): RegExp | undefined {
  try {
    return new RegExp(source, matchCase ? 'gm' : 'gim')
  } catch {
    return undefined
  }
}

/** Splits pieces where matches begin and end, and marks the matches. */
export function marked(parts: readonly Part[], matches: Matches, current: number): Part[] {
  if (matches.at.length === 0) return [...parts]
  return parts.flatMap((part) => (part.at < 0 ? [part] : split(part, matches, current)))
}

function split(part: Part, { at, ends }: Matches, current: number): Part[] {
  const out: Part[] = []
  const end = part.at + part.text.length
  let from = part.at
  const take = (to: number, found?: Part['found']) => {
    if (to > from) out.push({ text: part.text.slice(from - part.at, to - part.at), look: part.look, at: from, found })
    from = Math.max(from, to)
  }
  for (let i = firstAbove(ends, part.at); i < at.length && (at[i] as number) < end; i++) {
    take(Math.max(at[i] as number, part.at))
    take(Math.min(ends[i] as number, end), i === current ? 'current' : 'match')
  }
  take(end)
  return out
}

/** The first index whose value is greater than the given one. */
function firstAbove(list: Int32Array, value: number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle] as number) > value) high = middle
    else low = middle + 1
  }
  return low
}

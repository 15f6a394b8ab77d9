import type { Part } from './lines'

/** The most matches that are kept. */
export const mostMatches = 10_000

/** Where a text was found: the offsets in order, and how long each match is. */
export interface Matches {
  at: Int32Array
  length: number
  /** True where there are more than are kept. */
  more: boolean
}

/** No match at all. */
export const noMatches: Matches = { at: new Int32Array(0), length: 0, more: false }

/** Looks for a text, capital or small letters alike. */
export function search(text: string, wanted: string): Matches {
  if (wanted === '') return noMatches
  const pattern = new RegExp(wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi')
  const at: number[] = []
  let length = wanted.length
  for (let found = pattern.exec(text); found && at.length <= mostMatches; found = pattern.exec(text)) {
    at.push(found.index)
    length = found[0].length
  }
  return { at: Int32Array.from(at.slice(0, mostMatches)), length, more: at.length > mostMatches }
}

/** Splits parts where matches begin and end; a match carries the look "fnd", the current one "fnd now". */
export function marked(parts: readonly Part[], { at, length }: Matches, current: number): Part[] {
  if (at.length === 0) return [...parts]
  return parts.flatMap((part) => (part.at < 0 ? [part] : split(part, at, length, at[current] ?? -1)))
}

function split(part: Part, at: Int32Array, length: number, current: number): Part[] {
  const out: Part[] = []
  const end = part.at + part.text.length
  let from = part.at
  const take = (to: number, look: string) => {
    if (to > from) out.push({ text: part.text.slice(from - part.at, to - part.at), look, at: from })
    from = Math.max(from, to)
  }
  for (let i = firstEndingAfter(at, length, part.at); i < at.length && (at[i] as number) < end; i++) {
    const start = at[i] as number
    take(Math.max(start, part.at), part.look)
    take(Math.min(start + length, end), start === current ? 'fnd now' : 'fnd')
  }
  take(end, part.look)
  return out
}

function firstEndingAfter(at: Int32Array, length: number, offset: number): number {
  let low = 0
  let high = at.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((at[middle] as number) + length > offset) high = middle
    else low = middle + 1
  }
  return low
}

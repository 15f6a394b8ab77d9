import { type Entry, type EntryKind, kinds } from './entry'

/** The first character that restricts the palette to one kind. */
export const prefixes: Record<string, EntryKind> = { '>': 'command', '#': 'object', '@': 'connection', '/': 'request' }

/** The matched part of a title, as the offsets of its first character and of the one after its last. */
export type Hit = readonly [from: number, to: number]

export interface Match {
  entry: Entry
  hits: readonly Hit[]
}

/** The matches of a kind, best first. */
export interface Group {
  id: EntryKind | 'recent'
  shown: readonly Match[]
  /** How many there are, shown or not. */
  count: number
}

/** How many entries of a kind are shown unless the text begins with the character of that kind. */
export const mostOfKind = 20
/** How many recent entries are shown before the user types. */
export const mostRecent = 6

/** How well a title matches, best first: its beginning, that of a word, a part, or its letters in order. */
type Rank = 0 | 1 | 2 | 3

interface Ranked extends Match {
  rank: Rank
  /** The place among the recent entries, of which the last used is 0; Infinity for others. */
  used: number
}

/** The entries that match a text, in groups: the group with the best match is first. `recent` has the last used first. */
export function matchesOf(entries: readonly Entry[], typed: string, recent: readonly string[]): Group[] {
  const only = prefixes[typed.trimStart()[0] ?? '']
  const text = (only ? typed.trimStart().slice(1) : typed).trim().toLowerCase()
  const used = new Map(recent.map((key, place) => [key, place]))
  const ofKind = new Map<EntryKind, Ranked[]>(kinds.map((kind) => [kind, []]))
  for (const entry of entries) {
    if (only && entry.kind !== only) continue
    const found = matchOf(entry.title, text)
    if (found) ofKind.get(entry.kind)?.push({ entry, used: used.get(entry.key) ?? Number.POSITIVE_INFINITY, ...found })
  }
  const groups = kinds.map((id) => {
    const all = ofKind.get(id) ?? []
    if (text !== '') all.sort(better)
    return { id, best: all[0]?.rank ?? 3, shown: only ? all : all.slice(0, mostOfKind), count: all.length }
  })
  if (text !== '') groups.sort((a, b) => a.best - b.best)
  const filled: Group[] = groups.filter(({ count }) => count > 0).map(({ id, shown, count }) => ({ id, shown, count }))
  if (text !== '' || only) return filled
  const shown = recentOf(entries, recent)
  return shown.length === 0 ? filled : [{ id: 'recent', shown, count: shown.length }, ...filled]
}

function recentOf(entries: readonly Entry[], recent: readonly string[]): Match[] {
  const named = new Map(entries.map((entry) => [entry.key, entry]))
  return recent
    .flatMap((key) => named.get(key) ?? [])
    .slice(0, mostRecent)
    .map((entry) => ({ entry, hits: [] }))
}

/** Sorts the better match first; equal ones stay in their order. */
function better(a: Ranked, b: Ranked): number {
  if (a.rank !== b.rank) return a.rank - b.rank
  if (a.used !== b.used) return a.used < b.used ? -1 : 1
  return Number(a.entry.why !== '') - Number(b.entry.why !== '')
}

/** How a title matches a text in lower case; null if it does not. An empty text matches everything. */
export function matchOf(title: string, text: string): { rank: Rank; hits: readonly Hit[] } | null {
  if (text === '') return { rank: 0, hits: [] }
  const lower = title.toLowerCase()
  let first = -1
  for (let at = lower.indexOf(text); at >= 0; at = lower.indexOf(text, at + 1)) {
    if (at === 0 || !isLetter(lower[at - 1] ?? '')) {
      return { rank: at === 0 ? 0 : 1, hits: [[at, at + text.length]] }
    }
    if (first < 0) first = at
  }
  if (first >= 0) return { rank: 2, hits: [[first, first + text.length]] }
  const hits = inOrder(lower, text)
  return hits && { rank: 3, hits }
}

/** Where the characters of a text occur in a title in their order, spaces aside; null if they do not. */
function inOrder(lower: string, text: string): Hit[] | null {
  const hits: [number, number][] = []
  let from = 0
  for (const letter of text.replaceAll(' ', '')) {
    const at = lower.indexOf(letter, from)
    if (at < 0) return null
    const last = hits.at(-1)
    from = at + letter.length
    if (last && last[1] === at) last[1] = from
    else hits.push([at, from])
  }
  return hits
}

const isLetter = (character: string) => /[\p{L}\p{N}]/u.test(character)

import type { ConsoleResponse, SearchBuckets, SearchFact, SearchHighlights, SearchResponse } from '../../host'
import { type JsonTree, Node } from '../../ui/text/json'
import { at, decoded, members, nameOf } from './tree'

/** The most lines of one aggregation, and the most hits with highlights, that are drawn. */
export const mostLines = 1000
export const mostHits = 200

/** The results of a search other than its rows. Numbers have the digits that the engine sent. */
export interface Searched {
  /** What the engine calls its aggregations. */
  called: string
  aggregations: readonly Aggregation[]
  highlights: readonly HighlightedHit[]
  /** How many hits have highlights. */
  highlighted: number
  /** Facts of the search itself: name and value. */
  facts: readonly (readonly [string, string])[]
  /** The engine's time in milliseconds, and its hit count; '' if it does not say. */
  took: string
  total: string
  /** Whether there may be more hits. */
  atLeast: boolean
}

/** One aggregation of the request, with its sub-aggregations. */
export interface Aggregation {
  name: string
  /** Its type according to the response, '' if not given. */
  type: string
  /** What the engine calls the number of documents in a bucket. */
  counted: string
  /** The names of its buckets' figures, besides their counts. */
  columns: readonly string[]
  lines: readonly AggregationLine[]
  /** The number of all lines; lines may have fewer. */
  count: number
  /** Notes on the whole aggregation: the documents in no bucket, and the like. */
  facts: readonly (readonly [string, string])[]
}

/** A bucket, or the name of a sub-aggregation in one. */
export interface AggregationLine {
  depth: number
  /** True if the line only names the aggregation whose buckets follow. */
  head: boolean
  key: string
  /** Its document count, '' if not given. */
  count: string
  /** Its count in percent of the largest one among its siblings. */
  share: number
  /** Its figures, by column name. */
  values: ReadonlyMap<string, string>
}

export interface HighlightedHit {
  id: string
  fields: readonly { name: string; fragments: readonly (readonly Piece[])[] }[]
}

/** A piece of a text, marked if it matched. */
export interface Piece {
  text: string
  marked: boolean
}

/**
 * Reads the results of a search other than its rows, as its driver describes them; null if the response is not a
 * search.
 */
export function searchedIn(
  tree: JsonTree,
  { rows, search }: Pick<ConsoleResponse, 'rows' | 'search'>,
): Searched | null {
  const [outer = '', inner] = rows.split('.*.')
  const list = rows === '' || tree.count === 0 ? -1 : at(tree, 0, outer.split('.'))
  if (list < 0 || tree.kinds[list] !== Node.array) return null
  const lists = inner === undefined ? [list] : inside(tree, list).map((group) => member(tree, group, inner))
  const around = inPath(tree, 0, search.around)
  const has = search.buckets.find(({ path }) => inPath(tree, around, path) >= 0) ?? search.buckets[0]
  const found = lists.flatMap((hits) => [...highlightsOf(tree, hits, search)])
  return {
    called: has?.title ?? '',
    aggregations: has ? inside(tree, inPath(tree, around, has.path)).map((node) => aggregationOf(tree, node, has)) : [],
    highlights: found.slice(0, mostHits),
    highlighted: found.length,
    facts: factsOf(tree, around, search.facts),
    ...figuresOf(tree, search),
  }
}

function figuresOf(tree: JsonTree, search: SearchResponse): Pick<Searched, 'took' | 'total' | 'atLeast'> {
  const took = search.took === '' ? -1 : inPath(tree, 0, search.took)
  const total = search.total === '' ? -1 : inPath(tree, 0, search.total)
  const value = member(tree, total, search.count)
  return {
    took: took < 0 ? '' : tree.raw(took),
    total: value >= 0 ? tree.raw(value) : total >= 0 ? tree.raw(total) : '',
    atLeast: search.atLeast !== '' && rawText(tree, total, search.relation) === search.atLeast,
  }
}

function aggregationOf(tree: JsonTree, node: number, words: SearchBuckets): Aggregation {
  const key = words.name === '' ? nameOf(tree, node) : rawText(tree, node, words.name)
  const [type, name] = named(key, words)
  const lines = new Lines(tree, words)
  lines.aggregation(node, 0, name)
  return { name, type, counted: words.count, ...lines.made(), facts: notesOf(tree, node, words) }
}

/** The lines of an aggregation while they are built. */
class Lines {
  readonly #tree: JsonTree
  readonly #words: SearchBuckets
  /** Members that describe a bucket; the others are its figures. */
  readonly #own: ReadonlySet<string>
  readonly #lines: AggregationLine[] = []
  readonly #columns = new Set<string>()
  #count = 0

  constructor(tree: JsonTree, words: SearchBuckets) {
    this.#tree = tree
    this.#words = words
    this.#own = new Set([words.key, words.shown, words.count, ...words.own])
  }

  made(): Pick<Aggregation, 'columns' | 'lines' | 'count'> {
    return { columns: [...this.#columns], lines: this.#lines, count: this.#count }
  }

  /** Adds the content of an aggregation: its buckets, or itself if it is one bucket or only figures. */
  aggregation(node: number, depth: number, name: string): void {
    const tree = this.#tree
    const words = this.#words
    const buckets = member(tree, node, words.list)
    if (buckets < 0) {
      if (words.nested) this.bucket(node, depth, name, 0)
      return
    }
    const all = inside(tree, buckets)
    const counts = all.map((one) => Number(rawOf(tree, one, words.count)))
    const most = greatest(counts)
    const keyed = tree.kinds[buckets] === Node.object
    all.forEach((one, i) => {
      const share = most > 0 ? ((counts[i] as number) / most) * 100 : 0
      this.bucket(one, depth, keyed ? nameOf(tree, one) : keyOf(tree, one, words), share)
    })
  }

  bucket(node: number, depth: number, key: string, share: number): void {
    const tree = this.#tree
    const values = new Map<string, string>()
    const deeper: number[] = []
    const words = this.#words
    for (const part of words.nested ? inside(tree, node) : []) {
      const name = nameOf(tree, part)
      if (this.#own.has(name)) continue
      if (tree.kinds[part] === Node.object && isBuckets(tree, part, words)) deeper.push(part)
      else this.#values(part, named(name, words)[1], values)
    }
    this.#add({ depth, head: false, key, count: rawOf(tree, node, words.count), share, values })
    for (const part of deeper) {
      const [, name] = named(nameOf(tree, part), words)
      const buckets = member(tree, part, words.list)
      if (buckets >= 0) this.#add({ depth: depth + 1, head: true, key: name, count: '', share: 0, values: new Map() })
      this.aggregation(part, depth + (buckets >= 0 ? 2 : 1), name)
    }
  }

  #add(line: AggregationLine): void {
    this.#count += 1
    if (this.#count > mostLines) return
    for (const name of line.values.keys()) this.#columns.add(name)
    this.#lines.push(line)
  }

  /** The figures of a metric: one under its own name, or one for each of its leaves. */
  #values(node: number, name: string, into: Map<string, string>): void {
    const tree = this.#tree
    if (tree.kinds[node] !== Node.object || tree.sizes[node] === 0) {
      into.set(name, textOf(tree, node))
      return
    }
    for (const part of inside(tree, node)) {
      const leaf = nameOf(tree, part)
      this.#values(part, leaf === this.#words.value ? name : `${name}.${leaf}`, into)
    }
  }
}

/** Whether an object has its own documents: buckets, or one bucket. */
function isBuckets(tree: JsonTree, node: number, words: SearchBuckets): boolean {
  return member(tree, node, words.list) >= 0 || member(tree, node, words.count) >= 0
}

/** The notes on a whole aggregation. */
function notesOf(tree: JsonTree, node: number, words: SearchBuckets): [string, string][] {
  const figures =
    words.stats !== ''
      ? inside(tree, member(tree, node, words.stats))
      : member(tree, node, words.list) < 0
        ? []
        : inside(tree, node).filter((part) => nameOf(tree, part) !== words.list)
  return figures
    .filter((part) => !(words.quiet.includes(nameOf(tree, part)) && tree.raw(part) === '0'))
    .map((part) => [nameOf(tree, part), textOf(tree, part)])
}

function factsOf(tree: JsonTree, around: number, facts: readonly SearchFact[]): [string, string][] {
  return facts.flatMap(({ title, path, text }): [string, string][] => {
    const node = inPath(tree, around, path)
    if (node < 0) return []
    const value = text === '' ? tree.raw(node) : text.replace(/\{(\w+)\}/g, (_, name) => rawOf(tree, node, name))
    return value === '' ? [] : [[title, value]]
  })
}

/** The hits that have highlights. */
function* highlightsOf(tree: JsonTree, hits: number, search: SearchResponse): Generator<HighlightedHit> {
  const words = search.highlights
  for (const hit of inside(tree, hits)) {
    if (tree.kinds[hit] !== Node.object) continue
    const list = inside(tree, member(tree, hit, words.list)).map((one) => snippetOf(tree, one, words))
    const fields = list.length > 0 ? list : fragmentsIn(tree, member(tree, hit, words.byField), '', words)
    if (fields.length === 0) continue
    const id = search.key === '' ? -1 : inPath(tree, hit, search.key)
    yield { id: id < 0 ? '' : textOf(tree, id), fields }
  }
}

type Field = HighlightedHit['fields'][number]

function snippetOf(tree: JsonTree, node: number, words: SearchHighlights): Field {
  const all = inside(tree, member(tree, node, words.fragments))
  const one = rawText(tree, node, words.fragment)
  const fragments = all.length > 0 ? all.map((part) => textOf(tree, part)) : [one]
  return { name: rawText(tree, node, words.name), fragments: fragments.map(piecesOf) }
}

function fragmentsIn(tree: JsonTree, node: number, path: string, words: SearchHighlights): Field[] {
  return inside(tree, node).flatMap((part): Field[] => {
    const name = path === '' ? nameOf(tree, part) : `${path}.${nameOf(tree, part)}`
    const texts = tree.kinds[part] === Node.array ? inside(tree, part).filter((one) => isText(tree, one)) : []
    if (texts.length > 0) return [{ name, fragments: texts.map((one) => piecesOf(textOf(tree, one))) }]
    const snippet = rawText(tree, part, words.fragment)
    if (snippet !== '') return [{ name, fragments: [piecesOf(snippet)] }]
    return tree.kinds[part] === Node.object ? fragmentsIn(tree, part, name, words) : []
  })
}

/** The pieces of a highlighted text: what is between the usual tags is marked. */
export function piecesOf(text: string): Piece[] {
  return text
    .split(/<(em|mark)>([\s\S]*?)<\/\1>/)
    .map((piece, i) => ({ text: piece, marked: i % 3 === 2 }))
    .filter((piece, i) => i % 3 !== 1 && piece.text !== '')
}

/** The key of a bucket: human-readable, and raw. */
function keyOf(tree: JsonTree, bucket: number, words: SearchBuckets): string {
  const key = rawText(tree, bucket, words.key)
  const shown = rawText(tree, bucket, words.shown)
  return shown === '' || shown === key ? key : `${shown} (${key})`
}

/** A type and a name, which an engine may join: "sterms#by_branch". */
function named(key: string, { typed }: SearchBuckets): [type: string, name: string] {
  const at = typed === '' ? -1 : key.indexOf(typed)
  const [type, name] = [key.slice(0, Math.max(0, at)), key.slice(at + typed.length)]
  return /^[a-z_]+$/.test(type) && name !== '' ? [type, name] : ['', key]
}

/** The greatest of some counts, 0 without any. There may be more of them than a function can take as arguments. */
function greatest(counts: readonly number[]): number {
  return counts.reduce((most, one) => Math.max(most, one), 0)
}

/** The node at a path, where '' is the starting node; -1 for none. */
function inPath(tree: JsonTree, of: number, path: string): number {
  return of < 0 || path === '' ? of : at(tree, of, path.split('.'))
}

/** The member of an object with a name, -1 if there is none. */
function member(tree: JsonTree, of: number, name: string): number {
  return of >= 0 && name !== '' && tree.kinds[of] === Node.object ? at(tree, of, [name]) : -1
}

function inside(tree: JsonTree, node: number): number[] {
  return node >= 0 && tree.isContainer(node) ? [...members(tree, node)] : []
}

function isText(tree: JsonTree, node: number): boolean {
  return tree.kinds[node] === Node.string
}

function textOf(tree: JsonTree, node: number): string {
  return isText(tree, node) ? decoded(tree.raw(node)) : tree.raw(node)
}

function rawOf(tree: JsonTree, of: number, name: string): string {
  const node = member(tree, of, name)
  return node < 0 ? '' : tree.raw(node)
}

function rawText(tree: JsonTree, of: number, name: string): string {
  const node = member(tree, of, name)
  return node < 0 ? '' : textOf(tree, node)
}

import { type JsonTree, Node } from '../../ui/text/json'
import { at, decoded, members, nameOf } from './tree'

/** How many lines of one aggregation, and how many hits with highlights, are drawn at most. */
export const mostLines = 1000
export const mostHits = 200

/** What a search found besides its rows. Every number has the digits that the engine sent. */
export interface Searched {
  /** What the engine calls its aggregations: those of Typesense are facets. */
  called: 'Aggregations' | 'Facets'
  aggregations: readonly Aggregation[]
  highlights: readonly HighlightedHit[]
  /** How many hits have highlights. */
  highlighted: number
  /** Facts of the search itself: name and value. */
  facts: readonly (readonly [string, string])[]
  /** How long the engine says it took, in milliseconds, and how many hits it found; '' if it does not say. */
  took: string
  total: string
  /** Whether there can be more hits. */
  atLeast: boolean
}

/** One aggregation of the request, with those inside of it. */
export interface Aggregation {
  name: string
  /** What typed_keys says that it is, '' without them. */
  type: string
  /** The names of the figures that its buckets have besides their counts. */
  columns: readonly string[]
  lines: readonly AggregationLine[]
  /** How many lines there are; not all of them are in lines. */
  count: number
  /** What is said of the whole: the documents in no bucket, and the like. */
  facts: readonly (readonly [string, string])[]
}

/** A bucket, or the name of an aggregation inside of one. */
export interface AggregationLine {
  depth: number
  /** True where the line only names the aggregation whose buckets follow. */
  head: boolean
  key: string
  /** How many documents it has, '' where it does not say. */
  count: string
  /** Its count in hundredths of the largest one beside it. */
  share: number
  /** Its figures by the names of the columns. */
  values: ReadonlyMap<string, string>
}

export interface HighlightedHit {
  id: string
  fields: readonly { name: string; fragments: readonly (readonly Piece[])[] }[]
}

/** A piece of a text, marked where it matched. */
export interface Piece {
  text: string
  marked: boolean
}

/** Members of a bucket that describe it; the others are its figures. */
const ofBucket = new Set(['key', 'key_as_string', 'doc_count', 'from', 'to', 'from_as_string', 'to_as_string'])

/** Reads what a search says besides its rows, whose place and documents are given; null where a response is no search. */
export function searchedIn(tree: JsonTree, rows: string, doc: string): Searched | null {
  const [outer = '', inner] = rows.split('.*.')
  const path = outer.split('.')
  const list = rows === '' || tree.count === 0 ? -1 : at(tree, 0, path)
  if (list < 0 || tree.kinds[list] !== Node.array) return null
  const lists = inner === undefined ? [list] : inside(tree, list).map((group) => member(tree, group, inner))
  const around = at(tree, 0, path.at(-2) === 'hits' ? path.slice(0, -2) : path.slice(0, -1))
  const aggregations = member(tree, around, 'aggregations')
  const facets = member(tree, around, 'facet_counts')
  const found = lists.flatMap((hits) => [...highlightsOf(tree, hits, doc)])
  return {
    called: facets >= 0 ? 'Facets' : 'Aggregations',
    aggregations: [
      ...inside(tree, aggregations).map((node) => aggregationOf(tree, node)),
      ...inside(tree, facets).map((node) => facetOf(tree, node)),
    ],
    highlights: found.slice(0, mostHits),
    highlighted: found.length,
    facts: factsOf(tree, around),
    ...figuresOf(tree, around),
  }
}

function figuresOf(tree: JsonTree, around: number): Pick<Searched, 'took' | 'total' | 'atLeast'> {
  const total = member(tree, member(tree, around, 'hits'), 'total')
  const value = member(tree, total, 'value')
  return {
    took: rawOf(tree, around, 'took') || rawOf(tree, around, 'search_time_ms'),
    total:
      value >= 0
        ? tree.raw(value)
        : total >= 0
          ? tree.raw(total)
          : rawOf(tree, around, 'found_docs') || rawOf(tree, around, 'found'),
    atLeast: rawText(tree, total, 'relation') === 'gte',
  }
}

function aggregationOf(tree: JsonTree, node: number): Aggregation {
  const [type, name] = named(nameOf(tree, node))
  const lines = new Lines(tree)
  lines.aggregation(node, 0, name)
  return { name, type, ...lines.made(), facts: notesOf(tree, node) }
}

/** The lines of an aggregation while they are made. */
class Lines {
  readonly #tree: JsonTree
  readonly #lines: AggregationLine[] = []
  readonly #columns = new Set<string>()
  #count = 0

  constructor(tree: JsonTree) {
    this.#tree = tree
  }

  made(): Pick<Aggregation, 'columns' | 'lines' | 'count'> {
    return { columns: [...this.#columns], lines: this.#lines, count: this.#count }
  }

  /** Adds what an aggregation has: its buckets, or itself where it is one bucket or only figures. */
  aggregation(node: number, depth: number, name: string): void {
    const tree = this.#tree
    const buckets = member(tree, node, 'buckets')
    if (buckets < 0) return this.bucket(node, depth, name, 0)
    const all = inside(tree, buckets)
    const counts = all.map((one) => Number(rawOf(tree, one, 'doc_count')))
    const most = greatest(counts)
    const keyed = tree.kinds[buckets] === Node.object
    all.forEach((one, i) => {
      const share = most > 0 ? ((counts[i] as number) / most) * 100 : 0
      this.bucket(one, depth, keyed ? nameOf(tree, one) : keyOf(tree, one), share)
    })
  }

  bucket(node: number, depth: number, key: string, share: number): void {
    const tree = this.#tree
    const values = new Map<string, string>()
    const deeper: number[] = []
    for (const part of inside(tree, node)) {
      const name = nameOf(tree, part)
      if (ofBucket.has(name)) continue
      if (tree.kinds[part] === Node.object && isBuckets(tree, part)) deeper.push(part)
      else this.#values(part, named(name)[1], values)
    }
    this.#add({ depth, head: false, key, count: rawOf(tree, node, 'doc_count'), share, values })
    for (const part of deeper) {
      const [, name] = named(nameOf(tree, part))
      const buckets = member(tree, part, 'buckets')
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

  /** The figures of a metric: one of its own name, or one for each of its leaves. */
  #values(node: number, name: string, into: Map<string, string>): void {
    const tree = this.#tree
    if (tree.kinds[node] !== Node.object || tree.sizes[node] === 0) {
      into.set(name, textOf(tree, node))
      return
    }
    for (const part of inside(tree, node)) {
      const leaf = nameOf(tree, part)
      this.#values(part, leaf === 'value' ? name : `${name}.${leaf}`, into)
    }
  }
}

/** Whether an object has documents of its own: buckets, or one bucket. */
function isBuckets(tree: JsonTree, node: number): boolean {
  return member(tree, node, 'buckets') >= 0 || member(tree, node, 'doc_count') >= 0
}

/** What is said of an aggregation as a whole. */
function notesOf(tree: JsonTree, node: number): [string, string][] {
  if (member(tree, node, 'buckets') < 0) return []
  return inside(tree, node)
    .filter((part) => nameOf(tree, part) !== 'buckets' && !isMeta(tree, part))
    .map((part) => [nameOf(tree, part), textOf(tree, part)])
}

/** A bound that says nothing since no count can be wrong. */
function isMeta(tree: JsonTree, node: number): boolean {
  return nameOf(tree, node) === 'doc_count_error_upper_bound' && tree.raw(node) === '0'
}

/** A facet of Typesense: the values of a field with their counts. */
function facetOf(tree: JsonTree, node: number): Aggregation {
  const counts = inside(tree, member(tree, node, 'counts'))
  const most = greatest(counts.map((one) => Number(rawOf(tree, one, 'count'))))
  const lines = counts.slice(0, mostLines).map((one) => {
    const count = rawOf(tree, one, 'count')
    const value = member(tree, one, 'value')
    const key = value < 0 ? '' : textOf(tree, value)
    return { depth: 0, head: false, key, count, share: most > 0 ? (Number(count) / most) * 100 : 0, values: new Map() }
  })
  const stats = inside(tree, member(tree, node, 'stats'))
  const name = member(tree, node, 'field_name')
  return {
    name: name < 0 ? '' : textOf(tree, name),
    type: '',
    columns: [],
    lines,
    count: counts.length,
    facts: stats.map((part) => [nameOf(tree, part), textOf(tree, part)]),
  }
}

/** The facts of a search that engines say beside its hits. */
const said: readonly (readonly [string, string])[] = [
  ['timed_out', 'Timed out'],
  ['terminated_early', 'Terminated early'],
  ['out_of', 'Searched documents'],
  ['search_cutoff', 'Search cut off'],
]

function factsOf(tree: JsonTree, around: number): [string, string][] {
  const facts = said.flatMap(([name, title]): [string, string][] => {
    const value = rawOf(tree, around, name)
    return value === '' ? [] : [[title, value]]
  })
  const shards = member(tree, around, '_shards')
  if (shards < 0) return facts
  const [good, failed] = [rawOf(tree, shards, 'successful'), rawOf(tree, shards, 'failed')]
  return [...facts, ['Shards', `${good} successful, ${failed} failed`]]
}

/** The hits that have highlights: Elasticsearch has fragments by field, Typesense a list of fields or nested snippets. */
function* highlightsOf(tree: JsonTree, hits: number, doc: string): Generator<HighlightedHit> {
  for (const hit of inside(tree, hits)) {
    if (tree.kinds[hit] !== Node.object) continue
    const list = inside(tree, member(tree, hit, 'highlights')).map((one) => snippetOf(tree, one))
    const fields = list.length > 0 ? list : fragmentsIn(tree, member(tree, hit, 'highlight'), '')
    if (fields.length === 0) continue
    const id = rawText(tree, hit, '_id') || rawText(tree, member(tree, hit, doc), 'id')
    yield { id, fields }
  }
}

type Field = HighlightedHit['fields'][number]

function snippetOf(tree: JsonTree, node: number): Field {
  const all = inside(tree, member(tree, node, 'snippets'))
  const one = rawText(tree, node, 'snippet')
  const fragments = all.length > 0 ? all.map((part) => textOf(tree, part)) : [one]
  return { name: rawText(tree, node, 'field'), fragments: fragments.map(piecesOf) }
}

function fragmentsIn(tree: JsonTree, node: number, path: string): Field[] {
  return inside(tree, node).flatMap((part): Field[] => {
    const name = path === '' ? nameOf(tree, part) : `${path}.${nameOf(tree, part)}`
    const texts = tree.kinds[part] === Node.array ? inside(tree, part).filter((one) => isText(tree, one)) : []
    if (texts.length > 0) return [{ name, fragments: texts.map((one) => piecesOf(textOf(tree, one))) }]
    const snippet = rawText(tree, part, 'snippet')
    if (snippet !== '') return [{ name, fragments: [piecesOf(snippet)] }]
    return tree.kinds[part] === Node.object ? fragmentsIn(tree, part, name) : []
  })
}

/** A highlighted text in pieces: what is between the usual tags of the engines is marked. */
export function piecesOf(text: string): Piece[] {
  return text
    .split(/<(em|mark)>([\s\S]*?)<\/\1>/)
    .map((piece, i) => ({ text: piece, marked: i % 3 === 2 }))
    .filter((piece, i) => i % 3 !== 1 && piece.text !== '')
}

/** The key of a bucket: as it is written for people, and as it is. */
function keyOf(tree: JsonTree, bucket: number): string {
  const key = rawText(tree, bucket, 'key')
  const shown = rawText(tree, bucket, 'key_as_string')
  return shown === '' || shown === key ? key : `${shown} (${key})`
}

/** A type and a name, which typed_keys joins: "sterms#by_branch". */
function named(key: string): [type: string, name: string] {
  const [, type = '', name = key] = /^([a-z_]+)#(.+)$/s.exec(key) ?? []
  return [type, name]
}

/** The greatest of some counts, 0 without any. There can be more of them than a function takes arguments. */
function greatest(counts: readonly number[]): number {
  return counts.reduce((most, one) => Math.max(most, one), 0)
}

/** The member of an object with a name, -1 if there is none. */
function member(tree: JsonTree, of: number, name: string): number {
  return of >= 0 && tree.kinds[of] === Node.object ? at(tree, of, [name]) : -1
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

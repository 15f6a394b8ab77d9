import { inSlices } from './slices'

/** The kinds of nodes of a JSON text. */
export const Node = { object: 0, array: 1, string: 2, number: 3, literal: 4, rest: 5 } as const

/** How many nodes are read between checks of the clock. */
const stride = 4096

const word = /[^\s,\]}:"[{]+/y
const space = /[ \t\r\n]*/y
const number = /^-?\d/

/**
 * The nodes of a JSON text in order, as positions in the text: nothing is converted, so that every digit, escape and
 * space is kept. Objects and arrays may follow each other, as in NDJSON. If the text is invalid or ends early, the
 * unread part is one last node, the rest.
 */
export class JsonTree {
  /** How many nodes there are. */
  count = 0
  kinds = new Uint8Array(64)
  /** Where the value of a node begins and ends. */
  starts = new Int32Array(64)
  ends = new Int32Array(64)
  /** Where the key of a node begins and ends, including its quotes; -1 if it has none. */
  keys = new Int32Array(64)
  keyEnds = new Int32Array(64)
  /** The next node after a node and its descendants. */
  nexts = new Int32Array(64)
  parents = new Int32Array(64)
  /** The zero-based index of a node in its parent. */
  places = new Int32Array(64)
  /** How many direct members a node has. */
  sizes = new Int32Array(64)

  constructor(readonly text: string) {}

  /** A node's own characters. */
  raw(node: number): string {
    return this.text.slice(this.starts[node], this.ends[node])
  }

  /** The key of a node with its quotes, '' if it has none. */
  key(node: number): string {
    return hasKey(this, node) ? this.text.slice(this.keys[node], this.keyEnds[node]) : ''
  }

  /** Whether a node can have members. */
  isContainer(node: number): boolean {
    return (this.kinds[node] as number) <= Node.array
  }

  /** The depth of a node, 0 for the first. */
  depth(node: number): number {
    let depth = 0
    for (let up = this.parents[node] as number; up >= 0; up = this.parents[up] as number) depth += 1
    return depth
  }

  /** The last node that begins at or before an offset of the text. */
  nodeAt(offset: number): number {
    let low = 0
    let high = this.count - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (beginOf(this, middle) <= offset) low = middle
      else high = middle - 1
    }
    return low
  }

  /** Appends a node. */
  add(kind: number, parent: number, key: number, keyEnd: number, start: number, end: number): number {
    const node = this.count
    if (node === this.kinds.length) this.grow()
    this.count += 1
    this.kinds[node] = kind
    this.parents[node] = parent
    this.keys[node] = key
    this.keyEnds[node] = keyEnd
    this.starts[node] = start
    this.ends[node] = end
    this.nexts[node] = node + 1
    if (parent >= 0) {
      this.places[node] = this.sizes[parent] as number
      this.sizes[parent] = (this.sizes[parent] as number) + 1
    }
    return node
  }

  private grow(): void {
    const size = this.kinds.length * 2
    const larger = (list: Int32Array) => {
      const made = new Int32Array(size)
      made.set(list)
      return made
    }
    const kinds = new Uint8Array(size)
    kinds.set(this.kinds)
    this.kinds = kinds
    this.starts = larger(this.starts)
    this.ends = larger(this.ends)
    this.keys = larger(this.keys)
    this.keyEnds = larger(this.keyEnds)
    this.nexts = larger(this.nexts)
    this.parents = larger(this.parents)
    this.places = larger(this.places)
    this.sizes = larger(this.sizes)
  }
}

function hasKey(tree: JsonTree, node: number): boolean {
  return (tree.keys[node] as number) >= 0
}

/** Where a node begins, including its key. */
export function beginOf(tree: JsonTree, node: number): number {
  return hasKey(tree, node) ? (tree.keys[node] as number) : (tree.starts[node] as number)
}

/** Parses a JSON text, or as much of it as is valid. */
export function readTree(text: string): JsonTree {
  const scan = new Scan(text)
  while (!scan.run(stride)) {}
  return scan.tree
}

/** Parses a JSON text without blocking the page for long; undefined if the signal aborts it. */
export async function readTreeSlowly(text: string, signal: AbortSignal): Promise<JsonTree | undefined> {
  const scan = new Scan(text)
  return (await inSlices(() => scan.run(stride), signal)) ? scan.tree : undefined
}

/** The state of parsing a text. */
class Scan {
  readonly tree: JsonTree
  private at = 0
  private inside = -1
  private done = false

  constructor(private readonly text: string) {
    this.tree = new JsonTree(text)
  }

  /** Reads some nodes. Returns true when there are no more. */
  run(nodes: number): boolean {
    const most = this.tree.count + nodes
    while (!this.done && this.tree.count < most) this.value()
    return this.done
  }

  /** Reads a member of the open container, or the first value. */
  private value(): void {
    const { text, inside, tree } = this
    this.skip()
    const from = this.at
    let [key, keyEnd] = [-1, -1]
    if (inside >= 0 && tree.kinds[inside] === Node.object) {
      const end = stringEnd(text, this.at)
      if (end < 0) return this.rest(from)
      ;[key, keyEnd] = [this.at, end]
      this.at = end
      this.skip()
      if (text[this.at] !== ':') return this.rest(from)
      this.at += 1
      this.skip()
    }
    const start = this.at
    const sign = text[start]
    if (sign === '{' || sign === '[') {
      this.inside = tree.add(sign === '{' ? Node.object : Node.array, inside, key, keyEnd, start, start)
      this.at += 1
      this.skip()
      const empty = text[this.at] === (sign === '{' ? '}' : ']')
      if (!empty) return
      this.close()
      return this.after()
    }
    const end = sign === '"' ? stringEnd(text, start) : wordEnd(text, start)
    if (end < 0) return this.rest(from)
    const kind = sign === '"' ? Node.string : number.test(text.slice(start, start + 2)) ? Node.number : Node.literal
    tree.add(kind, inside, key, keyEnd, start, end)
    this.at = end
    this.after()
  }

  /** Continues after a value: to the next member or value, or out of the containers that end here. */
  private after(): void {
    const { text, tree } = this
    for (this.skip(); this.inside >= 0; this.skip()) {
      const sign = text[this.at]
      if (sign === ',') {
        this.at += 1
        return
      }
      if (sign !== (tree.kinds[this.inside] === Node.object ? '}' : ']')) return this.rest(this.at)
      this.close()
    }
    const sign = text[this.at]
    if (sign === '{' || sign === '[') return
    if (this.at < text.length) this.rest(this.at)
    this.done = true
  }

  /** Ends the open container at its bracket. */
  private close(): void {
    const { tree } = this
    const closed = this.inside
    this.at += 1
    tree.ends[closed] = this.at
    tree.nexts[closed] = tree.count
    this.inside = tree.parents[closed] as number
  }

  /** Turns the unreadable rest into one node, and ends all open containers. */
  private rest(from: number): void {
    const { tree, text } = this
    if (from < text.length) tree.add(Node.rest, this.inside, -1, -1, from, text.length)
    for (let open = this.inside; open >= 0; open = tree.parents[open] as number) {
      tree.ends[open] = text.length
      tree.nexts[open] = tree.count
    }
    this.done = true
  }

  private skip(): void {
    space.lastIndex = this.at
    space.test(this.text)
    this.at = space.lastIndex
  }
}

/** The end of the string that begins at an offset, after its quote; -1 if there is none or it does not end. */
function stringEnd(text: string, from: number): number {
  if (text[from] !== '"') return -1
  for (let quote = text.indexOf('"', from + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0
    while (text[quote - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return quote + 1
  }
  return -1
}

function wordEnd(text: string, from: number): number {
  word.lastIndex = from
  return word.test(text) ? word.lastIndex : -1
}

const plain = /^[A-Za-z_$][\w$]*$/

/** The path to a node from the root value: `chapters[0].title`, `labels["a b"]`. */
export function pathOf(tree: JsonTree, node: number, from: string): string {
  const steps: string[] = []
  for (let at = node; at > 0 && (tree.parents[at] as number) >= 0; at = tree.parents[at] as number) {
    const key = tree.key(at)
    const name = key.slice(1, -1)
    if (key === '') steps.push(`[${tree.places[at]}]`)
    else steps.push(plain.test(name) ? `.${name}` : `[${key}]`)
  }
  return from + steps.reverse().join('')
}

import { syntax } from '../code/syntax'
import { type JsonTree, Node, readTree } from './json'
import { inSlices } from './slices'

/** A piece of a line: its style, and its position in the text, -1 if it was added. */
export interface Part {
  text: string
  look: string
  at: number
  /** Its search state: none, a match, or the current match. */
  found?: 'match' | 'current'
}

/** A text in lines. Only the requested part of a line is built. */
export interface Lines {
  readonly count: number
  /** How many characters a line has. */
  length(line: number): number
  /** The part of a line from one column to another. */
  parts(line: number, from: number, to: number): Part[]
  /** The line and column of an offset of the text. */
  place(offset: number): { line: number; column: number }
}

/** A text as it is, in its own lines. */
export class PlainLines implements Lines {
  private readonly starts: Int32Array

  constructor(readonly text: string) {
    const starts = [0]
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
    this.starts = Int32Array.from(starts)
  }

  get count(): number {
    return this.starts.length
  }

  length(line: number): number {
    const end = line + 1 < this.count ? (this.starts[line + 1] as number) - 1 : this.text.length
    return end - (this.starts[line] as number)
  }

  parts(line: number, from: number, to: number): Part[] {
    const at = (this.starts[line] as number) + from
    const end = (this.starts[line] as number) + Math.min(to, this.length(line))
    return end > at ? [{ text: this.text.slice(at, end), look: '', at }] : []
  }

  place(offset: number): { line: number; column: number } {
    const line = lastAtMost(this.starts, this.count, offset)
    return { line, column: offset - (this.starts[line] as number) }
  }
}

const looks = [syntax.punctuation, syntax.punctuation, syntax.string, syntax.number, syntax.literal, '']
/** How many nodes are laid out between checks of the clock. */
const stride = 4096
/** The longest array of plain values that stays on one line. */
const inlineLength = 72

/** A piece of a line before it is cut to the requested range. */
interface Piece {
  /** The added text; '' if the piece consists of characters of the text. */
  text: string
  at: number
  size: number
  look: string
}

/** A JSON text with one member on each line, indented by two. Its values have exactly the characters of the text. */
export class JsonLines implements Lines {
  count = 0
  private readonly nodes: Int32Array
  private readonly depths: Uint16Array
  private readonly closing: Uint8Array
  private readonly lengths: Int32Array
  /** The position of the comma after a line's value, -1 for none. */
  private readonly commas: Int32Array
  /** The line where a node begins. */
  private readonly lineOf: Int32Array
  /** The containers around the next node, and that node. */
  private readonly open: number[] = []
  private next = 0

  /** Until run() is done, these are the first lines of the text. */
  constructor(private readonly tree: JsonTree) {
    const most = tree.count * 2
    this.nodes = new Int32Array(most)
    this.depths = new Uint16Array(most)
    this.closing = new Uint8Array(most)
    this.lengths = new Int32Array(most)
    this.commas = new Int32Array(most)
    this.lineOf = new Int32Array(tree.count)
  }

  /** Lays out some nodes in lines. Returns true when there are no more. */
  run(nodes: number): boolean {
    const { tree, open } = this
    const end = Math.min(tree.count, this.next + nodes)
    while (this.next < end) this.lay(this.next)
    if (this.next < tree.count) return false
    this.closeUpTo(open, tree.count)
    return true
  }

  length(line: number): number {
    return this.lengths[line] as number
  }

  parts(line: number, from: number, to: number): Part[] {
    const parts: Part[] = []
    let column = 0
    for (const piece of this.pieces(line)) {
      const [first, last] = [Math.max(from - column, 0), Math.min(to - column, piece.size)]
      column += piece.size
      if (first >= last) continue
      if (piece.at < 0) parts.push({ text: piece.text.slice(first, last), look: piece.look, at: -1 })
      else
        parts.push({
          text: this.tree.text.slice(piece.at + first, piece.at + last),
          look: piece.look,
          at: piece.at + first,
        })
    }
    return parts
  }

  place(offset: number): { line: number; column: number } {
    const line = this.lineOf[this.tree.nodeAt(offset)] ?? 0
    let column = 0
    for (const piece of this.pieces(line)) {
      if (piece.at >= 0 && offset >= piece.at && offset < piece.at + piece.size)
        return { line, column: column + offset - piece.at }
      column += piece.size
    }
    return { line, column: 0 }
  }

  private lay(node: number): void {
    const { tree, open } = this
    this.closeUpTo(open, node)
    const opens = tree.isContainer(node) && (tree.sizes[node] as number) > 0 && !this.inline(node)
    this.line(node, open.length, false, opens)
    if (opens) open.push(node)
    else this.lineOf.fill(this.count - 1, node, tree.nexts[node] as number)
    this.next = opens ? node + 1 : (tree.nexts[node] as number)
  }

  private closeUpTo(open: number[], node: number): void {
    for (let last = open.at(-1); last !== undefined && (this.tree.nexts[last] as number) <= node; last = open.at(-1)) {
      open.pop()
      if (this.bracket(last) !== '') this.line(last, open.length, true, false)
    }
  }

  private line(node: number, depth: number, closing: boolean, opens: boolean): void {
    const { tree, count } = this
    const end = tree.ends[node] as number
    const key = (tree.keys[node] as number) >= 0 ? (tree.keyEnds[node] as number) - (tree.keys[node] as number) + 2 : 0
    const comma = opens ? -1 : this.comma(end)
    this.nodes[count] = node
    this.depths[count] = depth
    this.closing[count] = closing ? 1 : 0
    this.commas[count] = comma
    const value = closing ? 1 : key + (opens ? 1 : end - (tree.starts[node] as number))
    this.lengths[count] = depth * 2 + value + (comma >= 0 ? 1 : 0)
    if (!closing) this.lineOf[node] = count
    this.count += 1
  }

  private inline(node: number): boolean {
    const { tree } = this
    const length = (tree.ends[node] as number) - (tree.starts[node] as number)
    const flat = (tree.nexts[node] as number) - node - 1 === tree.sizes[node]
    if (tree.kinds[node] !== Node.array || length > inlineLength || !flat) return false
    return !/[\r\n]/.test(tree.raw(node)) && this.bracket(node) !== ''
  }

  /** The closing bracket of a container, '' if the text ends before it. */
  private bracket(node: number): string {
    const { tree } = this
    const sign = tree.text[(tree.ends[node] as number) - 1] ?? ''
    const closed =
      tree.kinds[(tree.nexts[node] as number) - 1] !== Node.rest || (tree.ends[node] as number) < tree.text.length
    return closed && sign === (tree.kinds[node] === Node.object ? '}' : ']') ? sign : ''
  }

  private pieces(line: number): Piece[] {
    const { tree } = this
    const node = this.nodes[line] as number
    const depth = this.depths[line] as number
    const pieces: Piece[] = depth > 0 ? [{ text: '  '.repeat(depth), at: -1, size: depth * 2, look: '' }] : []
    const [start, end] = [tree.starts[node] as number, tree.ends[node] as number]
    if (this.closing[line]) pieces.push(piece(end - 1, end, syntax.punctuation))
    else {
      if ((tree.keys[node] as number) >= 0) {
        pieces.push(piece(tree.keys[node] as number, tree.keyEnds[node] as number, syntax.key))
        pieces.push({ text: ': ', at: -1, size: 2, look: syntax.punctuation })
      }
      if (this.opens(line, node)) pieces.push(piece(start, start + 1, syntax.punctuation))
      else pieces.push(...this.value(node, start, end))
    }
    const comma = this.commas[line] as number
    if (comma >= 0) pieces.push(piece(comma, comma + 1, syntax.punctuation))
    return pieces
  }

  /** A value on one line: for an array its plain values, each in its colour, with the punctuation between them. */
  private value(node: number, start: number, end: number): Piece[] {
    const { tree } = this
    const pieces: Piece[] = []
    let from = start
    for (let child = node + 1; child < (tree.nexts[node] as number); child += 1) {
      const [begins, ends] = [tree.starts[child] as number, tree.ends[child] as number]
      pieces.push(
        piece(from, begins, syntax.punctuation),
        piece(begins, ends, looks[tree.kinds[child] as number] ?? ''),
      )
      from = ends
    }
    if (from < end) pieces.push(piece(from, end, looks[tree.kinds[node] as number] ?? ''))
    return pieces
  }

  /** Whether the members of a node are on separate lines. */
  private opens(line: number, node: number): boolean {
    const { tree } = this
    return (tree.sizes[node] as number) > 0 && this.lineOf[node + 1] !== line
  }

  /** The position of the comma after a value, -1 if there is none. */
  private comma(end: number): number {
    const { text } = this.tree
    let at = end
    while (isSpace(text.charCodeAt(at))) at += 1
    return text.charCodeAt(at) === 44 ? at : -1
  }
}

/** Characters of the text as a piece of a line. */
function piece(at: number, end: number, look: string): Piece {
  return { text: '', at, size: end - at, look }
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9
}

/** The displayed lines of a JSON text: one member per line. A multi-line text with an error keeps its own lines. */
export function jsonLines(tree: JsonTree): Lines {
  if (isPlain(tree)) return new PlainLines(tree.text)
  const lines = new JsonLines(tree)
  lines.run(tree.count)
  return lines
}

/** A JSON text in its displayed lines, with every character of its values. */
export function indented(text: string): string {
  const lines = jsonLines(readTree(text))
  const written = Array.from({ length: lines.count }, (_, line) =>
    lines.parts(line, 0, lines.length(line)).map((part) => part.text),
  )
  return written.map((parts) => parts.join('')).join('\n')
}

/** Like jsonLines(), without blocking the page for long; undefined if the signal aborts it. */
export async function jsonLinesSlowly(tree: JsonTree, signal: AbortSignal): Promise<Lines | undefined> {
  if (isPlain(tree)) return new PlainLines(tree.text)
  const lines = new JsonLines(tree)
  return (await inSlices(() => lines.run(stride), signal)) ? lines : undefined
}

function isPlain(tree: JsonTree): boolean {
  const last = tree.count - 1
  return last < 0 || (tree.kinds[last] === Node.rest && tree.raw(last).includes('\n'))
}

/** The line length at which unwrapped lines are broken, in characters. */
export const longestRow = 4000

/** How many characters of long lines are searched for spaces; after that, lines break anywhere. */
const wordsOf = 1_000_000

const wide = /[ᄀ-￿]/

/** Whether a text has characters wider than a letter. */
export function hasWide(text: string): boolean {
  return wide.test(text)
}

/** Lines broken into rows of at most that many columns, so that all rows have the same height. */
export class Rows {
  private readonly first: Int32Array
  /** 1 for a line with wide characters, or one too long to check: its rows have room for half as many. */
  private readonly halved: Uint8Array
  /** Where the rows begin of a line that is broken between words. */
  private readonly begins = new Map<number, Int32Array>()
  readonly columns: number

  /** Wide is whether the text has any wide characters. */
  constructor(
    readonly lines: Lines,
    columns: number,
    wide: boolean,
  ) {
    this.columns = Math.max(8, columns)
    this.first = new Int32Array(lines.count + 1)
    this.halved = new Uint8Array(lines.count)
    let left = wordsOf
    for (let line = 0; line < lines.count; line++) {
      const length = lines.length(line)
      if (wide && length > this.columns / 2 && this.isWide(line, length)) this.halved[line] = 1
      const columnsOf = this.columnsOf(line)
      let rows = Math.max(1, Math.ceil(length / columnsOf))
      if (rows > 1 && length <= left) {
        left -= length
        const begins = betweenWords(textOf(lines, line, length), columnsOf)
        this.begins.set(line, begins)
        rows = begins.length
      }
      this.first[line + 1] = (this.first[line] as number) + rows
    }
  }

  private isWide(line: number, length: number): boolean {
    return length > longestRow || this.lines.parts(line, 0, length).some(({ text }) => hasWide(text))
  }

  private columnsOf(line: number): number {
    return this.halved[line] === 1 ? Math.max(8, Math.floor(this.columns / 2)) : this.columns
  }

  get count(): number {
    return this.first[this.lines.count] as number
  }

  /** The line of a row, whether the row begins it, and the row's range. Surrogate pairs are not split. */
  row(row: number): { line: number; begins: boolean; parts: Part[] } {
    const line = lastAtMost(this.first, this.lines.count, row)
    const nth = row - (this.first[line] as number)
    const begins = this.begins.get(line)
    if (begins) {
      const to = begins[nth + 1] ?? this.lines.length(line)
      return { line, begins: nth === 0, parts: this.lines.parts(line, begins[nth] as number, to) }
    }
    const columns = this.columnsOf(line)
    const from = this.edge(line, nth * columns)
    return { line, begins: nth === 0, parts: this.lines.parts(line, from, this.edge(line, (nth + 1) * columns)) }
  }

  /** The row that shows a position. */
  rowOf({ line, column }: { line: number; column: number }): number {
    const begins = this.begins.get(line)
    const nth = begins ? lastAtMost(begins, begins.length, column) : Math.floor(column / this.columnsOf(line))
    return (this.first[line] as number) + nth
  }

  private edge(line: number, column: number): number {
    if (column === 0) return 0
    const [part] = this.lines.parts(line, column, column + 1)
    const code = part?.text.charCodeAt(0) ?? 0
    return code >= 0xdc00 && code <= 0xdfff ? column + 1 : column
  }
}

function textOf(lines: Lines, line: number, length: number): string {
  return lines
    .parts(line, 0, length)
    .map(({ text }) => text)
    .join('')
}

/**
 * Where rows of at most that many columns begin: after a space, which may stick out by one, or at the full width if the
 * row's second half has no space. Surrogate pairs are not split.
 */
function betweenWords(text: string, columns: number): Int32Array {
  const begins = [0]
  let from = 0
  while (text.length - from > columns) {
    const space = text.lastIndexOf(' ', from + columns)
    let to = space > from + columns / 2 ? space + 1 : from + columns
    const code = text.charCodeAt(to)
    if (code >= 0xdc00 && code <= 0xdfff) to += 1
    if (to >= text.length) break
    begins.push(to)
    from = to
  }
  return Int32Array.from(begins)
}

/** The last index less than count whose value is at most the given one. */
function lastAtMost(list: Int32Array, count: number, value: number): number {
  let low = 0
  let high = count - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((list[middle] as number) <= value) low = middle
    else high = middle - 1
  }
  return low
}

import { beginOf, type JsonTree, Node } from './json'

/** A stretch of a line: how it looks, and where in the text it stands, -1 where it was added. */
export interface Part {
  text: string
  look: string
  at: number
}

/** A text in lines. Only the stretch of a line that is asked for is made. */
export interface Lines {
  readonly count: number
  /** How many characters a line has. */
  length(line: number): number
  /** The part of a line from one column up to another. */
  parts(line: number, from: number, to: number): Part[]
  /** Where an offset of the text is shown. */
  place(offset: number): { line: number; column: number }
}

/** A text as it is, in its own lines. */
export class PlainLines implements Lines {
  private readonly starts: Int32Array

  constructor(
    readonly text: string,
    private readonly look = '',
  ) {
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
    return end > at ? [{ text: this.text.slice(at, end), look: this.look, at }] : []
  }

  place(offset: number): { line: number; column: number } {
    const line = lastAtMost(this.starts, this.count, offset)
    return { line, column: offset - (this.starts[line] as number) }
  }
}

const looks = ['x-p', 'x-p', 'x-s', 'x-n', 'x-l', '']
/** An array of plain values that is not longer stands on one line. */
const inlineLength = 72

/** A JSON text with one member a line, indented by two. Its values are those of the text, to the last character. */
export class JsonLines implements Lines {
  count = 0
  private nodes: Int32Array
  private readonly depths: Uint16Array
  private readonly closing: Uint8Array
  /** The line on which a node begins. */
  private readonly lineOf: Int32Array

  constructor(private readonly tree: JsonTree) {
    const most = tree.count * 2
    this.nodes = new Int32Array(most)
    this.depths = new Uint16Array(most)
    this.closing = new Uint8Array(most)
    this.lineOf = new Int32Array(tree.count)
    this.lay()
  }

  length(line: number): number {
    return this.pieces(line).reduce((sum, piece) => sum + piece.size, 0)
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

  /** The offset of the text at which a line begins. */
  begin(line: number): number {
    return beginOf(this.tree, this.nodes[line] as number)
  }

  private lay(): void {
    const { tree } = this
    const open: number[] = []
    for (let node = 0; node < tree.count; ) {
      this.closeUpTo(open, node)
      this.line(node, open.length, false)
      const inside = tree.isContainer(node) && (tree.sizes[node] as number) > 0 && !this.inline(node)
      if (inside) open.push(node)
      else this.lineOf.fill(this.count - 1, node, tree.nexts[node] as number)
      node = inside ? node + 1 : (tree.nexts[node] as number)
    }
    this.closeUpTo(open, tree.count)
  }

  private closeUpTo(open: number[], node: number): void {
    for (let last = open.at(-1); last !== undefined && (this.tree.nexts[last] as number) <= node; last = open.at(-1)) {
      open.pop()
      if (this.bracket(last) !== '') this.line(last, open.length, true)
    }
  }

  private line(node: number, depth: number, closing: boolean): void {
    this.nodes[this.count] = node
    this.depths[this.count] = depth
    this.closing[this.count] = closing ? 1 : 0
    if (!closing) this.lineOf[node] = this.count
    this.count += 1
  }

  private inline(node: number): boolean {
    const { tree } = this
    const length = (tree.ends[node] as number) - (tree.starts[node] as number)
    const flat = (tree.nexts[node] as number) - node - 1 === tree.sizes[node]
    if (tree.kinds[node] !== Node.array || length > inlineLength || !flat) return false
    return !/[\r\n]/.test(tree.raw(node)) && this.bracket(node) !== ''
  }

  /** The closing bracket of a container, '' where the text ends before it. */
  private bracket(node: number): string {
    const { tree } = this
    const sign = tree.text[(tree.ends[node] as number) - 1] ?? ''
    const closed =
      tree.kinds[(tree.nexts[node] as number) - 1] !== Node.rest || (tree.ends[node] as number) < tree.text.length
    return closed && sign === (tree.kinds[node] === Node.object ? '}' : ']') ? sign : ''
  }

  private pieces(line: number): { text: string; at: number; size: number; look: string }[] {
    const { tree } = this
    const node = this.nodes[line] as number
    const depth = this.depths[line] as number
    const pieces = depth > 0 ? [{ text: '  '.repeat(depth), at: -1, size: depth * 2, look: '' }] : []
    const given = (at: number, end: number, look: string) => pieces.push({ text: '', at, size: end - at, look })
    const added = (text: string) => pieces.push({ text, at: -1, size: text.length, look: 'x-p' })
    const [start, end] = [tree.starts[node] as number, tree.ends[node] as number]
    if (this.closing[line]) given(end - 1, end, 'x-p')
    else {
      if ((tree.keys[node] as number) >= 0) {
        given(tree.keys[node] as number, tree.keyEnds[node] as number, 'x-k')
        added(': ')
      }
      const opens = this.opens(line, node)
      given(start, opens ? start + 1 : end, looks[tree.kinds[node] as number] ?? '')
      if (opens) return pieces
    }
    const comma = this.comma(end)
    if (comma >= 0) given(comma, comma + 1, 'x-p')
    return pieces
  }

  /** Whether the members of a node stand on lines of their own. */
  private opens(line: number, node: number): boolean {
    const { tree } = this
    return (tree.sizes[node] as number) > 0 && this.lineOf[node + 1] !== line
  }

  /** Where the comma behind a value stands, -1 where there is none. */
  private comma(end: number): number {
    const { text } = this.tree
    let at = end
    while (/\s/.test(text[at] ?? '')) at += 1
    return text[at] === ',' ? at : -1
  }
}

/** How many characters are written before a line is broken where it is not wrapped. */
export const longestRow = 4000

const wide = /[ᄀ-￿]/

/** Lines broken into rows of at most so many columns, so that every row is as tall as the others. */
export class Rows {
  private readonly first: Int32Array
  readonly columns: number

  constructor(
    readonly lines: Lines,
    columns: number,
    text: string,
  ) {
    // A wide character takes two columns; where there is one, every row has room for wide ones alone.
    this.columns = Math.max(8, wide.test(text) ? Math.floor(columns / 2) : columns)
    this.first = new Int32Array(lines.count + 1)
    for (let line = 0; line < lines.count; line++) {
      const rows = Math.max(1, Math.ceil(lines.length(line) / this.columns))
      this.first[line + 1] = (this.first[line] as number) + rows
    }
  }

  get count(): number {
    return this.first[this.lines.count] as number
  }

  /** The line of a row, whether the row begins it, and what stands in the row. A pair of surrogates is not parted. */
  row(row: number): { line: number; begins: boolean; parts: Part[] } {
    const line = lastAtMost(this.first, this.lines.count, row)
    const nth = row - (this.first[line] as number)
    const from = this.edge(line, nth * this.columns)
    return { line, begins: nth === 0, parts: this.lines.parts(line, from, this.edge(line, (nth + 1) * this.columns)) }
  }

  /** The row in which a place is shown. */
  rowOf({ line, column }: { line: number; column: number }): number {
    return (this.first[line] as number) + Math.floor(column / this.columns)
  }

  private edge(line: number, column: number): number {
    if (column === 0) return 0
    const [part] = this.lines.parts(line, column, column + 1)
    const code = part?.text.charCodeAt(0) ?? 0
    return code >= 0xdc00 && code <= 0xdfff ? column + 1 : column
  }
}

/** The last index below count whose value is at most the given one. */
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

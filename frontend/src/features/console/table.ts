import type { Cell, Column, Source } from '../../grid/types'
import { Kind } from '../../lib/block'
import { type JsonTree, Node } from '../../ui/text/json'
import { words } from './words'

/** How many columns a table has at most. */
const mostColumns = 500
/** How many cells a table has at most: with more, its last columns are left out. */
const mostCells = 5_000_000
/** How many rows decide the width of a column. */
const looked = 200
/** The width of a letter in the grid in px, and how wide a column is. */
const letter = 8
const widths = { least: 72, most: 320, around: 24 }

interface Rows {
  nodes: readonly number[]
  /** The name of the member that is the document in each row, '' where the row is the document. */
  doc: string
}

/** A response as rows of a grid: every character of a value is what the engine sent. */
export class Table implements Source {
  columns: readonly Column[]
  readonly #tree: JsonTree
  /** The node of each cell by row and column, -1 where a row has none. */
  readonly #cells: Int32Array
  readonly rowCount: number

  constructor(tree: JsonTree, rows: Rows) {
    const names = columnsOf(tree, rows)
    const many = Math.max(1, Math.min(names.size, mostColumns, Math.floor(mostCells / Math.max(1, rows.nodes.length))))
    this.#tree = tree
    this.rowCount = rows.nodes.length
    this.#cells = new Int32Array(this.rowCount * many).fill(-1)
    rows.nodes.forEach((row, at) => {
      eachValue(tree, row, rows.doc, (name, node) => {
        const column = names.get(name)
        if (column !== undefined && column < many) this.#cells[at * many + column] = node
      })
    })
    this.columns = [...names.keys()].slice(0, many).map((name, column) => this.#column(name, column, many, rows.doc))
  }

  prefetch(): void {}

  /** Gives a column another width. */
  resize(column: number, width: number): void {
    this.columns = this.columns.map((one, at) => (at === column ? { ...one, width } : one))
  }

  cell(row: number, column: number): Cell {
    const tree = this.#tree
    const node = this.#cells[row * this.columns.length + column] ?? -1
    if (node < 0) return { kind: Kind.missing, text: '', cut: 0 }
    const raw = tree.raw(node)
    switch (tree.kinds[node]) {
      case Node.string:
        return { kind: Kind.string, text: decoded(raw), cut: 0 }
      case Node.number:
        return { kind: Kind.number, text: raw, cut: 0 }
      case Node.literal:
        return raw === 'null' ? { kind: Kind.null, text: '', cut: 0 } : { kind: Kind.bool, text: raw, cut: 0 }
    }
    return { kind: Kind.json, text: raw, cut: 0 }
  }

  #column(name: string, column: number, many: number, doc: string): Column {
    let longest = name.length + 2
    let numbers = 0
    let values = 0
    for (let row = 0; row < Math.min(this.rowCount, looked); row += 1) {
      const node = this.#cells[row * many + column] as number
      if (node < 0) continue
      values += 1
      if (this.#tree.kinds[node] === Node.number) numbers += 1
      longest = Math.max(longest, (this.#tree.ends[node] as number) - (this.#tree.starts[node] as number))
    }
    return {
      id: name,
      title: name,
      type: '',
      align: values > 0 && numbers === values ? 'right' : 'left',
      mono: name.startsWith('_') && doc !== '',
      width: Math.min(widths.most, Math.max(widths.least, longest * letter + widths.around)),
      readOnly: false,
      primary: false,
      sortable: false,
      sortReason: words.unsortable,
    }
  }
}

/** The table of a response; null where it has no rows. rows is where they are if the route says so. */
export function tableOf(tree: JsonTree, rows: string, doc: string): Table | null {
  const found = rowsOf(tree, rows, doc)
  return found && found.nodes.length > 0 ? new Table(tree, found) : null
}

function rowsOf(tree: JsonTree, path: string, doc: string): Rows | null {
  if (tree.count === 0) return null
  if (path !== '') {
    const node = at(tree, 0, path.split('.'))
    if (node >= 0 && tree.kinds[node] === Node.array) return { nodes: objectsIn(tree, [...members(tree, node)]), doc }
    return null
  }
  if (tree.kinds[0] === Node.array) return { nodes: objectsIn(tree, [...members(tree, 0)]), doc: '' }
  const lines = [...siblings(tree)]
  return lines.length > 1 ? { nodes: objectsIn(tree, lines), doc: '' } : null
}

/** The nodes if all of them are objects, else none. What could not be read at the end does not count. */
function objectsIn(tree: JsonTree, nodes: readonly number[]): readonly number[] {
  const read = nodes.filter((node) => tree.kinds[node] !== Node.rest)
  return read.every((node) => tree.kinds[node] === Node.object) ? read : []
}

/** The nodes at the top: one, or those of lines. */
function* siblings(tree: JsonTree): Generator<number> {
  for (let node = 0; node < tree.count; node = tree.nexts[node] as number) yield node
}

/** The members of an object or an array. */
export function* members(tree: JsonTree, of: number): Generator<number> {
  const end = tree.nexts[of] as number
  for (let node = of + 1; node < end; node = tree.nexts[node] as number) yield node
}

/** The node at a path, -1 if there is none. A 0 is the only element of an array. */
export function at(tree: JsonTree, from: number, path: readonly string[]): number {
  let node = from
  for (const part of path) {
    const inside = tree.isContainer(node) ? [...members(tree, node)] : []
    const next =
      tree.kinds[node] === Node.array
        ? inside.length === 1 && part === '0'
          ? inside[0]
          : undefined
        : inside.find((member) => nameOf(tree, member) === part)
    if (next === undefined) return -1
    node = next
  }
  return node
}

export function nameOf(tree: JsonTree, node: number): string {
  return decoded(tree.key(node))
}

/** The text of a JSON string; one that cannot be read stays as it is. */
export function decoded(raw: string): string {
  if (!raw.includes('\\')) return raw.slice(1, -1)
  try {
    return String(JSON.parse(raw))
  } catch {
    return raw
  }
}

/** The columns of rows by name, in the order in which they are met, those of the row before those of its document. */
function columnsOf(tree: JsonTree, { nodes, doc }: Rows): Map<string, number> {
  const around = new Set<string>()
  const inside = new Set<string>()
  for (const row of nodes) {
    eachValue(tree, row, doc, (name, _, own) => {
      ;(own && doc !== '' ? around : inside).add(name)
    })
    if (around.size + inside.size > mostColumns) break
  }
  return new Map([...new Set([...around, ...inside])].map((name, column) => [name, column]))
}

/** Visits the values of a row: objects are opened, arrays are values. own is true for those beside the document. */
function eachValue(
  tree: JsonTree,
  row: number,
  doc: string,
  visit: (name: string, node: number, own: boolean) => void,
): void {
  for (const member of members(tree, row)) {
    const name = nameOf(tree, member)
    if (doc !== '' && name === doc) eachLeaf(tree, member, '', (path, node) => visit(path, node, false))
    else eachLeaf(tree, member, name, (path, node) => visit(path, node, true))
  }
}

function eachLeaf(tree: JsonTree, node: number, path: string, visit: (path: string, node: number) => void): void {
  if (tree.kinds[node] !== Node.object || tree.sizes[node] === 0) return path === '' ? undefined : visit(path, node)
  for (const member of members(tree, node)) {
    const name = nameOf(tree, member)
    eachLeaf(tree, member, path === '' ? name : `${path}.${name}`, visit)
  }
}

import { gutterFor } from '../src/grid/columns'
import { grouped } from '../src/grid/names'
import type { Cell, Column, Source } from '../src/grid/types'
import { Block, Kind } from '../src/lib/block'
import { encodeBlock, type FixtureCell } from '../src/lib/block.fixture'

/** Rows of a page block, as many as the application reads at once. */
const pageRows = 1000
/** How many blocks there are at most; the pages take turns with them. */
const mostBlocks = 8

/** Width of a column in px. Row numbers and the pinned column together are exactly as wide as two. */
export const columnWidth = 120
/** Height of a row in px. */
export const rowHeight = 24

/** How many rows and columns a scene has. */
export interface Scene {
  rows: number
  columns: number
}

const words = ['Harbour lights', 'Lamp and tide', 'Winter orchard', 'Quiet machine', 'Cartographer', 'Letters of glass']

/**
 * What the columns hold in turns, as kinds, sides and letters of a table of documents are mixed. Every value is about as
 * wide as its cell, so that a picture of the grid tells a cell that is not drawn from one without a value.
 */
const shapes: readonly (Pick<Column, 'align' | 'mono' | 'type'> & { cell(row: number, at: number): FixtureCell })[] = [
  { ...left('text'), cell: (row, at) => string(`${words[(row * 7 + at) % words.length]} ${row}`) },
  { ...right('long'), cell: (row, at) => number(String(9007199254740993n + BigInt(row * 31 + at))) },
  { ...left('date'), cell: (row) => string(`20${10 + (row % 15)}-0${1 + (row % 9)}-1${row % 10}T09:30`) },
  { ...left('keyword'), cell: (row, at) => string(`${words[(row + at) % words.length]}, ${words[row % 5]}`) },
  { ...right('double'), cell: (row, at) => number(`${row}${at % 10}.${(row * 13) % 10}0000012345`) },
  {
    ...left('nested'),
    mono: true,
    cell: (row) => ({ kind: Kind.json, text: `[{"name":"I. Halvorsen","born":${row}}]` }),
  },
]

function left(type: string): { align: 'left'; mono: boolean; type: string } {
  return { align: 'left', mono: false, type }
}

function right(type: string): { align: 'right'; mono: boolean; type: string } {
  return { align: 'right', mono: false, type }
}

function string(text: string): FixtureCell {
  return { kind: Kind.string, text }
}

function number(text: string): FixtureCell {
  return { kind: Kind.number, text }
}

/** The columns of a scene: the first one is pinned, all others scroll. */
export function columnsOf({ rows, columns }: Scene): Column[] {
  const plain = { readOnly: false, sortable: true, sortReason: '' }
  return Array.from({ length: columns }, (_, at): Column => {
    const { align, mono, type } = shapeOf(at)
    const id = at === 0 ? '_id' : `field_${at}`
    const width = at === 0 ? 2 * columnWidth - gutterOf(rows) : columnWidth
    return { ...plain, id, title: id, type, align, mono, width, primary: at === 0 }
  })
}

/** Width of the row numbers of so many rows, in px. */
export function gutterOf(rows: number): number {
  return gutterFor(grouped(rows).length)
}

function shapeOf(at: number) {
  return shapes[at % shapes.length] as (typeof shapes)[number]
}

/** The rows of a scene in page blocks, as they come from the host. */
export class Blocks implements Source {
  readonly rowCount: number
  readonly #blocks: readonly Block[]

  constructor({ rows, columns }: Scene) {
    this.rowCount = rows
    const count = Math.min(mostBlocks, Math.ceil(rows / pageRows))
    this.#blocks = Array.from({ length: count }, (_, page) => block(page, columns))
  }

  cell(row: number, column: number, limit?: number): Cell | undefined {
    const block = this.#blocks[Math.floor(row / pageRows) % this.#blocks.length]
    if (!block) return undefined
    const at = row % pageRows
    return { kind: block.kind(at, column), text: block.text(at, column, limit), cut: block.cut(at, column) }
  }

  prefetch(): void {}
}

function block(page: number, columns: number): Block {
  const names = Array.from({ length: columns }, (_, at) => `field_${at}`)
  const rows = Array.from({ length: pageRows }, (_, row) =>
    names.map((_, at) => shapeOf(at).cell(page * pageRows + row, at)),
  )
  return new Block(encodeBlock(names, rows))
}

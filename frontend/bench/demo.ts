import '../src/styles/index.css'
import { Grid } from '../src/grid/grid'
import type { Cell, Column, Events, Mark, Source } from '../src/grid/types'
import { Kind } from '../src/lib/block'

/**
 * The grid over made-up rows, for tests in a real browser: ?rows=1000000&columns=30&theme=dark&height=28&loaded=500
 * draws that many rows and columns and leaves the rows from `loaded` on waiting until they are loaded; &alike gives every
 * row the same values.
 */
const query = new URLSearchParams(location.search)
const rowCount = Number(query.get('rows') ?? 1_000_000)
const columnCount = Number(query.get('columns') ?? 30)
const loadedTo = Number(query.get('loaded') ?? rowCount)
const alike = query.has('alike')

const words = ['Harbour', 'Lamp', 'Winter', 'Orchard', 'Quiet', 'Machines', 'Cartographer', 'Letters', 'Glass', 'Tide']
const nested =
  '[{"name":"I. Halvorsen","role":"translator","born":1970},{"name":"T. Okonwe","role":"author","born":1984}]'

const shapes: readonly Omit<Column, 'id'>[] = [
  column({
    title: '_id',
    mono: true,
    width: 84,
    readOnly: true,
    primary: true,
    ...unsortable('The engine does not sort by it here.'),
  }),
  column({ title: '_index', width: 68, readOnly: true }),
  column({ title: '_score', width: 64, readOnly: true, align: 'right' }),
  column({
    title: 'title',
    type: 'text',
    width: 150,
    ...unsortable('Text without a keyword subfield cannot be sorted.'),
  }),
  column({ title: 'published', type: 'date', width: 122, align: 'right', sort: { direction: 'desc', rank: 1, of: 2 } }),
  column({ title: 'pages', type: 'int', width: 92, align: 'right', sort: { direction: 'asc', rank: 2, of: 2 } }),
  column({ title: 'price', type: 'float', width: 80, align: 'right' }),
  column({
    title: 'authors',
    type: 'nested',
    mono: true,
    width: 156,
    ...unsortable('authors is a JSON column. Sort or filter by one of its leaves, such as authors.born.'),
  }),
  column({ title: 'chapters', type: 'nested', mono: true, width: 160 }),
  column({
    title: 'bytes',
    type: 'mixed',
    width: 100,
    align: 'right',
    conflict: 'long in books-1, text in books-2. A sort or filter on it can be refused by one of them.',
  }),
]

function column(part: Partial<Column>): Omit<Column, 'id'> {
  const plain = {
    title: '',
    type: '',
    align: 'left',
    mono: false,
    width: 120,
    readOnly: false,
    primary: false,
  } as const
  return { ...plain, sortable: true, sortReason: '', ...part }
}

function unsortable(sortReason: string): Partial<Column> {
  return { sortable: false, sortReason }
}

function shapeOf(index: number): Omit<Column, 'id'> {
  const shape = shapes[index]
  return (
    shape ?? column({ title: `field_${index}`, type: 'keyword', width: 120, align: index % 3 === 0 ? 'right' : 'left' })
  )
}

const columns: Column[] = Array.from({ length: columnCount }, (_, i) => ({ ...shapeOf(i), id: shapeOf(i).title }))

function text(row: number, index: number): Cell {
  const word = (n: number) => words[(row * 7 + n) % words.length] as string
  switch (index) {
    case 0:
      return { kind: Kind.string, text: `bk-${10442 + row * 7}`, cut: 0 }
    case 1:
      return { kind: Kind.string, text: 'books', cut: 0 }
    case 2:
      return { kind: Kind.null, text: '', cut: 0 }
    case 3:
      return {
        kind: Kind.string,
        text: `${word(0)} ${word(3)} ${row % 4 === 0 ? 'of the Long Inland Sea' : ''}`.trim(),
        cut: 0,
      }
    case 4:
      return { kind: Kind.string, text: `20${10 + (row % 15)}-0${1 + (row % 9)}-1${row % 10}`, cut: 0 }
    case 5:
      return { kind: Kind.number, text: String(120 + ((row * 37) % 500)), cut: 0 }
    case 6:
      return row % 11 === 5
        ? { kind: Kind.missing, text: '', cut: 0 }
        : { kind: Kind.number, text: `${row % 90}.${(row * 13) % 10}0`, cut: 0 }
    case 7:
      return { kind: Kind.json, text: nested, cut: 0 }
    case 8:
      return { kind: Kind.json, text: nested, cut: row % 5 === 2 ? 48213 : 0 }
    case 9:
      return { kind: Kind.number, text: `${9007199254740993n + BigInt(row)}`, cut: 0 }
    default:
      return { kind: Kind.string, text: `${word(index)} ${row}`, cut: 0 }
  }
}

const marks: Record<number, Mark> = {
  1: { state: 'edited' },
  5: { state: 'deleted' },
  8: { state: 'refused' },
  11: { state: 'conflict' },
  13: { state: 'new' },
}
const cellMarks: Record<string, Mark> = {
  '1,6': { state: 'edited', text: 'was 18.50' },
  '8,5': { state: 'refused', text: 'not an integer' },
  '11,3': { state: 'conflict' },
}

let available = loadedTo
const source: Source = {
  rowCount,
  cell: (row, index) => (row < available ? text(alike ? 7 : row, index) : undefined),
  prefetch: (first, last) => {
    window.demo.prefetched = [first, last]
  },
  load: async (_, last) => {
    available = Math.max(available, last + 1)
  },
  overlay: (row, index) => (alike ? undefined : index < 0 ? marks[row] : cellMarks[`${row},${index}`]),
}

declare global {
  interface Window {
    demo: { grid: Grid; columns: Column[]; log: string[]; prefetched: number[]; load(rows: number): void }
  }
}

const log: string[] = []
const events: Events = {
  onSort: (index, add) => log.push(`sort ${columns[index]?.id} ${add}`),
  onOpen: (row, index) => log.push(`open ${row} ${columns[index]?.id}`),
  onSelect: ({ range }) => log.push(`select ${range.top},${range.left} to ${range.bottom},${range.right}`),
  onMenu: (row, index) => log.push(`menu ${row} ${index}`),
  onResize: (index, width) => log.push(`resize ${columns[index]?.id} ${width}`),
  announce: (said) => {
    log.push(`say ${said}`)
    const status = document.getElementById('status')
    if (status) status.textContent = said
  },
}

document.documentElement.dataset.theme = query.get('theme') === 'dark' ? 'dark' : 'light'
const host = document.getElementById('grid')
if (!host) throw new Error('the page has no element with the id grid')
const grid = new Grid(host, events, {
  label: 'books, 1,000,000 documents',
  rowHeight: Number(query.get('height') ?? 24),
  mac: false,
})
window.demo = {
  grid,
  columns,
  log,
  prefetched: [],
  load: (rows) => {
    available = rows
    grid.refresh()
  },
}
grid.setColumns(columns)
grid.setSource(source)

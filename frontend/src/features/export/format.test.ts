// SPEC: EXP-03
import { expect, it } from 'vitest'
import {
  canHave,
  type ExportColumn,
  extensionOf,
  type Format,
  firstColumns,
  isWhole,
  plainChoices,
  renamed,
  requestOf,
} from './format'

const columns: ExportColumn[] = [
  { name: '_id', type: 'meta', computed: false, beside: true, hidden: false },
  { name: 'price', type: 'double', computed: false, beside: false, hidden: false },
  { name: 'title', type: 'text', computed: false, beside: false, hidden: true },
  { name: 'margin', type: 'runtime double', computed: true, beside: false, hidden: false },
]
const csv = { ...plainChoices, format: 'csv' } as const

it('names files by their format and compression', () => {
  expect(extensionOf(plainChoices)).toBe('.jsonl')
  expect(extensionOf({ format: 'csv', compression: 'gzip' })).toBe('.csv.gz')
  expect(extensionOf({ format: 'bulk', compression: 'zstd' })).toBe('.ndjson.zst')
})

it('renames the file with its format, unless it was named otherwise', () => {
  expect(renamed('/a/books.jsonl', plainChoices, { ...csv, compression: 'gzip' })).toBe('/a/books.csv.gz')
  expect(renamed('/a/books.txt', plainChoices, csv)).toBe('/a/books.txt')
})

it('begins CSV with the columns in sight, and everything else with whole documents', () => {
  expect(firstColumns('csv', columns)).toEqual(['_id', 'price'])
  expect(
    firstColumns(
      'csv',
      columns.map((column) => ({ ...column, hidden: true })),
    ),
  ).toEqual(['_id', 'price', 'title'])
  expect(firstColumns('jsonl', columns)).toEqual(['price', 'title'])
})

it('writes documents whole where none of their columns is left out', () => {
  expect(isWhole('jsonl', columns, ['price', 'title'])).toBe(true)
  expect(isWhole('jsonl', columns, ['price', '_id'])).toBe(false)
  expect(isWhole('csv', columns, ['price', 'title', '_id'])).toBe(false)
  const request = (format: Format, ...chosen: string[]) => {
    const { columns: written, meta } = requestOf({ ...plainChoices, format }, columns, chosen)
    return { columns: written, meta }
  }
  expect(request('jsonl', 'price', 'title')).toEqual({ columns: [], meta: [] })
  expect(request('json', 'price', 'title', '_id')).toEqual({ columns: [], meta: ['_id'] })
  expect(request('jsonl', 'price', '_id')).toEqual({ columns: ['_id', 'price'], meta: [] })
  expect(request('bulk', 'price', 'title', '_id')).toEqual({ columns: [], meta: [] })
  expect(request('bulk', 'price', '_id')).toEqual({ columns: ['price'], meta: [] })
})

it('writes the columns of CSV in the order of the grid', () => {
  expect(requestOf(csv, columns, ['title', '_id', 'price', 'margin'])).toEqual({
    ...{ format: 'csv', compression: '', delimiter: ',', quoteAll: false },
    ...{ headless: false, mark: false, formulas: false },
    ...{ columns: ['_id', 'price', 'title'], meta: [] },
  })
})

it('has nothing beside a document in a bulk body, whose actions have it', () => {
  expect(columns.map((column) => canHave('bulk', column))).toEqual([false, true, true, false])
  expect(columns.map((column) => canHave('jsonl', column))).toEqual([true, true, true, false])
})

// SPEC: EXP-03
import { expect, it } from 'vitest'
import { type ExportColumn, extensionOf, firstColumns, isWhole, plainFormat, renamed, requestOf } from './format'

const columns: ExportColumn[] = [
  { name: '_id', type: 'meta', computed: false },
  { name: 'title', type: 'text', computed: false },
  { name: 'price', type: 'double', computed: false },
  { name: 'margin', type: 'runtime double', computed: true },
]
const csv = { ...plainFormat, layout: 'csv' } as const

it('names files by their layout and compression', () => {
  expect(extensionOf(plainFormat)).toBe('.jsonl')
  expect(extensionOf({ layout: 'csv', compression: 'gzip' })).toBe('.csv.gz')
  expect(extensionOf({ layout: 'bulk', compression: 'zstd' })).toBe('.ndjson.zst')
})

it('renames the file with its format, unless it was named otherwise', () => {
  expect(renamed('/a/books.jsonl', plainFormat, { ...csv, compression: 'gzip' })).toBe('/a/books.csv.gz')
  expect(renamed('/a/books.txt', plainFormat, csv)).toBe('/a/books.txt')
})

it('begins CSV with the columns in sight, and everything else with whole documents', () => {
  expect(firstColumns('csv', columns, ['price', 'margin', '_id'])).toEqual(['price', '_id'])
  expect(firstColumns('csv', columns, [])).toEqual(['_id', 'title', 'price'])
  expect(firstColumns('jsonl', columns, ['price'])).toEqual(['_id', 'title', 'price'])
})

it('writes documents whole where no column is left out', () => {
  expect(isWhole('jsonl', columns, ['price', 'title', '_id'])).toBe(true)
  expect(isWhole('jsonl', columns, ['price'])).toBe(false)
  expect(isWhole('csv', columns, ['price', 'title', '_id'])).toBe(false)
  expect(requestOf(plainFormat, columns, ['price', 'title', '_id']).columns).toEqual([])
  expect(requestOf(plainFormat, columns, ['price', '_id']).columns).toEqual(['_id', 'price'])
  expect(requestOf(csv, columns, ['price', '_id'])).toEqual({
    ...{
      layout: 'csv',
      compression: '',
      delimiter: ',',
      quoteAll: false,
      headless: false,
      mark: false,
      formulas: false,
    },
    columns: ['price', '_id'],
  })
})

// SPEC: A-BRO-16, B-BRO-07
import { describe, expect, it } from 'vitest'
import { Block, Kind } from '../../lib/block'
import { encodeBlock } from '../../lib/block.fixture'
import { Fields, fieldColumns, nextOrder } from './fields'

const table: [string, string, string][] = [
  ['title', 'text', 'english'],
  ['authors', 'nested', ''],
  ['authors.name', 'text', 'standard'],
  ['pages', 'integer', ''],
]
const block = new Block(
  encodeBlock(
    ['Name', 'Type', 'Analyzer'],
    table.map((row) => row.map((text) => ({ kind: text === '' ? Kind.missing : Kind.string, text }))),
  ),
)
const names = (fields: Fields) => Array.from({ length: fields.rowCount }, (_, i) => fields.cell(i, 0)?.text)

describe('the fields of an object', () => {
  it.each([
    ['everything without a filter', '', ['title', 'authors', 'authors.name', 'pages']],
    ['by a part of the name, whatever its case', 'AUTH', ['authors', 'authors.name']],
    ['by the type', 'nested', ['authors']],
    ['by several words, each in the name or the type', 'text name', ['authors.name']],
    ['none', 'title nested', []],
  ])('are filtered: %s', (_, filter, want) => {
    expect(names(new Fields(block, filter, null))).toEqual(want)
  })

  it.each([
    ['in the order of the schema', null, ['title', 'authors', 'authors.name', 'pages']],
    ['by name', { column: 0, desc: false }, ['authors', 'authors.name', 'pages', 'title']],
    ['by name, descending', { column: 0, desc: true }, ['title', 'pages', 'authors.name', 'authors']],
    ['rows without a value last', { column: 2, desc: false }, ['title', 'authors.name', 'authors', 'pages']],
    [
      'rows without a value last, descending too',
      { column: 2, desc: true },
      ['authors.name', 'title', 'authors', 'pages'],
    ],
  ])('are ordered: %s', (_, order, want) => {
    expect(names(new Fields(block, '', order))).toEqual(want)
  })

  it('are whole rows in every order and filter', () => {
    const fields = new Fields(block, 'e', { column: 1, desc: true })
    for (let i = 0; i < fields.rowCount; i += 1) {
      const row = [0, 1, 2].map((c) => fields.cell(i, c)?.text)
      expect(table).toContainEqual(row)
    }
    expect(fields.cell(fields.rowCount, 0)).toBeUndefined()
  })

  it('are ordered up, down and as the schema has them by one head after the other', () => {
    const up = nextOrder(null, 1)
    expect(up).toEqual({ column: 1, desc: false })
    expect(nextOrder(up, 1)).toEqual({ column: 1, desc: true })
    expect(nextOrder({ column: 1, desc: true }, 1)).toBeNull()
    expect(nextOrder(up, 0)).toEqual({ column: 0, desc: false })
  })

  it('have columns with the widths that were drawn, the name first at the left', () => {
    const info = {
      columns: [
        { title: 'Name', width: 190 },
        { title: 'Type', width: 110 },
      ],
      facts: [],
      note: '',
      elapsed: 1,
    }
    const columns = fieldColumns(info, { column: 1, desc: true }, new Map([[1, 77]]))
    expect(columns.map((c) => [c.title, c.width, c.primary, c.sort?.direction])).toEqual([
      ['Name', 190, true, undefined],
      ['Type', 77, false, 'desc'],
    ])
  })
})

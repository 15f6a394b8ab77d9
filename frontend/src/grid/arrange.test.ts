// SPEC: A-BRO-16, APP-02, APP-12
import { describe, expect, it } from 'vitest'
import { Kind } from '../lib/block'
import { readCells, writeCells } from './copy'
import { canStand } from './drag'
import { cellOf, columnOf, sourceOf, string } from './fixture'
import { headCommand } from './keyboard'
import { momentTip } from './moments'
import { followColumns, selectCell } from './selection'
import { cellAt, type Sheet } from './sheet'

const named = (...ids: string[]) => ids.map((id) => columnOf({ id }))

describe('a selection where other columns are shown', () => {
  const before = named('a', 'b', 'c', 'd')
  const range = {
    range: { top: 1, bottom: 3, left: 1, right: 2 },
    anchor: { row: 1, column: 1 },
    focus: { row: 3, column: 2 },
    rows: false,
  }
  it.each([
    ['moves with its columns', range, named('x', 'y', 'a', 'b', 'c', 'd'), [3, 4], 4],
    ['is one cell where they were parted', range, named('b', 'a', 'c', 'd'), [2, 2], 2],
    ['is one cell where one of them is gone', range, named('a', 'c', 'd'), [1, 1], 1],
    ['stays at its place where its own column is gone', range, named('a', 'b'), [1, 1], 1],
    ['of rows holds every column', { ...range, rows: true }, named('c', 'a', 'b', 'd', 'e'), [0, 4], 0],
  ])('%s', (_, selection, after, [left, right], focus) => {
    const now = followColumns(selection, before, after)
    expect([now.range.left, now.range.right, now.focus.column]).toEqual([left, right, focus])
    expect(now.focus.row).toBe(3)
  })
})

it('a column shows the cells of its own column of the source, also in a copy', () => {
  const columns = [columnOf({ id: 'c', at: 2 }), columnOf({ id: 'a', at: 0 })]
  const source = sourceOf([[string('1'), string('2'), cellOf(Kind.number, '3.0')]])
  const sheet = { columns, source, selection: selectCell({ row: 0, column: 0 }), headActive: false } as unknown as Sheet
  expect([0, 1].map((column) => cellAt(sheet, 0, column)?.text)).toEqual(['3.0', '1'])
  const table = readCells(source, columns, { top: 0, bottom: 0, left: 0, right: 1 })
  expect(writeCells(table, 'json')).toBe('[\n  {"c": 3.0, "a": "1"}\n]')
})

it.each([
  ['among the others', 3, 2, true],
  ['among the pinned ones', 1, 2, false],
  ['before the primary one', 3, 0, false],
  ['the primary one itself', 0, 1, false],
  ['behind the last one', 3, 4, false],
])('a column may stand %s: %d at %d is %s', (_, column, to, can) => {
  const columns = [columnOf({ id: 'k', primary: true }), columnOf({ id: 'p', pinned: true }), ...named('a', 'b')]
  expect(canStand(columns, column, to)).toBe(can)
})

it('a column is moved by the arrows with Ctrl and Shift', () => {
  const key = { code: '', shiftKey: true, ctrlKey: true, metaKey: false, altKey: false }
  expect(headCommand({ ...key, key: 'ArrowLeft' }, false)).toEqual({ kind: 'shift', columns: -1 })
  expect(headCommand({ ...key, key: 'ArrowLeft', shiftKey: false }, false)).toEqual({ kind: 'edge', columns: -1 })
})

it.each([
  ['a date', 'date', string('2026-07-01T23:30:00Z'), 'Local Thu 2 Jul 2026, 08:30:00\nUTC Wed 1 Jul 2026, 23:30:00'],
  [
    'an epoch',
    'epoch',
    cellOf(Kind.number, '1795183325'),
    'Local Fri 20 Nov 2026, 23:02:05\nUTC Fri 20 Nov 2026, 14:02:05\nread as seconds since 1970',
  ],
  ['any number', 'epoch', cellOf(Kind.number, '42'), undefined],
  ['no value', 'date', cellOf(Kind.null), undefined],
  ['another column', undefined, string('2026-07-01'), undefined],
] as const)('the tooltip of %s', (_, moments, cell, words) => {
  expect(momentTip(cell, { moments }, 'Asia/Tokyo')).toBe(words)
})

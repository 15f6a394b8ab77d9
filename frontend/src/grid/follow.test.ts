// SPEC: APP-02
import { describe, expect, it } from 'vitest'
import { followRows, hasMoved, hold } from './follow'
import { extendTo, passTo, selectCell, selectRow, stretchesOf, toggleRow } from './selection'
import type { Source } from './types'

/** Rows with these keys; '' for a row that is not loaded. */
const rowsOf = (keys: string): Source => ({
  rowCount: keys.length,
  cell: () => undefined,
  prefetch: () => {},
  key: (row) => keys.charAt(row).trim() || undefined,
  rowOf: (key) => (keys.includes(key) ? keys.indexOf(key) : undefined),
})

const bounds = { rows: 9, columns: 3 }
const cell = selectCell({ row: 2, column: 1 })
const range = extendTo(cell, { row: 4, column: 2 }, bounds)
const rows = selectRow(selectRow(cell, 2, false, bounds), 4, true, bounds)

describe('selected rows', () => {
  it.each([
    ['the cell', cell, 'abcdefg', 'xabcdefg', [3, 3, 3]],
    ['the cell, backwards', cell, 'abcdefg', 'cxyz', [0, 0, 0]],
    ['the range', range, 'abcdefg', 'xyabcdefg', [4, 6, 6]],
    ['the rows', rows, 'abcdefg', 'bcdefg', [1, 3, 3]],
    ['the focused cell alone where the rows stand apart', range, 'abcdefg', 'acbdxefg', [5, 5, 5]],
    ['the focused cell alone where one of the rows is gone', rows, 'abcdefg', 'abcefg', [3, 3, 3]],
    ['the rows, of which some are not loaded yet', rows, 'abcdefg', 'xabc efg', [3, 5, 5]],
    ['the focused cell alone where one of the rows was not loaded', rows, 'abc efg', 'xabcdefg', [5, 5, 5]],
  ])('are followed: %s', (_, selection, before, after, [top, bottom, focus]) => {
    const held = hold(selection, rowsOf(before))
    expect(hasMoved(held, rowsOf(after))).toBe(true)
    const found = followRows(selection, held, rowsOf(after))?.selection
    expect([found?.range.top, found?.range.bottom, found?.focus.row]).toEqual([top, bottom, focus])
    expect(found?.focus.column).toBe(selection.focus.column)
    if (top !== bottom) expect(found?.rows).toBe(selection.rows)
  })

  const apart = toggleRow(selectRow(cell, 2, false, bounds), 5, bounds) // c and f
  it.each([
    [
      'apart, each where it is',
      apart,
      'abcdefg',
      'facbxde',
      [
        [0, 0],
        [2, 2],
      ],
      0,
    ],
    [
      'apart, which moved together',
      apart,
      'abcdefg',
      'xab  efg',
      [
        [3, 3],
        [6, 6],
      ],
      6,
    ],
    [
      'together, which are apart',
      rows,
      'abcdefg',
      'dxcye',
      [
        [0, 0],
        [2, 2],
        [4, 4],
      ],
      4,
    ],
    [
      'apart, with the focus beside them',
      passTo(apart, 0, bounds),
      'abcdefg',
      'fbacde',
      [
        [0, 0],
        [3, 3],
      ],
      2,
    ],
    ['the focused cell alone where one of those apart is gone', apart, 'abcdefg', 'fabg', [[0, 0]], 0],
  ])('are followed: %s', (_, selection, before, after, stretches, focus) => {
    const found = followRows(selection, hold(selection, rowsOf(before)), rowsOf(after))
    const now = found?.selection ?? cell
    expect(stretchesOf(now).map(({ top, bottom }) => [top, bottom])).toEqual(stretches)
    expect([now.focus.row, now.rows]).toEqual([focus, after !== 'fabg'])
    expect(now.passing ?? false).toBe(selection.passing ?? false)
  })

  it('are lost where the focused one is not loaded any more', () => {
    expect(followRows(cell, hold(cell, rowsOf('abcd')), rowsOf('abxd'))).toBeUndefined()
  })

  it('are where they were while nothing else is loaded there', () => {
    expect(hasMoved(hold(range, rowsOf('abcdefg')), rowsOf('ab    g'))).toBe(false)
    expect(hasMoved(hold(range, rowsOf('abcdefg')), rowsOf('ab  x g'))).toBe(true)
  })

  it('of more than a page are followed by the focused one alone', () => {
    const many = extendTo(cell, { row: 2000, column: 1 }, { rows: 3000, columns: 3 })
    const source = { ...rowsOf(''), key: (row: number) => `k${row}` }
    expect([...hold(many, source)]).toEqual([[2000, 'k2000']])
    const after = { ...source, key: (row: number) => `k${row - 1}`, rowOf: (key: string) => Number(key.slice(1)) + 1 }
    expect(followRows(many, hold(many, source), after)?.selection).toEqual(selectCell({ row: 2001, column: 1 }))
  })

  it('of a source without keys are where they were', () => {
    const { key: _, ...plain } = rowsOf('abc')
    expect([...hold(cell, plain)]).toEqual([])
  })
})

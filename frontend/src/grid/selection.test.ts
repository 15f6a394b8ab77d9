// SPEC: APP-02
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../lib/random'
import {
  type Bounds,
  clampSelection,
  columnsIn,
  contains,
  extendTo,
  isRange,
  isSelected,
  marksRow,
  nextSelected,
  passTo,
  rowsIn,
  rowsOf,
  selectCell,
  selectPage,
  selectRow,
  stretchesOf,
  toggleRow,
} from './selection'
import type { Selection } from './types'

const bounds: Bounds = { rows: 10, columns: 4 }
const at = (row: number, column: number) => ({ row, column })

describe('a selection', () => {
  it('of one cell marks the row of the cell', () => {
    const one = selectCell(at(3, 2))
    expect(one.range).toEqual({ top: 3, left: 2, bottom: 3, right: 2 })
    expect([isRange(one), marksRow(one, 3), marksRow(one, 4)]).toEqual([false, true, false])
  })

  it.each([
    ['down to the right', at(5, 3), { top: 3, left: 2, bottom: 5, right: 3 }],
    ['up to the left', at(0, 0), { top: 0, left: 0, bottom: 3, right: 2 }],
    ['back to where it began', at(3, 2), { top: 3, left: 2, bottom: 3, right: 2 }],
  ])('extends %s', (_, to, range) => {
    const extended = extendTo(selectCell(at(3, 2)), to, bounds)
    expect(extended).toEqual({ range, anchor: at(3, 2), focus: to, rows: false })
  })

  it('of a range of cells marks no row', () => {
    expect(marksRow(extendTo(selectCell(at(3, 2)), at(4, 2), bounds), 3)).toBe(false)
  })

  it('of a row takes all its columns and leaves the focus in its column', () => {
    const row = selectRow(selectCell(at(3, 2)), 6, false, bounds)
    expect(row).toEqual({
      range: { top: 6, left: 0, bottom: 6, right: 3 },
      anchor: at(6, 2),
      focus: at(6, 2),
      rows: true,
    })
    expect(marksRow(row, 6)).toBe(true)
  })

  it('of rows extends by whole rows, by row and by cell', () => {
    const first = selectRow(selectCell(at(3, 2)), 6, false, bounds)
    expect(selectRow(first, 4, true, bounds).range).toEqual({ top: 4, left: 0, bottom: 6, right: 3 })
    expect(extendTo(first, at(8, 2), bounds).range).toEqual({ top: 6, left: 0, bottom: 8, right: 3 })
  })

  it('of everything leaves the focus', () => {
    const all = selectPage(selectCell(at(3, 2)), { first: 0, last: 99 }, bounds)
    expect(all.range).toEqual({ top: 0, left: 0, bottom: 9, right: 3 })
    const page = selectPage(selectCell(at(3, 2)), { first: 2, last: 4 }, bounds)
    expect(page.range).toEqual({ top: 2, left: 0, bottom: 4, right: 3 })
    expect(all.focus).toEqual(at(3, 2))
  })

  it.each([
    ['fewer rows', { rows: 4, columns: 4 }, { top: 3, left: 0, bottom: 3, right: 3 }],
    ['fewer columns', { rows: 10, columns: 2 }, { top: 6, left: 0, bottom: 6, right: 1 }],
    ['more columns', { rows: 10, columns: 9 }, { top: 6, left: 0, bottom: 6, right: 8 }],
    ['nothing', { rows: 0, columns: 0 }, { top: 0, left: 0, bottom: 0, right: 0 }],
  ])('of a row keeps inside %s', (_, smaller, range) => {
    expect(clampSelection(selectRow(selectCell(at(3, 2)), 6, false, bounds), smaller).range).toEqual(range)
  })

  it('always holds its focus or has come to it, its anchor or everything, and lies within its bounds', () => {
    const random = seededRandom(5)
    const any = (most: number) => Math.floor(random() * most)
    let selection: Selection = selectCell(at(0, 0))
    for (let step = 0; step < 2000; step++) {
      const to = at(any(bounds.rows), any(bounds.columns))
      const act = any(7)
      if (act === 0) selection = selectCell(to)
      else if (act === 1) selection = extendTo(selection, to, bounds)
      else if (act === 2) selection = selectRow(selection, to.row, random() < 0.5, bounds)
      else if (act === 3) selection = selectPage(selection, { first: 0, last: 9 }, bounds)
      else if (act === 4) selection = toggleRow(selection, to.row, bounds)
      else if (act === 5) selection = passTo(selection, to.row, bounds)
      else selection = clampSelection(selection, bounds)
      const { range, focus, anchor } = selection
      expect(contains(range, focus.row, focus.column)).toBe(true)
      expect(contains(range, anchor.row, anchor.column)).toBe(true)
      expect(range.top >= 0 && range.left >= 0 && range.bottom < bounds.rows && range.right < bounds.columns).toBe(true)
      expect(rowsIn(range) >= 1 && columnsIn(range) >= 1).toBe(true)
      const marked = Array.from({ length: bounds.rows }, (_, row) => isSelected(selection, row, range.left))
      expect(rowsOf(selection)).toBe(marked.filter(Boolean).length)
      expect(marked[focus.row] || selection.passing).toBe(true)
    }
  })
})

describe('rows that are apart', () => {
  const rowsOfTen = (...rows: number[]) =>
    rows.reduce((selection, row) => toggleRow(selection, row, bounds), selectCell(at(0, 2)))
  const selected = (selection: Selection) => stretchesOf(selection).map(({ top, bottom }) => [top, bottom])

  it.each([
    ['the first takes the place of a cell', [4], [[4, 4]]],
    [
      'others are added',
      [4, 1, 8],
      [
        [1, 1],
        [4, 4],
        [8, 8],
      ],
    ],
    ['neighbours are one stretch', [4, 6, 5], [[4, 6]]],
    [
      'one is taken away',
      [4, 6, 5, 5],
      [
        [4, 4],
        [6, 6],
      ],
    ],
    ['the one that was added last is taken away', [4, 6, 6], [[4, 4]]],
    ['the last leaves its cell', [4, 4], [[4, 4]]],
  ])('%s', (_, pressed, stretches) => {
    const selection = rowsOfTen(...pressed)
    expect(selected(selection)).toEqual(stretches)
    expect(selection.focus).toEqual(at(pressed.at(-1) ?? 0, 2))
  })

  it('leave no row selected that was taken away last', () => {
    expect(rowsOfTen(4, 4).rows).toBe(false)
    const one = rowsOfTen(4, 6, 6)
    expect([marksRow(one, 6), marksRow(one, 4), isSelected(one, 6, 2)]).toEqual([false, true, false])
  })

  it('stay while the last of them is extended, also over them and back', () => {
    const over = extendTo(rowsOfTen(2, 5), at(1, 2), bounds)
    expect(selected(over)).toEqual([[1, 5]])
    expect(selected(extendTo(over, at(6, 2), bounds))).toEqual([
      [2, 2],
      [5, 6],
    ])
  })

  it('stay while the focus goes by, which selects nothing until it adds a row', () => {
    const gone = passTo(rowsOfTen(2, 5), 7, bounds)
    expect([selected(gone), gone.focus.row, rowsOf(gone)]).toEqual([
      [
        [2, 2],
        [5, 5],
      ],
      7,
      2,
    ])
    expect(selected(toggleRow(gone, 7, bounds))).toEqual([
      [2, 2],
      [5, 5],
      [7, 7],
    ])
  })

  it('end where a cell, a row alone or the page is selected', () => {
    const two = rowsOfTen(2, 5)
    expect(selected(selectRow(two, 7, false, bounds))).toEqual([[7, 7]])
    expect(selected(selectPage(two, { first: 0, last: 3 }, bounds))).toEqual([[0, 3]])
    expect(isRange(two)).toBe(true)
  })

  it('keep inside of fewer rows', () => {
    expect(selected(clampSelection(rowsOfTen(8, 2, 4), { rows: 5, columns: 4 }))).toEqual([
      [2, 2],
      [4, 4],
    ])
  })

  it.each([
    [0, 1, 2],
    [2, 1, 5],
    [3, -1, 2],
    [6, -1, 5],
    [2, -1, undefined],
    [6, 1, undefined],
  ] as const)('are gone through: from row %i by %i to %s', (row, by, to) => {
    expect(nextSelected(stretchesOf(rowsOfTen(2, 5, 6)), row, by)).toBe(to)
  })
})

// SPEC: APP-15
import { expect, it } from 'vitest'
import type { Cell } from '../../grid/types'
import { Kind } from '../../lib/block'
import { mostCells, named, SelectedFigures, shortened, Tally } from './selected'

const cell = (kind: number, text = '', cut = 0): Cell => ({ kind, text, cut })
const number = (text: string) => cell(Kind.number, text)

/** Work that finishes when the test says so. */
function later() {
  const waiting: (() => void)[] = []
  return {
    add: (work: () => void) => {
      waiting.push(work)
      return () => {
        const at = waiting.indexOf(work)
        if (at >= 0) waiting.splice(at, 1)
      }
    },
    run: () => {
      let turns = 0
      for (let work = waiting.shift(); work; work = waiting.shift()) {
        work()
        turns += 1
      }
      return turns
    },
  }
}

function select(
  cells: (Cell | undefined)[][],
  areas = [{ top: 0, left: 0, bottom: cells.length - 1, right: (cells[0]?.length ?? 1) - 1 }],
) {
  const clock = later()
  const figures = new SelectedFigures(clock.add)
  figures.select({ areas, column: (place) => place, source: { cell: (row, column) => cells[row]?.[column] } })
  return { figures, turns: clock.run(), clock }
}

it('sums numbers up without losing a digit', () => {
  const { figures } = select([[number('9007199254740993')], [number('0.10')], [number('1e2')], [number('0.1')]])
  const { sum, average, min, max, distinct, left } = figures.store.getState().figures ?? {}
  expect({ sum, average, min, max, distinct, left }).toEqual({
    sum: '9007199254741093.2',
    average: '2251799813685273.3',
    min: '0.10',
    max: '9007199254740993',
    distinct: '3',
    left: [],
  })
})

it('counts texts, JSON, NULL, truncated and missing cells, and says what was left out', () => {
  const { figures } = select([
    [number('1'), cell(Kind.string, 'a'), cell(Kind.json, '[1]'), cell(Kind.null)],
    [number('1.0'), cell(Kind.string, 'a', 12), cell(Kind.bool, 'true'), undefined],
    [number('1e999999'), cell(Kind.string, '1'), cell(Kind.missing), number('3')],
  ])
  expect(figures.store.getState().figures).toEqual({
    count: '9',
    sum: '5',
    average: '1.66666666666…',
    min: '1',
    max: '3',
    distinct: '6',
    left: [
      '2 cells NULL or missing',
      '3 cells not a number: excluded from sum, average, min and max',
      '1 cell JSON: only counted',
      '1 cell truncated: only counted',
      '1 cell too large to add up',
      '1 cell not loaded',
    ],
  })
})

it('has no sum of texts alone', () => {
  const { figures } = select([[cell(Kind.string, '2020-01-01')], [cell(Kind.string, '2020-01-02')]])
  const shown = figures.store.getState().figures
  expect(shown && named(shown)).toEqual([
    ['Count', '2'],
    ['Distinct', '2'],
  ])
  expect(shown?.left).toEqual([])
})

it('shortens long fractions only, and says so', () => {
  expect(['1.66666666666…', '-0.12345', '0.1234', '9007199254740993', '1e300'].map(shortened)).toEqual([
    ...['1.6666…', '-0.1234…', '0.1234', '9007199254740993', '1e300'],
  ])
})

it('sums up a large selection in parts, and none that is too large or a single cell', () => {
  const many = Array.from({ length: 9000 }, () => [number('1')])
  const { figures, turns } = select(many)
  expect(turns).toBe(10)
  expect(figures.store.getState().figures?.sum).toBe('9000')
  expect(select(many, [{ top: 0, left: 0, bottom: mostCells, right: 0 }]).turns).toBe(0)
  expect(select(many, [{ top: 5, left: 0, bottom: 5, right: 0 }]).figures.store.getState().figures).toBeNull()
})

it('drops a selection that another one follows, and sums the same cells up again when they change', () => {
  const cells = [[number('1')], [number('2')], [number('4')]]
  const clock = later()
  const figures = new SelectedFigures(clock.add)
  const source = { cell: (row: number, column: number) => cells[row]?.[column] }
  const column = (place: number) => place
  figures.select({ areas: [{ top: 0, left: 0, bottom: 2, right: 0 }], column, source })
  figures.select({
    areas: [
      { top: 0, left: 0, bottom: 0, right: 0 },
      { top: 2, left: 0, bottom: 2, right: 0 },
    ],
    column,
    source,
  })
  expect(clock.run()).toBe(1)
  expect(figures.store.getState().figures?.sum).toBe('5')
  cells[2] = [number('9')]
  figures.again()
  clock.run()
  expect(figures.store.getState().figures?.sum).toBe('10')
  figures.again()
  figures.close()
  expect(clock.run()).toBe(0)
})

it('adds a hundred thousand cells up exactly', () => {
  const tally = new Tally()
  for (let i = 0; i < 100_000; i += 1) tally.add(number(`${i}.01`))
  expect(tally.figures).toMatchObject({ count: '100000', sum: '4999951000', average: '49999.51', distinct: '100000' })
})

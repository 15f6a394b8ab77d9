// SPEC: APP-02
import { expect, it } from 'vitest'
import { fitRow } from './fitRow'

/** A row of parts, each with its width and, if it can be left out, its priority. */
function rowOf(room: () => number, parts: readonly (readonly [width: number, order?: number])[]): HTMLElement {
  const row = document.createElement('div')
  for (const [width, order] of parts) {
    const part = document.createElement('span')
    part.textContent = `${width}`
    if (order !== undefined) part.dataset.gives = `${order}`
    row.append(part)
  }
  const shown = () => [...row.children].filter((part) => !part.hasAttribute('data-away'))
  Object.defineProperty(row, 'clientWidth', { get: room })
  Object.defineProperty(row, 'scrollWidth', {
    get: () => shown().reduce((sum, part) => sum + Number(part.textContent), 0),
  })
  return row
}

const away = (row: HTMLElement) => [...row.querySelectorAll('[data-away]')].map((part) => part.textContent)

it.each([
  ['all parts where there is room', 200, []],
  ['all but the one that gives way first', 170, ['30']],
  ['no more than have to go', 120, ['30', '50']],
  ['a narrow part again where a wide one went after it', 155, ['50']],
  ['what never gives way, even where it has no room', 10, ['30', '50', '20']],
])('a row shows %s', (_, room, left) => {
  const row = rowOf(() => room, [[100], [20, 1], [30, 3], [50, 2]])
  fitRow(row)
  expect(away(row).sort()).toEqual(left.sort())
})

it('a row that has no room without them either is marked as too full', () => {
  let room = 90
  const row = rowOf(() => room, [[100], [20, 1]])
  fitRow(row)
  expect([away(row), row.hasAttribute('data-over')]).toEqual([['20'], true])
  room = 110
  fitRow(row)
  expect([away(row), row.hasAttribute('data-over')]).toEqual([['20'], false])
})

it('parts of the same order go together', () => {
  const row = rowOf(() => 110, [[100], [10, 1], [10, 1]])
  fitRow(row)
  expect(away(row)).toEqual(['10', '10'])
})

it('a part comes back when there is room for it', () => {
  let room = 100
  const row = rowOf(() => room, [[80], [40, 1]])
  fitRow(row)
  expect(away(row)).toEqual(['40'])
  room = 120
  fitRow(row)
  expect(away(row)).toEqual([])
})

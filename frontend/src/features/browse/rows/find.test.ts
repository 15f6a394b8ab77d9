// SPEC: APP-02
import { expect, it } from 'vitest'
import { cellOf, sourceOf, string } from '../../../grid/fixture'
import { Kind } from '../../../lib/block'
import { seededRandom } from '../../../lib/random'
import { findInRows, foundWords, markOf, matchesNow, mostFound, nextMatch, nothingFound } from './find'

const never = () => new AbortController().signal

it('looks in what is shown of the rows that are here, and says so', async () => {
  const rows = [
    [string('Harbour'), cellOf(Kind.number, '12.50')],
    [string('HARBOUR lamp'), cellOf(Kind.null)],
    [string('winter'), cellOf(Kind.json, '["harbour"]')],
  ]
  const found = await findInRows(sourceOf(rows), [{ first: 0, last: 2 }], [1, 0], 'harbour', never())
  expect(found?.matches).toEqual([
    { row: 0, column: 0 },
    { row: 1, column: 0 },
    { row: 2, column: 1 },
  ])
  expect(found && foundWords(found, 1)).toBe('2 of 3 in 3 loaded rows')
  const hidden = await findInRows(sourceOf(rows), [{ first: 1, last: 1 }], [1], 'harbour', never())
  expect(hidden && foundWords(hidden, -1)).toBe('Nothing found in 1 loaded row')
  expect(await findInRows(sourceOf(rows), [{ first: 0, last: 2 }], [0], '', never())).toBe(nothingFound)
})

it('knows its matches by the keys of their rows, wherever these are by now', async () => {
  const keyed = (...keys: string[]) => ({
    ...sourceOf(keys.map((key) => [string(key)])),
    key: (row: number) => keys[row],
    rowOf: (key: string) => (keys.includes(key) ? keys.indexOf(key) : undefined),
  })
  const found = await findInRows(keyed('ab', 'x', 'b', 'bb'), [{ first: 0, last: 3 }], [0], 'b', never())
  const now = keyed('new', 'bb', 'ab', 'y')
  expect(matchesNow(found?.matches ?? [], now).map((match) => [match.key, match.row])).toEqual([
    ['bb', 1],
    ['ab', 2],
  ])
  const mark = markOf(found?.matches ?? [], now)
  expect([0, 1, 2, 3].map((row) => mark(row, 0))).toEqual([false, true, true, false])
  expect(mark(1, 1)).toBe(false)
})

it('keeps no more than it can show', async () => {
  const rows = Array.from({ length: mostFound + 5 }, () => [string('a')])
  const found = await findInRows(sourceOf(rows), [{ first: 0, last: rows.length - 1 }], [0], 'a', never())
  expect(found?.matches.length).toBe(mostFound)
  expect(found && foundWords(found, 0)).toBe('1 of 10,000+ in 10,001 loaded rows')
})

it('gives up where another text is looked for', async () => {
  const rows = Array.from({ length: 50 }, () => [string('a')])
  const end = new AbortController()
  end.abort()
  expect(await findInRows(sourceOf(rows), [{ first: 0, last: 49 }], [0], 'a', end.signal)).toBeUndefined()
})

it('steps through every match once, there and back, from wherever it begins', () => {
  const random = seededRandom(9)
  const order = [2, 0, 1]
  for (let round = 0; round < 50; round++) {
    const matches = []
    for (let row = 0; row < 12; row++) {
      for (const column of order) if (random() < 0.3) matches.push({ row, column })
    }
    let at = { row: Math.floor(random() * 12), column: Math.floor(random() * 3) }
    expect(nextMatch([], order, at, 1)).toBe(-1)
    const seen: number[] = []
    for (const _ of matches) {
      const next = nextMatch(matches, order, at, 1)
      seen.push(next)
      at = matches[next] as (typeof matches)[number]
    }
    expect([...seen].sort((a, b) => a - b)).toEqual(matches.map((_, i) => i))
    const last = seen.at(-2)
    if (last !== undefined) expect(nextMatch(matches, order, at, -1)).toBe(last)
  }
})

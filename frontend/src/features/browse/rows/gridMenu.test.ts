// SPEC: APP-02
import { describe, expect, it } from 'vitest'
import { sourceOf, string } from '../../../grid/fixture'
import { menuNow, sharedReason } from './GridMenu'

const at = { row: 1, column: 2, x: 3, y: 4 }

/** Rows of the given keys. */
function keyed(keys: string[]) {
  const source = sourceOf(keys.map((key) => [string(key)]))
  return {
    ...source,
    key: (row: number) => keys[row],
    rowOf: (key: string) => (keys.includes(key) ? keys.indexOf(key) : undefined),
  }
}

it.each([
  ['is of its row where that is', { ...at, key: 'b' }, ['a', 'b'], { ...at, key: 'b' }],
  ['follows its row', { ...at, key: 'b' }, ['x', 'y', 'b'], { ...at, key: 'b', row: 2 }],
  ['closes where its row is gone: another one is at its place', { ...at, key: 'b' }, ['a', 'c'], null],
  ['of a head stays', { ...at, row: -1 }, [], { ...at, row: -1 }],
])('the menu of a grid %s', (_, place, keys, want) => {
  expect(menuNow(place, keyed(keys))).toEqual(want)
})

// SPEC: A-EDT-15
describe('the reason that items of a menu share', () => {
  it.each([
    [['no', 'no', '', 'other'], 'no'],
    [['other', 'no', 'no'], 'no'],
    [['no', 'other'], ''],
    [['', '', ''], ''],
    [[], ''],
  ])('of %j is "%s"', (reasons, shared) => {
    expect(sharedReason(reasons)).toBe(shared)
  })
})

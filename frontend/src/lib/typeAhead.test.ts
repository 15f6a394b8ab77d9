import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetAfter, TypeAhead } from './typeAhead'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const names = ['authors', 'books', 'books-drafts', 'covers', 'Bands']
const typed = (keys: string, at: number) => {
  const ahead = new TypeAhead()
  return [...keys].reduce((place, key) => ahead.type(key, names, place), at)
}

it.each([
  ['one letter goes to the next that begins with it', 'c', 0, 3],
  ['its case does not matter', 'A', 4, 0],
  ['the same letter again goes on, in a circle', 'bbb', 0, 4],
  ['more letters stay where they fit', 'boo', 0, 1],
  ['a text that nothing begins with is not found', 'x', 0, -1],
])('%s', (_, keys, at, want) => {
  expect(typed(keys, at)).toBe(want)
})

it('begins anew after a while', () => {
  const ahead = new TypeAhead()
  expect(ahead.type('b', names, 0)).toBe(1)
  vi.advanceTimersByTime(forgetAfter)
  expect(ahead.type('a', names, 1)).toBe(0)
})

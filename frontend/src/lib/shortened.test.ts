import { expect, it } from 'vitest'
import { points, shownLength } from './shortened'

it.each([
  ['', 0],
  ['aé', 2],
  ['\u{1F600}x', 2],
  ['\ud83e', 1],
])('%j has %d characters', (text, count) => {
  expect(points(text)).toBe(count)
})

it('a shortened cell has the characters before its ellipsis', () => {
  expect(shownLength('["\u{1F600}...')).toBe(3)
})

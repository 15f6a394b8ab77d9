// SPEC: A-BRO-01
import { expect, it } from 'vitest'
import { cutMiddle } from '../lib/words'
import { alike } from './Middle'

it('names that differ in their digits are cut at the same place, however wide the digits are', () => {
  const wide = (part: string) => [...part].reduce((sum, letter) => sum + (letter === '1' ? 3 : 6), 0)
  const cut = (name: string) => cutMiddle(name, (part) => wide(alike(part)) < 100)
  const lengths = ['01', '02', '11', '20'].map((day) => cut(`logs-checkout-2026.05.${day}`).length)
  expect(new Set(lengths).size).toBe(1)
})

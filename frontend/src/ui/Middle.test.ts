// SPEC: A-BRO-01
import { expect, it, vi } from 'vitest'
import { cutMiddle } from '../lib/words'
import { alike, missingWidth } from './Middle'

it('names that differ in their digits are cut at the same place, however wide the digits are', () => {
  const wide = (part: string) => [...part].reduce((sum, letter) => sum + (letter === '1' ? 3 : 6), 0)
  const cut = (name: string) => cutMiddle(name, (part) => wide(alike(part)) < 100)
  const lengths = ['01', '02', '11', '20'].map((day) => cut(`logs-checkout-2026.05.${day}`).length)
  expect(new Set(lengths).size).toBe(1)
})

it('says how much wider the box of a name has to be for all of it', () => {
  const pen = { measureText: (text: string) => ({ width: text.length * 6 }), font: '' }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never)
  const box = document.createElement('span')
  box.dataset.full = 'logs-checkout'
  vi.spyOn(box, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 60, 20))
  expect(missingWidth(box)).toBe(18)
  vi.restoreAllMocks()
})

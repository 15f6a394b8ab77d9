import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Tip } from './tip'

const words = () => ({ heading: 'chapters', body: 'First 10,000 of 41,080 characters.', warning: false })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

function made() {
  const [host, cell, other] = [0, 1, 2].map(() => document.body.appendChild(document.createElement('div')))
  if (!host || !cell || !other) throw new Error('no elements')
  return { tip: new Tip(host), cell, other }
}

it('a tooltip stays away from a cell that was pressed, also when its focus moved on, until the pointer was elsewhere', () => {
  const { tip, cell, other } = made()
  tip.later(cell, words)
  vi.advanceTimersByTime(500)
  expect(tip.open).toBe(true)
  tip.press(cell)
  expect(tip.open).toBe(false)
  tip.leave()
  tip.hide()
  tip.later(cell, words)
  vi.advanceTimersByTime(500)
  expect(tip.open).toBe(false)
  tip.later(other, words)
  vi.advanceTimersByTime(500)
  expect(tip.open).toBe(true)
  tip.later(cell, words)
  vi.advanceTimersByTime(500)
  expect(tip.open).toBe(true)
  tip.press(cell)
  tip.forget()
  tip.later(cell, words)
  vi.advanceTimersByTime(500)
  expect(tip.open).toBe(true)
})

// SPEC: APP-12
it('a tooltip that is open when its cell gets another value, or goes, never keeps the words of the former one', () => {
  const { tip, cell, other } = made()
  const values = ['Local Sat 28 Nov 2026', 'Local Sat 28 Nov 2026', 'Local Fri 27 Nov 2026']
  const next = () => ({ heading: 'at', body: values.shift() ?? '', warning: false })
  tip.now(cell, next)
  tip.follow()
  expect(tip.open).toBe(true)
  tip.follow()
  expect(tip.open).toBe(false)
  tip.now(other, words)
  tip.leave()
  other.remove()
  tip.follow()
  expect(tip.open).toBe(false)
})

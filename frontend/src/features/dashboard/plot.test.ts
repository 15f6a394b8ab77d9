// SPEC: B-MET-02
import { expect, it, vi } from 'vitest'

vi.mock('uplot', () => ({ default: class {} }))

it('the axis of values ends at a round number above the highest one', async () => {
  const { niceTop } = await import('./plot')
  expect([0, 0.3, 7, 96, 412, 760, 970, 1600].map(niceTop)).toEqual([1, 0.4, 8, 200, 500, 800, 2000, 2000])
})

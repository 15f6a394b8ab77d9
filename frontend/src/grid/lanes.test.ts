// SPEC: APP-02
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../lib/random'
import { Lanes } from './lanes'

const shown = (lanes: Lanes) => lanes.all.filter((index) => index >= 0).sort((a, b) => a - b)

describe('lanes', () => {
  it('give each new index a slot', () => {
    const lanes = new Lanes()
    expect(lanes.update(3, 5, [])).toEqual([
      { slot: 0, index: 3 },
      { slot: 1, index: 4 },
      { slot: 2, index: 5 },
    ])
  })

  it('change one slot when they move by one', () => {
    const lanes = new Lanes()
    lanes.update(0, 9, [])
    expect(lanes.update(1, 10, [])).toEqual([{ slot: 0, index: 10 }])
  })

  it('free the slots that are not needed and use them again', () => {
    const lanes = new Lanes()
    lanes.update(0, 3, [])
    expect(lanes.update(0, 1, [])).toEqual([
      { slot: 2, index: -1 },
      { slot: 3, index: -1 },
    ])
    lanes.update(0, 3, [])
    expect(lanes.all.length).toBe(4)
  })

  it('keep an index far outside, once', () => {
    const lanes = new Lanes()
    lanes.update(0, 2, [1])
    expect(lanes.all.length).toBe(3)
    lanes.update(100, 102, [1])
    expect(shown(lanes)).toEqual([1, 100, 101, 102])
  })

  it('show after any walk exactly what was asked for, and tell every slot that changed', () => {
    const random = seededRandom(3)
    const lanes = new Lanes()
    let known: number[] = []
    for (let step = 0; step < 3000; step++) {
      const first = Math.floor(random() * 50)
      const last = first + Math.floor(random() * 12) - 1
      const keep = random() < 0.5 ? [Math.floor(random() * 60)] : []
      for (const { slot, index } of lanes.update(first, last, keep)) known[slot] = index
      const wanted = new Set(keep)
      for (let index = first; index <= last; index++) wanted.add(index)
      expect(shown(lanes)).toEqual([...wanted].sort((a, b) => a - b))
      expect(known).toEqual(lanes.all)
      lanes.all.forEach((index, slot) => {
        if (index >= 0) expect(lanes.slotOf(index)).toBe(slot)
      })
      known = [...lanes.all]
    }
    expect(lanes.all.length).toBeLessThanOrEqual(13)
  })

  it('follow each other as their indexes do, but for one place, however they move', () => {
    const random = seededRandom(7)
    const lanes = new Lanes()
    let first = 100
    lanes.update(first, first + 20, [])
    for (let step = 0; step < 200; step++) {
      first = Math.max(0, first + Math.round(random() * 10 - 5))
      lanes.update(first, first + 20, [])
      const falls = lanes.all.filter((index, slot) => slot > 0 && index < (lanes.all[slot - 1] as number))
      expect(falls.length).toBeLessThanOrEqual(1)
    }
  })
})

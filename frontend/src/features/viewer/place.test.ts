// SPEC: APP-02
import { expect, it } from 'vitest'
import { seededRandom } from '../../lib/random'
import { moved, placeFor } from './place'

it('the viewer lies inside of the stage, and leaves its cell seen where there is room', () => {
  const random = seededRandom(5)
  for (let round = 0; round < 300; round++) {
    const stage = { width: 400 + random() * 1600, height: 300 + random() * 1000 }
    const cell = { left: random() * stage.width, top: 28 + random() * (stage.height - 60), width: 120, height: 24 }
    const box = placeFor(stage, cell)
    expect(box.left).toBeGreaterThanOrEqual(0)
    expect(box.left + box.width).toBeLessThanOrEqual(stage.width)
    expect(box.top).toBeGreaterThanOrEqual(0)
    expect(box.top + box.height).toBeLessThanOrEqual(stage.height)
    const covers = box.top < cell.top + cell.height && box.top + box.height > cell.top
    const room = Math.max(cell.top, stage.height - cell.top - cell.height) >= 260
    expect(covers && room).toBe(false)
  }
})

it('it is moved no further than its head can be reached', () => {
  const box = { left: 100, top: 100, width: 580, height: 474 }
  const stage = { width: 800, height: 600 }
  expect(moved(box, stage, 10, -20)).toMatchObject({ left: 110, top: 80 })
  expect(moved(box, stage, -9999, -9999)).toMatchObject({ left: -500, top: 0 })
  expect(moved(box, stage, 9999, 9999)).toMatchObject({ left: 720, top: 560 })
})

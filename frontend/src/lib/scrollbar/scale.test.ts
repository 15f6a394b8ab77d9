// SPEC: APP-02
import { describe, expect, it, vi } from 'vitest'
import { seededRandom } from '../random'
import { Scale } from './scale'
import { drawingAt, pageDrawing } from './tallest'
import { wheelExactly } from './wheel'

/** The tallest body in these tests. */
const maxBodyHeight = 4_194_240

const sizes = [
  { rows: 0, height: 24, viewport: 500 },
  { rows: 1, height: 24, viewport: 500 },
  { rows: 1000, height: 24, viewport: 492 },
  { rows: 1_000_000, height: 28, viewport: 733 },
  { rows: 174_760, height: 24, viewport: 480 },
  { rows: 174_761, height: 24, viewport: 480 },
  { rows: 20_000_000, height: 24, viewport: 480 },
  { rows: 2_000_000_000, height: 28, viewport: 1213 },
]

function scaleOf({ rows, height, viewport }: (typeof sizes)[number]): Scale {
  const scale = new Scale(() => ({ tallest: maxBodyHeight, step: 1 }))
  scale.resize(rows, height, viewport)
  return scale
}

describe.each(sizes)('the scale of $rows rows', (size) => {
  const most = Math.max(0, size.rows * size.height - size.viewport)

  it('never makes a body that a webview would cut off', () => {
    expect(scaleOf(size).bodyHeight).toBe(Math.min(size.rows * size.height, maxBodyHeight))
  })

  it.each([Number.POSITIVE_INFINITY, 1e12, Number.NaN, -5])('clamps the offset %d', (offset) => {
    const scale = scaleOf(size)
    scale.moveTo(offset)
    expect(scale.offset).toBe(Number.isFinite(offset) && offset > 0 ? Math.min(offset, most) : 0)
    expect(scale.scrollTop).toBeLessThanOrEqual(Math.max(0, scale.bodyHeight - size.viewport))
  })

  it('reaches the first and the last row by the scroll bar', () => {
    const scale = scaleOf(size)
    scale.follow(maxBodyHeight)
    expect(scale.lastRow).toBe(size.rows - 1)
    scale.follow(0)
    expect(scale.firstRow).toBe(0)
  })

  it('draws every seen row inside the viewport and finds it there again', () => {
    const random = seededRandom(size.rows)
    const scale = scaleOf(size)
    for (let step = 0; step < 300 && size.rows > 0; step++) {
      if (random() < 0.5) scale.moveTo(random() * most)
      else scale.follow(Math.round(random() * scale.bodyHeight))
      for (let row = scale.firstRow; row <= scale.lastRow; row++) {
        const y = scale.top(row) - scale.scrollTop
        expect(y).toBeGreaterThan(-size.height - 1)
        expect(y).toBeLessThan(size.viewport + 1)
        expect(Math.abs(scale.rowAt(y + size.height / 2) - row)).toBe(0)
      }
    }
  })

  it('puts neighbours exactly one row apart', () => {
    const random = seededRandom(1)
    const scale = scaleOf(size)
    for (let step = 0; step < 100; step++) {
      scale.moveTo(random() * most)
      for (let row = scale.firstRow; row < scale.lastRow; row++) {
        const below = scale.top(row + 1)
        if (scale.top(row) > 0 && below < scale.bodyHeight - size.height) {
          expect(below - scale.top(row)).toBe(size.height)
        }
      }
    }
  })

  it('reveals a row whole by the smallest move', () => {
    const random = seededRandom(2)
    const scale = scaleOf(size)
    for (let step = 0; step < 300 && size.rows > 0; step++) {
      scale.moveTo(random() * most)
      const before = scale.offset
      const row = Math.floor(random() * size.rows)
      const moved = scale.reveal(row)
      expect(row * size.height).toBeGreaterThanOrEqual(scale.offset)
      expect((row + 1) * size.height).toBeLessThanOrEqual(scale.offset + size.viewport)
      expect(moved).toBe(scale.offset !== before)
      expect(scale.reveal(row)).toBe(false)
    }
  })

  it('keeps a row that is far away inside the body', () => {
    const scale = scaleOf(size)
    scale.moveTo(most / 2)
    for (const row of [0, size.rows - 1]) {
      expect(scale.top(row)).toBeGreaterThanOrEqual(0)
      expect(scale.top(row)).toBeLessThanOrEqual(Math.max(0, scale.bodyHeight - size.height))
    }
  })
})

describe('small moves by the wheel', () => {
  it('add up exactly where the scroll bar is scaled', () => {
    const scale = scaleOf({ rows: 20_000_000, height: 24, viewport: 480 })
    scale.moveTo(1_000_000)
    for (let i = 0; i < 1000; i++) scale.moveTo(scale.offset + 0.5)
    expect(scale.offset).toBe(1_000_500)
  })
})

describe('rows that move a little under a scaled scroll bar', () => {
  const many = { rows: 1_000_000, height: 24, viewport: 600 }
  const most = many.rows * many.height - many.viewport

  it('are drawn where they were, so that none is painted again', () => {
    const scale = scaleOf(many)
    scale.moveTo(most / 2)
    const { shift } = scale
    for (let i = 0; i < 80; i++) scale.moveTo(scale.offset + 120)
    expect(scale.shift).toBe(shift)
  })

  it('are drawn elsewhere before the scroll bar is a four-hundredth from its place', () => {
    const scale = scaleOf(many)
    const placed = scaleOf(many)
    scale.moveTo(most / 2)
    let redrawn = 0
    for (let i = 0; i < 2000; i++) {
      const { shift } = scale
      scale.moveTo(scale.offset + 120)
      if (scale.shift !== shift) redrawn++
      placed.moveTo(0)
      placed.moveTo(scale.offset)
      expect(Math.abs(scale.scrollTop - placed.scrollTop)).toBeLessThanOrEqual(scale.bodyHeight / 400)
    }
    expect(redrawn).toBeGreaterThan(0)
    expect(redrawn).toBeLessThan(30)
  })

  it('leave the scroll bar at its place once they rest', () => {
    const scale = scaleOf(many)
    const placed = scaleOf(many)
    scale.moveTo(most / 2)
    scale.moveTo(scale.offset + 9000)
    placed.moveTo(scale.offset)
    const { offset } = scale
    expect(scale.scrollTop).not.toBe(placed.scrollTop)
    expect(scale.rest()).toBe(true)
    expect([scale.scrollTop, scale.offset, scale.rest()]).toEqual([placed.scrollTop, offset, false])
  })

  it.each([
    { way: 'up', from: 60_000, step: -120 },
    { way: 'down', from: most - 60_000, step: 120 },
  ])('are seldom drawn elsewhere on their way $way to an end', ({ from, step }) => {
    const scale = scaleOf(many)
    scale.moveTo(from)
    let redrawn = 0
    for (let { shift } = scale; scale.moveTo(scale.offset + step); shift = scale.shift) {
      if (scale.shift !== shift) redrawn++
    }
    expect(redrawn).toBeLessThan(12)
  })

  it.each([24, 117, 600])('begin and end at the ends of the scroll bar, by steps of %d px', (step) => {
    const scale = scaleOf(many)
    for (const from of [20_000, most - 20_000]) {
      scale.moveTo(from)
      const direction = from < most / 2 ? -step : step
      while (scale.moveTo(scale.offset + direction)) {
        for (let row = scale.firstRow; row <= scale.lastRow; row++) {
          expect(scale.top(row) - scale.scrollTop).toBe(row * many.height - scale.offset)
        }
      }
      expect(scale.scrollTop).toBe(from < most / 2 ? 0 : scale.bodyHeight - many.viewport)
    }
  })

  it('are the ones that the scroll bar points to, in both directions', () => {
    const random = seededRandom(4)
    for (let i = 0; i < 200; i++) {
      const scale = scaleOf(many)
      scale.follow(Math.round(random() * (scale.bodyHeight - many.viewport)))
      const again = scaleOf(many)
      again.moveTo(scale.offset)
      again.rest()
      expect(Math.abs(again.scrollTop - scale.scrollTop)).toBeLessThanOrEqual(1)
    }
  })
})

describe('the tallest body', () => {
  it.each([
    { what: 'ends where quarters of a px are still exact', ratio: 1, element: 33_554_428, tallest: 4_194_240 },
    { what: 'counts device px', ratio: 1.5, element: 22_369_618, tallest: 2_796_138 },
    { what: 'ends with the element where that is less', ratio: 1, element: 2_000_000.5, tallest: 1_999_936 },
    { what: 'does without a measure', ratio: 2, element: 0, tallest: 2_097_088 },
  ])('$what', ({ ratio, element, tallest }) => {
    expect(drawingAt(ratio, element).tallest).toBe(tallest)
  })

  it('is another one once the window has another device scale', () => {
    const tallestAt = (ratio: number) => {
      vi.stubGlobal('devicePixelRatio', ratio)
      return pageDrawing().tallest
    }
    expect([1, 2, 1.5, 1].map(tallestAt)).toEqual([4_194_240, 2_097_088, 2_796_138, 4_194_240])
    vi.unstubAllGlobals()
  })
})

describe('rows under a scaled scroll bar', () => {
  it.each([1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3])('are at whole device px at a device scale of %d', (ratio) => {
    const random = seededRandom(3)
    const scale = new Scale(() => drawingAt(ratio, 0))
    scale.resize(1_200_000, 24, 480)
    for (let step = 0; step < 100; step++) {
      scale.moveTo(random() * 28_000_000)
      for (const px of [scale.scrollTop, scale.shift]) {
        expect(Math.abs(px * ratio - Math.round(px * ratio))).toBeLessThan(1e-6)
      }
    }
  })

  it('are so again after the scroll bar was let go between two of them', () => {
    const scale = new Scale(() => drawingAt(1.5, 0))
    scale.resize(1_200_000, 24, 480)
    scale.follow(1_000_000.2)
    scale.moveTo(scale.offset + 53)
    const px = scale.shift * 1.5
    expect(Math.abs(px - Math.round(px))).toBeLessThan(1e-6)
  })
})

describe('few rows', () => {
  it('need no measure of the page', () => {
    const scale = new Scale(() => {
      throw new Error('measured')
    })
    scale.resize(40_000, 24, 480)
    expect(scale.bodyHeight).toBe(960_000)
  })
})

describe('a body that may be less tall than before', () => {
  it('keeps the row in sight', () => {
    let tallest = 8_000_000
    const scale = new Scale(() => ({ tallest, step: 1 }))
    scale.resize(1_200_000, 24, 480)
    scale.moveTo(900_000 * 24)
    tallest = 4_000_000
    scale.resize(1_200_000, 24, 480)
    expect([scale.firstRow, scale.bodyHeight]).toEqual([900_000, 4_000_000])
  })
})

describe('the wheel over a list whose scroll bar is scaled', () => {
  it('moves by exact px, and what the webview says of it moves nothing', () => {
    const scroller = document.createElement('div')
    const scale = scaleOf({ rows: 20_000_000, height: 24, viewport: 480 })
    scale.moveTo(1_000_000)
    const stop = wheelExactly(scroller, scale, () => {})
    for (let i = 0; i < 10; i++) scroller.dispatchEvent(new WheelEvent('wheel', { deltaY: 53, cancelable: true }))
    expect(scale.scrolledTo(scroller.scrollTop + 0.4)).toBe(false)
    expect(scale.offset).toBe(1_000_530)
    stop()
    scroller.dispatchEvent(new WheelEvent('wheel', { deltaY: 53 }))
    expect(scale.offset).toBe(1_000_530)
  })

  it('leaves the bar at its place once it rests', () => {
    vi.useFakeTimers()
    const scroller = document.createElement('div')
    const scale = scaleOf({ rows: 20_000_000, height: 24, viewport: 480 })
    scale.moveTo(200_000_000)
    const before = scale.scrollTop
    const moved = vi.fn()
    const stop = wheelExactly(scroller, scale, moved)
    scroller.dispatchEvent(new WheelEvent('wheel', { deltaY: 2000, cancelable: true }))
    expect(scroller.scrollTop).toBe(before + 2000)
    vi.runAllTimers()
    expect([scroller.scrollTop, moved.mock.calls.length]).toEqual([before + 17, 2])
    stop()
    vi.useRealTimers()
  })

  it('is left to the webview where the bar is not scaled', () => {
    const scale = scaleOf({ rows: 1000, height: 24, viewport: 480 })
    const scroller = document.createElement('div')
    wheelExactly(scroller, scale, () => {})
    scroller.dispatchEvent(new WheelEvent('wheel', { deltaY: 53 }))
    expect(scale.offset).toBe(0)
  })
})

describe('a row that is revealed before the grid has a height', () => {
  it('is at the top', () => {
    const scale = new Scale()
    scale.resize(1000, 24, 0)
    expect(scale.reveal(0)).toBe(false)
    expect(scale.offset).toBe(0)
    scale.reveal(500)
    expect(scale.firstRow).toBe(500)
  })
})

// SPEC: APP-02
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../lib/random'
import { ColumnLayout, clampWidth, gutterFor, maxWidth, minWidth } from './columns'
import { columnOf } from './fixture'

const layoutOf = (widths: number[], primary = true) =>
  new ColumnLayout(
    widths.map((width, i) => columnOf({ id: `c${i}`, width, primary: primary && i === 0 })),
    52,
  )

describe('the place of a column', () => {
  it('follows the gutter and the widths before it', () => {
    const layout = layoutOf([84, 100, 60])
    expect([0, 1, 2, 3].map((column) => layout.left(column))).toEqual([52, 136, 236, 296])
    expect([layout.total, layout.pinned, layout.pinnedEnd]).toEqual([296, 1, 136])
  })

  it('moves with the width of a column before it', () => {
    const layout = layoutOf([84, 100, 60])
    layout.setWidth(1, 140.4)
    expect([layout.width(1), layout.left(2), layout.total]).toEqual([140, 276, 336])
  })

  it.each([
    ['too narrow', 3, minWidth],
    ['too wide', 99_999, maxWidth],
    ['between', 77.7, 78],
  ])('has a width within bounds: %s', (_, width, expected) => {
    expect(clampWidth(width)).toBe(expected)
  })

  it('is without a pinned column where the first is not primary', () => {
    expect(layoutOf([84, 100], false).pinnedEnd).toBe(52)
  })

  it('is all gutter without columns', () => {
    const layout = layoutOf([])
    expect([layout.total, layout.count, layout.window(0, 500)]).toEqual([52, 0, { first: 0, last: -1 }])
  })
})

describe('the gutter', () => {
  it.each([
    [1, 52],
    [4, 52],
    [5, 55],
    [9, 83],
  ])('holds a label of %d characters in %d px', (length, width) => {
    expect(gutterFor(length)).toBe(width)
  })
})

describe('any layout', () => {
  const random = seededRandom(11)
  const rounds = Array.from({ length: 200 }, () => ({
    layout: layoutOf(
      Array.from({ length: 1 + Math.floor(random() * 40) }, () => 40 + Math.floor(random() * 400)),
      random() < 0.5,
    ),
    viewport: 200 + Math.floor(random() * 900),
    part: random(),
  }))
  const scrollOf = ({ layout, viewport, part }: (typeof rounds)[number]) =>
    Math.floor(Math.max(0, layout.total - viewport) * part)

  it('draws exactly the scrolled columns that cross the part of the viewport beside the pinned ones', () => {
    for (const round of rounds) {
      const { layout, viewport } = round
      const scroll = scrollOf(round)
      const { first, last } = layout.window(scroll, viewport)
      for (let column = layout.pinned; column < layout.count; column++) {
        const from = Math.max(layout.left(column), scroll + layout.pinnedEnd)
        const seen = from < Math.min(layout.left(column + 1), scroll + viewport)
        if (seen) expect(column >= first && column <= last).toBe(true)
        else if (viewport > layout.pinnedEnd) expect(column > first && column < last).toBe(false)
      }
    }
  })

  it('finds under a point the column that is drawn there', () => {
    for (const round of rounds) {
      const { layout, viewport } = round
      const scroll = scrollOf(round)
      for (let x = 0; x < Math.min(viewport, layout.total - scroll); x += 7) {
        const column = layout.at(x, scroll)
        if (x < 52) expect(column).toBe(-1)
        else {
          const left = layout.left(column) - (column < layout.pinned ? 0 : scroll)
          expect(x).toBeGreaterThanOrEqual(column === layout.pinned ? 0 : left)
          expect(x).toBeLessThan(left + layout.width(column))
        }
      }
    }
  })

  it('reveals a column whole, or from its left edge, and does not scroll for one that is seen', () => {
    for (const round of rounds) {
      const { layout, viewport } = round
      for (let column = layout.pinned; column < layout.count; column++) {
        const to = layout.reveal(column, scrollOf(round), viewport)
        const left = layout.left(column) - to
        const fits = layout.width(column) <= viewport - layout.pinnedEnd
        expect(left).toBeGreaterThanOrEqual(layout.pinnedEnd)
        if (fits) expect(left + layout.width(column)).toBeLessThanOrEqual(viewport)
        else expect(left).toBe(layout.pinnedEnd)
        expect(layout.reveal(column, to, viewport)).toBe(to)
      }
    }
  })
})

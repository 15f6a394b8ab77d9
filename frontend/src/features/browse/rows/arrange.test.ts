// SPEC: A-BRO-16, APP-12
import { describe, expect, it } from 'vitest'
import type { GridColumn, Layout } from '../../../host'
import { seededRandom } from '../../../lib/random'
import { bestFirst, change, layoutOf, move, placesOf, plainLayout, showAll, shownPlaces } from './arrange'
import { gridColumns } from './columns'

const viewOf = (names: readonly string[], primary = true): GridColumn[] =>
  names.map((name, i) => ({
    ...{
      name,
      type: 'keyword',
      kind: 'text',
      integer: false,
      readOnly: false,
      sortable: true,
      reason: '',
      conflict: '',
    },
    primary: primary && i === 0,
  }))
const view = viewOf(['_id', 'a', 'b', 'c', 'd'])
const shown = (layout: Layout, filled: (index: number) => boolean = () => true) =>
  gridColumns(view, { sort: [], layout, fitted: new Map(), filled }).map((column) => column.id)

describe('the columns of a layout', () => {
  it.each<[string, Layout, string[]]>([
    ['as the view has them without one', plainLayout, ['_id', 'a', 'b', 'c', 'd']],
    ['moved on', move(view, plainLayout, 'a', 'c'), ['_id', 'b', 'c', 'a', 'd']],
    ['moved back', move(view, plainLayout, 'd', 'a'), ['_id', 'd', 'a', 'b', 'c']],
    ['never before the primary one', move(view, plainLayout, 'd', '_id'), ['_id', 'd', 'a', 'b', 'c']],
    ['hidden', change(view, plainLayout, ['b', 'd'], { hidden: true }), ['_id', 'a', 'c']],
    [
      'the primary one is never hidden',
      change(view, plainLayout, ['_id'], { hidden: true }),
      ['_id', 'a', 'b', 'c', 'd'],
    ],
    ['pinned to the left', change(view, plainLayout, ['d'], { pinned: true }), ['_id', 'd', 'a', 'b', 'c']],
    ['shown again', showAll(view, change(view, plainLayout, ['b'], { hidden: true })), ['_id', 'a', 'b', 'c', 'd']],
    [
      'unknown ones passed over, new ones behind',
      {
        hideEmpty: false,
        columns: ['gone', 'c', '_id', 'a'].map((name) => ({ name, width: 0, hidden: false, pinned: false })),
      },
      ['_id', 'c', 'a', 'b', 'd'],
    ],
  ])('%s', (_, layout, expected) => {
    expect(shown(layout)).toEqual(expected)
  })

  it('stay away while they are empty, but for the primary one', () => {
    expect(shown({ ...plainLayout, hideEmpty: true }, (index) => index === 3)).toEqual(['_id', 'c'])
  })

  it('of which few documents have a value stay away until a row has one, unless they were laid out', () => {
    const rare = view.map((column) => (column.name === 'd' ? { ...column, rare: true } : column))
    const shownOf = (layout: Layout, filled = false) =>
      gridColumns(rare, { sort: [], layout, fitted: new Map(), filled: (at) => at !== 4 || filled }).map(({ id }) => id)
    expect(shownOf(plainLayout)).toEqual(['_id', 'a', 'b', 'c'])
    expect(shownOf(plainLayout, true)).toEqual(['_id', 'a', 'b', 'c', 'd'])
    const wider = change(rare, plainLayout, ['a'], { width: 90 })
    expect([shownOf(wider), shownOf(wider, true)]).toEqual([
      ['_id', 'a', 'b', 'c'],
      ['_id', 'a', 'b', 'c', 'd'],
    ])
    expect(shownOf(change(rare, plainLayout, ['d'], { hidden: false }))).toEqual(['_id', 'a', 'b', 'c', 'd'])
    expect(shownOf(change(rare, plainLayout, ['d'], { hidden: true }), true)).toEqual(['_id', 'a', 'b', 'c'])
    expect(shownOf(showAll(rare, plainLayout))).toEqual(['_id', 'a', 'b', 'c', 'd'])
    expect(shownOf(move(rare, plainLayout, 'd', 'a'))).toEqual(['_id', 'd', 'a', 'b', 'c'])
    expect(change(rare, wider, ['a'], { width: 0 })).toEqual(plainLayout)
  })

  it('are plain again where everything was taken back', () => {
    const there = change(view, move(view, plainLayout, 'a', 'c'), ['b'], { width: 90 })
    const back = change(view, move(view, there, 'a', 'b'), ['b'], { width: 0 })
    expect(back).toEqual(plainLayout)
  })
})

describe('any work on a layout', () => {
  const random = seededRandom(7)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const names = ['_id', ...Array.from({ length: 30 }, (_, i) => `c${i}`)]

  it('never shows a value under the name of another column, and loses no column', () => {
    for (let round = 0; round < 25; round++) {
      const columns = viewOf(names, random() < 0.7)
      let layout = plainLayout
      for (let step = 0; step < 30; step++) {
        const act = pick(['move', 'hide', 'show', 'pin', 'unpin', 'width', 'all', 'restart'])
        const name = pick(names)
        if (act === 'move') layout = move(columns, layout, name, pick(names))
        else if (act === 'hide') layout = change(columns, layout, [name, pick(names)], { hidden: true })
        else if (act === 'show') layout = change(columns, layout, [name], { hidden: false })
        else if (act === 'pin') layout = change(columns, layout, [name], { pinned: true })
        else if (act === 'unpin') layout = change(columns, layout, [name], { pinned: false })
        else if (act === 'width') layout = change(columns, layout, [name], { width: 50 + step })
        else if (act === 'all') layout = showAll(columns, layout)
        else layout = JSON.parse(JSON.stringify(layout)) as Layout
        const places = placesOf(columns, layout)
        expect(places.map((place) => place.name).sort()).toEqual([...names].sort())
        const drawn = gridColumns(columns, { sort: [], layout, fitted: new Map(), filled: () => true })
        expect(drawn.map((column) => columns[column.at ?? -1]?.name)).toEqual(drawn.map((column) => column.id))
        expect(new Set(drawn.map((column) => column.at)).size).toBe(drawn.length)
        const open = drawn.findIndex((column) => !column.primary && !column.pinned)
        if (open >= 0) expect(drawn.slice(open).some((column) => column.pinned || column.primary)).toBe(false)
        expect(layoutOf(places, layout.hideEmpty)).toEqual(layout)
        expect(shownPlaces(places, false, () => true).length).toBe(drawn.length)
      }
    }
  })
})

describe('finding a column by a part of its name', () => {
  const names = ['offers.price', 'prices', 'price', 'list.pri', 'sprint', 'title']
  it.each([
    ['pri', ['prices', 'price', 'offers.price', 'list.pri', 'sprint']],
    ['PRICE', ['price', 'prices', 'offers.price']],
    ['offers.p', ['offers.price']],
    ['', names],
    ['nothing', []],
  ])('%s', (text, found) => {
    expect(bestFirst(names, text, (name) => name)).toEqual(found)
  })
})

// SPEC: A-EDT-01, A-EDT-03, A-EDT-04, A-EDT-15
import { describe, expect, it } from 'vitest'
import { EditedRows } from './editedRows'
import { Edits } from './edits'
import { columnOf, FakeRows, nothing, number, roles, seqOf, text } from './fixture'
import { Places, placesOf } from './places'
import { type Typed, typedNull, typedRemoval } from './values'

const columns = [
  columnOf('_id', { primary: true, readOnly: true, kind: 'id' }),
  columnOf('_index', { readOnly: true, beside: true, hidden: '#index' }),
  columnOf('title'),
  columnOf('price', { kind: 'number' }),
]
const [id, index, title, price] = [0, 1, 2, 3]
const place = [{ name: '#index', value: 'books' }]
const typed = (value: string): Typed => ({ text: value, null: false })
const rowOf = (key: string, seq = '4') => ({
  ...{ id: key, seq, hash: `${key} ${seq}` },
  cells: { _id: text(key), _index: text('books'), title: text(`title ${key}`), price: number('1.50') },
})

/** Rows in pages of three, which note what is read of them. */
class PagedRows extends FakeRows {
  asked: string[] = []
  version = 0

  override prefetch(first = 0, last = 0): void {
    this.asked.push(`see ${first} ${last}`)
  }

  async load(first: number, last: number): Promise<void> {
    this.asked.push(`load ${first} ${last}`)
  }

  pageOf(row: number) {
    const first = Math.floor(row / 3) * 3
    return { first, last: Math.min(first + 2, this.rowCount - 1) }
  }

  get ranges() {
    return [{ first: 0, last: 2 }]
  }

  async value(row: number, column: number) {
    return { kind: 4, text: `row ${row}, column ${column}`, changed: false }
  }
}

function open(keys = ['a', 'b', 'c', 'd', 'e']) {
  const rows = new PagedRows(
    columns,
    keys.map((key) => rowOf(key)),
  )
  const edits = new Edits(roles)
  const edited = new EditedRows(rows, columns, edits)
  const all = () => [...Array(edited.rowCount).keys()]
  return { rows, edits, edited, keys: () => all().map((row) => edited.key(row)) }
}

describe('new rows', () => {
  it('are on top of the rows, and those that duplicate another one right after it', () => {
    const { edited, keys } = open()
    const first = edited.add(place)
    const copy = edited.duplicate(2, place) ?? ''
    const second = edited.add(place)
    const again = edited.duplicate(edited.rowOf(copy) ?? -1, place)
    expect(keys()).toEqual([first, second, 'a', 'b', copy, again, 'c', 'd', 'e'])
    expect(keys().map((key) => edited.rowOf(key ?? ''))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect([0, 2, 4, 6].map((row) => edited.rowLabel(row))).toEqual(['new', '1', 'new', '3'])
  })

  it('are on top while the row that they duplicate is not loaded, and go with it where it goes', () => {
    const { edited, rows, keys } = open(['a', 'b'])
    const copy = edited.duplicate(1, place)
    rows.rows = [rowOf('x'), rowOf('y')]
    rows.version += 1
    expect(keys()).toEqual([copy, 'x', 'y'])
    rows.rows = [rowOf('x'), rowOf('b'), rowOf('y')]
    rows.version += 1
    expect(keys()).toEqual(['x', 'b', copy, 'y'])
  })

  it('show where they are to be, what was typed, and what they duplicate without its id', () => {
    const { edited } = open()
    edited.stage(0, price, typed('9.90'))
    edited.duplicate(0, place)
    expect([id, index, title, price].map((column) => edited.cell(1, column)?.text)).toEqual([
      '',
      'books',
      'title a',
      '9.90',
    ])
    edited.stage(1, id, typed('bk-7'))
    edited.stage(1, price, typed(''))
    expect([id, price].map((column) => edited.cell(1, column)?.text)).toEqual(['bk-7', '1.50'])
    edited.stage(1, title, typed(''))
    expect(edited.cell(1, title)).toEqual(text(''))
    edited.stage(1, title, typedRemoval)
    expect(edited.cell(1, title)?.kind).toBe(0)
    edited.stage(1, title, typedNull)
    expect(edited.cell(1, title)).toEqual(nothing)
  })

  it('are marked as new, and as refused with the reason', () => {
    const { edited, edits } = open()
    const key = edited.add(place)
    expect(edited.overlay(0, id)).toMatchObject({ state: 'new', empty: 'auto' })
    edited.stage(0, id, typed('bk-1'))
    expect(edited.overlay(0, id)).toBeUndefined()
    expect([edited.overlay(0, -1), edited.overlay(0, title), edited.overlay(1, -1)]).toEqual([
      { state: 'new' },
      undefined,
      undefined,
    ])
    edits.report(key, [
      { kind: 'refused', column: 'price', message: 'Not a double.', hint: '', theirs: null, revision: [] },
    ])
    expect([edited.overlay(0, -1), edited.overlay(0, price), edited.overlay(0, title)]).toEqual([
      { state: 'refused', text: 'Not a double.' },
      { state: 'refused', text: 'Not a double.' },
      undefined,
    ])
  })

  it('shift what is loaded, looked through, copied and read whole to the rows that are shown', async () => {
    const { edited, rows } = open()
    edited.add(place, new Map([['title', typed('Salt')]]))
    edited.duplicate(3, place)
    edited.prefetch(0, 0)
    edited.prefetch(1, 5)
    await edited.load(0, 4)
    await edited.load(0, 0)
    expect(rows.asked).toEqual(['see 0 0', 'see 0 3', 'load 0 2'])
    expect(edited.ranges).toEqual([{ first: 0, last: 4 }])
    expect([edited.pageOf(1), edited.pageOf(6)]).toEqual([
      { first: 0, last: 4 },
      { first: 5, last: 6 },
    ])
    expect(await Promise.all([edited.whole(0, title), edited.whole(1, title)])).toEqual(['Salt', 'whole title a'])
    expect((await edited.value(5, 2)).text).toBe('row 3, column 2')
    await expect(edited.value(0, -1)).rejects.toThrow('This row is not saved yet')
    expect([edited.serverRow(5), edited.shownRow(3)]).toEqual([3, 5])
  })

  it('read the whole of a cut value from the row that they duplicate', async () => {
    const { edited, rows } = open()
    Object.assign(rows.rows[1]?.cells ?? {}, { title: { kind: 4, text: 'begins', cut: 20_000 } })
    edited.duplicate(1, place)
    expect(edited.cell(2, title)?.cut).toBe(20_000)
    expect(await edited.whole(2, title)).toBe('whole begins')
    expect((await edited.value(2, title)).text).toBe('row 1, column 2')
  })

  it('are shown where there are no rows at all', () => {
    const { edited, rows } = open([])
    edited.add(place)
    expect([edited.rowCount, edited.cell(0, title)?.kind, edited.pageOf(0)]).toEqual([1, 0, { first: 0, last: 0 }])
    edited.prefetch(0, 0)
    expect(rows.asked).toEqual(['see 0 0'])
  })

  it('stay in sight after they were saved, until the rows are read again', () => {
    const { edited, edits, rows, keys } = open()
    const key = edited.add(place, new Map([['title', typed('Salt')]]))
    const sent = edits.changes()[0]?.cells ?? new Map()
    const made = [...place, { name: '#id', value: 'x1' }]
    edits.saved(key, sent, new Map([['title', text('Salt')]]), seqOf('9'), made)
    expect([edited.rowLabel(0), edited.cell(0, id)?.text, edited.cell(0, title)?.text]).toEqual(['saved', 'x1', 'Salt'])
    expect(edited.overlay(0, -1)).toBeUndefined()
    edited.stage(0, title, typed('Salt II'))
    expect(edited.overlay(0, title)).toEqual({ state: 'edited', text: 'was Salt' })
    expect(edits.changes()[0]?.base.hidden).toEqual([...made, ...seqOf('9')])
    edits.remove([{ key: edited.key(0) ?? '', row: () => edited.shown(0) }])
    expect([edited.overlay(0, -1), edited.overlay(0, title)]).toEqual([{ state: 'deleted' }, undefined])
    edits.discard()
    edits.refreshed()
    expect(keys()).toEqual(rows.rows.map((row) => row.id))
  })
})

describe('deleted rows', () => {
  it('are marked for deletion, and as a conflict once they were changed on the server', () => {
    const { edited, edits, rows } = open()
    edits.remove([{ key: 'b', row: () => edited.shown(1) }])
    expect([edited.overlay(1, -1), edited.overlay(1, title)]).toEqual([{ state: 'deleted' }, undefined])
    rows.rows[1] = rowOf('b', '9')
    expect([edited.overlay(1, -1)?.state, edited.overlay(1, title)]).toEqual(['conflict', { state: 'deleted' }])
  })

  it('vanish after they were saved, until newer rows are read', () => {
    const { edited, edits, rows, keys } = open()
    const copy = edited.duplicate(2, place)
    for (const key of ['b', 'd']) edits.remove([{ key, row: () => edited.shown(edited.rowOf(key) ?? -1) }])
    edits.saved('b', new Map(), new Map(), seqOf('7'))
    edits.saved('d', new Map(), new Map(), seqOf('7'))
    expect(keys()).toEqual(['a', 'c', copy, 'e'])
    expect(keys().map((key) => edited.rowOf(key ?? ''))).toEqual([0, 1, 2, 3])
    expect([0, 1, 2, 3].map((row) => edited.rowLabel(row))).toEqual(['1', '2', 'new', '3'])
    expect([edited.rowOf('b'), edited.gone, edited.cell(3, title)?.text]).toEqual([undefined, 2, 'title e'])
    expect([edited.serverRow(1), edited.serverRow(3), edited.shownRow(4)]).toEqual([2, 4, 3])
    expect([edited.ranges, edited.pageOf(3)]).toEqual([[{ first: 0, last: 2 }], { first: 3, last: 3 }])
    rows.rows[1] = rowOf('b', '8')
    rows.version += 1
    expect(keys()).toEqual(['a', 'b', 'c', copy, 'e'])
    rows.rows = ['a', 'b', 'c', 'e'].map((key) => rowOf(key, '8'))
    rows.version += 1
    expect([keys(), edited.gone]).toEqual([['a', 'b', 'c', copy, 'e'], 0])
  })

  it('come back when their save is undone, and stay in sight while something is staged in them', () => {
    const { edited, edits, keys } = open(['a', 'b'])
    edits.remove([{ key: 'a', row: () => edited.shown(0) }])
    edits.saved('a', new Map(), new Map(), seqOf('7'))
    expect(keys()).toEqual(['b'])
    edits.restored('a', new Map(), seqOf('8'))
    expect(keys()).toEqual(['a', 'b'])
  })
})

it('places leave out rows of the source, wherever others are put between them', () => {
  const places = new Places(
    [
      { key: 'x', at: 3 },
      { key: 'y', at: 0 },
      { key: 'z', at: 6 },
    ],
    [0, 2, 3],
  )
  const shown = [...Array(7).keys()].map((at) => places.keyAt(at) ?? places.row(at))
  expect(shown).toEqual(['y', 1, 'x', 4, 5, 'z', 6])
  for (const row of [1, 4, 5, 6]) expect(shown[places.shown(row)]).toBe(row)
  for (const key of ['x', 'y', 'z']) expect(shown[places.shownKey(key) ?? -1]).toBe(key)
  expect([0, 2, 3, 4].map((row) => places.isLeftOut(row))).toEqual([true, true, true, false])
})

it('places map rows both ways, wherever rows are put between them', () => {
  const places = new Places([
    { key: 'x', at: 3 },
    { key: 'y', at: 0 },
    { key: 'z', at: 3 },
  ])
  const shown = [...Array(9).keys()].map((at) => places.keyAt(at) ?? places.row(at))
  expect(shown).toEqual(['y', 0, 1, 2, 'x', 'z', 3, 4, 5])
  for (const row of [0, 1, 2, 3, 4, 5]) expect(shown[places.shown(row)]).toBe(row)
  for (const key of ['x', 'y', 'z']) expect(shown[places.shownKey(key) ?? -1]).toBe(key)
  expect([places.shownKey('w'), placesOf([], () => 0).count]).toEqual([undefined, 0])
})

// SPEC: A-EDT-16
describe('a duplicate', () => {
  it('keeps the routing of its original, also as a duplicate of a duplicate and in a place that was chosen', () => {
    const { edits, edited, rows } = open()
    rows.rows = [{ id: 'a', seq: '4', routing: 'acme/eu', cells: { title: text('a') } }]
    const place = [{ name: '#index', value: 'other' }]
    edited.duplicate(0, place)
    edited.duplicate(1, place)
    const routed = [...place, { name: '#routing', value: 'acme/eu' }]
    expect(edits.changes().map(({ base }) => base.hidden)).toEqual([routed, routed])
  })

  it('of a row without a routing has none', () => {
    const { edits, edited } = open()
    edited.duplicate(0, [{ name: '#index', value: 'other' }])
    expect(edits.changes()[0]?.base.hidden).toEqual([{ name: '#index', value: 'other' }])
  })
})

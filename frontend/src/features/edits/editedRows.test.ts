// SPEC: A-EDT-01, A-EDT-09
import { describe, expect, it } from 'vitest'
import { Kind } from '../../lib/block'
import { seededRandom } from '../../lib/random'
import { EditedRows } from './editedRows'
import { Edits } from './edits'
import { columnOf, FakeRows, number, roles, seqOf, text } from './fixture'
import { typedNull, typedRemoval } from './values'

const columns = [
  columnOf('_id', { primary: true, readOnly: true }),
  columnOf('title'),
  columnOf('price', { kind: 'number' }),
]
const rowOf = (id: string, title: string, price: string, seq = '4', hash = `hash of ${title} ${price}`) => ({
  ...{ id, seq, hash },
  cells: { _id: text(id), title: text(title), price: number(price) },
})

function open() {
  const rows = new FakeRows(columns, [rowOf('a', 'Salt', '18.50'), rowOf('b', 'Glass', '20.00')])
  const edits = new Edits(roles)
  return { rows, edits, edited: new EditedRows(rows, columns, edits) }
}

const typed = (value: string) => ({ text: value, null: false })
const shown = (edited: EditedRows, row: number, column: number) => edited.cell(row, column)?.text

describe('rows with edits', () => {
  it('show what was typed, and say what was there', () => {
    const { edited, edits } = open()
    edited.stage(0, 2, typed('16.90'))
    expect(edited.cell(0, 2)).toEqual(number('16.90'))
    expect(edited.overlay(0, 2)).toEqual({ state: 'edited', text: 'was 18.50' })
    expect(edited.overlay(0, -1)).toEqual({ state: 'edited' })
    expect(edited.overlay(0, 1)).toBeUndefined()
    expect(edited.overlay(1, -1)).toBeUndefined()
    expect([edits.cells, edits.rows]).toEqual([1, 1])
  })

  it('show NULL as NULL, and copy what was typed as a whole', async () => {
    const { edited } = open()
    edited.stage(0, 1, { text: '', null: true })
    expect(edited.cell(0, 1)?.kind).toBe(1)
    edited.stage(1, 1, typed('Glass and salt'))
    expect(await edited.whole?.(1, 1)).toBe('Glass and salt')
    expect(await edited.whole?.(1, 2)).toBe('whole 20.00')
  })

  it('take an edit back where the value is typed that is there', () => {
    const { edited, edits } = open()
    edited.stage(0, 2, typed('16.90'))
    edited.stage(0, 2, typed('18.50'))
    expect(edits.rows).toBe(0)
    expect(edited.overlay(0, -1)).toBeUndefined()
  })

  it('keep an edit to the value that was there once the server has another one', () => {
    const { edited, edits, rows } = open()
    edited.stage(0, 1, typed('Sand'))
    rows.rows = [rowOf('a', 'Salt', '17.25', '9')]
    edited.stage(0, 2, typed('18.50'))
    expect(shown(edited, 0, 2)).toBe('18.50')
    expect(edits.cells).toBe(2)
  })

  it('keep an edit with its row wherever the row goes', () => {
    const { edited, rows } = open()
    edited.stage(0, 2, typed('16.90'))
    rows.rows.reverse()
    expect([shown(edited, 0, 2), shown(edited, 1, 2)]).toEqual(['20.00', '16.90'])
    rows.rows = [rowOf('c', 'Tide', '9.00')]
    expect(shown(edited, 0, 2)).toBe('9.00')
    rows.rows = [rowOf('c', 'Tide', '9.00'), rowOf('a', 'Salt', '18.50')]
    expect(shown(edited, 1, 2)).toBe('16.90')
  })

  it('take what was typed for the row in which the typing began', () => {
    const { edited, rows } = open()
    const edit = edited.edit(0, 2)
    rows.rows.reverse()
    edit?.stage(typed('16.90'))
    expect([shown(edited, 0, 2), shown(edited, 1, 2)]).toEqual(['20.00', '16.90'])
    rows.rows = [rowOf('a', 'Salt', '17.25', '9')]
    edit?.stage(typed('16.80'))
    expect(edited.overlay(0, 2)).toEqual({ state: 'conflict', text: 'was 18.50, now 17.25 on the server' })
  })

  it('take what was typed on top of what was saved of the row since the typing began', () => {
    const { edited, edits } = open()
    const edit = edited.edit(0, 1)
    edit?.stage(typed('Sand'))
    edits.saved('a', new Map([['title', typed('Sand')]]), new Map([['title', text('Sand')]]), seqOf('9'))
    edit?.stage(typed('Salt'))
    const [change] = edits.changes()
    expect([change?.cells.get('title'), change?.base.hidden.slice(-2)]).toEqual([typed('Salt'), seqOf('9')])
    edit?.stage(typed('Sand'))
    expect(edits.rows).toBe(0)
    const next = edited.edit(0, 1)
    edits.saved('a', new Map([['title', typed('Sea')]]), new Map([['title', text('Sea')]]), seqOf('11'))
    next?.stage(typed('Sand'))
    expect(edits.changes()[0]?.base.hidden.slice(-2)).toEqual(seqOf('11'))
  })

  // SPEC: A-EDT-03, B-EDT-01
  it('can be typed the id and the routing of a new row, and of no other', () => {
    const named = [
      columnOf('_id', { primary: true, readOnly: true }),
      columnOf('_routing', { readOnly: true, sets: { name: '#routing', title: 'Routing', hint: '' } }),
      columnOf('_score', { readOnly: true }),
    ]
    const edits = new Edits(roles)
    const edited = new EditedRows(new FakeRows(named, [rowOf('a', 'Salt', '18.50')]), named, edits)
    edits.add({ hidden: [], idColumn: '_id' })
    const typable = [0, 1].map((row) => named.map((_, at) => edited.canType(row, at)))
    const created = edited.inserted(0) ? 0 : 1
    expect(typable[created]).toEqual([true, true, false])
    expect(typable[1 - created]).toEqual([false, false, false])
  })

  it('never stage what is not loaded', () => {
    const { edited, edits } = open()
    expect(edited.stage(7, 2, typed('1'))).toBe(false)
    expect(edits.rows).toBe(0)
  })

  it('say where someone else changed the row since, and what the value is by now', () => {
    const { edited, rows } = open()
    edited.stage(0, 2, typed('16.90'))
    rows.rows = [rowOf('a', 'Salt', '17.25', '9')]
    expect(shown(edited, 0, 2)).toBe('16.90')
    expect(edited.overlay(0, 2)).toEqual({ state: 'conflict', text: 'was 18.50, now 17.25 on the server' })
    expect(edited.overlay(0, -1)).toEqual({ state: 'conflict', text: 'changed on the server since it was edited' })
    rows.rows = [rowOf('a', 'Salt', '18.50', '12')]
    expect(edited.overlay(0, 2)).toEqual({ state: 'edited', text: 'was 18.50' })
  })

  it('mark the cell that was refused with the reason', () => {
    const { edited, edits } = open()
    edited.stage(0, 2, typed('much'))
    edits.report('a', [
      { kind: 'refused', column: 'price', message: 'Not a double.', hint: '', theirs: null, revision: [] },
    ])
    expect(edited.overlay(0, 2)).toEqual({ state: 'refused', text: 'Not a double.' })
    expect(edited.overlay(0, -1)).toEqual({ state: 'refused', text: 'Not a double.' })
    edited.stage(0, 2, typed('3'))
    expect(edited.overlay(0, 2)).toEqual({ state: 'edited', text: 'was 18.50' })
  })
})

// SPEC: A-EDT-15
describe('a cell without a value', () => {
  it.each([
    { kind: Kind.null, name: 'NULL' },
    { kind: Kind.missing, name: 'no field' },
  ])('that is $name can be given an empty text, which is none where the type holds no text', ({ kind }) => {
    const { edits, edited, rows } = open()
    const empty = { kind, text: '', cut: 0 }
    rows.rows = [{ id: 'a', seq: '4', cells: { _id: text('a'), title: empty, price: empty } }]
    edited.stage(0, 1, typed(''))
    edited.stage(0, 2, typed(''))
    expect([...(edits.changes()[0]?.cells ?? [])]).toEqual([['title', typed('')]])
    edited.stage(0, 1, kind === Kind.null ? typedNull : typedRemoval)
    expect(edits.rows).toBe(0)
  })
})

describe('rows after a save', () => {
  it('show the saved values while older rows are shown, and the rows once these are newer', () => {
    const { edited, edits, rows } = open()
    edited.stage(0, 2, typed('16.90'))
    const sent = new Map([['price', typed('16.90')]])
    edits.saved('a', sent, new Map([['price', number('16.90')]]), seqOf('5'))
    expect(edits.rows).toBe(0)
    expect(shown(edited, 0, 2)).toBe('16.90')
    expect(edited.overlay(0, 2)).toBeUndefined()
    edits.refreshed()
    expect(shown(edited, 0, 2)).toBe('16.90')
    rows.rows = [rowOf('a', 'Salt', '1.00', '6')]
    expect(shown(edited, 0, 2)).toBe('1.00')
    rows.rows = [rowOf('a', 'Salt', '18.50', '7')]
    expect(shown(edited, 0, 2)).toBe('18.50')
  })

  it('show what is read where the engine does not say which of two revisions is newer', () => {
    const { edited, edits, rows } = open()
    rows.rows = [{ id: 'a', hash: 'h1', cells: { price: number('18.50') } }]
    edited.stage(0, 2, typed('16.90'))
    edits.saved('a', new Map([['price', typed('16.90')]]), new Map([['price', number('16.90')]]), [
      { name: '#hash', value: 'h2' },
    ])
    expect(shown(edited, 0, 2)).toBe('16.90')
    edits.refreshed()
    expect(shown(edited, 0, 2)).toBe('18.50')
  })

  it('base the next edit on what was saved', () => {
    const { edited, edits } = open()
    edited.stage(0, 2, typed('16.90'))
    edits.saved('a', new Map([['price', typed('16.90')]]), new Map([['price', number('16.90')]]), seqOf('5'))
    edited.stage(0, 2, typed('15.00'))
    const base = edits.store.getState().bases.get('a')
    expect(base?.hidden).toEqual([{ name: '#index', value: 'books' }, { name: '#id', value: 'a' }, ...seqOf('5')])
    expect(edited.overlay(0, 2)).toEqual({ state: 'edited', text: 'was 16.90' })
  })

  it('keep staged what was typed while the save was under way', () => {
    const { edited, edits } = open()
    edited.stage(0, 2, typed('16.90'))
    edited.stage(0, 1, typed('Salt II'))
    const sent = new Map(edits.store.getState().staged.get('a'))
    edited.stage(0, 2, typed('15.00'))
    edits.saved('a', sent, new Map([['price', number('16.90')]]), seqOf('5'))
    expect([...(edits.store.getState().staged.get('a') ?? [])]).toEqual([['price', typed('15.00')]])
    expect(edited.overlay(0, 2)).toEqual({ state: 'edited', text: 'was 16.90' })
    edits.undo()
    expect(edits.typed('a', 'price')).toEqual(typed('15.00'))
  })
})

describe('undo and redo', () => {
  it('take the steps back and forth one by one, also a discard', () => {
    const { edited, edits } = open()
    edited.stage(0, 2, typed('1'))
    edited.stage(0, 2, typed('2'))
    edited.stage(1, 1, typed('x'))
    edits.discard()
    expect(edits.rows).toBe(0)
    edits.undo()
    expect([edits.typed('a', 'price'), edits.typed('b', 'title')]).toEqual([typed('2'), typed('x')])
    edits.undo()
    edits.undo()
    expect([edits.typed('a', 'price'), edits.rows]).toEqual([typed('1'), 1])
    edits.redo()
    expect(edits.typed('a', 'price')).toEqual(typed('2'))
    expect([edits.store.getState().canUndo, edits.store.getState().canRedo]).toEqual([true, true])
    edited.stage(0, 2, typed('3'))
    expect(edits.store.getState().canRedo).toBe(false)
    edits.revert('a')
    expect(edits.rows).toBe(0)
  })

  it('bring nothing back that was saved', () => {
    const { edited, edits } = open()
    edited.stage(0, 2, typed('1'))
    edited.stage(1, 2, typed('2'))
    edits.saved('a', new Map([['price', typed('1')]]), new Map([['price', number('1')]]), seqOf('5'))
    edits.undo()
    expect(edits.rows).toBe(0)
    edits.redo()
    expect([edits.rows, edits.typed('b', 'price')]).toEqual([1, typed('2')])
  })
})

it('no edit is lost or lands on another row, whatever happens to the rows', () => {
  const random = seededRandom(7)
  const pick = (n: number) => Math.floor(random() * n)
  const rows = new FakeRows(
    columns,
    Array.from({ length: 20 }, (_, i) => rowOf(`r${i}`, `t${i}`, String(i))),
  )
  const edits = new Edits(roles)
  let edited = new EditedRows(rows, columns, edits)
  const wanted = new Map<string, string>()
  for (let step = 0; step < 300; step++) {
    const act = pick(4)
    if (act === 0) rows.rows.sort(() => random() - 0.5)
    else if (act === 1)
      rows.rows = rows.rows.map((row) => (pick(3) === 0 ? rowOf(row.id, row.id, String(pick(9)), '9') : row))
    else if (act === 2) {
      edited = new EditedRows(rows, columns, edits)
      edits.refreshed()
    } else {
      const row = pick(20)
      const value = `typed ${step}`
      edited.stage(row, 1, typed(value))
      wanted.set(rows.key(row) ?? '', value)
    }
    const all = [...rows.rows.keys()]
    const marked = all.filter((row) => edited.overlay(row, 1)).map((row) => [rows.key(row), shown(edited, row, 1)])
    expect(new Map(marked as [string, string][])).toEqual(wanted)
  }
  expect(wanted.size).toBeGreaterThan(10)
})

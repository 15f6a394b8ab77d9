// SPEC: A-EDT-16, A-EDT-15
import { describe, expect, it } from 'vitest'
import type { ViewInfo } from '../../host'
import type { HiddenValue } from '../../lib/roles'
import { EditedRows } from './editedRows'
import { Edits } from './edits'
import { columnOf, FakeRows, roles, seqOf, text } from './fixture'
import { plannedOf, requestOf } from './planned'
import { Staging } from './staging'
import type { Typed } from './values'

const sets = { name: '#routing', title: 'Routing', hint: 'Chooses the shard.' }
const columns = [
  columnOf('_id', { primary: true, readOnly: true, kind: 'id' }),
  columnOf('title'),
  columnOf('_routing', { readOnly: true, rare: true, sets }),
]
const [id, title, routing] = [0, 1, 2]
const place = [{ name: '#index', value: 'books' }]
const typed = (value: string): Typed => ({ text: value, null: false })

function open() {
  const rows = new FakeRows(columns, [
    { id: 'a', seq: '1', hash: 'a', cells: { _id: text('a'), title: text('A') } },
    { id: 'b', seq: '1', hash: 'b', routing: 'r1', cells: { _id: text('b'), title: text('B'), _routing: text('r1') } },
  ])
  const edits = new Edits(roles)
  const source = new EditedRows(rows, columns, edits)
  const view = {
    columns,
    readOnly: '',
    acts: ['create', 'delete', 'remove'],
    targets: ['books'],
  } as unknown as ViewInfo
  const staging = new Staging(
    edits,
    () => ({ source, view }),
    () => 'confirm',
  )
  return { edits, source, staging }
}

const keyOf = (hidden: readonly HiddenValue[] = []) =>
  Object.fromEntries(hidden.map(({ name, value }) => [name, value]))
const keys = (edits: Edits) => edits.changes().map((change) => keyOf(requestOf(change, roles).key))
const cellsOf = (edits: Edits) =>
  edits.changes().map((change) => requestOf(change, roles).cells.map(({ column }) => column))

describe('a value that is no part of the document, of a new row', () => {
  it('goes into the key of the row, beside a typed id, and is no field of the document', () => {
    const { edits, source } = open()
    source.add(place)
    source.stage(0, id, typed('n1'))
    source.stage(0, title, typed('N'))
    source.stage(0, routing, typed('r 9'))
    expect(keys(edits)).toEqual([{ '#index': 'books', '#id': 'n1', '#routing': 'r 9' }])
    expect(cellsOf(edits)).toEqual([['title']])
    expect(source.cell(0, routing)).toEqual(text('r 9'))
  })

  it('is undone and redone, and comes back from a draft', () => {
    const { edits, source } = open()
    source.add(place)
    source.stage(0, routing, typed('r9'))
    edits.undo()
    expect(keys(edits)).toEqual([{ '#index': 'books' }])
    edits.redo()
    expect(keys(edits)).toEqual([{ '#index': 'books', '#routing': 'r9' }])
    const again = new Edits(roles)
    expect(again.restore(edits.draft())).toBe(true)
    expect(keys(again)).toEqual([{ '#index': 'books', '#routing': 'r9' }])
  })

  it('is that of the row that is duplicated, until another one is typed or it is emptied', () => {
    const { edits, source } = open()
    source.duplicate(1, place)
    expect(source.cell(2, routing)).toEqual(text('r1'))
    expect(keys(edits)).toEqual([{ '#index': 'books', '#routing': 'r1' }])
    source.stage(2, routing, typed('r2'))
    expect(keys(edits)).toEqual([{ '#index': 'books', '#routing': 'r2' }])
    source.stage(2, routing, typed(''))
    expect(keys(edits)).toEqual([{ '#index': 'books' }])
    source.stage(2, routing, typed('r1'))
    expect(keys(edits)).toEqual([{ '#index': 'books', '#routing': 'r1' }])
  })

  it('makes a plan outdated when it is typed after the plan was made', () => {
    const { edits, source } = open()
    source.add(place)
    const [before] = edits.changes().map((change) => plannedOf(change, roles))
    source.stage(0, routing, typed('r9'))
    const [after] = edits.changes().map((change) => plannedOf(change, roles))
    expect(before?.hidden).not.toEqual(after?.hidden)
  })

  it('is shown of the row once it is saved', () => {
    const { edits, source } = open()
    const key = source.add(place)
    source.stage(0, routing, typed('r9'))
    const made = [...place, { name: '#id', value: 'n1' }, { name: '#routing', value: 'r9' }]
    edits.saved(key, new Map(), new Map(), seqOf('7'), made)
    expect([source.cell(0, id), source.cell(0, routing)]).toEqual([text('n1'), text('r9')])
    expect(edits.rows).toBe(0)
  })

  it('is set for all selected rows in one step, and for rows of the server never', () => {
    const { edits, source, staging } = open()
    source.add(place)
    source.add(place)
    const rows = [{ top: 0, bottom: 1 }]
    expect(staging.settable(rows)).toEqual([
      { column: routing, title: 'Routing', hint: 'Chooses the shard.', text: '' },
    ])
    staging.set(rows, routing, 'r5')
    expect(keys(edits).map((key) => key['#routing'])).toEqual(['r5', 'r5'])
    expect(staging.settable([{ top: 0, bottom: 0 }])[0]?.text).toBe('r5')
    edits.undo()
    expect(keys(edits).map((key) => key['#routing'])).toEqual([undefined, undefined])
    expect(staging.settable([{ top: 0, bottom: 2 }])).toEqual([])
    expect(staging.settable([{ top: 3, bottom: 3 }])).toEqual([])
    expect(staging.whyNotTyped(2, routing)).not.toBe('')
    expect(staging.whyNotTyped(0, routing)).toBe('')
  })

  it('is not offered where the engine has no such value', () => {
    const rows = new FakeRows(columns.slice(0, 2), [])
    const edits = new Edits(roles)
    const source = new EditedRows(rows, columns.slice(0, 2), edits)
    const view = { columns: columns.slice(0, 2), readOnly: '', acts: ['create'] } as unknown as ViewInfo
    source.add(place)
    const staging = new Staging(
      edits,
      () => ({ source, view }),
      () => 'confirm',
    )
    expect(staging.settable([{ top: 0, bottom: 0 }])).toEqual([])
  })
})

// SPEC: A-EDT-07, A-EDT-08, A-BRO-08
import { describe, expect, it, vi } from 'vitest'
import { cellOf, string } from '../../grid/fixture'
import type { Cell } from '../../grid/types'
import type { GridColumn } from '../../host'
import { Kind } from '../../lib/block'
import { fragmentReason, hasReturns, loadingReason, notHere, readAgain } from './reasons'
import { type Rows, Viewer } from './viewer'
import { noteOf } from './words'

const whole = `[${'1,'.repeat(24_000)}1.50]`
const columns = ['note', 'chapters'].map(
  (name, at) => ({ name, type: name, kind: at === 0 ? 'text' : 'json', primary: false }) as GridColumn,
)

/** A viewer of one row, whose long value arrives when the test says so. */
function viewing(cells: Cell[], why = '') {
  const staged: [number, number, string][] = []
  let give: { resolve(text: string): void; reject(cause: Error): void } = { resolve: vi.fn(), reject: vi.fn() }
  const rows = {
    rowCount: 2,
    prefetch: () => undefined,
    cell: (row: number, column: number) => (row === 0 ? cells[column] : string('another row')),
    key: (row: number) => `k${row}`,
    rowOf: (key: string) => Number(key.slice(1)),
    value: () =>
      new Promise((resolve, reject) => {
        give = { resolve: (text) => resolve({ kind: cells[1]?.kind, text, changed: false }), reject }
      }),
  } as unknown as Rows
  const viewer = new Viewer({
    why: () => why,
    begin: (row, column) => ({ stage: (text) => void staged.push([row, column, text]), restore: () => undefined }),
  })
  viewer.attach(rows, columns)
  const state = () => viewer.store.getState()
  return { viewer, rows, staged, state, give: () => give }
}

const cut = cellOf(Kind.json, `${whole.slice(0, 10_000)}...`, whole.length)

describe('a value that is edited in the viewer', () => {
  it('is staged at its cell, and the viewer closes', async () => {
    const { viewer, staged, state } = viewing([string('a'), cellOf(Kind.json, '{"a":1}')])
    await viewer.openToEdit(0, 1)
    state().draft?.type('{"a":2.50}')
    expect(viewer.stage()).toBe(true)
    expect(staged).toEqual([[0, 1, '{"a":2.50}']])
    expect(viewer.isOpen).toBe(false)
  })

  it('gets every letter that is typed on its cell before the editor has the focus', async () => {
    const { viewer, staged, state } = viewing([string('a'), cellOf(Kind.json, '{"a":1}')])
    for (const letter of '[1]') void viewer.openToEdit(0, 1, letter)
    await vi.waitFor(() => expect(state().draft?.store.getState().text).toBe('[1]'))
    await viewer.openToEdit(0, 1, ' ')
    expect(state().draft?.store.getState().text).toBe('[1] ')
    expect(staged).toEqual([])
  })

  it('is not staged while it is no JSON', async () => {
    const { viewer, staged, state } = viewing([string('a'), cellOf(Kind.json, '{"a":1}')])
    await viewer.openToEdit(0, 1, '[')
    expect(state().draft?.store.getState().text).toBe('[')
    expect(viewer.stage()).toBe(false)
    expect(staged).toEqual([])
    viewer.discard()
    expect(state().shown?.name).toBe('chapters')
  })

  it('stays where it is while the focus moves in the grid, and is staged where another value is opened', async () => {
    const { viewer, staged, state } = viewing([string('a'), cellOf(Kind.json, '{"a":1}')])
    await viewer.openToEdit(0, 0)
    state().draft?.type('b')
    viewer.follow(1, 0)
    viewer.attach(null, [])
    expect(state().shown?.row).toBe(0)
    await viewer.open(0, 0)
    expect(staged).toEqual([[0, 0, 'b']])
  })

  // SPEC: A-EDT-05
  it('is never edited in another row that is where its own one was', async () => {
    const { viewer, rows, state } = viewing([string('a'), cellOf(Kind.json, '{"a":1}')])
    await viewer.open(0, 0)
    Object.assign(rows, { key: (row: number) => `other ${row}`, rowOf: () => undefined })
    expect(viewer.whyNotEdited).toBe(notHere)
    viewer.edit()
    expect(state().draft).toBeNull()
  })

  it('is not edited by what was typed on the row that was there before its value had come', async () => {
    const { viewer, rows, state, give } = viewing([string('a'), cut])
    const opened = viewer.openToEdit(0, 1, '[7]')
    await vi.waitFor(() => expect(state().content).not.toBeNull())
    const late = give()
    Object.assign(rows, { key: (row: number) => `other ${row}`, rowOf: () => undefined, cell: () => string('other') })
    viewer.attach({ ...rows }, columns)
    late.resolve(whole)
    await opened
    expect([state().shown?.key, state().draft]).toEqual(['other 0', null])
  })

  // SPEC: A-EDT-09
  it('is not edited as it was before the rows were read again, since its row is another revision by now', async () => {
    const { viewer, rows, state } = viewing([string('a'), cellOf(Kind.json, '{}')])
    await viewer.open(0, 0)
    const now = { ...rows, cell: () => undefined } as unknown as Rows
    viewer.attach(now, columns)
    Object.assign(now, { cell: () => string('theirs') })
    viewer.edit()
    expect([viewer.whyNotEdited, state().draft]).toEqual([readAgain, null])
    viewer.follow(0, 0)
    await vi.waitFor(() => expect(state().content?.text).toBe('theirs'))
    viewer.edit()
    expect(state().draft?.store.getState().text).toBe('theirs')
  })

  it('is shown as it is by now once an editor is given up that was begun before the rows were read again', async () => {
    const { viewer, rows, state } = viewing([string('a'), cellOf(Kind.json, '{}')])
    await viewer.openToEdit(0, 0)
    viewer.attach({ ...rows, cell: () => string('theirs') } as unknown as Rows, columns)
    viewer.discard()
    await vi.waitFor(() => expect(state().content?.text).toBe('theirs'))
  })

  it('is edited value by value in its tree', async () => {
    const { viewer, state } = viewing([string('a'), cellOf(Kind.json, '{"a":1}')])
    await viewer.open(0, 1)
    viewer.editNode(1)
    expect([state().editsIn, state().node, state().draft?.dirty]).toEqual(['tree', 1, false])
    viewer.editIn('text')
    expect(state().node).toBe(-1)
  })

  it('cannot be edited where its row or its column cannot, and says why', async () => {
    const { viewer, state } = viewing([string('a'), cellOf(Kind.json, '{}')], 'Edit authors instead.')
    await viewer.openToEdit(0, 0)
    expect(viewer.whyNotEdited).toBe('Edit authors instead.')
    expect(state().draft).toBeNull()
  })

  it('cannot be edited if an editor would drop some of its characters', async () => {
    const { viewer } = viewing([string('a\r\nb'), cellOf(Kind.json, '{}')])
    await viewer.open(0, 0)
    expect(viewer.whyNotEdited).toBe(hasReturns)
  })
})

describe('a value of which the grid has only the beginning', () => {
  it('gets every letter that is typed on its cell until its whole is here', async () => {
    const { viewer, state, give, staged } = viewing([string('a'), cut])
    const opened = viewer.openToEdit(0, 1, '[')
    void viewer.openToEdit(0, 1, '2')
    await vi.waitFor(() => expect(state().shown?.state).toBe('loading'))
    void viewer.openToEdit(0, 1, ']')
    await vi.waitFor(() => expect(state().content).not.toBeNull())
    give().resolve(whole)
    await opened
    expect(state().draft?.store.getState().text).toBe('[2]')
    expect(staged).toEqual([])
  })

  it('is loaded whole before it can be edited', async () => {
    const { viewer, state, give, staged } = viewing([string('a'), cut])
    const opened = viewer.openToEdit(0, 1)
    await vi.waitFor(() => expect(state().shown?.state).toBe('loading'))
    expect(viewer.whyNotEdited).toBe(loadingReason)
    await vi.waitFor(() => expect(state().content).not.toBeNull())
    give().resolve(whole)
    await opened
    expect(state().draft?.dirty).toBe(false)
    expect(noteOf(state().shown as never, true)?.text).toBe(
      'The grid shows the first 10,000 characters. The whole value is loaded here, so nothing is lost when you save it.',
    )
    state().draft?.type(whole.replace('1.50', '2.50'))
    viewer.stage()
    expect(staged).toEqual([[0, 1, whole.replace('1.50', '2.50')]])
  })

  it('is stored as a fragment only on request, where it could not be loaded', async () => {
    const { viewer, state, give, staged } = viewing([string('a'), { ...cut, kind: Kind.string }])
    const opened = viewer.openToEdit(0, 1)
    await vi.waitFor(() => expect(state().content).not.toBeNull())
    give().reject(new Error('connection refused'))
    await opened
    expect(state().draft).toBeNull()
    expect(viewer.whyNotEdited).toBe(fragmentReason)
    expect(noteOf(state().shown as never, true)?.text).toBe(
      'The whole value could not be loaded: connection refused. Saving would store this fragment and lose the rest.',
    )
    viewer.editFragment()
    viewer.close()
    expect(staged).toEqual([])
    await viewer.open(0, 0)
    viewer.editFragment()
    expect(state().draft).toBeNull()
  })

  it('keeps of a fragment exactly what was shown', async () => {
    const { viewer, state, give, staged } = viewing([string('a'), { ...cut, kind: Kind.string }])
    const opened = viewer.openToEdit(0, 1)
    await vi.waitFor(() => expect(state().content).not.toBeNull())
    give().reject(new Error('connection refused'))
    await opened
    viewer.editFragment()
    expect(viewer.stage()).toBe(true)
    expect(staged).toEqual([[0, 1, whole.slice(0, 10_000)]])
  })
})

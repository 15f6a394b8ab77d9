// SPEC: A-EDT-01, A-EDT-05, A-BRO-11
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { columnOf } from '../../../grid/fixture'
import type { Grid } from '../../../grid/grid'
import type { GridColumn } from '../../../host'
import { Messages, MessagesContext } from '../../../window/messages'
import { CellEditor } from '../../edits/CellEditor'
import { FakeHost, sessionOf } from '../fixture'
import { type RowsEditing, useEditing } from './editing'
import { RowsTab } from './rowsTab'

afterEach(cleanup)

const names = ['_id', 'title', 'tags', 'price', 'note']
const view = {
  readOnly: '',
  columns: names.map((name) => ({ name, kind: name === 'tags' ? 'json' : 'text' }) as GridColumn),
}
const columns = names.map((id, at) => columnOf({ id, at }))

/** Rows with the given keys, and their staged changes. */
function rowsOf(keys: string[], staged: [string, string, string][]) {
  return {
    rowCount: keys.length,
    key: (row: number) => keys[row],
    rowOf: (key: string) => (keys.includes(key) ? keys.indexOf(key) : undefined),
    cell: (row: number, at: number) => ({ kind: 2, text: `${names[at]} of ${keys[row]}`, cut: 0 }),
    edit: (row: number, at: number) => ({
      ...{ key: keys[row] ?? '', column: names[at] ?? '', title: keys[row] ?? '' },
      stage: ({ text }: { text: string }) => void staged.push([keys[row] ?? '', names[at] ?? '', text]),
    }),
  }
}

function show() {
  const staged: [string, string, string][] = []
  const shown = createStore(() => ({ pages: rowsOf(['k1', 'k2'], staged), view, revision: 0 }))
  const typesIn = vi.fn()
  const whyNotTyped = (_: number, at: number) => (names[at] === '_id' || names[at] === 'price' ? 'Read-only.' : '')
  const staging = { whyNotTyped, whyNotText: () => '' }
  const tab = { shown, staging, safeMode: '', typesIn } as unknown as RowsTab
  const grid = { current: { goTo: vi.fn(), focus: vi.fn() } as unknown as Grid }
  const messages = new Messages()
  let editing = {} as RowsEditing
  function Rows() {
    editing = useEditing(tab, grid, columns)
    const { editing: now, commit, cancel } = editing
    if (!now) return null
    const { edit, text, selected } = now
    const label = `${edit.column} of ${edit.title}`
    return (
      <CellEditor
        key={`${edit.key} ${edit.column}`}
        {...{ label, text, selected, mono: false, right: false, kind: 'text', cell: undefined }}
        onCommit={commit}
        onCancel={cancel}
      />
    )
  }
  render(
    <MessagesContext value={messages}>
      <Rows />
    </MessagesContext>,
  )
  const begin = (row: number, column: number) => act(() => void editing.begin(row, column))
  const put = (keys: string[]) => act(async () => shown.setState({ pages: rowsOf(keys, staged), revision: 1 }))
  const type = (value: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value } })
  return { begin, put, type, staged, typesIn, grid, said: () => messages.store.getState().text }
}

const edited = () => screen.queryByRole('textbox')?.getAttribute('aria-label')

describe('a cell that is being typed in', () => {
  it('is left with its text staged, and a sentence, once another row is where its own was', async () => {
    const { begin, put, type, staged, said } = show()
    begin(0, 1)
    type('Harbour')
    await put(['k2', 'k3'])
    expect(edited()).toBeUndefined()
    expect(staged).toEqual([['k1', 'title', 'Harbour']])
    expect(said()).toBe('Your edit of k1 is kept, but the row is no longer shown.')
  })

  it('is left without a word where nothing was typed', async () => {
    const { begin, put, staged, said } = show()
    begin(0, 1)
    await put(['k2', 'k3'])
    expect([edited(), staged, said()]).toEqual([undefined, [], ''])
  })

  it('goes with its row', async () => {
    const { begin, put, type, staged } = show()
    begin(0, 1)
    type('Harbour')
    await put(['k0', 'k1'])
    await put(['k1', 'k0'])
    expect([edited(), staged]).toEqual(['title of k1', []])
  })

  it('tells its tab, which does not read the rows again by itself meanwhile', () => {
    const { begin, typesIn } = show()
    begin(0, 1)
    expect(typesIn.mock.calls).toEqual([[true]])
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' })
    expect(typesIn.mock.calls).toEqual([[true], [false]])
  })
})

describe('Tab in a cell', () => {
  it('goes on typing in the next cell of the row that is edited in place', () => {
    const { begin, type, staged } = show()
    begin(1, 1)
    type('Lamp')
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Tab' })
    expect(edited()).toBe('note of k2')
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Tab', shiftKey: true })
    expect(edited()).toBe('title of k2')
    expect(staged).toEqual([['k2', 'title', 'Lamp']])
  })

  it('ends editing at the end of the row', () => {
    const { begin, grid } = show()
    begin(0, 4)
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Tab' })
    expect(edited()).toBeUndefined()
    expect(grid.current.focus).toHaveBeenCalledOnce()
  })
})

describe('a tab of rows', () => {
  it('is not read again by itself while a cell is typed in, and right after that', async () => {
    const host = new FakeHost()
    const tab = new RowsTab({ id: 't1', host, session: sessionOf(), changed: vi.fn() }, { state: { object: 'books' } })
    tab.show()
    await vi.waitFor(() => expect(tab.rows.store.getState().total).toBe('6'))
    tab.typesIn(true)
    await tab.refreshQuietly()
    expect(host.called('Grid.Arrange')).toBe(0)
    tab.typesIn(false)
    await vi.waitFor(() => expect(host.called('Grid.Arrange')).toBe(1))
    tab.typesIn(true)
    tab.typesIn(false)
    expect(host.called('Grid.Arrange')).toBe(1)
  })
})

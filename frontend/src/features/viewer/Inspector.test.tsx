// SPEC: A-BRO-08, APP-02
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { string } from '../../grid/fixture'
import type { GridColumn } from '../../host'
import { FakeWindow, InWindow } from '../../window/fixture'
import { Inspector } from './Inspector'
import type { Inspected } from './inspected'
import { panes } from './panes'
import { fieldCount, fieldsOf, recordWords } from './record'

beforeEach(() => panes.setState({ inspector: true, json: false }))
afterEach(cleanup)

const columns = ['_id', 'title'].map((name) => ({ name, type: 'keyword', kind: 'string', primary: name === '_id' }))
const records = [
  ['book-1', 'Emma'],
  ['book-2', 'Dracula'],
]

/** The records of a tab whose rows are not visible, as in its structure: only the cursor moves. */
function show(rows: { top: number; bottom: number }[] = [], rowCount = records.length, part: Partial<Inspected> = {}) {
  const cursor = createStore(() => ({ at: { row: 0, column: '_id' }, rows }))
  const cell = (row: number, column: number) => string(records[row]?.[column] ?? '')
  const pages = { rowCount, cell, key: () => undefined, whole: async () => '' }
  const openValue = vi.fn()
  const go = vi.fn((at: { row: number; column: string }) => cursor.setState({ at }))
  const tab = {
    id: 't1',
    rows: { store: createStore(() => ({ pages, view: { columns: columns as GridColumn[] }, revision: 1 })) },
    grid: { cursor, go },
    openValue,
    ...part,
  } as unknown as Inspected
  const window = new FakeWindow()
  render(
    <InWindow of={window}>
      <Inspector tab={tab} order={[0, 1]} />
    </InWindow>,
  )
  return { user: userEvent.setup(), openValue, go, window }
}

const title = () => screen.getByRole('heading').textContent

it('goes to the next and the previous record, and says at which end there is none', async () => {
  const { user } = show()
  const step = (name: RegExp) => screen.getByRole('button', { name })
  expect(title()).toBe('book-1')
  expect(step(/^Previous record/).getAttribute('aria-disabled')).toBe('true')
  await user.click(step(/^Next record/))
  expect(title()).toBe('book-2')
  expect(screen.getByText('Dracula')).toBeTruthy()
  expect(screen.getByText('row 2')).toBeTruthy()
  expect(step(/^Next record/).getAttribute('aria-disabled')).toBe('true')
  await user.click(step(/^Previous record/))
  expect(title()).toBe('book-1')
})

it('goes from one selected record to the next where several are, which stay selected', async () => {
  const apart = [
    { top: 0, bottom: 0 },
    { top: 3, bottom: 3 },
  ]
  const { user, go } = show(apart, 9)
  await user.click(screen.getByRole('button', { name: /^Next selected record/ }))
  expect(go).toHaveBeenCalledExactlyOnceWith({ row: 3, column: '_id' }, true)
  const next = screen.getByRole('button', { name: /^Next selected record/ })
  expect(next.getAttribute('aria-disabled')).toBe('true')
})

it('opens the value of a field of the record that it shows', async () => {
  const { user, openValue } = show()
  await user.click(screen.getByRole('button', { name: /^Next record/ }))
  await user.click(screen.getByRole('button', { name: 'Open title' }))
  expect(openValue).toHaveBeenCalledExactlyOnceWith({ row: 1, column: 'title' })
})

it.each([
  ['Copied', () => Promise.resolve()],
  ['Not copied', () => Promise.reject(new Error('no'))],
])('says "%s" beside a field whose value was asked for', async (said, write) => {
  const { user } = show()
  const asked = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(write)
  await user.click(screen.getByRole('button', { name: 'Copy title' }))
  await waitFor(() => expect(screen.getByText(said)).toBeTruthy())
  expect(asked).toHaveBeenCalledExactlyOnceWith('Emma')
})

// SPEC: APP-20
it('draws values in their own direction, in fields too', async () => {
  show([], 2, { settable: () => [{ column: 1, hint: '', text: 'مرحبا' }] })
  const field = screen.getByRole('textbox', { name: 'title' })
  expect([field, screen.getByRole('heading')].map((one) => one.getAttribute('dir'))).toEqual(['auto', 'auto'])
})

it('lets a new row be given a value that is no field of its document', async () => {
  const set = vi.fn()
  const settable = (row: number) => (row === 1 ? [{ column: 1, hint: 'Chooses the shard.', text: 'r1' }] : [])
  const { user } = show([], 2, { settable, set })
  expect(screen.queryByRole('textbox', { name: 'title' })).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Next record/ }))
  const field = screen.getByRole('textbox', { name: 'title', description: 'Chooses the shard.' })
  await user.clear(field)
  await user.type(field, 'r2{Enter}')
  expect(set).toHaveBeenCalledExactlyOnceWith(1, 1, 'r2')
  await user.type(field, '3{Escape}')
  await user.tab()
  expect(set).toHaveBeenCalledOnce()
})

it('leaves out what few documents have where the record has none of it', () => {
  const rare = { name: '_routing', type: '', kind: 'text', primary: false, rare: true } as GridColumn
  const all = [...(columns as GridColumn[]), rare]
  const cell = (column: number) => (column < 2 ? string('x') : { kind: 0, text: '', cut: 0 })
  const fields = fieldsOf(all, [0, 1, 2], '', cell)
  expect(fields.map(({ name }) => name)).toEqual(['_id', 'title'])
  expect(recordWords(fields, fieldCount(all, fields), '')).toBe('2 fields')
  const given = fieldsOf(all, [0, 1, 2], '', cell, [{ column: 2, hint: '', text: '' }])
  expect(given.map(({ name }) => name)).toEqual(['_id', '_routing', 'title'])
})

it('has a menu for a field, at the pointer and by the key', () => {
  const { window, openValue, go } = show()
  const opened = vi.spyOn(window.menus, 'open')
  const [, title] = screen.getAllByRole('listitem')
  if (!title) throw new Error('no field')
  fireEvent.contextMenu(title, { clientX: 20, clientY: 30 })
  const of = opened.mock.lastCall?.[0].of
  const acts = of?.kind === 'line' ? of.acts : []
  expect(acts.map((each) => each.title)).toEqual(['Open Value', 'Show in Grid', 'Copy Value', 'Copy Field Name'])
  acts[0]?.run()
  acts[1]?.run()
  expect([openValue.mock.lastCall, go.mock.lastCall]).toEqual([
    [{ row: 0, column: 'title' }],
    [{ row: 0, column: 'title' }],
  ])
  fireEvent.contextMenu(screen.getByRole('button', { name: 'Open title' }))
  expect(opened.mock.lastCall?.[0].byKey).toBe(true)
})

// SPEC: APP-01, APP-02
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FakeHost } from '../../host/fixture'
import { FakeWindow, InWindow } from '../../window/fixture'
import type { Act } from '../../window/menus'
import { Connections } from './Connections'
import { actsOf } from './commands'
import { type ConnectionPorts, SavedConnections, SavedContext } from './saved'

afterEach(cleanup)

const saved = (id: string) => ({
  ...{ id, name: id, driver: 'x', colour: 'teal', group: '', tags: [], fields: [], headers: [], secrets: [] },
  ...{ host: 'localhost', port: '1', lastOpened: '', version: '', safeMode: 'off', badge: 'EN' },
})

async function start(
  connections = [saved('first'), saved('second')],
  ports = {},
  open: string[] = [],
  { samples = true, window = new FakeWindow() } = {},
) {
  const host = new FakeHost()
  host.answers.set('Connections.List', () => ({
    connections,
    groups: [],
    notice: '',
  }))
  const list = new SavedConnections(host, { isOpen: () => false, ...ports } as unknown as ConnectionPorts)
  render(
    <SavedContext value={list}>
      <InWindow of={window}>
        <Connections open={open} databases={[]} samples={samples} tools={null} />
      </InWindow>
    </SavedContext>,
  )
  return list
}

it('gives the keyboard to the selected connection as soon as the list is there', async () => {
  const list = await start()
  await list.reload()
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('option', { name: /^first/ })))
})

it('offers to show a connection that is open, and to connect to one that is not', async () => {
  const isOpen = ({ id }: { id: string }) => id === 'first'
  const list = await start(undefined, { isOpen }, ['first'])
  await list.reload()
  expect(await screen.findByRole('button', { name: /^Show/ })).toBeTruthy()
  fireEvent.click(screen.getByRole('option', { name: /^second/ }))
  expect(screen.getByRole('button', { name: /^Connect/ })).toBeTruthy()
  const titles = (list.store.getState().connections ?? []).map((c) => actsOf(list, c)[0]?.title)
  expect(titles).toEqual(['Show', 'Connect'])
})

it('leaves the keyboard where the user put it before the list came', async () => {
  const list = await start()
  screen.getByRole('textbox', { name: 'Search connections' }).focus()
  await list.reload()
  await screen.findByRole('option', { name: /^first/ })
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search connections' }))
})

it('moves the keyboard with each key at once, however fast they follow each other', async () => {
  const list = await start()
  await list.reload()
  const first = await screen.findByRole('option', { name: /^first/ })
  await vi.waitFor(() => expect(document.activeElement).toBe(first))
  fireEvent.keyDown(first, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(screen.getByRole('option', { name: /^second/ }))
  fireEvent.keyDown(document.activeElement as Element, { key: 'Home' })
  expect(document.activeElement).not.toBe(screen.getByRole('option', { name: /^second/ }))
})

it('offers a new connection in one place, whether there are others or not', async () => {
  const list = await start()
  await list.reload()
  await screen.findByRole('option', { name: /^first/ })
  expect(screen.getAllByRole('button', { name: /^New Connection/ })).toHaveLength(1)
  cleanup()
  const none = await start([])
  await none.reload()
  await screen.findByRole('button', { name: 'Try with Sample Data' })
  expect(screen.getAllByRole('button', { name: /^New Connection/ })).toHaveLength(1)
})

it('takes Enter and the arrows while nothing has the keyboard, as right after a sheet has closed', async () => {
  const connect = vi.fn(async () => undefined)
  const list = await start(undefined, { connect })
  await list.reload()
  const first = await screen.findByRole('option', { name: /^first/ })
  await vi.waitFor(() => expect(document.activeElement).toBe(first))
  first.blur()
  expect(document.activeElement).toBe(document.body)
  fireEvent.keyDown(document.body, { key: 'Enter' })
  expect(connect).toHaveBeenCalledTimes(1)
  first.blur()
  fireEvent.keyDown(document.body, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(screen.getByRole('option', { name: /^second/ }))
  const search = screen.getByRole('textbox', { name: 'Search connections' })
  search.focus()
  fireEvent.keyDown(search, { key: 'Enter' })
  expect(connect).toHaveBeenCalledTimes(1)
})

// SPEC: APP-07
describe('the sample data', () => {
  const databases = async () => [
    { id: 'a', title: 'Engine A', sample: true, installed: true },
    { id: 'b', title: 'Engine B', sample: true, installed: false, blocked: false },
    { id: 'c', title: 'Engine C', sample: true, installed: false, blocked: true, problem: 'It needs a newer Quarry.' },
    { id: 'd', title: 'Engine D', sample: false },
  ]

  it.each([
    ['under the list', undefined],
    ['before the first connection', []],
  ])('is that of any database that has some, %s', async (_, connections) => {
    const sample = vi.fn()
    const window = new FakeWindow()
    const list = await start(connections, { sample, databases }, [], { window })
    await list.reload()
    fireEvent.click(await screen.findByRole('button', { name: 'Try with Sample Data' }))
    expect(sample.mock.calls).toEqual([[]])
    const choose = screen.getByRole('button', { name: 'Choose Sample Data' })
    fireEvent.click(choose)
    await vi.waitFor(() => expect(window.menus.store.getState().menu?.at).toBe(choose))
    const of = window.menus.store.getState().menu?.of as { acts: readonly Act[] }
    expect(of.acts.map(({ title, why }) => [title, why])).toEqual([
      ['Engine A', ''],
      ['Engine B', ''],
      ['Engine C', 'It needs a newer Quarry.'],
    ])
    of.acts[1]?.run()
    expect(sample).toHaveBeenLastCalledWith('b')
  })

  it('has no menu if only one database has some', async () => {
    const list = await start(undefined, {}, [], { samples: false })
    await list.reload()
    await screen.findByRole('button', { name: 'Try with Sample Data' })
    expect(screen.queryByRole('button', { name: 'Choose Sample Data' })).toBeNull()
  })

  it('is that of the first database if the databases cannot be listed', async () => {
    const sample = vi.fn()
    const window = new FakeWindow()
    const list = await start(undefined, { sample, databases: async () => null }, [], { window })
    await list.reload()
    fireEvent.click(await screen.findByRole('button', { name: 'Choose Sample Data' }))
    await vi.waitFor(() => expect(sample.mock.calls).toEqual([[]]))
    expect(window.menus.store.getState().menu).toBeNull()
  })
})

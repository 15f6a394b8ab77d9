// SPEC: APP-01, APP-02
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeHost } from '../../host/fixture'
import { InWindow } from '../../window/fixture'
import { Connections } from './Connections'
import { actsOf } from './commands'
import { type ConnectionPorts, SavedConnections, SavedContext } from './saved'

afterEach(cleanup)

const saved = (id: string) => ({
  ...{ id, name: id, driver: 'x', colour: 'teal', group: '', tags: [], fields: [], headers: [], secrets: [] },
  ...{ host: 'localhost', port: '1', lastOpened: '', version: '', safeMode: 'off', badge: 'EN' },
})

async function start(connections = [saved('first'), saved('second')], ports = {}, open: string[] = []) {
  const host = new FakeHost()
  host.answers.set('Connections.List', () => ({
    connections,
    groups: [],
    notice: '',
  }))
  const list = new SavedConnections(host, { isOpen: () => false, ...ports } as unknown as ConnectionPorts)
  render(
    <SavedContext value={list}>
      <InWindow>
        <Connections open={open} databases={[]} tools={null} />
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

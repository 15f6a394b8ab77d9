// SPEC: APP-17
import { afterEach, expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { FakeHost, sessionOf } from '../features/browse/fixture'
import { Workspace } from '../features/browse/workspace'
import { followTitle, titleOf } from './title'
import type { WorkspacesState } from './workspaces'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['nothing is open', '', '', 'Quarry'],
  ['a connection is shown', 'catalogue', '', 'catalogue - Quarry'],
  ['an object is shown', 'catalogue', 'books', 'books - catalogue - Quarry'],
])('names what is shown where %s', (_, connection, object, title) => {
  expect(titleOf(connection, object)).toBe(title)
})

it('follows the connection and the tab that are shown, in the window too', () => {
  const setTitle = vi.fn()
  vi.stubGlobal('runtime', { WindowSetTitle: setTitle })
  const workspace = new Workspace(new FakeHost(), sessionOf())
  const store = createStore(() => ({ workspaces: [workspace], active: '' }) as unknown as WorkspacesState)
  followTitle(store)
  expect(document.title).toBe('Quarry')
  store.setState({ active: 's1' })
  expect(document.title).toBe('catalogue - Quarry')
  workspace.open('books', true)
  expect(document.title).toBe('books - catalogue - Quarry')
  expect(setTitle).toHaveBeenLastCalledWith('books - catalogue - Quarry')
  store.setState({ active: '' })
  workspace.open('logs', true)
  expect(document.title).toBe('Quarry')
})

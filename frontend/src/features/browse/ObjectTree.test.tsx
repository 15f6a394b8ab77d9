// SPEC: A-BRO-01, APP-18
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { ShellContext } from '../../shell/context'
import type { Shell } from '../../shell/store'
import { FakeHost, objectOf, sessionOf } from './fixture'
import { Sidebar } from './Sidebar'
import { Workspace } from './workspace'

afterEach(cleanup)

async function show(many: number) {
  const host = new FakeHost()
  const objects = Array.from({ length: many }, (_, i) => objectOf(`index-${String(i).padStart(4, '0')}`))
  host.answers.set('Grid.Objects', () => ({ objects, notices: [] }))
  const workspace = new Workspace(host, sessionOf())
  const shell = { store: createStore(() => ({ info: null })), openMenu: vi.fn() } as unknown as Shell
  render(
    <ShellContext value={shell}>
      <Sidebar workspace={workspace} />
    </ShellContext>,
  )
  await workspace.list()
  await screen.findAllByRole('treeitem')
  return workspace
}

const focusedName = () => document.activeElement?.getAttribute('aria-label')?.split(',')[0]

it('draws few of five thousand lines, each with its place among all', async () => {
  await show(5000)
  const lines = screen.getAllByRole('treeitem')
  expect(lines.length).toBeLessThan(100)
  expect(lines[3]?.getAttribute('aria-posinset')).toBe('4')
  expect(lines[3]?.getAttribute('aria-setsize')).toBe('5000')
})

it('reaches every line by the keyboard, and the filter above the first', async () => {
  await show(5000)
  const user = userEvent.setup()
  screen.getAllByRole('treeitem')[0]?.focus()
  await user.keyboard('{ArrowDown}')
  expect(focusedName()).toBe('index-0001')
  await user.keyboard('{End}')
  expect(focusedName()).toBe('index-4999')
  await user.keyboard('{ArrowUp}')
  expect(focusedName()).toBe('index-4998')
  await user.keyboard('{Home}{ArrowUp}')
  expect(document.activeElement?.id).toBe('sidebar-filter')
  await user.keyboard('{ArrowDown}')
  expect(focusedName()).toBe('index-0000')
})

it('keeps the line that Tab reaches, wherever the list is scrolled to', async () => {
  const workspace = await show(5000)
  workspace.open('index-3000', true)
  await vi.waitFor(() => expect(screen.getByRole('treeitem', { name: /^index-3000/ }).tabIndex).toBe(0))
})

// SPEC: A-BRO-01, APP-18
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeWindow, InWindow } from '../../../window/fixture'
import { FakeHost, listOf, objectOf, sessionOf } from '../fixture'
import { Workspace } from '../workspace'
import { objectActs } from './objectActs'
import { Sidebar } from './Sidebar'

afterEach(cleanup)

async function show(many: number) {
  const host = new FakeHost()
  const objects = Array.from({ length: many }, (_, i) => objectOf(`index-${String(i).padStart(4, '0')}`))
  host.answers.set('Grid.Objects', () => listOf(objects))
  const workspace = new Workspace(host, sessionOf())
  const window = new FakeWindow()
  const openMenu = vi.spyOn(window.menus, 'open')
  render(
    <InWindow of={window}>
      <Sidebar workspace={workspace} />
    </InWindow>,
  )
  await workspace.list()
  await screen.findAllByRole('treeitem')
  return { workspace, openMenu, host }
}

const focusedName = () => document.activeElement?.getAttribute('aria-label')?.split(',')[0]

it('draws few of five thousand lines, each with its place among all', async () => {
  await show(5000)
  const lines = within(screen.getByRole('group')).getAllByRole('treeitem')
  expect(lines.length).toBeLessThan(100)
  expect(lines[3]?.getAttribute('aria-posinset')).toBe('4')
  expect(lines[3]?.getAttribute('aria-setsize')).toBe('5000')
  expect(screen.getByRole('treeitem', { name: 'Indices, 5,000' }).textContent).toContain('5,000')
})

it('has a column for sizes only if an object has one', async () => {
  const columns = async (bytes: string) => {
    const { host, workspace } = await show(2)
    host.answers.set('Grid.Objects', () =>
      listOf([objectOf('index-0000', { size: bytes }), objectOf('index-0001', { size: '' })]),
    )
    await act(() => workspace.list())
    const line = screen.getByRole('treeitem', { name: /^index-0001/ })
    const hidden = line.querySelectorAll('span[aria-hidden="true"]').length
    cleanup()
    return hidden
  }
  const without = await columns('')
  expect(await columns('1048576')).toBe(without + 1)
})

it('reaches every line by the keyboard, and the filter above the first', async () => {
  await show(5000)
  const user = userEvent.setup()
  screen.getByRole('treeitem', { name: /^index-0000/ }).focus()
  await user.keyboard('{ArrowDown}')
  expect(focusedName()).toBe('index-0001')
  await user.keyboard('{End}')
  expect(focusedName()).toBe('index-4999')
  await user.keyboard('{ArrowUp}')
  expect(focusedName()).toBe('index-4998')
  await user.keyboard('{Home}')
  expect(focusedName()).toBe('Indices')
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement?.id).toBe('sidebar-filter')
  await user.keyboard('{ArrowDown}')
  expect(focusedName()).toBe('index-0000')
})

it('keeps the line that Tab reaches, wherever the list is scrolled to', async () => {
  const { workspace } = await show(5000)
  workspace.open('index-3000', true)
  await vi.waitFor(() => expect(screen.getByRole('treeitem', { name: /^index-3000/ }).tabIndex).toBe(0))
})

it('marks one line of a favourite: the one that was opened', async () => {
  const { workspace } = await show(3)
  act(() => workspace.toggleFavourite('index-0001'))
  const lines = await vi.waitFor(() => {
    const found = screen.getAllByRole('treeitem', { name: /^index-0001/ })
    expect(found).toHaveLength(2)
    return found
  })
  const marked = () => lines.map((line) => line.getAttribute('aria-selected'))
  const user = userEvent.setup()
  await user.click(lines[1] as HTMLElement)
  await vi.waitFor(() => expect(marked()).toEqual(['false', 'true']))
  await user.click(lines[0] as HTMLElement)
  expect(marked()).toEqual(['true', 'false'])
  act(() => workspace.open('index-0002', true))
  act(() => workspace.open('index-0001', true))
  expect(marked()).toEqual(['true', 'false'])
})

it('has a menu for a line, at the pointer and by the key', async () => {
  const { workspace, openMenu } = await show(3)
  fireEvent.contextMenu(screen.getByRole('treeitem', { name: /^index-0001/ }), { clientX: 20, clientY: 30 })
  const [menu] = openMenu.mock.calls[0] ?? []
  expect(menu).toMatchObject({ of: { kind: 'line', name: 'index-0001' }, at: { x: 20, y: 30 } })
  const acts = menu?.of.kind === 'line' ? menu.of.acts : []
  expect(acts.map((act) => act.title)).toEqual([
    'Open',
    'Open in New Tab',
    'Show Structure',
    'Add to Favourites',
    'Copy Name',
    'Empty…',
    'Delete…',
  ])
  acts[1]?.run()
  expect(workspace.current?.face.getState()).toMatchObject({ title: 'index-0001', preview: false })
  fireEvent.contextMenu(screen.getByRole('treeitem', { name: /^index-0002/ }))
  expect(openMenu.mock.lastCall?.[0].byKey).toBe(true)
})

// SPEC: A-EDT-12
it('leaves out of the menu of a line what no server can do, and says why an object cannot be deleted now', () => {
  const never = { noEmpty: 'Use POST /{name}/_delete_by_query.', noImport: 'Use POST /_bulk.' }
  const acts = (part: object) =>
    objectActs(new Workspace(new FakeHost(), sessionOf({ ...never, ...part })), objectOf('books'), async () => {})
  const titles = (part: object) => acts(part).map(({ title }) => title)
  expect(titles({})).toEqual(['Open', 'Open in New Tab', 'Show Structure', 'Add to Favourites', 'Copy Name', 'Delete…'])
  expect(titles({ noDrop: 'Nothing can be deleted here.' })).not.toContain('Delete…')
  expect(titles({ noEmpty: '' }).slice(-2)).toEqual(['Empty…', 'Delete…'])
  expect(acts({ noEmpty: '', safeMode: 'read-only' }).at(-2)?.why).toContain('This connection is read-only')
  const drop = acts({ safeMode: 'read-only' }).at(-1)
  expect([drop?.title, drop?.why?.split(',')[0]]).toEqual(['Delete…', 'This connection is read-only'])
})

it('follows the scrolling of a list that was there before it was shown', async () => {
  const { workspace } = await show(5000)
  cleanup()
  render(
    <InWindow of={new FakeWindow()}>
      <Sidebar workspace={workspace} />
    </InWindow>,
  )
  const list = screen.getByRole('tree').parentElement as HTMLElement
  list.scrollTop = 24 * 3000
  fireEvent.scroll(list)
  expect(screen.getByRole('treeitem', { name: /^index-3010/ })).toBeTruthy()
})

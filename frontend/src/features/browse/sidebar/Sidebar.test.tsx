// SPEC: A-BRO-01
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { CommandsContext } from '../../../commands/context'
import { followKeys } from '../../../commands/listener'
import { Registry } from '../../../commands/registry'
import type { ObjectItem, SidebarState } from '../../../host'
import { FakeWindow, InWindow } from '../../../window/fixture'
import { FakeHost, listOf, objectOf, sessionOf } from '../fixture'
import { Workspace } from '../workspace'
import { Sidebar, sidebarWidth } from './Sidebar'

let endKeys = () => {}
afterEach(() => {
  endKeys()
  cleanup()
  sidebarWidth.resize(sidebarWidth.bounds.usual)
})

const also = 'Also list aliases and data streams'
const indices = [
  objectOf('archive', { size: '900', health: 'red' }),
  objectOf('books', { size: '126000000' }),
  objectOf('members', { size: '74000000', health: 'yellow' }),
]
const others = [
  objectOf('logs-app', { kind: 'data stream', stands: 3 }),
  objectOf('live', { kind: 'alias', stands: 1 }),
]
const documents: Record<string, string> = { archive: '12', books: '9', members: '1000', 'logs-app': '40', live: '9' }

interface Given {
  objects?: ObjectItem[]
  saved?: Partial<SidebarState>
}

async function show({ objects = indices, saved }: Given = {}) {
  const host = new FakeHost()
  const asked: unknown[] = []
  const kept: unknown[] = []
  const told: string[] = []
  host.answers.set('Grid.Objects', (q) => {
    asked.push(q.also)
    if (q.also) return listOf([...objects, ...others])
    const there = objects.length === 0
    return listOf(
      objects,
      there ? { others: 2, empty: 'There are no indices to list, but 1 data stream and 1 alias.' } : {},
    )
  })
  host.answers.set('Grid.Counts', (q) => ({
    counts: (q.names as string[]).map((name) => ({ name, count: documents[name] ?? '0', error: '' })),
  }))
  host.answers.set('Sidebar.Get', () => saved && { also: false, sort: '', favourites: [], folded: [], ...saved })
  host.answers.set('Sidebar.Keep', (q) => void kept.push(q.sidebar))
  const workspace = new Workspace(host, sessionOf({ also, sidebarNote: 'Aliases are not listed.' }))
  const window = new FakeWindow()
  const registry = new Registry({ mac: () => false, covered: () => false, tell: (text) => told.push(text) })
  endKeys = followKeys(registry)
  render(
    <CommandsContext value={registry}>
      <InWindow of={window}>
        <Sidebar workspace={workspace} />
      </InWindow>
    </CommandsContext>,
  )
  await workspace.list()
  await screen.findByText(/^(Indices|There are no indices)/)
  return { workspace, asked, kept, told, user: userEvent.setup(), openMenu: vi.spyOn(window.menus, 'open') }
}

/** The names of each section, from the top. */
const sections = () =>
  screen.getAllByRole('group').map((group) => {
    const rows = within(group)
      .getAllByRole('treeitem')
      .sort((a, b) => Number(a.ariaPosInSet) - Number(b.ariaPosInSet))
    return [group.getAttribute('aria-label'), ...rows.map((row) => row.getAttribute('aria-label')?.split(',')[0])].join(
      ' ',
    )
  })

const focusedName = () => document.activeElement?.getAttribute('aria-label')?.split(',')[0]

it('lists aliases and data streams in sections of their own where that is switched on, and remembers it', async () => {
  const { asked, kept, user } = await show()
  expect(sections()).toEqual(['Indices, 3 archive books members'])
  const button = screen.getByRole('button', { name: also, pressed: false })
  await user.click(button)
  await screen.findByRole('group', { name: 'Aliases, 1' })
  expect(sections()).toEqual(['Indices, 3 archive books members', 'Data streams, 1 logs-app', 'Aliases, 1 live'])
  expect(screen.getByRole('treeitem', { name: /^logs-app, data stream.*3 indices/ })).toBeTruthy()
  expect(screen.queryByText('Aliases are not listed.')).toBeNull()
  expect(asked).toEqual([false, true])
  expect(kept).toEqual([{ also: true, sort: '', favourites: [], folded: [] }])
  await user.click(screen.getByRole('button', { name: also, pressed: true }))
  await vi.waitFor(() => expect(sections()).toEqual(['Indices, 3 archive books members']))
})

it('begins as it was left', async () => {
  const favourites = [
    { name: 'members', kind: 'index' },
    { name: 'gone', kind: 'index' },
    { name: 'live', kind: 'alias' },
  ]
  const { asked } = await show({ saved: { also: false, sort: 'size', favourites } })
  expect(asked).toEqual([false])
  expect(sections()).toEqual(['Favourites, 2 members live', 'Indices, 3 books members archive'])
})

it('says what there is where there are no indices, and offers it', async () => {
  const { user } = await show({ objects: [] })
  expect(screen.getByText('There are no indices to list, but 1 data stream and 1 alias.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'List Them' }))
  await screen.findByRole('group', { name: 'Data streams, 1' })
  expect(screen.queryByText(/^There are no indices/)).toBeNull()
})

it('sorts by size and by documents, of which it counts all for that', async () => {
  const { workspace, kept } = await show()
  workspace.listing.sortBy('size')
  await vi.waitFor(() => expect(sections()).toEqual(['Indices, 3 books members archive']))
  workspace.listing.sortBy('documents')
  await vi.waitFor(() => expect(sections()).toEqual(['Indices, 3 members archive books']))
  workspace.listing.sortBy('')
  await vi.waitFor(() => expect(sections()).toEqual(['Indices, 3 archive books members']))
  expect(kept.map((one) => (one as SidebarState).sort)).toEqual(['size', 'documents', ''])
})

it('shows health where something is wrong, with a word for it', async () => {
  await show()
  expect(screen.getByRole('treeitem', { name: 'archive, index, 900 B, health red' })).toBeTruthy()
  expect(screen.getByRole('treeitem', { name: 'members, index, 74 MB, health yellow' })).toBeTruthy()
  const books = screen.getByRole('treeitem', { name: 'books, index, 126 MB' })
  expect(books.querySelector('[data-tip^=Health]')).toBeNull()
  expect(document.querySelector('[data-tip="Health red"]')).toBeTruthy()
})

it('keeps favourites on top: by the key on a line, and by its menu', async () => {
  const { user, openMenu, kept, workspace } = await show()
  screen.getByRole('treeitem', { name: /^members/ }).focus()
  await user.keyboard('{Control>}{Shift>}B{/Shift}{/Control}')
  expect(sections()).toEqual(['Favourites, 1 members', 'Indices, 3 archive books members'])
  expect(kept).toEqual([{ also: false, sort: '', favourites: [{ name: 'members', kind: 'index' }], folded: [] }])
  const [top] = screen.getAllByRole('treeitem', { name: /^members/ })
  await user.pointer({ keys: '[MouseRight]', target: top as Element })
  const [menu] = openMenu.mock.calls[0] ?? []
  const acts = menu?.of.kind === 'line' ? menu.of.acts : []
  acts.find((act) => act.title === 'Remove from Favourites')?.run()
  await vi.waitFor(() => expect(sections()).toEqual(['Indices, 3 archive books members']))
  expect(workspace.listing.isFavourite('members')).toBe(false)
})

it('goes through the lines of all sections with the arrows, and to a name by its letters', async () => {
  const { user } = await show({ saved: { also: true, sort: '', favourites: [{ name: 'books', kind: 'index' }] } })
  screen.getByRole('textbox').focus()
  await user.keyboard('{ArrowDown}')
  expect(focusedName()).toBe('books')
  await user.keyboard('{ArrowDown}')
  expect(focusedName()).toBe('Indices')
  await user.keyboard('{ArrowDown}')
  expect(focusedName()).toBe('archive')
  await user.keyboard('{End}')
  expect(focusedName()).toBe('live')
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(focusedName()).toBe('logs-app')
  await user.keyboard('m')
  expect(focusedName()).toBe('members')
  await user.keyboard('{Home}{ArrowUp}')
  expect(document.activeElement?.id).toBe('sidebar-filter')
})

it('folds a section by its heading, with the pointer and with the arrows, and remembers it', async () => {
  const { user, kept } = await show({ saved: { also: true } })
  const head = (name: string) => screen.getByRole('treeitem', { name })
  const names = () =>
    screen
      .getAllByRole('treeitem')
      .sort((a, b) => Number.parseInt(a.style.top, 10) - Number.parseInt(b.style.top, 10))
      .map((row) => row.getAttribute('aria-label')?.replace(/,.*/, ''))
  await user.click(head('Indices, 3'))
  expect(names()).toEqual(['Indices', 'Data streams', 'logs-app', 'Aliases', 'live'])
  expect(head('Indices, 3').ariaExpanded ?? head('Indices, 3').getAttribute('aria-expanded')).toBe('false')
  expect(focusedName()).toBe('Indices')
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowLeft}')
  expect(focusedName()).toBe('Data streams')
  await user.keyboard('{ArrowLeft}')
  expect(names()).toEqual(['Indices', 'Data streams', 'Aliases', 'live'])
  expect(kept.map((one) => (one as SidebarState).folded)).toEqual([['index'], ['index', 'data stream']])
  await user.keyboard('{ArrowUp}{ArrowRight}')
  expect(names()).toEqual(['Indices', 'archive', 'books', 'members', 'Data streams', 'Aliases', 'live'])
  expect(focusedName()).toBe('Indices')
  await user.keyboard('{ArrowRight}')
  expect(focusedName()).toBe('archive')
  await user.keyboard('{Home}{Enter}')
  expect(names()).toEqual(['Indices', 'Data streams', 'Aliases', 'live'])
  expect((kept.at(-1) as SidebarState).folded).toEqual(['data stream', 'index'])
})

it('begins with the sections folded that were, and shows what a filter finds in them', async () => {
  const { user, kept } = await show({ saved: { also: true, folded: ['index', 'gone'] } })
  expect(screen.queryByRole('treeitem', { name: /^books/ })).toBeNull()
  await user.type(screen.getByRole('textbox'), 'bo')
  expect(screen.getByRole('treeitem', { name: /^books/ })).toBeTruthy()
  await user.click(screen.getByRole('treeitem', { name: 'Indices, 1' }))
  expect(screen.getByRole('treeitem', { name: /^books/ })).toBeTruthy()
  expect(kept).toEqual([])
})

it('makes no favourite of a heading, and says what to choose', async () => {
  const { user, kept, told } = await show()
  screen.getByRole('treeitem', { name: 'Indices, 3' }).focus()
  await user.keyboard('{Control>}{Shift>}B{/Shift}{/Control}')
  expect(kept).toEqual([])
  expect(told).toEqual(['Select an item, not a section heading.'])
})

it('gives the keyboard to the rows after Enter, from a line and from the filter, and keeps it after Space', async () => {
  const { user, workspace } = await show()
  const opened = () => {
    const tab = workspace.rows
    if (!tab) throw new Error('nothing is open')
    return { object: tab.object, focused: vi.spyOn(tab.grid, 'focus') }
  }
  screen.getByRole('treeitem', { name: /^books/ }).focus()
  await user.keyboard(' ')
  expect(focusedName()).toBe('books')
  const books = opened()
  expect(books.object).toBe('books')
  await user.keyboard('{Enter}')
  expect(books.focused).toHaveBeenCalledTimes(1)
  await user.type(screen.getByRole('textbox'), 'mem{Enter}')
  expect(opened().object).toBe('members')
})

it('filters every section', async () => {
  const { user } = await show({ saved: { also: true, sort: '', favourites: [{ name: 'books', kind: 'index' }] } })
  await user.type(screen.getByRole('textbox'), 'li')
  expect(sections()).toEqual(['Aliases, 1 live'])
  await user.type(screen.getByRole('textbox'), 'x')
  expect(screen.getByText('No index matches “lix”')).toBeTruthy()
})

it('gets wider and narrower by the keys of its edge, and by dragging it', async () => {
  const { user } = await show()
  const sidebar = screen.getByRole('navigation', { name: 'Indices' })
  const edge = screen.getByRole('separator', { name: 'Sidebar width' })
  edge.focus()
  await user.keyboard('{ArrowRight}')
  expect(sidebar.style.width).toBe('16rem')
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(sidebar.style.width).toBe('14rem')
  edge.setPointerCapture = () => undefined
  fireEvent.pointerDown(edge, { clientX: 224 })
  fireEvent.pointerMove(edge, { clientX: 330 })
  fireEvent.pointerUp(edge, { clientX: 330 })
  fireEvent.pointerMove(edge, { clientX: 400 })
  expect(sidebar.style.width).toBe('20.625rem')
  expect(edge.getAttribute('aria-valuenow')).toBe('330')
})

it('gets its usual width back by a double click on its edge', async () => {
  await show()
  const edge = screen.getByRole('separator', { name: 'Sidebar width' })
  fireEvent.keyDown(edge, { key: 'ArrowRight' })
  fireEvent.doubleClick(edge)
  expect(edge.getAttribute('aria-valuenow')).toBe('240')
})

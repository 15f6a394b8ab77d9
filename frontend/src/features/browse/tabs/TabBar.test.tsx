// SPEC: APP-03
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Table2 } from 'lucide-react'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeWindow, InWindow } from '../../../window/fixture'
import { FakeTab } from '../../tabs/fixture'
import { kindOfTab, type TabPorts } from '../../tabs/kinds'
import type { SavedTab } from '../../tabs/tab'
import { FakeHost, sessionOf } from '../fixture'
import { Workspace } from '../workspace'
import { TabBar } from './TabBar'

afterEach(cleanup)

it('has a menu for each tab, at the pointer and by the key', () => {
  const workspace = new Workspace(new FakeHost(), sessionOf())
  workspace.open('books', true)
  workspace.open('logs', false)
  const window = new FakeWindow()
  const opened = vi.spyOn(window.menus, 'open')
  render(
    <InWindow of={window}>
      <TabBar workspace={workspace} />
    </InWindow>,
  )
  const acts = () => {
    const of = opened.mock.lastCall?.[0].of
    return of?.kind === 'line' ? of.acts : []
  }
  fireEvent.contextMenu(screen.getByRole('tab', { name: /logs/ }), { clientX: 20, clientY: 30 })
  expect(acts().map((each) => each.title)).toEqual(['Keep Tab Open', 'Close Tab', 'Close Other Tabs', 'Copy Name'])
  act(() => acts()[2]?.run())
  expect(screen.getAllByRole('tab').length).toBe(1)
  fireEvent.contextMenu(screen.getByRole('tab', { name: /logs/ }))
  expect(opened.mock.lastCall?.[0].byKey).toBe(true)
  expect(acts().find((each) => each.title === 'Close Other Tabs')?.why).toBe('this is the only one')
})

it('shows the tab that is in front where there are more than fit', () => {
  const shown: string[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this.textContent)
  })
  const workspace = new Workspace(new FakeHost(), sessionOf())
  workspace.open('books', true)
  workspace.open('logs', true)
  render(
    <InWindow of={new FakeWindow()}>
      <TabBar workspace={workspace} />
    </InWindow>,
  )
  expect(shown).toEqual(['logs'])
  act(() => workspace.step(-1))
  expect(shown).toEqual(['logs', 'books'])
})

it('keeps the tab in front in sight when the strip has another width', () => {
  const sized: (() => void)[] = []
  class Sized {
    constructor(tell: () => void) {
      sized.push(tell)
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', Sized)
  const workspace = new Workspace(new FakeHost(), sessionOf())
  workspace.open('books', true)
  workspace.open('logs', true)
  workspace.step(-1)
  render(
    <InWindow of={new FakeWindow()}>
      <TabBar workspace={workspace} />
    </InWindow>,
  )
  const shown: string[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this.textContent)
  })
  for (const tell of sized.slice(-1)) act(tell)
  expect(shown).toEqual(['books'])
  vi.unstubAllGlobals()
})

it('renames a tab that can have another name, by a double click and the menu', () => {
  const make = (ports: TabPorts, saved: SavedTab) => new NamedTab(ports, 'console', saved)
  const kinds = { console: kindOfTab({ Icon: Table2, View: () => null, make }) }
  const workspace = new Workspace(new FakeHost(), sessionOf(), { kinds })
  workspace.openTab({ kind: 'console', state: {} })
  const window = new FakeWindow()
  const opened = vi.spyOn(window.menus, 'open')
  render(
    <InWindow of={window}>
      <TabBar workspace={workspace} />
    </InWindow>,
  )
  fireEvent.doubleClick(screen.getByRole('tab', { name: 'console' }))
  const field = screen.getByRole('textbox', { name: 'New name for console' })
  fireEvent.change(field, { target: { value: 'Monday' } })
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 }) // of an input method, in WebKit
  expect(screen.queryByRole('tab', { name: 'Monday' })).toBeNull()
  fireEvent.keyDown(field, { key: 'Enter' })
  fireEvent.contextMenu(screen.getByRole('tab', { name: 'Monday' }))
  const of = opened.mock.lastCall?.[0].of
  act(() => (of?.kind === 'line' ? of.acts : []).find(({ title }) => title === 'Rename Tab…')?.run())
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Tuesday' } })
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' })
  expect(screen.getByRole('tab', { name: 'Monday' })).toBeDefined()
})

class NamedTab extends FakeTab {
  rename(title: string): void {
    this.face.setState({ title })
  }
}

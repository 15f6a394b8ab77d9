// SPEC: APP-03
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeWindow, InWindow } from '../../window/fixture'
import { FakeHost, sessionOf } from './fixture'
import { TabBar } from './TabBar'
import { Workspace } from './workspace'

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

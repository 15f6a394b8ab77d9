// SPEC: CON-21
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { Connection } from '../../host'
import { InWindow } from '../../window/fixture'
import { FakeHost, sessionOf } from './fixture'
import type { WindowPorts } from './ports'
import { Toolbar } from './Toolbar'
import { Workspace } from './workspace'

afterEach(cleanup)

const saved = (id: string) => ({ id, name: id, badge: 'EN' }) as Connection

function show(more: Partial<WindowPorts> = {}) {
  const host = new FakeHost()
  const workspace = new Workspace(host, sessionOf({ id: 's1', name: 'catalogue' }))
  const other = new Workspace(host, sessionOf({ id: 's2', name: 'orders' }))
  const did = vi.fn()
  const ports: WindowPorts = {
    open: [workspace, other],
    saved: [saved('archive'), saved('staging')],
    tools: null,
    onEnter: (w) => did('enter', w.session.name),
    onConnect: (c) => did('connect', c.name),
    onHome: () => did('home'),
    onEdit: () => did('edit'),
    onReconnect: (w) => did('reconnect', w.session.name),
    onDisconnect: (w) => did('disconnect', w.session.name),
    ...more,
  }
  render(
    <InWindow>
      <Toolbar workspace={workspace} ports={ports} />
    </InWindow>,
  )
  const user = userEvent.setup()
  const open = () => user.click(screen.getByRole('button', { name: /catalogue/ }))
  const items = async () => (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
  return { did, user, open, items }
}

it('has the other connections in the menu of one, with what can be done to it', async () => {
  const { did, user, open } = show()
  const acts: [RegExp, string[]][] = [
    [/orders/, ['enter', 'orders']],
    [/staging.*Connect/, ['connect', 'staging']],
    [/^Connections/, ['home']],
    [/^Edit/, ['edit']],
    [/^Reconnect/, ['reconnect', 'catalogue']],
    [/^Disconnect/, ['disconnect', 'catalogue']],
  ]
  for (const [name, done] of acts) {
    await open()
    await user.click(await screen.findByRole('menuitem', { name }))
    expect(did).toHaveBeenLastCalledWith(...done)
  }
})

it('has at most ten of the saved connections in its menu, and no Edit for one that is no longer saved', async () => {
  const many = Array.from({ length: 12 }, (_, i) => saved(`saved-${i}`))
  const { open, items } = show({ saved: many, onEdit: null })
  await open()
  const texts = await items()
  expect(texts.filter((text) => text?.includes('saved-'))).toHaveLength(10)
  expect(texts.filter((text) => text?.startsWith('Edit'))).toEqual([])
})

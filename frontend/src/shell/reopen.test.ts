// SPEC: PLG-05
import { describe, expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { sessionOf as anySession, FakeHost } from '../features/browse/fixture'
import { Workspace } from '../features/browse/workspace'
import type { SessionInfo } from '../host'
import { reopen } from './reopen'
import type { WorkspacesState } from './workspaces'

const sessionOf = (id: string, connection: string) => anySession({ id, connection, name: connection })

function world(...connections: string[]) {
  const host = new FakeHost()
  let next = connections.length
  host.answers.set('Connections.Open', (q) => {
    next += 1
    return sessionOf(`s${next}`, String(q.id))
  })
  const workspaces = connections.map((name, i) => new Workspace(host, sessionOf(`s${i + 1}`, name)))
  const store = createStore(() => ({ workspaces, active: 's1' }) as WorkspacesState)
  const open = () => store.getState().workspaces.map((w) => `${w.session.id} ${w.session.connection}`)
  return {
    host,
    ports: { host, store, workspace: (session: SessionInfo) => new Workspace(host, session) },
    open,
    state: () => store.getState(),
    workspaces,
  }
}

describe('opening connections again', () => {
  it('keeps their places, what is shown, their tabs and which tab is in front', async () => {
    const { host, ports, open, state, workspaces } = world('a', 'b', 'c')
    workspaces[0]?.open('books', true)
    workspaces[0]?.open('logs', true)
    workspaces[0]?.step(-1)
    expect(await reopen(ports, ['s1', 's3'])).toBeNull()
    expect(open()).toEqual(['s4 a', 's2 b', 's5 c'])
    expect(state().active).toBe('s4')
    const fresh = state().workspaces[0]?.store.getState()
    expect(fresh?.tabs.map((t) => t.face.getState().title)).toEqual(['books', 'logs'])
    expect(fresh?.tabs.find((t) => t.id === fresh.active)?.face.getState().title).toBe('books')
    expect(host.called('Connections.Close')).toBe(2)
    for (const w of state().workspaces) await w.close()
  })

  it('goes on after one that does not open, and gives the first failure', async () => {
    const { host, ports, open, state } = world('a', 'b')
    host.answers.set('Connections.Open', (q) => {
      if (q.id === 'a') throw new Error('{"kind":"connect","message":"connection refused"}')
      return sessionOf('s9', String(q.id))
    })
    const failed = await reopen(ports, ['s1', 's2', 's7'])
    expect(failed?.failure.message).toBe('connection refused')
    expect(open()).toEqual(['s9 b'])
    expect(state().active).toBe('')
    for (const w of state().workspaces) await w.close()
  })
})

// SPEC: APP-03
it('leaves a connection with unsaved work as it is, and says so', async () => {
  const { host, ports, open, workspaces } = world('a', 'b')
  workspaces[0]?.open('books', true)
  workspaces[0]?.current?.face.setState({ dirty: true })
  const failed = await reopen(ports, ['s1', 's2'])
  expect(failed?.failure.message).toBe('a stays open with its old settings: it has unfinished work.')
  expect(open()).toEqual(['s1 a', 's3 b'])
  expect(host.called('Connections.Close')).toBe(1)
  for (const w of workspaces) await w.close()
})

describe('the tabs of a connection that was opened again', () => {
  it('keep their orders, are read when they are shown, and are saved from then on', async () => {
    const { host, ports, state, workspaces } = world('a')
    host.answers.set('Tabs.Get', () => ({ tabs: [], active: 0, named: [] }))
    await workspaces[0]?.restore()
    workspaces[0]?.open('books', true)
    workspaces[0]?.open('logs', true)
    workspaces[0]?.rows?.rows.store.setState({ sort: [{ column: 'at', desc: true }] })
    workspaces[0]?.step(-1)
    const before = host.called('Grid.Open')
    await reopen(ports, ['s1'])
    const fresh = state().workspaces[0]
    await vi.waitFor(() => expect(host.called('Grid.Open')).toBe(before + 1))
    expect(fresh?.saved.tabs.map((t) => t.state.sort ?? '')).toEqual(['', '[{"column":"at","desc":true}]'])
    const saved = vi.fn()
    host.answers.set('Tabs.Keep', saved)
    fresh?.open('orders', true)
    await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce())
    expect(saved.mock.calls[0]?.[0]).toMatchObject({
      session: 's2',
      open: { tabs: [{}, {}, { state: [{ name: 'object', value: 'orders' }] }] },
    })
    await fresh?.close()
  })
})

// SPEC: CON-07, CON-21
import { expect, it, vi } from 'vitest'
import type { Connection } from '../../host'
import { FakeHost } from '../../host/fixture'
import { type ConnectionPorts, SavedConnections } from './saved'

const listOf = (...ids: string[]) => ({ connections: ids.map((id) => ({ id })), groups: [], notice: '' })
const writable = { id: 'a', name: 'logs', driver: 'x', safeMode: 'off' } as Connection

function work() {
  const host = new FakeHost()
  const fail = vi.fn()
  const saved = new SavedConnections(host, { fail } as unknown as ConnectionPorts)
  const ids = () => saved.store.getState().connections?.map(({ id }) => id)
  return { host, fail, saved, ids }
}

it('keeps the connections that were read where they cannot be read again, and says why', async () => {
  const { host, fail, saved, ids } = work()
  host.answers.set('Connections.List', () => listOf('a', 'b'))
  await saved.reload()
  saved.select('b')
  host.fail('Connections.List', 'engine', 'The file is in use.')
  await saved.reload()
  expect([ids(), saved.store.getState().selected, fail.mock.calls.length]).toEqual([['a', 'b'], 'b', 1])
})

it('shows what was answered to the last of several calls, whichever is answered last', async () => {
  const { host, saved, ids } = work()
  const answers: ((list: unknown) => void)[] = []
  host.answers.set('Connections.List', () => new Promise((go) => answers.push(go)))
  const older = saved.reload()
  const newer = saved.reload()
  await vi.waitFor(() => expect(answers.length).toBe(2))
  answers[1]?.(listOf('a'))
  answers[0]?.(listOf('a', 'deleted'))
  await Promise.all([older, newer])
  expect(ids()).toEqual(['a'])
})

// SPEC: CON-22
it('shows a connection in its form as it is saved, not as it was listed', async () => {
  const host = new FakeHost()
  const shown: unknown[] = []
  const database = { id: 'x', tabs: [] }
  const ports = { show: (sheet: unknown) => shown.push(sheet), databases: async () => [database] }
  const saved = new SavedConnections(host, ports as unknown as ConnectionPorts)
  const protectedSince = { ...writable, safeMode: 'read-only' }
  host.answers.set('Connections.Get', ({ id }) => (id === 'a' ? protectedSince : null))
  await saved.edit(writable)
  host.fail('Connections.Get', 'not-found')
  await saved.edit(writable)
  expect(shown).toEqual([
    { kind: 'form', database, connection: protectedSince },
    { kind: 'form', database, connection: writable },
  ])
})

// SPEC: CON-22
it('reads the list again without taking back what was said of it', async () => {
  const { host, fail, saved, ids } = work()
  await saved.refresh()
  expect(host.called('Connections.List')).toBe(0) // the first reading says why where it fails
  host.answers.set('Connections.List', () => ({ ...listOf('a'), notice: 'The file was damaged.' }))
  await saved.reload()
  host.answers.set('Connections.List', () => listOf('a', 'b'))
  await saved.refresh()
  expect([ids(), saved.store.getState().notice]).toEqual([['a', 'b'], 'The file was damaged.'])
  host.fail('Connections.List', 'engine', 'The file is in use.')
  await saved.refresh()
  expect([ids(), fail.mock.calls.length]).toEqual([['a', 'b'], 0])
})

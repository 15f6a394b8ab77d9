// SPEC: CON-07, CON-21
import { expect, it, vi } from 'vitest'
import { FakeHost } from '../../host/fixture'
import { type ConnectionPorts, SavedConnections } from './saved'

const listOf = (...ids: string[]) => ({ connections: ids.map((id) => ({ id })), groups: [], notice: '' })

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

// SPEC: PLG-04, PLG-07
import { describe, expect, it, vi } from 'vitest'
import { databaseOf } from '../features/drivers/fixture'
import { type Connection, type Database, HostError, type Kind } from '../host'
import type { Overlay } from './overlay'
import { remedyOf } from './remedies'
import type { Shell } from './store'

const connection = { id: 'c1', name: 'shop', driver: 'sample' } as Connection

function failure(kind: Kind, code: string) {
  return new HostError({ kind, code, message: '', hint: '', detail: '', op: '', status: 0, tls: null })
}

function fakeShell(offered: boolean) {
  const shown: (Overlay | null)[] = []
  const call = vi.fn(async () => ({}))
  const connect = vi.fn(async () => undefined)
  const shell = {
    host: { call },
    opening: { open: connect },
    show: (overlay: Overlay | null) => shown.push(overlay),
    fail: (title: string) => shown.push({ kind: 'error', title } as Overlay),
    drivers: {
      registry: { read: async () => ({ databases: offered ? [databaseOf({})] : [] }) },
      offer: (database: Database, next: Connection) => shown.push({ kind: 'offer', database, next }),
    },
  } as unknown as Shell
  return { shell, shown, call, connect }
}

describe('after a connection could not be opened', () => {
  it.each<[Kind, string, string]>([
    ['registry', 'changed', 'Install Again…'],
    ['registry', 'key', 'Install Again…'],
    ['registry', 'disabled', 'Turn On'],
    ['registry', 'no-address', 'Plugins…'],
    ['registry', 'unreachable', 'Try Again'],
    ['connect', '', 'Try Again'],
    ['engine', 'changed', 'Try Again'],
  ])('%s %s is answered by %s', (kind, code, label) => {
    expect(remedyOf(failure(kind, code)).label).toBe(label)
  })

  it('a changed driver is offered again, and the connection comes after it', async () => {
    const { shell, shown } = fakeShell(true)
    await remedyOf(failure('registry', 'changed')).act(shell, connection)
    expect(shown).toEqual([{ kind: 'offer', database: databaseOf({}), next: connection }])
  })

  it('a changed driver that nobody offers leads to the plugins', async () => {
    const { shell, shown } = fakeShell(false)
    await remedyOf(failure('registry', 'changed')).act(shell, connection)
    expect(shown).toEqual([{ kind: 'settings', pane: 'plugins' }])
  })

  it('a driver that is off is switched on, then the connection is opened', async () => {
    const { shell, call, connect } = fakeShell(true)
    await remedyOf(failure('registry', 'disabled')).act(shell, connection)
    expect(call).toHaveBeenCalledWith('Plugins.Enable', { driver: 'sample', enabled: true })
    expect(connect).toHaveBeenCalledWith(connection)
  })

  it('a driver that cannot be switched on says so and opens nothing', async () => {
    const { shell, shown, call, connect } = fakeShell(true)
    call.mockRejectedValue(new Error('the disk is full'))
    await remedyOf(failure('registry', 'disabled')).act(shell, connection)
    expect(shown[0]).toMatchObject({ kind: 'error', title: 'The driver was not turned on' })
    expect(connect).not.toHaveBeenCalled()
  })
})

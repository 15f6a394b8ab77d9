// SPEC: CON-08
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FakeHost, sessionOf } from '../features/browse/fixture'
import { Workspace } from '../features/browse/workspace'
import { askSecrets, connectWith } from '../features/connections/asking'
import { databaseOf, pluginOf } from '../features/drivers/fixture'
import type { Connection, Database } from '../host'
import type { ThemeSwitch } from '../lib/theme'
import { reopen } from './reopen'
import { type LatePart, Shell } from './store'

const late = { Workspace, tabKinds: {}, askSecrets, reopen } as unknown as LatePart

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

// SPEC: CON-08
it('asks in the form for a secret that no field of it can be asked for alone', async () => {
  const host = new FakeHost()
  const failure = {
    kind: 'secret',
    message: 'Enter the password.',
    fields: [{ id: 'password', text: 'Enter the password.' }],
  }
  host.answers.set('Connections.Open', () => {
    throw new Error(JSON.stringify(failure))
  })
  const database = { id: 'x', tabs: [] }
  host.answers.set('Plugins.Registry', () => ({ databases: [database] }))
  const shell = new Shell(host, {} as ThemeSwitch, { get: async () => late })
  const connection = {
    id: 'c1',
    name: 'local',
    driver: 'x',
    fields: [],
    headers: [],
    secrets: [],
  } as unknown as Connection
  await shell.opening.open(connection)
  expect(shell.overlays.store.getState().overlay).toMatchObject({
    kind: 'form',
    database,
    connection,
    failed: { failure },
  })
})

// SPEC: CON-20
it('closes a connection that opened after connecting to it was cancelled', async () => {
  const host = new FakeHost()
  let open: (opened: unknown) => void = () => undefined
  host.answers.set('Connections.Open', () => new Promise((resolve) => (open = resolve)))
  const closed: unknown[] = []
  host.answers.set('Connections.Close', (q) => closed.push(q.session))
  const shell = new Shell(host, {} as ThemeSwitch, { get: async () => late })
  const work = shell.opening.open({ id: 'c1', name: 'local', driver: 'x' } as Connection)
  await Promise.resolve()
  shell.opening.cancel()
  await work
  expect(shell.overlays.store.getState().overlay).toBeNull()
  open(sessionOf({ id: 's7' }))
  await vi.waitFor(() => expect(closed).toEqual(['s7']))

  const again = shell.opening.open({ id: 'c1', name: 'local', driver: 'x' } as Connection)
  await Promise.resolve()
  shell.opening.cancel()
  await again
  open(sessionOf({ id: '', warning: { title: 'It is old', text: '' } }))
  await Promise.resolve()
  expect(closed).toEqual(['s7'])
})

const password = { id: 'password', label: 'Password', kind: 'secret', required: false, when: null, comesLater: '' }
const database = {
  id: 'x',
  tabs: [{ id: 'general', title: 'General', fields: [password] }],
} as unknown as Database
const connection = {
  ...{
    id: 'c1',
    name: 'local',
    driver: 'x',
    colour: 'teal',
    group: 'work',
    fields: [],
    headers: [],
    secrets: ['password'],
  },
} as unknown as Connection

function connecting(kind: string) {
  const host = new FakeHost()
  host.answers.set('Plugins.Registry', () => ({ databases: [database] }))
  host.fail('Connections.Open', kind, 'No credential store was found')
  const shell = new Shell(host, {} as ThemeSwitch, { get: async () => late })
  return { host, shell, overlay: () => shell.overlays.store.getState().overlay }
}

it('asks in place for a secret that no credential store has, and connects with it', async () => {
  vi.useRealTimers()
  const { host, shell, overlay } = connecting('keyring')
  await shell.opening.open(connection)
  expect(overlay()).toMatchObject({ kind: 'secrets', connection, fields: [password] })
  const kept: unknown[] = []
  host.answers.set('Connections.Save', ({ draft }) => {
    kept.push(draft)
    if (kept.length === 1) throw new Error('{"kind":"keyring","message":"No credential store was found"}')
    return connection
  })
  host.fail('Connections.Open', 'connect', 'connection refused')
  await connectWith(shell.saved, database, connection, { password: 'hunter2' })
  const secrets = [{ id: 'password', value: 'hunter2', replace: true }]
  const draft = { id: 'c1', name: 'local', group: 'work', secrets }
  expect(kept).toEqual([
    expect.objectContaining({ ...draft, keepForThisRun: false }),
    expect.objectContaining({ ...draft, keepForThisRun: true }),
  ])
  expect(overlay()).toMatchObject({ kind: 'error', title: 'local could not be opened' })
})

it.each([
  ['in place where it is not stored', [], 'missing', 'secrets'],
  ['in place where the store has it no more', ['password'], 'missing', 'secrets'],
  ['in the form where the stored one is for another address', ['password'], '', 'form'],
])('asks for a secret %s', async (_, secrets, code, kind) => {
  vi.useRealTimers()
  const { host, shell, overlay } = connecting('connect')
  const failure = {
    kind: 'secret',
    code,
    message: 'Enter the password.',
    fields: [{ id: 'password', text: 'Enter it.' }],
  }
  host.answers.set('Connections.Open', () => {
    throw new Error(JSON.stringify(failure))
  })
  await shell.opening.open({ ...connection, secrets } as Connection)
  expect(overlay()?.kind).toBe(kind)
})

it('shows every other failure of a connection as it is', async () => {
  vi.useRealTimers()
  const { shell, overlay } = connecting('auth')
  await shell.opening.open(connection)
  expect(overlay()).toMatchObject({ kind: 'error' })
})

// SPEC: APP-03
it('stays connected while a tab has unsaved work, unless its user gives that up', async () => {
  const host = new FakeHost()
  host.answers.set('Connections.Open', () => sessionOf())
  host.answers.set('Connections.List', () => ({ connections: [], groups: [], notice: '' }))
  const shell = new Shell(host, {} as ThemeSwitch, { get: async () => late })
  await shell.opening.open({ id: 'c1', name: 'local', driver: 'x' } as Connection)
  const open = () => shell.workspaces.store.getState().workspaces
  const [workspace] = open()
  if (!workspace) throw new Error('nothing is open')
  workspace.open('books', true)
  workspace.current?.face.setState({ dirty: true })
  for (const lose of [false, true]) {
    const done = shell.workspaces.close(workspace)
    expect(shell.cover.covered).toBe(true)
    shell.unsaved.store.getState().open?.answer(lose ? 'leave' : 'stay')
    await done
    expect(open()).toEqual(lose ? [] : [workspace])
  }
  expect(host.called('Connections.Close')).toBe(1)
})

// SPEC: PLG-05
it('reads the drivers again once a connection is closed: the version that waited for it may be in use', async () => {
  const host = new FakeHost()
  const version = { now: '1.0.0' }
  host.answers.set('Connections.Open', () => sessionOf())
  host.answers.set('Connections.List', () => ({ connections: [], groups: [], notice: '' }))
  host.answers.set('Plugins.Installed', () => ({ plugins: [pluginOf({ version: version.now })] }))
  host.answers.set('Connections.Close', () => {
    version.now = '1.1.0'
    return {}
  })
  const shell = new Shell(host, {} as ThemeSwitch, { get: async () => late })
  await shell.opening.open({ id: 'c1', name: 'local', driver: 'x' } as Connection)
  await shell.drivers.plugins.load()
  const [workspace] = shell.workspaces.store.getState().workspaces
  if (!workspace) throw new Error('nothing is open')
  await shell.workspaces.close(workspace)
  await vi.waitFor(() => {
    expect(shell.drivers.plugins.store.getState().plugins?.map((p) => p.version)).toEqual(['1.1.0'])
  })
})

it('closes an open menu when a sheet comes over the window, and leaves it alone when one goes', () => {
  const shell = new Shell(new FakeHost(), {} as ThemeSwitch, { get: async () => late })
  shell.menus.open({ of: { kind: 'line', name: 'books', acts: [] }, at: { x: 1, y: 1 }, byKey: false })
  shell.show(null)
  expect(shell.menus.store.getState().menu).not.toBeNull()
  shell.show({ kind: 'shortcuts' })
  expect(shell.menus.store.getState().menu).toBeNull()
})

it('reads the forms of installed databases at the start, which the details of a connection need, and no registry', async () => {
  const host = new FakeHost()
  host.answers.set('Plugins.Databases', () => ({ databases: [database] }))
  const shell = new Shell(host, {} as ThemeSwitch, { get: async () => late })
  const started = shell.start()
  await vi.advanceTimersByTimeAsync(1000)
  await started
  expect(shell.drivers.registry.store.getState().installed).toEqual([database])
  expect(host.called('Plugins.Registry')).toBe(0)
})

// SPEC: CON-22
it('has an open connection follow the safe mode that is saved in its form', async () => {
  vi.useRealTimers()
  const host = new FakeHost()
  host.answers.set('Connections.List', () => ({ connections: [], groups: [], notice: '' }))
  const shell = new Shell(host, {} as ThemeSwitch, { get: async () => late })
  const workspace = new Workspace(host, sessionOf({ id: 's1', connection: 'c1', safeMode: 'off' }))
  shell.workspaces.add(workspace)
  host.answers.set('Connections.SafeMode', () => ({ safeMode: 'read-only' }))
  const saved = { id: 'c1', name: 'local', driver: 'x', safeMode: 'read-only' } as Connection
  await shell.saved.proceed(saved, false)
  expect(workspace.session.safeMode).toBe('read-only')
  expect(workspace.safety.store.getState().question).toBeNull()
  await shell.saved.proceed({ ...saved, safeMode: 'off' }, false)
  expect(workspace.session.safeMode).toBe('read-only')
  expect(workspace.safety.store.getState().question).toEqual({ mode: 'off', saved: true })
})

// SPEC: CON-21
it('opens a connection again in its place, leaves one with unfinished work alone, and says why one stays closed', async () => {
  vi.useRealTimers()
  const host = new FakeHost()
  let next = 0
  host.answers.set('Connections.Open', () => {
    next += 1
    return sessionOf({ id: `s${next}` })
  })
  host.answers.set('Connections.List', () => ({ connections: [], groups: [], notice: '' }))
  const shell = new Shell(host, {} as ThemeSwitch, { get: async () => late })
  await shell.opening.open({ id: 'c1', name: 'local', driver: 'x' } as Connection)
  const shown = () => {
    const { workspaces, active } = shell.workspaces.store.getState()
    expect(workspaces.map((w) => w.session.id)).toEqual(active === '' ? [] : [active])
    return workspaces[0]
  }
  const overlay = () => shell.overlays.store.getState().overlay
  const again = () => shell.reconnect(shown() as Workspace)
  await again()
  expect(shown()?.session.id).toBe('s2')

  shown()?.open('books', true)
  shown()?.current?.face.setState({ dirty: true })
  const asked = again()
  await vi.waitFor(() => expect(shell.cover.covered).toBe(true))
  shell.unsaved.store.getState().open?.answer('stay')
  await asked
  expect([shown()?.session.id, overlay()]).toEqual(['s2', null])

  shown()?.current?.face.setState({ dirty: false })
  host.fail('Connections.Open', 'connect', 'connection refused')
  await again()
  expect(shown()).toBeUndefined()
  expect(overlay()).toMatchObject({ kind: 'error', error: { failure: { message: 'connection refused' } } })
})

// SPEC: CON-22
it('lists a connection as it is saved after its safe mode was switched, when it is closed, and when the window is used again', async () => {
  vi.useRealTimers()
  const host = new FakeHost()
  let safeMode = 'read-only'
  host.answers.set('Connections.List', () => ({ connections: [{ ...connection, safeMode }], groups: [], notice: '' }))
  host.answers.set('Connections.Open', () => sessionOf({ connection: 'c1', safeMode }))
  host.answers.set('Connections.SetSafeMode', ({ mode }) => {
    safeMode = String(mode)
    return { safeMode }
  })
  const shell = new Shell(host, {} as ThemeSwitch, { get: async () => late })
  await shell.saved.reload()
  const listed = () => shell.saved.find('c1')?.safeMode
  await shell.opening.open(connection)
  const { current } = shell.workspaces
  await current?.safety.choose('off')
  await current?.safety.consent()
  await vi.waitFor(() => expect(listed()).toBe('off'))

  safeMode = 'confirm' // saved in another window
  await shell.returned()
  expect(listed()).toBe('off') // nothing of it is on the screen
  if (current) await shell.workspaces.close(current)
  await vi.waitFor(() => expect(listed()).toBe('confirm'))
  safeMode = 'read-only'
  await shell.returned()
  expect(listed()).toBe('read-only')
})

// SPEC: CON-22
it('saves typed secrets with the connection as it is saved, not as it was listed', async () => {
  vi.useRealTimers()
  const { host, shell, overlay } = connecting('keyring')
  host.answers.set('Connections.Get', () => ({ ...connection, fields: [{ id: 'safeMode', value: 'read-only' }] }))
  await shell.opening.open(connection)
  expect(overlay()).toMatchObject({ kind: 'secrets', connection: { fields: [{ id: 'safeMode', value: 'read-only' }] } })
})

// SPEC: APP-07
it('opens the sample data of the chosen database, also after its driver was installed', async () => {
  vi.useRealTimers()
  const host = new FakeHost()
  const samples: unknown[] = []
  const databases = [
    databaseOf({ id: 'a', sample: true, installed: true }),
    databaseOf({ id: 'b', sample: true, installed: false }),
  ]
  host.answers.set('Plugins.Registry', () => ({ databases }))
  host.answers.set('Connections.Sample', ({ driver }) => {
    samples.push(driver)
    return { ...connection, driver: driver || 'a' }
  })
  host.answers.set('Connections.Open', () => sessionOf())
  host.answers.set('Connections.List', () => ({ connections: [], groups: [], notice: '' }))
  const shell = new Shell(host, {} as ThemeSwitch, { get: async () => late })
  await shell.saved.ports.sample('b')
  expect(shell.overlays.store.getState().overlay).toMatchObject({
    kind: 'offer',
    database: databases[1],
    next: 'sample',
  })
  databases[1] = databaseOf({ id: 'b', sample: true, installed: true })
  await shell.drivers.installed(databases[1], 'sample')
  expect(samples).toEqual(['b', 'b'])
  expect(host.called('Connections.Open')).toBe(1)
  await shell.saved.ports.sample()
  expect(samples).toEqual(['b', 'b', ''])
})

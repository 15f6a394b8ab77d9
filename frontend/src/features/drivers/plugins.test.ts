// SPEC: PLG-03, PLG-04, PLG-05, PLG-06, PLG-08
import { describe, expect, it, vi } from 'vitest'
import { type HostError, type PluginList, toHostError } from '../../host'
import { FakeHost } from '../../host/fixture'
import { databaseOf, pluginOf, useOf } from './fixture'
import { Plugins } from './plugins'

function world(plugins = [pluginOf({})]) {
  const host = new FakeHost()
  host.answers.set('Plugins.Installed', () => ({ plugins }))
  host.answers.set('Plugins.Progress', () => ({ running: true, done: '1', total: '2', rate: '', steps: [] }))
  const reopen = vi.fn<(sessions: string[]) => Promise<HostError | null>>(async () => null)
  const readRegistry = vi.fn(async () => null)
  const tell = vi.fn()
  const store = new Plugins({ host, readRegistry, reopen, tell })
  return { host, store, reopen, tell, readRegistry, state: () => store.store.getState() }
}

describe('the drivers', () => {
  it('are listed before the registry is asked, and again once it has answered', async () => {
    const { store, host, readRegistry, state } = world()
    readRegistry.mockImplementation(async () => {
      expect(state().plugins).toHaveLength(1)
      expect(state().checking).toBe(true)
      return null
    })
    await store.start()
    expect(host.called('Plugins.Installed')).toBe(2)
    expect(readRegistry).toHaveBeenCalledWith(false)
    expect(state().checking).toBe(false)
  })

  it('are not asked for twice at the same time', async () => {
    const { store, readRegistry } = world()
    await Promise.all([store.check(true), store.check(true)])
    expect(readRegistry).toHaveBeenCalledOnce()
  })

  it.each([
    ['nothing newer', [''], 'Every driver is up to date'],
    ['one update', ['', '2.0.0'], '1 update available'],
    ['two updates', ['1.1.0', '2.0.0'], '2 updates available'],
  ])('say after a check that there is %s', async (_, updates, words) => {
    const { store, tell, readRegistry } = world(updates.map((update) => pluginOf({ update })))
    readRegistry.mockResolvedValue({} as never)
    await store.check(false)
    expect(tell).not.toHaveBeenCalled()
    await store.check(true)
    expect(tell).toHaveBeenCalledExactlyOnceWith(words)
  })

  it('say nothing of updates where the registry could not be read', async () => {
    const { store, tell } = world()
    await store.check(true)
    expect(tell).not.toHaveBeenCalled()
  })

  it('are read again when a connection was closed, if they have been read', async () => {
    const { store, host, state } = world()
    await store.refresh()
    expect(host.called('Plugins.Installed')).toBe(0)
    await store.load()
    host.answers.set('Plugins.Installed', () => ({ plugins: [pluginOf({ version: '2.0.0' })] }))
    await store.refresh()
    expect(state().plugins?.map((p) => p.version)).toEqual(['2.0.0'])
  })

  it('are shown as the reading says that began last, in whichever order the answers come', async () => {
    const { store, host, state } = world()
    const answers: ((list: PluginList) => void)[] = []
    host.answers.set('Plugins.Installed', () => new Promise<PluginList>((answer) => answers.push(answer)))
    const older = store.load()
    const newer = store.refresh()
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    answers[1]?.({ plugins: [pluginOf({ version: '2.0.0' })] })
    answers[0]?.({ plugins: [pluginOf({ version: '1.0.0' })] })
    await Promise.all([older, newer])
    expect(state().plugins?.map((p) => p.version)).toEqual(['2.0.0'])
  })

  it('say why they could not be listed', async () => {
    const { store, host, state } = world()
    host.fail('Plugins.Installed', 'registry', 'Quarry cannot use the driver folder.')
    await store.load()
    expect(state().error?.failure.message).toBe('Quarry cannot use the driver folder.')
  })
})

describe('an installation', () => {
  it('is known while it runs, and the lists are read again after it', async () => {
    const { store, host, state, readRegistry } = world()
    host.answers.set('Plugins.Install', () => {
      expect(state().installing.sample).toBeDefined()
      return {}
    })
    const first = store.install(databaseOf({}))
    await store.install(databaseOf({}))
    await first
    expect(host.called('Plugins.Install')).toBe(1)
    expect(state().installing).toEqual({})
    expect(readRegistry).toHaveBeenCalledWith(false)
  })

  it('that fails says why beside its driver, and the next that works takes that away', async () => {
    const { store, host, state } = world()
    host.fail('Plugins.Install', 'registry', 'The signature is not valid.')
    await store.install(databaseOf({}))
    expect(state().failed.sample?.failure.message).toBe('The signature is not valid.')
    expect(state().installing).toEqual({})
    host.answers.set('Plugins.Install', () => ({}))
    await store.install(databaseOf({}))
    expect(state().failed).toEqual({})
  })

  it('that is cancelled leaves no failure', async () => {
    const { store, host, state } = world()
    host.answers.set('Plugins.Install', () => new Promise(() => undefined))
    const work = store.install(databaseOf({}))
    store.stop('sample')
    await work
    expect(state().installing).toEqual({})
    expect(state().failed).toEqual({})
  })
})

describe('what is done with a driver', () => {
  it('closes the question, and is busy until the lists were read again', async () => {
    const { store, host, state } = world()
    const plugin = pluginOf({})
    store.ask({ kind: 'uninstall', plugin })
    host.answers.set('Plugins.Uninstall', () => {
      expect(state()).toMatchObject({ ask: null, busy: { sample: true } })
      return {}
    })
    await store.uninstall(plugin)
    expect(state().busy).toEqual({})
    expect(host.calls).toEqual(['Plugins.Uninstall', 'Plugins.Installed'])
  })

  it('and is refused says why', async () => {
    const { store, host, state } = world()
    host.fail('Plugins.Uninstall', 'registry', 'Close shop to uninstall Sample.')
    await store.uninstall(pluginOf({}))
    expect(state().failed.sample?.failure.message).toBe('Close shop to uninstall Sample.')
  })

  it('switches it the way that is asked', async () => {
    const { store, host } = world()
    const asked: unknown[] = []
    host.answers.set('Plugins.Enable', (q) => asked.push([q.driver, q.enabled]))
    await store.enable(pluginOf({}), false)
    await store.enable(pluginOf({ enabled: false }), true)
    expect(asked).toEqual([
      ['sample', false],
      ['sample', true],
    ])
  })

  it('activates what waits and opens again the connections that the host names', async () => {
    const { store, host, reopen, state } = world()
    host.answers.set('Plugins.Activate', () => ({ uses: [useOf('s3', 'shop'), useOf('s5', 'logs')] }))
    await store.activate(pluginOf({ staged: '1.3.0' }))
    expect(reopen).toHaveBeenCalledWith(['s3', 's5'])
    expect(state().failed).toEqual({})
    reopen.mockResolvedValue(toHostError('shop could not be opened'))
    await store.activate(pluginOf({ staged: '1.3.0' }))
    expect(state().failed.sample?.failure.message).toBe('shop could not be opened')
  })
})

describe('a package from disk', () => {
  it('that is refused stays on the screen once until it is dismissed', () => {
    const { store, state } = world()
    store.ask({ kind: 'file' })
    store.refuse('/a.qdrv', toHostError('no'))
    store.refuse('/b.qdrv', toHostError('no'))
    store.refuse('/a.qdrv', toHostError('never'))
    expect(state().refused.map((r) => `${r.path} ${r.error.message}`)).toEqual(['/b.qdrv no', '/a.qdrv never'])
    expect(state().ask).toBeNull()
    store.dismiss('/b.qdrv')
    expect(state().refused.map((r) => r.path)).toEqual(['/a.qdrv'])
  })

  it('that was installed is listed', async () => {
    const { store, host, state } = world()
    store.ask({ kind: 'file' })
    await store.took({ driver: 'sample', title: 'Sample', version: '1.3.0', waits: false })
    expect(state().ask).toBeNull()
    expect(host.called('Plugins.Installed')).toBe(1)
  })
})

import { expect, it } from 'vitest'
import { FakeHost } from '../../host/fixture'
import { DriverRegistry } from './registry'

it('knows the installed databases without the registry, which is read when it is needed', async () => {
  const host = new FakeHost()
  host.answers.set('Plugins.Databases', () => ({ databases: [{ id: 'elasticsearch' }] }))
  host.answers.set('Plugins.Registry', () => ({ databases: [{ id: 'elasticsearch' }, { id: 'typesense' }] }))
  const registry = new DriverRegistry(host)
  await registry.readInstalled()
  expect(registry.store.getState()).toMatchObject({ registry: null, installed: [{ id: 'elasticsearch' }] })
  expect(host.called('Plugins.Registry')).toBe(0)
  expect((await registry.databases())?.length).toBe(2)
})

it('knows nothing where the installed databases cannot be read, and says nothing of it', async () => {
  const host = new FakeHost()
  host.fail('Plugins.Databases', 'engine', 'the folder cannot be read')
  const registry = new DriverRegistry(host)
  await registry.readInstalled()
  expect(registry.store.getState()).toEqual({ registry: null, installed: [], error: null })
})

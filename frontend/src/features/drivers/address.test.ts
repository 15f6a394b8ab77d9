// SPEC: PLG-02, PLG-08
import { describe, expect, it, vi } from 'vitest'
import { FakeHost } from '../../host/fixture'
import { AddressForm } from './address'
import { FileInstall } from './fileInstall'

describe('the address of the registry', () => {
  it('is told once it was kept, and what was typed is trimmed', async () => {
    const host = new FakeHost()
    const asked: unknown[] = []
    host.answers.set('Plugins.SetAddress', (q) => asked.push(q.address))
    const done = vi.fn()
    const form = new AddressForm(host, '', done)
    await form.set()
    form.type('  https://mirror.example/index.json ')
    await Promise.all([form.set(), form.set()])
    await form.reset()
    expect(asked).toEqual(['https://mirror.example/index.json', ''])
    expect(done).toHaveBeenCalledTimes(2)
  })

  it('that is refused says why until another one is typed', async () => {
    const host = new FakeHost()
    host.fail('Plugins.SetAddress', 'registry', 'The signature is not valid.')
    const done = vi.fn()
    const form = new AddressForm(host, '/index.json', done)
    await form.set()
    expect(form.store.getState()).toMatchObject({ busy: false, error: { message: 'The signature is not valid.' } })
    expect(done).not.toHaveBeenCalled()
    form.type('/other.json')
    expect(form.store.getState().error).toBeNull()
  })
})

describe('a package file', () => {
  it('is installed, and what was installed is told', async () => {
    const host = new FakeHost()
    const file = { driver: 'sample', title: 'Sample', version: '1.3.0', waits: false }
    host.answers.set('Plugins.InstallFile', (q) => (q.path === '/a.qdrv' ? file : null))
    const done = vi.fn(async () => undefined)
    const work = new FileInstall(host, done)
    expect(await work.install()).toBeNull()
    work.type(' /a.qdrv ')
    expect(await work.install()).toBeNull()
    expect(done).toHaveBeenCalledExactlyOnceWith(file)
  })

  it('that is refused gives why, and one that is cancelled nothing', async () => {
    const host = new FakeHost()
    host.fail('Plugins.InstallFile', 'registry', 'The signature is not valid.')
    const work = new FileInstall(host, async () => undefined)
    work.type('/a.qdrv')
    expect((await work.install())?.message).toBe('The signature is not valid.')
    host.answers.set('Plugins.InstallFile', () => new Promise(() => undefined))
    const running = work.install()
    work.cancel()
    expect(await running).toBeNull()
    expect(work.store.getState()).toMatchObject({ busy: false, error: null })
  })
})

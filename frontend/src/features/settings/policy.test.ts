// SPEC: APP-09
import { describe, expect, it } from 'vitest'
import type { PolicyInfo } from '../../host'
import { FakeHost } from '../../host/fixture'
import { decidedBy, Policy } from './policy'

const nothing: PolicyInfo = {
  from: '/etc/quarry/policy.json',
  refused: '',
  details: [],
  organisation: 'Example',
  safeMode: '',
  hosts: [],
  registry: '',
  keys: [],
  proxy: '',
  updates: '',
  connections: 0,
}

describe('the policy pane', () => {
  it('lists what is set, in one order, and nothing else', () => {
    expect(decidedBy(nothing)).toEqual([])
    const all = decidedBy({
      ...nothing,
      safeMode: 'read-only',
      hosts: ['a', 'b'],
      registry: '/r/index.json',
      keys: ['0123'],
      proxy: 'http://p:1',
      updates: 'Example updates Quarry on this computer.',
      connections: 2,
    })
    expect(all.map(({ name, values }) => [name, ...values])).toEqual([
      ['Safe mode', 'Read-only'],
      ['Allowed hosts', 'a', 'b'],
      ['Driver registry', '/r/index.json'],
      ['Publisher keys', '0123'],
      ['Registry proxy', 'http://p:1'],
      ['Updates', 'Example updates Quarry on this computer.'],
      ['Connections', '2 connections'],
    ])
  })

  it('reports why it could not be read', async () => {
    const host = new FakeHost()
    host.fail('Policy.Get', 'internal', 'broken')
    const policy = new Policy(host)
    await policy.load()
    expect(policy.store.getState().error?.failure.message).toBe('broken')
  })
})

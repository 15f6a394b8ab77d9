// SPEC: B-KEY-04
import { beforeEach, expect, it } from 'vitest'
import type { ScopeForm } from '../../host'
import { FakeHost } from '../../host/fixture'
import { keyOf } from './fixture'
import { Scoping } from './scoping'

const form: ScopeForm = {
  title: 'Narrower Key',
  sourceTitle: 'Key',
  sourceHint: 'The value of a key.',
  fields: [{ id: 'only', title: 'Only', hint: 'What it finds.' }],
  expiry: 'It ends.',
  unfit: 'That key is too wide.',
  end: 'It can be read.',
}

let host: FakeHost
let scoping: Scoping
let requests: unknown[]

const state = () => scoping.store.getState()
const settled = async () => {
  for (let i = 0; i < 50; i += 1) await Promise.resolve()
}

beforeEach(() => {
  host = new FakeHost()
  requests = []
  host.answers.set('Keys.Scope', (request) => {
    requests.push(request)
    return { embedded: '{}', value: `derived ${requests.length}` }
  })
  const keys = [keyOf('1', '', { head: 'sear', scopes: true }), keyOf('2', '', { head: 'wide' })]
  scoping = new Scoping(host, 's1', form, keys)
})

it('is derived from what was typed, and the last response counts', async () => {
  scoping.change({ source: 'search-key' })
  expect(requests, 'it is not limited yet').toEqual([])
  scoping.change({ values: { only: 'a' } })
  scoping.change({ values: { only: 'ab' } })
  await settled()
  expect(requests.at(-1)).toEqual({
    session: 's1',
    value: 'search-key',
    values: [{ id: 'only', value: 'ab' }],
    expires: '',
  })
  expect(state().scoped?.value).toBe('derived 2')
})

it('says why it cannot be derived', async () => {
  host.fail('Keys.Scope', 'invalid', 'A bracket is not closed.')
  scoping.change({ values: { only: '(' } })
  await settled()
  expect(state().error?.message).toBe('A bracket is not closed.')
  scoping.change({ values: { only: '' } })
  expect(state()).toMatchObject({ scoped: null, error: null })
})

it.each([
  ['', ''],
  ['sea', ''],
  ['search-key', ''],
  ['wide-key', 'That key is too wide.'],
  ['another', 'No key in the list begins like this.'],
])('knows keys by their beginning: “%s”', (source, doubt) => {
  scoping.change({ source })
  expect(scoping.doubt()).toBe(doubt)
})

it('forgets everything when it is closed', async () => {
  scoping.change({ source: 'search-key', values: { only: 'a' } })
  await settled()
  scoping.change({ values: { only: 'b' } })
  scoping.close()
  await settled()
  expect(state()).toMatchObject({ source: '', values: {}, scoped: null })
  expect(JSON.stringify(state())).not.toContain('derived')
})

// SPEC: B-KEY-01, B-KEY-02, B-KEY-03
import { beforeEach, describe, expect, it } from 'vitest'
import type { SessionInfo } from '../../host'
import { FakeHost } from '../../host/fixture'
import { keyOf, listOf } from './fixture'
import { matching } from './shown'
import { KeysTab } from './tab'

let host: FakeHost
let session: Pick<SessionInfo, 'id' | 'name' | 'safeMode'>
let tab: KeysTab

const plan = { method: 'DELETE', path: '/keys/2', query: '', body: '', reason: 'It is gone.', digest: 'd2' }
const done = { outcome: 'done', error: null, id: '', value: '' }
const state = () => tab.store.getState()
const settled = async () => {
  for (let i = 0; i < 50; i += 1) await Promise.resolve()
}
const requests: [method: string, request: unknown][] = []
const asked = (method: string) => requests.filter(([called]) => called === method).map(([, request]) => request)

/** Answers a method, and records what it is called with. */
function answer(method: string, response: () => unknown): void {
  host.answers.set(method, (request) => {
    requests.push([method, request])
    return response()
  })
}

beforeEach(() => {
  host = new FakeHost()
  requests.length = 0
  session = { id: 's1', name: 'catalogue', safeMode: 'off' }
  tab = new KeysTab({ id: 't1', host, session })
  answer('Keys.List', () => listOf([keyOf('1', 'Search'), keyOf('2', 'Import')]))
  answer('Keys.Plan', () => plan)
  answer('Keys.Send', () => done)
  answer('Keys.Drop', () => ({}))
})

async function shown() {
  tab.show()
  await settled()
}

describe('the list', () => {
  it('is loaded when it is shown first, and again on request', async () => {
    expect(asked('Keys.List')).toHaveLength(0)
    await shown()
    await shown()
    expect(asked('Keys.List')).toHaveLength(1)
    expect(state().list?.keys.map(({ id }) => id)).toEqual(['1', '2'])
    tab.refresh()
    await settled()
    expect(asked('Keys.List')).toHaveLength(2)
  })

  it('stays where it cannot be loaded again, with the reason', async () => {
    await shown()
    answer('Keys.List', () => {
      throw '{"kind":"auth","message":"Forbidden"}'
    })
    tab.refresh()
    await settled()
    expect(state().list?.keys).toHaveLength(2)
    expect(state().error?.message).toBe('Forbidden')
  })

  it('is filtered by any cell, ignoring case', () => {
    const keys = [keyOf('1', 'Search'), keyOf('2', 'Import')]
    expect(matching(keys, ' IMPO ').map(({ id }) => id)).toEqual(['2'])
    expect(matching(keys, 'books')).toHaveLength(2)
    expect(matching(keys, '')).toHaveLength(2)
  })
})

describe('a key', () => {
  it('cannot be edited, with the reason', async () => {
    await shown()
    expect(tab.reasonNotEdited()).toBe('A key cannot be edited. It stays as it is.')
  })

  it('is deleted by the request that was shown, once', async () => {
    await shown()
    expect(tab.reasonNotDeleted()).toBe('Select a key first.')
    tab.choose('2')
    await tab.askDeletion()
    expect(asked('Keys.Send')).toHaveLength(0)
    expect(state().deletion?.plan).toEqual(plan)
    await Promise.all([tab.confirmDeletion(), tab.confirmDeletion()])
    await settled()
    expect(asked('Keys.Send')).toEqual([{ session: 's1', tab: 't1', digest: 'd2' }])
    expect(state().said).toEqual({ title: 'Deleted key 2, Import.', error: null })
    expect(asked('Keys.List'), 'the list is loaded again').toHaveLength(2)
  })

  it.each([
    ['refused', 'Could not delete key 2, Import'],
    ['unknown', 'It is not known whether key 2, Import was deleted'],
  ])('says why it was not deleted: %s', async (outcome, title) => {
    await shown()
    tab.choose('2')
    await tab.askDeletion()
    answer('Keys.Send', () => ({ ...done, outcome, error: { kind: 'engine', message: 'No.' } }))
    await tab.confirmDeletion()
    expect(state().said?.title).toBe(title)
    expect(state().said?.error?.message).toBe('No.')
  })

  it('may be deleted where the backend does not respond', async () => {
    await shown()
    tab.choose('2')
    await tab.askDeletion()
    answer('Keys.Send', () => {
      throw '{"kind":"internal","message":"gone"}'
    })
    await tab.confirmDeletion()
    expect(state().said?.title).toBe('It is not known whether key 2, Import was deleted')
  })

  it('is not deleted over a read-only connection', async () => {
    await shown()
    tab.choose('2')
    session.safeMode = 'read-only'
    expect(tab.reasonNotDeleted()).toContain('read-only')
    await tab.askDeletion()
    expect(asked('Keys.Plan')).toHaveLength(0)
  })
})

describe('a new key', () => {
  const added = { ...plan, method: 'POST', path: '/keys', body: '{}', digest: 'd3' }
  const value = 'the-value-of-the-new-key'

  beforeEach(async () => {
    answer('Keys.Plan', () => added)
    answer('Keys.Send', () => ({ ...done, id: '3', value }))
    await shown()
    tab.openAdding()
  })

  const type = () => tab.change({ name: 'Shop', places: ['a', 'b'], actions: ['read'] })

  it('needs an action and a time to come', () => {
    expect(tab.reasonNotAdded()).toBe('Choose at least one action.')
    tab.change({ actions: ['read'] })
    expect(tab.reasonNotAdded(), 'without a place, it is limited to nothing').toBe('')
    tab.change({ expiry: { never: false, text: 'soon' } })
    expect(tab.reasonNotAdded()).toContain('Enter a time')
    tab.change({ expiry: { never: false, text: '2001-01-01' } })
    expect(tab.reasonNotAdded()).toContain('already be expired')
    tab.change({ expiry: { never: true, text: '' } })
    expect(tab.reasonNotAdded()).toBe('')
  })

  it('is added by one request, and its value is shown until it is copied or saved', async () => {
    type()
    await tab.add()
    expect(asked('Keys.Plan')).toEqual([
      { session: 's1', tab: 't1', delete: '', name: 'Shop', places: ['a', 'b'], actions: ['read'], expires: '' },
    ])
    expect(asked('Keys.Send')).toEqual([{ session: 's1', tab: 't1', digest: 'd3' }])
    expect(state().made).toMatchObject({ id: '3', value, places: 'a, b' })
    tab.closeMade()
    expect(state().made?.value).toBe(value)
    expect(tab.losses()).toEqual([{ kind: 'text', of: 'Users & Roles', reason: 'once' }])
    tab.setSaved(true)
    expect(tab.losses()).toEqual([])
    tab.closeMade()
    expect(JSON.stringify([state(), tab.saved()])).not.toContain(value)
  })

  it('is limited to nothing where no place was typed', async () => {
    tab.change({ actions: ['read'] })
    await tab.add()
    expect(asked('Keys.Plan')).toEqual([expect.objectContaining({ places: ['*'] })])
  })

  it('has the names of the connection as suggestions', async () => {
    expect(state().names).toEqual([])
    answer('Grid.Objects', () => ({ objects: [{ name: 'books' }, { name: 'stores' }] }))
    tab.openAdding()
    await settled()
    expect(state().names).toEqual(['books', 'stores'])
  })

  it('is neither kept by a tab that closes nor saved with it', async () => {
    type()
    await tab.add()
    expect(JSON.stringify(tab.saved())).not.toContain(value)
    tab.close()
    expect(JSON.stringify(state())).not.toContain(value)
  })

  it('is shown before it is sent where writes are confirmed, and again after a change', async () => {
    session.safeMode = 'confirm'
    type()
    await tab.add()
    expect(state().adding?.plan).toEqual(added)
    tab.change({ name: 'Another' })
    expect(state().adding?.plan).toBeNull()
    await tab.add()
    expect(asked('Keys.Send')).toHaveLength(0)
    await tab.add()
    expect(asked('Keys.Send')).toHaveLength(1)
  })

  it('stays in the sheet where it is refused', async () => {
    answer('Keys.Send', () => ({ ...done, outcome: 'refused', error: { kind: 'auth', message: 'Forbidden' } }))
    type()
    await tab.add()
    expect(state().adding).toMatchObject({ name: 'Shop', plan: null })
    expect(state().adding?.error?.message).toBe('Forbidden')
  })

  it('may exist where the response is lost: the list is loaded again, and nothing is sent twice', async () => {
    answer('Keys.Send', () => ({ ...done, outcome: 'unknown', error: { kind: 'timeout', message: 'Nobody saw it.' } }))
    type()
    await tab.add()
    await settled()
    expect(state()).toMatchObject({ adding: null, made: null })
    expect(state().said?.title).toBe('It is not known whether a key was added')
    expect(asked('Keys.List')).toHaveLength(2)
    expect(asked('Keys.Send')).toHaveLength(1)
  })
})

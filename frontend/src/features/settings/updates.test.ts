// SPEC: DST-07
import { expect, it, vi } from 'vitest'
import type { UpdateInfo } from '../../host'
import { FakeHost } from '../../host/fixture'
import { Updates } from './updates'

const none: UpdateInfo = { managed: '', version: '', summary: '', size: '0', checked: '', downloaded: '' }
const newer: UpdateInfo = { ...none, version: '0.2.0', summary: 'Faster.', size: '12', checked: '2026-11-28T12:00:00Z' }

function opened(...answers: UpdateInfo[]) {
  const host = new FakeHost()
  const refreshed: unknown[] = []
  host.answers.set('Updates.Check', ({ refresh }) => {
    refreshed.push(refresh)
    return answers.shift() ?? none
  })
  return { host, refreshed, updates: new Updates(host) }
}

it('asks the registry only if the user does, and downloads and opens only what the user asks for', async () => {
  const { host, refreshed, updates } = opened(none, newer)
  await updates.load()
  await updates.check()
  expect(refreshed).toEqual([false, true])
  expect(updates.store.getState()).toMatchObject({ info: newer, doing: '', error: null })
  host.answers.set('Updates.Download', () => ({ ...newer, downloaded: '/updates/setup' }))
  await updates.download()
  expect(updates.store.getState().info?.downloaded).toBe('/updates/setup')
  expect(host.called('Updates.Open')).toBe(0)
  host.answers.set('Updates.Open', () => ({}))
  await updates.install()
  expect(host.called('Updates.Open')).toBe(1)
})

it('keeps the offer when a download fails or is cancelled, and says why it failed', async () => {
  const { host, updates } = opened(newer)
  await updates.load()
  host.answers.set('Updates.Download', () =>
    Promise.reject(new Error('{"kind":"registry","message":"The download ended early."}')),
  )
  await updates.download()
  expect(updates.store.getState()).toMatchObject({
    info: newer,
    doing: '',
    error: { failure: { message: 'The download ended early.' } },
  })
  host.answers.set('Updates.Download', () => new Promise(() => undefined))
  const downloading = updates.download()
  await vi.waitFor(() => expect(updates.store.getState().doing).toBe('downloading'))
  updates.cancel()
  await downloading
  expect(updates.store.getState()).toMatchObject({ info: newer, doing: '', error: null })
})

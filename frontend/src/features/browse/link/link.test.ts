// SPEC: PLG-07, CON-20, APP-05
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HostError } from '../../../host'
import { FakeHost } from '../fixture'
import { Link, lostDetail, secondsLeft } from './link'

const failure = { kind: 'connect', message: '', hint: '', code: '', detail: '', op: '', status: 0, tls: null } as const

function errorOf(kind: HostError['kind'], message = 'connection refused'): HostError {
  return new HostError({ ...failure, kind, message })
}

function start() {
  const host = new FakeHost()
  const recovered = vi.fn()
  const link = new Link(host, 's1', recovered)
  return { host, link, recovered, state: () => link.store.getState() }
}

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

/** A link whose connection is lost. */
async function lost() {
  const made = start()
  const answer = made.host.answers.get('Grid.Objects')
  made.host.fail('Grid.Objects', 'connect')
  made.link.report(errorOf('connect'))
  await vi.advanceTimersByTimeAsync(0)
  return { ...made, mend: () => made.host.answers.set('Grid.Objects', answer ?? (() => undefined)) }
}

describe('a lost connection', () => {
  it('is tried again after growing waits, and tells once when it is back', async () => {
    const { host, link, recovered, state, mend } = await lost()
    expect(state()).toMatchObject({ kind: 'lost', attempt: 0, nextTry: 1_001_000 })
    for (const wait of [1000, 2000, 4000, 8000, 15_000, 30_000, 30_000]) {
      await vi.advanceTimersByTimeAsync(wait - 1)
      const before = host.called('Grid.Objects')
      await vi.advanceTimersByTimeAsync(1)
      expect(host.called('Grid.Objects')).toBe(before + 1)
    }
    mend()
    expect(recovered).not.toHaveBeenCalled()
    link.tryNow()
    await vi.advanceTimersByTimeAsync(0)
    expect(state()).toEqual({ kind: 'up' })
    expect(recovered).toHaveBeenCalledOnce()
    const tries = host.called('Grid.Objects')
    await vi.advanceTimersByTimeAsync(120_000)
    expect(host.called('Grid.Objects')).toBe(tries)
  })

  it('is tried again where a try failed with its driver, which runs again', async () => {
    const { host, state } = await lost()
    host.fail('Grid.Objects', 'crashed')
    host.answers.set('Plugins.State', () => ({ stopped: false }))
    await vi.advanceTimersByTimeAsync(1000)
    expect(state()).toMatchObject({ kind: 'lost', trying: false, attempt: 1 })
    const tries = host.called('Grid.Objects')
    await vi.advanceTimersByTimeAsync(2000)
    expect(host.called('Grid.Objects')).toBe(tries + 1)
  })

  it.each([
    ['goes on with the longer waits where it is lost again at once', 0, 1],
    ['begins with the shortest wait where it had held for a while', 31_000, 0],
  ])('%s', async (_, held, attempt) => {
    const { host, link, state, mend } = await lost()
    mend()
    await vi.advanceTimersByTimeAsync(1000 + held)
    expect(state().kind).toBe('up')
    host.fail('Grid.Objects', 'connect')
    link.report(errorOf('connect'))
    await vi.advanceTimersByTimeAsync(0)
    expect(state()).toMatchObject({ attempt })
  })

  it.each([
    ['a gateway that finds no cluster', 'engine', 503, 'lost'],
    ['a refusal, which is an answer', 'auth', 401, 'up'],
  ] as const)('after %s (%s, %i) is %s', async (_, kind, status, want) => {
    const { host, state } = await lost()
    host.answers.set('Grid.Objects', () => {
      throw new Error(JSON.stringify({ kind, status, message: 'no' }))
    })
    await vi.advanceTimersByTimeAsync(1000)
    expect(state().kind).toBe(want)
  })

  it('is not tried any more once it was closed', async () => {
    const { host, link } = await lost()
    link.close()
    const tries = host.called('Grid.Objects')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(host.called('Grid.Objects')).toBe(tries)
  })
})

describe.each(['connect', 'timeout'] as const)('a call that fails by %s', (kind) => {
  it('is no loss where the connection itself answers, and nothing is read again by itself', async () => {
    const { host, link, recovered, state } = start()
    link.report(errorOf(kind))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(host.calls).toEqual(['Grid.Objects'])
    expect(state().kind).toBe('up')
    expect(recovered).not.toHaveBeenCalled()
  })

  it('is a loss where the connection does not answer', async () => {
    const { host, link, state } = start()
    host.fail('Grid.Objects', kind)
    link.report(errorOf(kind))
    await vi.advanceTimersByTimeAsync(0)
    expect(state().kind).toBe('lost')
  })
})

describe('a driver that stopped', () => {
  function stop() {
    const made = start()
    const reason = 'It exceeded its 64 MB memory limit and was stopped.'
    made.host.answers.set('Plugins.State', () => ({ driver: 'Engine', stopped: true, reason }))
    made.link.report(errorOf('crashed'))
    return { ...made, reason }
  }

  it('is asked about with its reason, and restarts at a word', async () => {
    const { host, link, recovered, state, reason } = stop()
    await vi.advanceTimersByTimeAsync(0)
    expect(state()).toMatchObject({ kind: 'stopped', driver: 'Engine', asked: true })
    expect(state()).toHaveProperty('error.failure.message', reason)
    await link.restart()
    expect(host.called('Plugins.Restart')).toBe(1)
    expect(state().kind).toBe('up')
    expect(recovered).toHaveBeenCalledOnce()
  })

  it('says why where it does not restart', async () => {
    const { host, link, recovered, state } = stop()
    await vi.advanceTimersByTimeAsync(0)
    host.fail('Plugins.Restart', 'crashed', 'The file is gone.')
    await link.restart()
    expect(state()).toMatchObject({ kind: 'stopped', asked: true, busy: false })
    expect(state()).toHaveProperty('error.failure.message', 'The file is gone.')
    expect(recovered).not.toHaveBeenCalled()
  })

  it('can be left for later, and is asked about again by a refresh', async () => {
    const { link, state } = stop()
    await vi.advanceTimersByTimeAsync(0)
    link.later()
    expect(state()).toMatchObject({ kind: 'stopped', asked: false })
    link.ask()
    expect(state()).toMatchObject({ asked: true })
  })

  it('is not said of a driver that runs after one failed operation', async () => {
    const { host, link, state } = start()
    host.answers.set('Plugins.State', () => ({ driver: 'Engine', stopped: false, reason: '' }))
    link.report(errorOf('crashed'))
    await vi.advanceTimersByTimeAsync(0)
    expect(state().kind).toBe('up')
  })
})

describe('the words of a lost connection', () => {
  it.each([
    ['Connection failed: connect: connection refused', 'connect: connection refused.'],
    ['no response within 30s.', 'no response within 30s.'],
  ])('say of %s: %s', (message, want) => {
    expect(lostDetail(errorOf('connect', message))).toBe(want)
  })

  it.each([
    [5000, 0, 5],
    [5000, 4100, 1],
    [5000, 9000, 1],
  ])('count the seconds to %i at %i as %i', (next, now, want) => {
    expect(secondsLeft(next, now)).toBe(want)
  })
})

// SPEC: CON-20
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BrowserHost } from './browser'
import { type CallOptions, type Host, limited, patience, toHostError } from './host'
import { WatchedHost } from './watched'
import { WindowHost } from './window'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  delete window.go
})

/** Work that a test can settle, under the limits of a call. */
function begin(options: CallOptions<string> = {}) {
  let resolve: (result: string) => void = () => undefined
  let reject: (cause: Error) => void = () => undefined
  const work = new Promise<string>((done, failed) => {
    resolve = done
    reject = failed
  })
  const cancel = vi.fn()
  const outcome = limited(work, options, cancel).catch(toHostError)
  return { resolve, reject, cancel, outcome }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

describe('a call', () => {
  it('ends with what the backend returned, and is not cancelled after that', async () => {
    const end = new AbortController()
    const { resolve, cancel, outcome } = begin({ signal: end.signal })
    resolve('rows')
    expect(await outcome).toBe('rows')
    end.abort()
    await vi.advanceTimersByTimeAsync(patience)
    expect(cancel).not.toHaveBeenCalled()
  })

  it('fails as the backend did', async () => {
    const { reject, outcome } = begin()
    reject(new Error('{"kind":"auth","message":"no permission"}'))
    expect(await outcome).toMatchObject({ kind: 'auth', message: 'no permission' })
  })

  it('fails after two minutes without a response, and is cancelled in the backend', async () => {
    const { cancel, outcome } = begin()
    await vi.advanceTimersByTimeAsync(patience - 1)
    expect(cancel).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await outcome).toMatchObject({ kind: 'timeout', message: 'Quarry did not respond.' })
    expect(cancel).toHaveBeenCalledOnce()
  })

  it('waits for ever where it is told to', async () => {
    const { resolve, cancel, outcome } = begin({ timeout: 0 })
    await vi.advanceTimersByTimeAsync(100 * patience)
    expect(cancel).not.toHaveBeenCalled()
    resolve('at last')
    expect(await outcome).toBe('at last')
  })

  it('that is aborted is cancelled in the backend once', async () => {
    const end = new AbortController()
    const { cancel, outcome } = begin({ signal: end.signal })
    end.abort()
    await vi.advanceTimersByTimeAsync(patience)
    expect(await outcome).toMatchObject({ kind: 'cancelled' })
    expect(cancel).toHaveBeenCalledOnce()
  })

  it('that was aborted before it began is cancelled at once', async () => {
    const { cancel, outcome } = begin({ signal: AbortSignal.abort() })
    expect(await outcome).toMatchObject({ kind: 'cancelled' })
    expect(cancel).toHaveBeenCalledOnce()
  })

  it.each([
    ['was aborted', (end: AbortController) => end.abort()],
    ['ran out of time', () => vi.advanceTimersByTimeAsync(patience)],
  ])('that %s hands on what comes late, so that it can be closed', async (_, giveUp) => {
    const end = new AbortController()
    const late = vi.fn()
    const { resolve, outcome } = begin({ signal: end.signal, late })
    await giveUp(end)
    await outcome
    expect(late).not.toHaveBeenCalled()
    resolve('session 7')
    await settle()
    expect(late).toHaveBeenCalledExactlyOnceWith('session 7')
  })

  it('that failed late has nothing to hand on', async () => {
    const end = new AbortController()
    const late = vi.fn()
    const { reject, outcome } = begin({ signal: end.signal, late })
    end.abort()
    reject(new Error('it broke'))
    await settle()
    expect(await outcome).toMatchObject({ kind: 'cancelled' })
    expect(late).not.toHaveBeenCalled()
  })
})

/** What a host sent: the method or path, and the call's id. */
interface Sent {
  to: string
  call: string
}

/** A browser that gets no responses except to cancel requests. */
function inBrowser(): { host: Host; sent: Sent[] } {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', (path: string, { body }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(path, 'http://host')
    const [argument] = body ? (JSON.parse(String(body)) as { call: string }[]) : []
    sent.push({ to: pathname, call: argument?.call ?? searchParams.get('call') ?? '' })
    return pathname === '/call/Calls.Cancel' ? Promise.resolve(new Response('{}')) : new Promise(() => undefined)
  })
  return { host: new BrowserHost(), sent }
}

/** The same in the application's own window. */
function inWindow(): { host: Host; sent: Sent[] } {
  const { sent } = inBrowser()
  const bound = (to: string) => (request: object) => {
    sent.push({ to, call: (request as { call: string }).call })
    return new Promise(() => undefined)
  }
  window.go = { api: { Grid: { Open: bound('/call/Grid.Open') }, Calls: { Cancel: bound('/call/Calls.Cancel') } } }
  return { host: new WindowHost(), sent }
}

describe.each([
  ['a browser', inBrowser],
  ['the window', inWindow],
])('in %s', (_, start) => {
  it.each([
    ['a call', '/call/Grid.Open', (host: Host, signal: AbortSignal) => host.call('Grid.Open', {}, { signal })],
    ['a reading', '/data/page', (host: Host, signal: AbortSignal) => host.data('/data/page?n=1', { signal })],
  ])('%s that is aborted is cancelled by its own id', async (_, to, begin) => {
    const { host, sent } = start()
    const end = new AbortController()
    const outcome = begin(host, end.signal).catch(toHostError)
    await settle()
    end.abort()
    expect(await outcome).toMatchObject({ kind: 'cancelled' })
    const call = sent.find((s) => s.to === to)?.call
    expect(call).toMatch(/^[a-z0-9]+\.\d+$/)
    expect(sent.at(-1)).toEqual({ to: '/call/Calls.Cancel', call })
  })
})

it('says in the window which method there is not', async () => {
  const { host } = inWindow()
  await expect(host.call('Grid.Fly')).rejects.toMatchObject({ message: 'there is no method Grid.Fly' })
})

describe('data', () => {
  it('comes with what is told about it', async () => {
    const about = encodeURIComponent('{"rows":2,"note":"größer"}')
    vi.stubGlobal('fetch', async () => new Response('ab', { headers: { 'X-Quarry-About': about } }))
    const { about: told, bytes } = await new WindowHost().data<{ rows: number; note: string }>('/data/page?n=1')
    expect(told).toEqual({ rows: 2, note: 'größer' })
    expect(new TextDecoder().decode(bytes)).toBe('ab')
  })

  it('that is refused fails as the backend says', async () => {
    vi.stubGlobal('fetch', async () => new Response('{"kind":"stale","message":"closed"}', { status: 400 }))
    await expect(new BrowserHost().data('/data/page?n=1')).rejects.toMatchObject({ message: 'closed' })
  })
})

describe('a watched host', () => {
  it('tells of each failure, and of nothing that was cancelled', async () => {
    const failed = vi.fn()
    const failing = (kind: string): Host => ({
      dialogs: false,
      call: () => Promise.reject(toHostError(`{"kind":"${kind}","message":"no"}`)),
      data: () => Promise.reject(toHostError(`{"kind":"${kind}","message":"no data"}`)),
    })
    await expect(new WatchedHost(failing('cancelled'), failed).call('Grid.Open')).rejects.toThrow('no')
    expect(failed).not.toHaveBeenCalled()
    await expect(new WatchedHost(failing('connect'), failed).call('Grid.Open')).rejects.toThrow('no')
    await expect(new WatchedHost(failing('connect'), failed).data('/data/page')).rejects.toThrow('no data')
    expect(failed.mock.calls.map(([error]) => error.message)).toEqual(['no', 'no data'])
  })
})

// SPEC: CON-20
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BrowserHost, guardLeaving } from './browser'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

it('never uses the id of a call again, nor after the page was loaded anew', async () => {
  const seen = new Set<string>()
  for (let load = 0; load < 3; load++) {
    vi.resetModules()
    const { callId } = await import('./host')
    for (let call = 1; call <= 3; call++) {
      const id = callId()
      expect(id).toMatch(new RegExp(`^[a-z0-9]{8,}\\.${call}$`))
      seen.add(id)
    }
  }
  expect(seen.size).toBe(9)
})

it('says in a browser that the page is there, and that it is left unless it may come back', () => {
  const calls: { path: string; keepalive: boolean }[] = []
  vi.stubGlobal('fetch', async (path: string, { keepalive = false }: RequestInit) => {
    calls.push({ path, keepalive })
    return new Response('{}')
  })
  new BrowserHost()
  vi.advanceTimersByTime(60_000)
  const alive = { path: '/call/App.Alive', keepalive: false }
  expect(calls).toEqual([alive, alive])
  window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }))
  expect(calls).toHaveLength(2)
  window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: false }))
  expect(calls[2]).toEqual({ path: '/call/App.Leave', keepalive: true })
})

// SPEC: APP-03
it('lets the browser ask before the page is left only if that would lose work', () => {
  let loses = false
  guardLeaving(() => loses)
  const left = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(left()).toBe(true)
  loses = true
  expect(left()).toBe(false)
})

import { createStore, type StoreApi } from 'zustand/vanilla'
import { type DriverState, type Host, HostError, toHostError } from '../../../host'

/** The state of a connection: it responds, it was lost, or its driver stopped. */
export type LinkState =
  | { kind: 'up' }
  | { kind: 'lost'; error: HostError; attempt: number; nextTry: number; trying: boolean }
  | { kind: 'stopped'; error: HostError; driver: string; asked: boolean; busy: boolean }

const waits = [1, 2, 4, 8, 15, 30]

/** How long a connection must have lasted, in milliseconds, before the retry delays are reset. */
const steady = 30_000

/**
 * Watches one connection. After a call that did not reach the cluster, the connection itself is tested once: one slow
 * query or one interrupted response proves nothing. If that also fails, the connection is lost, and retried with
 * growing delays until the cluster responds.
 */
export class Link {
  readonly store: StoreApi<LinkState>
  readonly #host: Host
  readonly #session: string
  readonly #recovered: () => void
  readonly #end = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined
  #probe: Promise<void> | undefined
  #upSince = 0
  #attempt = 0

  constructor(host: Host, session: string, recovered: () => void) {
    this.#host = host
    this.#session = session
    this.#recovered = recovered
    this.store = createStore<LinkState>(() => ({ kind: 'up' }))
  }

  /** Handles a failure of any call of the connection. */
  report(error: HostError): void {
    if (this.#end.signal.aborted || this.store.getState().kind !== 'up') return
    if (error.kind === 'connect' || error.kind === 'timeout') void this.#try()
    else if (error.kind === 'crashed') void this.#stopped(error)
  }

  /** Retries a lost connection at once. */
  tryNow(): void {
    if (this.store.getState().kind === 'lost') void this.#try()
  }

  /** Restarts a stopped driver. */
  async restart(): Promise<void> {
    const state = this.store.getState()
    if (state.kind !== 'stopped' || state.busy) return
    this.store.setState({ ...state, busy: true }, true)
    try {
      await this.#host.call('Plugins.Restart', { session: this.#session }, { signal: this.#end.signal })
      this.#up()
    } catch (cause) {
      if (this.#end.signal.aborted) return
      this.store.setState({ ...state, error: toHostError(cause), asked: true, busy: false }, true)
    }
  }

  /** Leaves a stopped driver alone; the rows on screen stay. */
  later(): void {
    const state = this.store.getState()
    if (state.kind === 'stopped') this.store.setState({ ...state, asked: false }, true)
  }

  /** Asks again what to do about a stopped driver. */
  ask(): void {
    const state = this.store.getState()
    if (state.kind === 'stopped') this.store.setState({ ...state, asked: true }, true)
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#end.abort()
  }

  #lose(error: HostError): void {
    const before = this.store.getState()
    if (before.kind === 'lost') this.#attempt += 1
    else this.#attempt = Date.now() - this.#upSince < steady ? this.#attempt + 1 : 0
    const wait = 1000 * (waits[Math.min(this.#attempt, waits.length - 1)] ?? 30)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#try(), wait)
    const nextTry = Date.now() + wait
    this.store.setState({ kind: 'lost', error, attempt: this.#attempt, nextTry, trying: false }, true)
  }

  #up(): void {
    this.#upSince = Date.now()
    this.store.setState({ kind: 'up' }, true)
    this.#recovered()
  }

  #try(): Promise<void> {
    this.#probe ??= this.#tryOnce().finally(() => {
      this.#probe = undefined
    })
    return this.#probe
  }

  async #tryOnce(): Promise<void> {
    clearTimeout(this.#timer)
    const before = this.store.getState()
    if (before.kind === 'lost') this.store.setState({ ...before, trying: true }, true)
    const { signal } = this.#end
    try {
      await this.#host.call('Grid.Objects', { session: this.#session }, { signal })
    } catch (cause) {
      if (signal.aborted) return
      const error = toHostError(cause)
      if (unreachable(error)) return this.#lose(error)
      if (error.kind === 'crashed') {
        await this.#stopped(error)
        // If the driver failed only once, it runs again: a lost connection is retried later.
        if (!signal.aborted && this.store.getState().kind === 'lost') this.#lose(error)
        return
      }
    }
    if (!signal.aborted && before.kind === 'lost') this.#up()
  }

  async #stopped(error: HostError): Promise<void> {
    const { signal } = this.#end
    const request = { session: this.#session }
    const state = await this.#host.call<DriverState>('Plugins.State', request, { signal }).catch(() => null)
    if (!state?.stopped || signal.aborted || this.store.getState().kind === 'stopped') return
    const message = state.reason || error.failure.message
    const told = new HostError({ ...error.failure, message })
    this.store.setState({ kind: 'stopped', error: told, driver: state.driver, asked: true, busy: false }, true)
  }
}

/** True if nothing at the other end answers for the cluster. */
function unreachable(error: HostError): boolean {
  const { kind, status } = error.failure
  return kind === 'connect' || kind === 'timeout' || (kind === 'engine' && status >= 502 && status <= 504)
}

/** The seconds until a lost connection is retried, at least 1. */
export function secondsLeft(nextTry: number, now: number): number {
  return Math.max(1, Math.ceil((nextTry - now) / 1000))
}

/** Why a connection was lost, as the middle sentence of its banner: without words that repeat the title. */
export function lostDetail(error: HostError): string {
  const text = error.failure.message.replace(/^Connection failed: /, '').replace(/\.$/, '')
  return `${text}.`
}

import type { CallOptions, Host } from '../../host'

/** The calls of one console, until it is closed. */
export class Calls {
  readonly host: Host
  /** The id of the session. */
  readonly session: string
  readonly #tab: string
  readonly #end = new AbortController()

  constructor(host: Host, session: string, tab: string) {
    this.host = host
    this.session = session
    this.#tab = tab
  }

  /** Whether the console is closed. */
  get ended(): boolean {
    return this.#end.signal.aborted
  }

  /** Calls a method of the backend, without a timeout. It ends with the console unless it has a signal. */
  call<R>(method: string, request: object, options: CallOptions<R> = {}): Promise<R> {
    const all = { session: this.session, tab: this.#tab, ...request }
    return this.host.call<R>(method, all, { signal: this.#end.signal, timeout: 0, ...options })
  }

  /** Releases responses in the backend; without ids, everything that the console holds there. */
  async drop(responses: string[]): Promise<void> {
    const request = { session: this.session, tab: this.#tab, responses }
    await this.host.call('Console.Drop', request).catch(() => undefined) // the session may be closed
  }

  close(): void {
    this.#end.abort()
  }
}

import { type CallOptions, callId, type Data, type Host, limited, received, toHostError } from './host'

/** How often a page reports that it is open, in milliseconds: several can be open at once, each in a tab. */
const pulse = 30_000

/** Has the browser ask before the page is closed, if that would lose work. */
export function guardLeaving(loses: () => boolean): void {
  window.addEventListener('beforeunload', (event) => {
    if (loses()) event.preventDefault()
  })
}

/**
 * The host in a browser: the same methods over HTTP on loopback, protected by the token in the page's address. What a
 * page opened is closed when the page is closed or silent for minutes.
 */
export class BrowserHost implements Host {
  readonly dialogs = false
  readonly #token: string

  constructor() {
    const url = new URL(window.location.href)
    this.#token = url.searchParams.get('token') ?? ''
    url.searchParams.delete('token')
    window.history.replaceState(null, '', url)
    setInterval(() => void this.call('App.Alive').catch(() => undefined), pulse)
    window.addEventListener('pagehide', (event) => {
      if (!event.persisted) void this.#post('App.Leave', { call: callId() }, true).catch(() => undefined)
    })
  }

  /** Reloads the page. Its address needs the token, which has been removed from it. */
  reload(): void {
    window.location.assign(`/?token=${encodeURIComponent(this.#token)}`)
  }

  call<R>(method: string, request: object = {}, options: CallOptions<R> = {}): Promise<R> {
    const call = callId()
    return limited(this.#post<R>(method, { call, ...request }), options, () => {
      void this.#post('Calls.Cancel', { call }).catch(() => undefined)
    })
  }

  /** With `leaving` the request outlives the page. */
  async #post<R>(method: string, argument: object, leaving = false): Promise<R> {
    const response = await fetch(`/call/${method}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Quarry-Token': this.#token },
      body: JSON.stringify([argument]),
      keepalive: leaving,
    })
    if (!response.ok) throw toHostError(await response.text())
    return (await response.json()) as R
  }

  data<R>(path: string, options: CallOptions = {}): Promise<Data<R>> {
    const call = callId()
    const headers = { 'X-Quarry-Token': this.#token }
    const work = fetch(`${path}&call=${call}`, { signal: options.signal, headers }).then((r) => received<R>(r))
    return limited<Data<R>>(work, options, () => {
      void this.#post('Calls.Cancel', { call }).catch(() => undefined)
    })
  }
}

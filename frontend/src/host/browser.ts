import { type CallOptions, callId, type Data, type Host, limited, received, toHostError } from './host'

/** The host of a browser: the same methods over HTTP on loopback, behind the token of the page's address. */
export class BrowserHost implements Host {
  readonly dialogs = false
  readonly #token: string

  constructor() {
    const url = new URL(window.location.href)
    this.#token = url.searchParams.get('token') ?? ''
    url.searchParams.delete('token')
    window.history.replaceState(null, '', url)
  }

  call<R>(method: string, request: object = {}, options: CallOptions<R> = {}): Promise<R> {
    const call = callId()
    return limited(this.#post<R>(method, { call, ...request }), options, () => {
      void this.#post('Calls.Cancel', { call }).catch(() => undefined)
    })
  }

  async #post<R>(method: string, argument: object): Promise<R> {
    const response = await fetch(`/call/${method}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Quarry-Token': this.#token },
      body: JSON.stringify([argument]),
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

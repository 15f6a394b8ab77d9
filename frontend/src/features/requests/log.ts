import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Host, type HostError, toHostError } from '../../host'
import type { RequestEntry } from './entry'
import { matching } from './words'

/** The details loaded when an entry is selected; unrecorded texts are ''. */
export interface Details {
  id: number
  body: string
  curl: string
}

export interface LogState {
  open: boolean
  /** The newest first. */
  entries: readonly RequestEntry[]
  filter: string
  failed: boolean
  /** The id of the open entry, 0 for none. */
  chosen: number
  details: Details | null
  error: HostError | null
}

/** How many entries are kept, the same as in the backend. */
export const mostEntries = 2000

/** The requests sent over one connection. It follows the backend's log while it is shown. */
export class RequestLog {
  readonly store: StoreApi<LogState>
  readonly #host: Host
  readonly #session: string
  #following = new AbortController()
  #reading = new AbortController()
  #last = 0

  constructor(host: Host, session: string) {
    this.#host = host
    this.#session = session
    this.store = createStore<LogState>(() => ({
      open: false,
      entries: [],
      filter: '',
      failed: false,
      chosen: 0,
      details: null,
      error: null,
    }))
  }

  toggle(): void {
    if (this.store.getState().open) this.hide()
    else this.show()
  }

  show(): void {
    this.close()
    this.store.setState({ open: true })
    this.#following = new AbortController()
    void this.#follow(this.#following.signal)
  }

  hide(): void {
    this.close()
    this.store.setState({ open: false })
  }

  /** Stops waiting for more requests. */
  close(): void {
    this.#following.abort()
    this.#reading.abort()
  }

  type(filter: string): void {
    this.#narrow({ filter })
  }

  /** Shows only failures, or everything. */
  only(failed: boolean): void {
    this.#narrow({ failed })
  }

  /** Shows the entries that match a filter; an open entry that does not match is closed. */
  #narrow(by: Pick<LogState, 'filter'> | Pick<LogState, 'failed'>): void {
    this.store.setState(by)
    const { entries, filter, failed, chosen } = this.store.getState()
    if (chosen !== 0 && !matching(entries, filter, failed).some((e) => e.id === chosen)) this.choose(0)
  }

  /** Opens an entry and loads its details; 0 closes it. */
  choose(id: number): void {
    this.#reading.abort()
    this.#reading = new AbortController()
    this.store.setState({ chosen: id, details: null })
    const entry = this.store.getState().entries.find((e) => e.id === id)
    if (entry) void this.#read(entry, this.#reading.signal)
  }

  /** Clears the log, in the backend too. */
  async clear(): Promise<void> {
    try {
      const { last } = await this.#call<{ last: number }>('Requests.Clear', {})
      this.#last = Math.max(this.#last, last)
      this.choose(0)
      this.store.setState((s) => ({ entries: s.entries.filter((e) => e.id > last) }))
    } catch (cause) {
      this.store.setState({ error: toHostError(cause) })
    }
  }

  /** Adds sent requests to the log and waits for more, until it is stopped or the backend fails. */
  async #follow(signal: AbortSignal): Promise<void> {
    this.store.setState({ error: null })
    try {
      for (let wait = false; !signal.aborted; wait = true) {
        const request = { after: this.#last, wait }
        this.#take((await this.#call<{ entries: RequestEntry[] }>('Requests.List', request, signal)).entries)
      }
    } catch (cause) {
      if (!signal.aborted) this.store.setState({ error: toHostError(cause) })
    }
  }

  #take(found: RequestEntry[]): void {
    const fresh = found.filter((e) => e.id > this.#last)
    this.#last = fresh.at(-1)?.id ?? this.#last
    if (fresh.length === 0) return
    this.store.setState((s) => ({ entries: [...fresh.reverse(), ...s.entries].slice(0, mostEntries) }))
  }

  async #read(entry: RequestEntry, signal: AbortSignal): Promise<void> {
    const text = async (method: string, kept: boolean) => {
      if (!kept) return ''
      const found = await this.#call<{ text: string }>(method, { id: entry.id }, signal).catch(() => ({ text: '' }))
      return found.text
    }
    const [body, curl] = await Promise.all([
      text('Requests.Body', entry.hasBody),
      text('Requests.Curl', entry.gap === ''),
    ])
    if (!signal.aborted) this.store.setState({ details: { id: entry.id, body, curl } })
  }

  #call<R>(method: string, request: object, signal?: AbortSignal): Promise<R> {
    return this.#host.call<R>(method, { session: this.#session, ...request }, { signal })
  }
}

import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  type ConsoleResponse,
  type Host,
  type HostError,
  type MeasuredPart,
  type ResponsePart,
  toHostError,
} from '../../../host'
import { words } from '../words'
import { type Profile, type ProfileRow, rowsOfAll } from './profile'

/** How many bytes of a profile are loaded at a time; the backend returns no more at once. */
const part = 4_000_000

export interface MeasuredState {
  /** null until the profile is loaded. */
  rows: readonly ProfileRow[] | null
  error: HostError | null
}

/** The profiles of searches: parts of their response, loaded when they are viewed. */
export class Measured {
  readonly store: StoreApi<MeasuredState> = createStore<MeasuredState>(() => ({ rows: null, error: null }))
  readonly #host: Host
  readonly #session: string
  readonly #response: ConsoleResponse
  readonly #end = new AbortController()
  #reading = false

  constructor(host: Host, session: string, response: ConsoleResponse) {
    this.#host = host
    this.#session = session
    this.#response = response
  }

  /** Whether there is any profile. */
  get any(): boolean {
    return this.#response.measured.length > 0
  }

  /** How profiles become rows. */
  get layout(): ConsoleResponse['layout'] {
    return this.#response.layout
  }

  /** Loads the profile, unless it is loaded or loading. */
  async read(): Promise<void> {
    if (this.#reading || this.store.getState().rows || this.#end.signal.aborted) return
    this.#reading = true
    this.store.setState({ error: null })
    try {
      const profiles: Profile[] = []
      for (const one of this.#response.measured) {
        profiles.push({ search: one.search, profile: JSON.parse(await this.#text(one)) })
      }
      this.store.setState({ rows: rowsOfAll(profiles, this.layout) })
    } catch (cause) {
      if (!this.#end.signal.aborted) this.store.setState({ error: toHostError(cause) })
    } finally {
      this.#reading = false
    }
  }

  /** Ends reading. */
  close(): void {
    this.#end.abort()
  }

  async #text(of: MeasuredPart): Promise<string> {
    const { id } = this.#response
    const decoder = new TextDecoder()
    let text = ''
    let from = Number(of.from)
    const end = from + Number(of.size)
    while (from < end) {
      const size = String(Math.min(part, end - from))
      const query = new URLSearchParams({ session: this.#session, response: id, from: String(from), size })
      const { bytes } = await this.#host.data<ResponsePart>(`/data/response?${query}`, { signal: this.#end.signal })
      if (bytes.byteLength === 0) throw toHostError(words.endedEarly)
      from += bytes.byteLength
      text += decoder.decode(bytes, { stream: from < end })
    }
    return text
  }
}

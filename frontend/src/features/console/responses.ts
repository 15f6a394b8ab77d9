import { createStore, type StoreApi } from 'zustand/vanilla'
import { type ConsoleResponse, type Host, type HostError, type ResponsePart, toHostError } from '../../host'
import { isLines, type Language } from '../../ui/text/language'
import { words } from './words'

/** How many bytes of a response are loaded at first, and then at a time; the backend returns no more at once. */
export const firstPart = 2_000_000
export const nextPart = 4_000_000
/** How many bytes of a response are shown at most. */
export const mostShown = 10_000_000

export interface ResponseState {
  /** The text loaded so far, with the engine's own characters. */
  text: string
  /** Its size in bytes. */
  shown: number
  reading: boolean
  error: HostError | null
}

/** The text of one response, which is loaded in parts as it is viewed. */
export class ResponseText {
  readonly store: StoreApi<ResponseState>
  readonly response: ConsoleResponse
  readonly #host: Host
  readonly #session: string
  readonly #end = new AbortController()
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })

  constructor(host: Host, session: string, response: ConsoleResponse) {
    this.#host = host
    this.#session = session
    this.response = response
    this.store = createStore<ResponseState>(() => ({ text: '', shown: 0, reading: false, error: null }))
  }

  /** How many bytes can still be loaded and shown. */
  get left(): number {
    return Math.min(Number(this.response.size), mostShown) - this.store.getState().shown
  }

  /** Loads the next part, if there is one to show and none is loading. */
  async more(): Promise<void> {
    const { reading, shown } = this.store.getState()
    const { signal } = this.#end
    if (reading || signal.aborted || this.left <= 0) return
    this.store.setState({ reading: true, error: null })
    const size = String(Math.min(this.left, shown === 0 ? firstPart : nextPart))
    const query = new URLSearchParams({ session: this.#session, response: this.response.id, from: String(shown), size })
    try {
      const { bytes } = await this.#host.data<ResponsePart>(`/data/response?${query}`, { signal })
      if (!signal.aborted) this.#take(bytes)
    } catch (cause) {
      if (!signal.aborted) this.store.setState({ reading: false, error: toHostError(cause) })
    }
  }

  /** Appends a part. A character that is cut at its end comes with the next part. */
  #take(bytes: ArrayBuffer): void {
    const { text, shown } = this.store.getState()
    if (bytes.byteLength === 0) throw toHostError(words.endedEarly)
    const now = shown + bytes.byteLength
    const more = this.#decoder.decode(bytes, { stream: now < Number(this.response.size) })
    this.store.setState({ text: text + more, shown: now, reading: false })
  }

  /** Ends reading. */
  close(): void {
    this.#end.abort()
  }
}

/** The language of a response, from its content type and, for JSON, from whether it is one value or many lines. */
export function languageOf(contentType: string, text: string): Language {
  return /[/+]json\b/i.test(contentType) && !isLines(text) ? 'json' : 'text'
}

import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  copySecret,
  type Host,
  type HostError,
  type KeyInfo,
  type ScopedKey,
  type ScopeForm,
  type SecretCopied,
  toHostError,
} from '../../host'
import { type Expiry, millisOf, usualExpiry } from './expiry'
import { words } from './words'

export interface ScopingState {
  /** The value of the key that another one is derived from. It is here until the sheet closes, and nowhere else. */
  source: string
  /** What was typed, by the ids of the fields. */
  values: Record<string, string>
  expiry: Expiry
  /** The derived key; without a source it has only its parameters. */
  scoped: ScopedKey | null
  error: HostError | null
  copied: '' | SecretCopied
}

/** Derives a key from the value of another one as it is typed. Nothing is sent to the server, and nothing is stored. */
export class Scoping {
  readonly form: ScopeForm
  readonly store: StoreApi<ScopingState>
  readonly #host: Host
  readonly #session: string
  readonly #keys: readonly KeyInfo[]
  #end = new AbortController()

  constructor(host: Host, session: string, form: ScopeForm, keys: readonly KeyInfo[]) {
    this.#host = host
    this.#session = session
    this.#keys = keys
    this.form = form
    this.store = createStore<ScopingState>(() => ({ ...nothing, expiry: usualExpiry() }))
  }

  change(part: Partial<Pick<ScopingState, 'source' | 'values' | 'expiry'>>): void {
    this.store.setState({ ...part, copied: '' })
    void this.#derive()
  }

  /** What is wrong with the value that was typed, '' if nothing is known. */
  doubt(): string {
    const { source } = this.store.getState()
    const alike = this.#keys.filter(({ head }) => head !== '' && source.startsWith(head))
    if (source === '' || alike.some(({ scopes }) => scopes)) return ''
    if (alike.length > 0) return this.form.unfit
    return this.#keys.every(({ head }) => source.length >= head.length) ? words.unknownSource : ''
  }

  /** Copies the derived key. */
  async copy(): Promise<void> {
    const value = this.store.getState().scoped?.value ?? ''
    if (value !== '') this.store.setState({ copied: await copySecret(this.#host, value) })
  }

  /** Forgets everything. */
  close(): void {
    this.#end.abort()
    this.store.setState({ ...nothing, expiry: usualExpiry() })
  }

  /** Derives the key from what is typed. A late response is dropped. */
  async #derive(): Promise<void> {
    this.#end.abort()
    const end = new AbortController()
    this.#end = end
    const { source, values, expiry } = this.store.getState()
    const expires = millisOf(expiry)
    if (expires === undefined || (Object.values(values).every((text) => text.trim() === '') && expires === '')) {
      return this.store.setState({ scoped: null, error: null })
    }
    const fields = this.form.fields.map(({ id }) => ({ id, value: values[id] ?? '' }))
    try {
      const request = { session: this.#session, value: source, values: fields, expires }
      const scoped = await this.#host.call<ScopedKey>('Keys.Scope', request, { signal: end.signal })
      if (this.#end === end) this.store.setState({ scoped, error: null })
    } catch (cause) {
      if (this.#end === end && !end.signal.aborted) this.store.setState({ scoped: null, error: toHostError(cause) })
    }
  }
}

const nothing = { source: '', values: {}, scoped: null, error: null, copied: '' } as const

import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Host, type HostError, toHostError } from '../../host'

export interface AddressState {
  text: string
  busy: boolean
  error: HostError | null
}

/** The registry's address while it is typed and checked. */
export class AddressForm {
  readonly store: StoreApi<AddressState>
  readonly #host: Host
  readonly #done: () => void
  #end = new AbortController()

  /** The last argument is called when an address has been checked and saved. */
  constructor(host: Host, text: string, done: () => void) {
    this.#host = host
    this.#done = done
    this.store = createStore<AddressState>(() => ({ text, busy: false, error: null }))
  }

  type(text: string): void {
    this.store.setState({ text, error: null })
  }

  /** Loads the registry at the address, verifies its signature and saves the address. */
  set(): Promise<void> {
    const text = this.store.getState().text.trim()
    return text === '' ? Promise.resolve() : this.#keep(text)
  }

  /** Restores the built-in address. */
  reset(): Promise<void> {
    return this.#keep('')
  }

  cancel(): void {
    this.#end.abort()
  }

  async #keep(address: string): Promise<void> {
    if (this.store.getState().busy) return
    this.#end = new AbortController()
    const { signal } = this.#end
    this.store.setState({ busy: true, error: null })
    try {
      await this.#host.call('Plugins.SetAddress', { address }, { signal })
      this.#done()
    } catch (cause) {
      if (!signal.aborted) this.store.setState({ error: toHostError(cause) })
    } finally {
      this.store.setState({ busy: false })
    }
  }
}

import { createStore, type StoreApi } from 'zustand/vanilla'
import { type ConsoleSelection, type Host, type HostError, type Snippet, toHostError } from '../../host'

export interface SnippetsState {
  /** By name; null until they are loaded. */
  snippets: readonly Snippet[] | null
  error: HostError | null
}

/** The saved requests for a connection's engine. */
export class Snippets {
  readonly store: StoreApi<SnippetsState> = createStore<SnippetsState>(() => ({ snippets: null, error: null }))
  readonly #host: Host
  readonly #session: string

  constructor(host: Host, session: string) {
    this.#host = host
    this.#session = session
  }

  /** Loads them: another connection of the engine may have saved some. */
  read(): Promise<boolean> {
    return this.#call('Snippets.List', {})
  }

  /** Whether a saved request has the name. */
  has(name: string): boolean {
    const { snippets } = this.store.getState()
    return snippets?.some((one) => one.name.toLowerCase() === name.trim().toLowerCase()) ?? false
  }

  /** Saves the selected requests of a text, replacing a saved request with that name; false if refused. */
  save(name: string, text: string, selection: ConsoleSelection): Promise<boolean> {
    return this.#call('Snippets.Save', { text, selection, name: name.trim(), replace: this.has(name) })
  }

  rename(name: string, to: string): Promise<boolean> {
    return this.#call('Snippets.Rename', { name, to: to.trim() })
  }

  remove(name: string): Promise<boolean> {
    return this.#call('Snippets.Remove', { name })
  }

  async #call(method: string, request: object): Promise<boolean> {
    try {
      const all = { session: this.#session, ...request }
      const { snippets } = await this.#host.call<{ snippets: Snippet[] }>(method, all)
      this.store.setState({ snippets, error: null })
      return true
    } catch (cause) {
      this.store.setState({ error: toHostError(cause) })
      return false
    }
  }
}

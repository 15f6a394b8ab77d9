import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Database, type Host, type HostError, type InstallProgress, toHostError } from '../../host'

const look = 150

export interface InstallationState {
  progress: InstallProgress | null
  error: HostError | null
}

/** The installation of one driver, with its progress. */
export class Installation {
  readonly store: StoreApi<InstallationState>
  readonly #host: Host
  readonly #database: Database
  readonly #done: () => Promise<void>
  #end = new AbortController()

  constructor(host: Host, database: Database, done: () => Promise<void>) {
    this.#host = host
    this.#database = database
    this.#done = done
    this.store = createStore<InstallationState>(() => ({ progress: null, error: null }))
  }

  async start(): Promise<void> {
    const { id, size } = this.#database
    this.#end = new AbortController()
    const { signal } = this.#end
    this.store.setState({ error: null, progress: { running: true, done: '0', total: size, rate: '', steps: [] } })
    const watch = setInterval(() => void this.#look(signal), look)
    try {
      await this.#host.call('Plugins.Install', { driver: id }, { signal, timeout: 0 })
      await this.#done()
    } catch (cause) {
      if (signal.aborted) return
      await this.#look(signal)
      this.store.setState({ error: toHostError(cause) })
    } finally {
      clearInterval(watch)
    }
  }

  cancel(): void {
    this.#end.abort()
  }

  async #look(signal: AbortSignal): Promise<void> {
    const request = { driver: this.#database.id }
    const progress = await this.#host.call<InstallProgress>('Plugins.Progress', request).catch(() => null)
    if (progress && !signal.aborted) this.store.setState({ progress })
  }
}

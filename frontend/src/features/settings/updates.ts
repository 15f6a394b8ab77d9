import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Host, type HostError, toHostError, type UpdateInfo } from '../../host'

export interface UpdatesState {
  info: UpdateInfo | null
  error: HostError | null
  /** What is under way. */
  doing: '' | 'checking' | 'downloading'
  /** Bytes of the download that have arrived. */
  done: string
}

const look = 250

/** Newer versions of the application: looked for, downloaded, and handed to the system. */
export class Updates {
  readonly store: StoreApi<UpdatesState>
  readonly #host: Host
  #end = new AbortController()

  constructor(host: Host) {
    this.#host = host
    this.store = createStore<UpdatesState>(() => ({ info: null, error: null, doing: '', done: '0' }))
  }

  /** Shows what is known without asking the registry. */
  load(): Promise<void> {
    return this.#show('', () => this.#host.call<UpdateInfo>('Updates.Check', { refresh: false }))
  }

  check(): Promise<void> {
    return this.#show('checking', (signal) =>
      this.#host.call<UpdateInfo>('Updates.Check', { refresh: true }, { signal, timeout: 0 }),
    )
  }

  async download(): Promise<void> {
    const watch = setInterval(() => void this.#look(), look)
    await this.#show('downloading', (signal) =>
      this.#host.call<UpdateInfo>('Updates.Download', {}, { signal, timeout: 0 }),
    )
    clearInterval(watch)
  }

  cancel(): void {
    this.#end.abort()
    this.store.setState({ doing: '' })
  }

  /** Hands the downloaded installer to the system. */
  async install(): Promise<void> {
    try {
      await this.#host.call('Updates.Open', {})
      this.store.setState({ error: null })
    } catch (cause) {
      this.store.setState({ error: toHostError(cause) })
    }
  }

  async #show(doing: UpdatesState['doing'], ask: (signal: AbortSignal) => Promise<UpdateInfo>): Promise<void> {
    this.#end.abort()
    this.#end = new AbortController()
    const { signal } = this.#end
    this.store.setState({ doing, done: '0', error: null })
    try {
      const info = await ask(signal)
      if (!signal.aborted) this.store.setState({ info, doing: '' })
    } catch (cause) {
      if (!signal.aborted) this.store.setState({ error: toHostError(cause), doing: '' })
    }
  }

  async #look(): Promise<void> {
    const { signal } = this.#end
    const progress = await this.#host.call<{ done: string }>('Updates.Progress', {}).catch(() => null)
    if (progress && !signal.aborted) this.store.setState({ done: progress.done })
  }
}

import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Database, type Host, type HostError, type Registry, toHostError } from '../../host'

export interface RegistryState {
  /** null until it was read. */
  registry: Registry | null
  /** The databases whose drivers are installed, as far as that is known without the registry. */
  installed: Database[]
  error: HostError | null
}

/** What the registry of drivers offers, with the databases whose drivers are installed. */
export class DriverRegistry {
  readonly store: StoreApi<RegistryState> = createStore<RegistryState>(() => ({
    registry: null,
    installed: [],
    error: null,
  }))
  readonly #host: Host

  constructor(host: Host) {
    this.#host = host
  }

  /** Reads it, from its address where refresh says so; null where that failed. */
  async read(refresh: boolean): Promise<Registry | null> {
    try {
      const registry = await this.#host.call<Registry>('Plugins.Registry', { refresh })
      this.store.setState({ registry, error: null })
      return registry
    } catch (cause) {
      this.store.setState({ error: toHostError(cause) })
      return null
    }
  }

  /** Loads what is known without the registry; nothing is sent. If that fails, nothing is known. */
  async readInstalled(): Promise<void> {
    const read = this.#host.call<{ databases: Database[] }>('Plugins.Databases')
    const { databases } = await read.catch(() => ({ databases: [] }))
    this.store.setState({ installed: databases })
  }

  /** The databases as they were read last; null where they cannot be read. */
  async databases(): Promise<Database[] | null> {
    const registry = this.store.getState().registry ?? (await this.read(false))
    return registry?.databases ?? null
  }
}

import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Database, type Host, type HostError, type Registry, toHostError } from '../../host'

export interface RegistryState {
  /** null until it was read. */
  registry: Registry | null
  error: HostError | null
}

/** What the registry of drivers offers, with the databases whose drivers are installed. */
export class DriverRegistry {
  readonly store: StoreApi<RegistryState> = createStore<RegistryState>(() => ({ registry: null, error: null }))
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

  /** The databases as they were read last; null where they cannot be read. */
  async databases(): Promise<Database[] | null> {
    const registry = this.store.getState().registry ?? (await this.read(false))
    return registry?.databases ?? null
  }
}

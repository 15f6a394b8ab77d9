import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Database, type Host, type HostError, type Registry, toHostError } from '../../host'

export interface RegistryState {
  /** null until it is loaded. */
  registry: Registry | null
  /** The databases with installed drivers, as far as known without the registry. */
  installed: Database[]
  error: HostError | null
}

/** Whether there is sample data for several databases, as far as known. */
export function severalSamples({ registry }: RegistryState): boolean {
  return registry === null || registry.databases.filter((d) => d.sample).length > 1
}

/** The content of the driver registry, with the databases whose drivers are installed. */
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

  /** Loads it, with refresh from its address; null if that failed. */
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

  /** Lists the installed databases without asking the registry. If that fails, the list is empty. */
  async readInstalled(): Promise<void> {
    const read = this.#host.call<{ databases: Database[] }>('Plugins.Databases')
    const { databases } = await read.catch(() => ({ databases: [] }))
    this.store.setState({ installed: databases })
  }

  /** The last loaded databases; null if they cannot be loaded. */
  async databases(): Promise<Database[] | null> {
    const registry = this.store.getState().registry ?? (await this.read(false))
    return registry?.databases ?? null
  }
}

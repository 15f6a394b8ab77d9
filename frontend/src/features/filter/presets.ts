import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Host, type HostError, type KeptFilter, type ObjectFilters, type Preset, toHostError } from '../../host'
import { newestLast } from '../../lib/newestLast'

export interface PresetsState {
  presets: readonly Preset[]
  error: HostError | null
}

const none: ObjectFilters = { presets: [], last: { any: false, rows: [] }, at: '' }

/** The stored filters of one object. */
export class Presets {
  readonly store: StoreApi<PresetsState> = createStore<PresetsState>(() => ({ presets: [], error: null }))
  readonly #host: Host
  readonly #of: { session: string; object: string }

  constructor(host: Host, session: string, object: string) {
    this.#host = host
    this.#of = { session, object }
  }

  /** Loads the presets and returns the last applied filter. If they cannot be read, there are none. */
  async read(signal?: AbortSignal): Promise<ObjectFilters> {
    try {
      return this.take((await this.#host.call<ObjectFilters | undefined>('Presets.List', this.#of, { signal })) ?? none)
    } catch (cause) {
      if (!signal?.aborted) this.store.setState({ error: toHostError(cause) })
      return none
    }
  }

  /** Uses the filters that came with the opened object, and returns them. */
  take(list: ObjectFilters): ObjectFilters {
    this.store.setState({ presets: list.presets, error: null })
    return list
  }

  /** Stores the applied filter for the next time the object is opened. */
  readonly keep = newestLast((filter: KeptFilter) =>
    this.#host.call('Presets.Keep', { ...this.#of, filter }).catch(() => undefined),
  )

  /** Whether a preset has the name. */
  has(name: string): boolean {
    return this.store.getState().presets.some((preset) => preset.name.toLowerCase() === name.trim().toLowerCase())
  }

  /** Saves a filter under a name, replacing a preset with that name; false if that failed. */
  save(name: string, filter: KeptFilter): Promise<boolean> {
    return this.#change('Presets.Save', { name: name.trim(), filter, replace: this.has(name) })
  }

  rename(name: string, to: string): Promise<boolean> {
    return this.#change('Presets.Rename', { name, to: to.trim() })
  }

  remove(name: string): Promise<boolean> {
    return this.#change('Presets.Remove', { name })
  }

  async #change(method: string, request: object): Promise<boolean> {
    try {
      const { presets } = await this.#host.call<ObjectFilters>(method, { ...this.#of, ...request })
      this.store.setState({ presets, error: null })
      return true
    } catch (cause) {
      this.store.setState({ error: toHostError(cause) })
      return false
    }
  }
}

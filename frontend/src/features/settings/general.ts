import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Host, type HostError, type SettingsInfo, toHostError } from '../../host'

export interface GeneralState {
  info: SettingsInfo | null
  error: HostError | null
}

/** What the general pane shows. */
export class General {
  readonly store: StoreApi<GeneralState> = createStore<GeneralState>(() => ({ info: null, error: null }))
  readonly #host: Host

  constructor(host: Host) {
    this.#host = host
  }

  async load(): Promise<void> {
    try {
      this.store.setState({ info: await this.#host.call<SettingsInfo>('Settings.Get'), error: null })
    } catch (cause) {
      this.store.setState({ error: toHostError(cause) })
    }
  }
}

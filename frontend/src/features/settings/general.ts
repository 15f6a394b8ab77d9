import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Host, type HostError, type SettingsInfo, toHostError } from '../../host'

export interface GeneralState {
  info: SettingsInfo | null
  error: HostError | null
}

/** The state of the general pane. */
export class General {
  readonly store: StoreApi<GeneralState> = createStore<GeneralState>(() => ({ info: null, error: null }))
  readonly #host: Host

  constructor(host: Host) {
    this.#host = host
  }

  load(): Promise<void> {
    return this.#show(this.#host.call<SettingsInfo>('Settings.Get'))
  }

  /** Whether unsaved edits are written to the profile. Turning it off removes the stored ones. */
  keepUnsaved(keep: boolean): Promise<void> {
    return this.#show(this.#host.call<SettingsInfo>('Settings.SetKeepUnsaved', { keep }))
  }

  async #show(asked: Promise<SettingsInfo>): Promise<void> {
    try {
      this.store.setState({ info: await asked, error: null })
    } catch (cause) {
      this.store.setState({ error: toHostError(cause) })
    }
  }
}

import { createStore, type StoreApi } from 'zustand/vanilla'

/** A part of the page that is loaded on demand. */
export class Later<M> {
  /** null until it has loaded. */
  readonly store: StoreApi<{ part: M | null }> = createStore<{ part: M | null }>(() => ({ part: null }))
  readonly #load: () => Promise<M>

  constructor(load: () => Promise<M>) {
    this.#load = load
  }

  /** The part, which is loaded once. */
  async get(): Promise<M> {
    const part = this.store.getState().part ?? (await this.#load())
    this.store.setState({ part })
    return part
  }
}

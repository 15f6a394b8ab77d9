import { createStore, type StoreApi } from 'zustand/vanilla'
import { type FilterRow, type Host, type HostError, type Suggestions, toHostError } from '../../host'

/** The suggestions for a value: for which row and which of its values, and the state of the request. */
export interface SuggestingState {
  /** The row, 0 while nothing is suggested. */
  row: number
  value: number
  loading: boolean
  found: Suggestions | null
  error: HostError | null
}

/** The request: the other rows of the filter, the column, and the typed text. */
export interface Wanted {
  view: string
  any: boolean
  rows: FilterRow[]
  column: string
  text: string
}

const closed: SuggestingState = { row: 0, value: 0, loading: false, found: null, error: null }

/** The values of a column, loaded on demand. Late responses are dropped. */
export class Suggesting {
  readonly store: StoreApi<SuggestingState> = createStore<SuggestingState>(() => closed)
  readonly #host: Host
  #end = new AbortController()

  constructor(host: Host) {
    this.#host = host
  }

  /** Requests values for a row's field. Cancels an earlier request. */
  async ask(row: number, value: number, wanted: Wanted): Promise<void> {
    this.#end.abort()
    this.#end = new AbortController()
    const { signal } = this.#end
    this.store.setState({ row, value, loading: true, found: null, error: null })
    try {
      const found = await this.#host.call<Suggestions>('Grid.Suggest', wanted, { signal })
      if (!signal.aborted) this.store.setState({ loading: false, found })
    } catch (cause) {
      if (!signal.aborted) this.store.setState({ loading: false, error: toHostError(cause) })
    }
  }

  /** Stops suggesting, and cancels the current request. */
  close(): void {
    this.#end.abort()
    this.store.setState(closed)
  }
}

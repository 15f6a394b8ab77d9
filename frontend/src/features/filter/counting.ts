import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Filter, type FilterCounts, type Host, toHostError } from '../../host'

/** How many documents each row of a filter matches on its own; '' while counting. null while counts are not shown. */
export interface CountingState {
  counts: FilterCounts['counts'] | null
}

/** Counts the rows of a filter on demand. Counts that arrive after the filter has changed are dropped. */
export class Counting {
  readonly store: StoreApi<CountingState> = createStore<CountingState>(() => ({ counts: null }))
  readonly #host: Host
  #end = new AbortController()

  constructor(host: Host) {
    this.#host = host
  }

  /** Counts the rows of the filter of a view. */
  async count(view: string, filter: Filter): Promise<void> {
    this.clear()
    const { signal } = this.#end
    const show = (counts: FilterCounts['counts']) => !signal.aborted && this.store.setState({ counts })
    const all = (count: string, error: string) => filter.rows.map((_, row) => ({ row, count, error }))
    show(all('', ''))
    try {
      const { counts } = await this.#host.call<FilterCounts>('Grid.FilterCounts', { view, ...filter }, { signal })
      show(counts)
    } catch (cause) {
      show(all('', toHostError(cause).failure.message))
    }
  }

  /** Hides the counts, and cancels pending ones. */
  clear(): void {
    this.#end.abort()
    this.#end = new AbortController()
    this.store.setState({ counts: null })
  }
}

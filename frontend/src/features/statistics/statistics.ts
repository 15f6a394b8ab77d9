// Statistics are reloaded when the filter changes, but not by every refresh: then the pane says that the rows are
// newer. The figures of a selection (selected.ts) are sums of BigInts by scale, added in parts that take less than a
// frame.
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type ColumnStatistics, type GridColumn, type Host, type HostError, toHostError } from '../../host'

/** Adds a filter for a value of a column to the current filter. */
export interface ValueFilter {
  /** Why the rows cannot be filtered by a value, '' where they can; excludes means the documents without it. */
  why(column: string, value: string, excludes: boolean): string
  by(column: string, value: string, excludes: boolean): Promise<void>
}

/** What an object's statistics need from their tab. */
export interface StatisticsPorts {
  host: Host
  /** The view with the generation of its rows; null while it is not open. */
  view(): { id: string; generation: number; columns: readonly GridColumn[] } | null
  filter: ValueFilter
}

export interface StatisticsState {
  /** The column that is summarized, '' while the pane is closed. */
  column: string
  value: ColumnStatistics | null
  error: HostError | null
  reading: boolean
  /** The rows have been reloaded or written since. */
  outdated: boolean
}

/** The statistics of one column of an object, while they are shown. They are loaded each time they are shown. */
export class Statistics {
  readonly store: StoreApi<StatisticsState> = createStore<StatisticsState>(() => ({
    ...{ column: '', value: null, error: null, reading: false, outdated: false },
  }))
  readonly filter: ValueFilter
  readonly #ports: StatisticsPorts
  #reading = new AbortController()

  constructor(ports: StatisticsPorts) {
    this.#ports = ports
    this.filter = ports.filter
  }

  /** The column whose statistics are shown. */
  get column(): GridColumn | undefined {
    const { column } = this.store.getState()
    return this.#ports.view()?.columns.find(({ name }) => name === column)
  }

  /** Shows the statistics of a column. */
  async show(column: string): Promise<void> {
    const same = column === this.store.getState().column
    this.store.setState((s) => ({ column, value: same ? s.value : null }))
    await this.refresh()
  }

  /** Reloads the visible statistics. The old ones stay until then. */
  async refresh(): Promise<void> {
    const { column } = this.store.getState()
    const view = this.#ports.view()
    if (column === '' || !view) return
    this.#reading.abort()
    this.#reading = new AbortController()
    const { signal } = this.#reading
    this.store.setState({ reading: true, error: null, outdated: false })
    try {
      const request = { view: view.id, generation: view.generation, column }
      const value = await this.#ports.host.call<ColumnStatistics>('Grid.Statistics', request, { signal, timeout: 0 })
      if (!signal.aborted) this.store.setState({ value, reading: false })
    } catch (cause) {
      if (!signal.aborted) this.store.setState({ value: null, error: toHostError(cause), reading: false })
    }
  }

  /** Reloads statistics that failed to load; cancelled ones stay cancelled. */
  resume(): void {
    const { error } = this.store.getState()
    if (error && error.kind !== 'cancelled') void this.refresh()
  }

  /** Cancels loading. */
  cancel(): void {
    this.#reading.abort()
    const { value } = this.store.getState()
    const error = value ? null : toHostError(new Error('{"kind":"cancelled","message":"Loading was cancelled."}'))
    this.store.setState({ reading: false, outdated: value !== null, error })
  }

  /** The rows have changed: with another filter they are summarized at once, otherwise on request. */
  changed(filtered: boolean): void {
    if (this.store.getState().column === '') return
    if (filtered) void this.refresh()
    else this.store.setState(({ value }) => ({ outdated: value !== null }))
  }

  close(): void {
    this.#reading.abort()
    this.store.setState({ column: '', value: null, error: null, reading: false, outdated: false })
  }
}

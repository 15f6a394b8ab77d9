import { createStore, type StoreApi } from 'zustand/vanilla'
import { type GridColumn, type Host, type Layout, toHostError, type ViewInfo } from '../../../host'
import { newestLast } from '../../../lib/newestLast'
import { plainLayout } from './arrange'

/** How long a layout must be unchanged before it is saved, in milliseconds: a drag changes it many times. */
const saveAfter = 400

export interface ColumnsState {
  layout: Layout
  /** Column widths derived from the first rows. */
  fitted: ReadonlyMap<string, number>
}

/** What the columns of an object need from their tab. */
export interface ColumnsPorts {
  host: Host
  session: string
  object: string
  /** The columns of the view; undefined while it is not open. */
  columns(): readonly GridColumn[] | undefined
  /** Called if the layout could not be saved. */
  failed(sentence: string): void
}

/** The column layout of one object and its rows per page, saved for the next time it is opened. */
export class Columns {
  readonly store: StoreApi<ColumnsState>
  readonly #ports: ColumnsPorts
  #saving: ReturnType<typeof setTimeout> | undefined

  constructor(ports: ColumnsPorts) {
    this.#ports = ports
    this.store = createStore<ColumnsState>(() => ({ layout: plainLayout, fitted: new Map() }))
  }

  /** Applies the saved layout, which comes with the opened object or else is loaded. */
  async begin({ layout }: Pick<ViewInfo, 'layout'>, signal: AbortSignal): Promise<void> {
    if (layout) this.store.setState({ layout })
    else await this.#read(signal)
  }

  /** Loads the saved layout; if that fails, the current one stays. */
  async #read(signal: AbortSignal): Promise<void> {
    const { host, session, object } = this.#ports
    const saved = await host
      .call<Layout | undefined>('Layouts.Get', { session, object }, { signal })
      .catch(() => undefined)
    if (saved && !signal.aborted) this.store.setState({ layout: saved })
  }

  /** Changes the column layout, and saves it. */
  arrange(work: (columns: readonly GridColumn[], layout: Layout) => Layout): void {
    const columns = this.#ports.columns()
    const { layout } = this.store.getState()
    const next = columns ? work(columns, layout) : layout
    if (next !== layout) this.#keep({ ...next, pageSize: layout.pageSize })
  }

  /** Stores the rows per page. */
  keepPageSize(pageSize: number): void {
    const { layout } = this.store.getState()
    if (layout.pageSize !== pageSize) this.#keep({ ...layout, pageSize })
  }

  #keep(layout: Layout): void {
    this.store.setState({ layout })
    clearTimeout(this.#saving)
    this.#saving = setTimeout(() => this.#save(), saveAfter)
  }

  /** Sets the widths that the columns' first values need. */
  fit(widths: ReadonlyMap<string, number>): void {
    this.store.setState({ fitted: widths })
  }

  /** Saves pending changes immediately. */
  async flush(): Promise<void> {
    if (this.#saving !== undefined) await this.#save()
  }

  close(): void {
    void this.flush()
  }

  #save(): Promise<void> {
    clearTimeout(this.#saving)
    this.#saving = undefined
    return this.#write(this.store.getState().layout)
  }

  readonly #write = newestLast((layout: Layout) => {
    const { host, session, object, failed } = this.#ports
    return host.call('Layouts.Keep', { session, object, layout }).catch((cause) => {
      failed(`The column layout could not be saved: ${toHostError(cause).failure.message}`)
    })
  })
}

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { SortBy } from '../../host'
import { Structure } from '../structure/structure'
import type { TabPorts } from '../tabs/kinds'
import type { SavedTab, Tab, TabState } from '../tabs/tab'
import { GridLink, type Spot } from './gridLink'
import { Columns } from './layout'
import { RowsView } from './rowsView'

/** A tab that shows an object: its rows, the table of its fields, its definitions. */
export class RowsTab implements Tab {
  readonly id: string
  readonly kind = 'objects'
  readonly object: string
  readonly face: StoreApi<TabState>
  readonly rows: RowsView
  readonly columns: Columns
  /** The way to the grid that shows the rows. */
  readonly grid = new GridLink()
  /** What the object is made of. */
  readonly structure: Structure
  #shown = false

  constructor({ id, host, session, changed }: TabPorts, { state }: Pick<SavedTab, 'state'>) {
    this.id = id
    const object = state.object ?? ''
    this.object = object
    this.face = createStore<TabState>(() => ({ title: object, preview: false, dirty: false }))
    const part = { host, session: session.id, object }
    this.structure = new Structure(host, session.id, object)
    this.columns = new Columns({
      ...part,
      columns: () => this.rows.store.getState().view?.columns,
      failed: (sentence) => this.rows.say(sentence),
    })
    this.rows = new RowsView({ ...part, sort: sortOf(state.sort), prepare: (signal) => this.columns.read(signal) })
    this.rows.store.subscribe((now, was) => now.sort !== was.sort && changed())
  }

  show(): void {
    if (this.#shown) return
    this.#shown = true
    void this.rows.open()
  }

  refresh(): void {
    this.#shown = true
    this.structure.refresh()
    void this.rows.refresh()
  }

  /** Reads the rows again, unless they are being read or could not be: the user decides then. */
  async refreshQuietly(): Promise<void> {
    if (!this.rows.calm) return
    this.structure.refresh()
    await this.rows.refresh()
  }

  resume(): void {
    this.rows.resume()
  }

  stop(): void {
    this.rows.stop()
  }

  /** Opens the value of a cell over the rows, which are shown for it. */
  openValue(spot: Spot): void {
    this.structure.show('data')
    this.grid.open(spot)
  }

  escape(): boolean {
    return this.grid.escape()
  }

  close(): void {
    this.columns.close()
    this.structure.close()
    this.rows.close()
  }

  saved(): SavedTab {
    const { sort } = this.rows.store.getState()
    const state = { object: this.object, ...(sort.length > 0 && { sort: JSON.stringify(sort) }) }
    return { kind: this.kind, state }
  }
}

/** The order that a tab was saved with; none if the text is not one. */
export function sortOf(text: string | undefined): SortBy[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(list)) return []
    return list.flatMap((by) => (typeof by?.column === 'string' ? [{ column: by.column, desc: by.desc === true }] : []))
  } catch {
    return []
  }
}

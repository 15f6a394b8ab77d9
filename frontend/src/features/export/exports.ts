// An export belongs to the window, not to a tab: it continues when its sheet and its tab are closed, and ends with its
// connection.
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { BulkFormat, ExportInfo, ExportList, ExportOptions, Host, SortBy } from '../../host'
import type { Cover } from '../../window/overlays'
import type { ExportColumn } from './format'
import { isRunning, type Nouns } from './words'

/** What can be exported: a whole object, the rows of a view, or the rows of a response. */
export interface Subject {
  /** The open connection, its name and its server. */
  session: string
  connection: string
  product: string
  object: string
  /** The default name of the file. */
  file: string
  nouns: Nouns
  /** A view of the object, '' for none, and the generation of its rows. */
  view: string
  generation: number
  /** A response of the console, '' for none. */
  response: string
  /** Whether the view has a filter, and so fewer rows than the object. */
  filtered: boolean
  /** How many rows the view has, '' if unknown. */
  total: string
  /** The columns of the view, in the order of the grid. */
  columns: readonly ExportColumn[]
  /** How its rows can be written as a bulk request body; null if they cannot. */
  bulk: BulkFormat | null
  /** How many slices of it can be read in parallel; 0 for one. */
  slices: number
  /** Whether an export of it can be sorted and limited. */
  ordered: boolean
  /** The order of the grid, empty for none. */
  sort: readonly SortBy[]
  /** The selected rows, none if they cannot be exported. */
  selected: readonly SelectedRow[]
}

/** The identity of a selected row. */
export interface SelectedRow {
  place: string
  key: string
}

/** Which rows are exported: all, the filtered ones, or the selected ones. */
export type Scope = 'whole' | 'filtered' | 'selected'

/** The choices in the sheet: what is read and how it is written. */
export interface Choice {
  scope: Scope
  slices: number
  /** Empty for the order in which the engine stores the documents. */
  sort: readonly SortBy[]
  /** The most documents to write, '' for all. */
  limit: string
  options: ExportOptions
}

/** An export of this window. */
export interface Item {
  info: ExportInfo
  subject: Subject
  /** Whether it may replace a file. */
  replace: boolean
  /** True while it is being cancelled. */
  cancelling: boolean
}

/** The sheet over the window: the choices for an export, or its progress. */
export type Sheet = { kind: 'new'; subject: Subject; path: string } | { kind: 'progress'; id: string }

export interface ExportsState {
  /** In the order in which they began. */
  items: readonly Item[]
  sheet: Sheet | null
}

/** How often a running export's progress is polled, in milliseconds. */
export const askEvery = 400

/** The exports of this window: the running ones, and ended ones until they are dismissed. */
export class Exports implements Cover {
  readonly host: Host
  readonly store: StoreApi<ExportsState> = createStore(() => ({ items: [] as readonly Item[], sheet: null }))
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false

  constructor(host: Host) {
    this.host = host
  }

  /** Whether its sheet is open. */
  get covered(): boolean {
    return this.store.getState().sheet !== null
  }

  /** Calls back whenever that may have changed; returns a function that stops it. */
  subscribe(changed: () => void): () => void {
    return this.store.subscribe(changed)
  }

  /** Asks what to export and where to. */
  async open(subject: Subject): Promise<void> {
    const place = await this.host.call<{ path: string }>('Exports.Place', { object: subject.file }).catch(() => null)
    if (!this.#closed) this.store.setState({ sheet: { kind: 'new', subject, path: place?.path ?? '' } })
  }

  /** Lets the user choose a file to write in the system's dialog; '' if none was chosen. */
  async choose(title: string, path: string): Promise<string> {
    return (await this.host.call<{ path: string }>('App.PickSave', { title, path }, { timeout: 0 })).path
  }

  /** Starts writing a file, and shows the progress. Throws the reason if it cannot start. */
  async start(
    subject: Subject,
    { scope, slices, sort, limit, options }: Choice,
    path: string,
    replace: boolean,
  ): Promise<void> {
    const { view, generation, response, session, object, selected } = subject
    const rows = scope === 'selected' ? selected : []
    const from =
      view === ''
        ? { view, response, session, object }
        : { view, generation, whole: scope === 'whole', rows, session: '', object: '' }
    const { id } = await this.host.call<{ id: string }>('Exports.Start', {
      ...from,
      slices,
      sort,
      limit,
      options,
      path: path.trim(),
      replace,
    })
    if (this.#closed) return
    const info = begun(id, subject, path.trim())
    this.store.setState(({ items }) => ({
      items: [...items, { info, subject, replace, cancelling: false }],
      sheet: { kind: 'progress', id },
    }))
    await this.#ask()
  }

  /** Selected rows as the body of a bulk request, or as the curl command that sends it. */
  async text({ view }: Subject, rows: readonly SelectedRow[], curl: boolean): Promise<string> {
    const options = { format: 'bulk', compression: '', columns: [], meta: [] }
    return (await this.host.call<{ text: string }>('Exports.Text', { view, rows, options, curl }, { timeout: 0 })).text
  }

  /** Shows the progress of an export, or how it ended. */
  show(id: string): void {
    this.store.setState({ sheet: { kind: 'progress', id } })
  }

  /** Closes the sheet. A running export continues. */
  hide(): void {
    this.store.setState({ sheet: null })
  }

  /** Cancels an export and deletes its file. */
  async cancel(id: string): Promise<void> {
    this.#change(id, (item) => ({ ...item, cancelling: true }))
    await this.host.call('Exports.Cancel', { id }).catch(() => undefined)
    await this.#ask()
    this.#change(id, (item) => ({ ...item, cancelling: false }))
  }

  /** Removes an ended export from the list. */
  dismiss(id: string): void {
    const item = this.find(id)
    if (!item || isRunning(item.info)) return
    this.store.setState(({ items, sheet }) => ({
      items: items.filter((other) => other !== item),
      sheet: sheet?.kind === 'progress' && sheet.id === id ? null : sheet,
    }))
    void this.host.call('Exports.Forget', { id }).catch(() => undefined)
  }

  /** Shows the file of an export in its folder. Throws the reason if it cannot. */
  async showFile(id: string): Promise<void> {
    await this.host.call('Exports.ShowFile', { id })
  }

  /** Reopens the choices of an ended export, replacing it. */
  again(id: string): void {
    const item = this.find(id)
    if (!item) return
    this.dismiss(id)
    this.store.setState({ sheet: { kind: 'new', subject: item.subject, path: item.info.path } })
  }

  /** The objects of a connection that are being exported. */
  running(session: string): string[] {
    const { items } = this.store.getState()
    return items
      .filter(({ info, subject }) => subject.session === session && isRunning(info))
      .map(({ subject }) => subject.object)
  }

  find(id: string): Item | undefined {
    return this.store.getState().items.find((item) => item.info.id === id)
  }

  /** Asks no more. */
  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  /** Polls the progress of the exports, repeatedly while one is running. */
  async #ask(): Promise<void> {
    clearTimeout(this.#timer)
    try {
      const { exports } = await this.host.call<ExportList>('Exports.List')
      if (!this.#closed) this.#take(exports)
    } catch {
      // it is polled again below
    }
    if (this.#closed || !this.store.getState().items.some(({ info }) => isRunning(info))) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#ask(), askEvery)
  }

  #take(infos: readonly ExportInfo[]): void {
    this.store.setState(({ items }) => ({
      items: items.map((item) => ({ ...item, info: infos.find(({ id }) => id === item.info.id) ?? item.info })),
    }))
  }

  #change(id: string, change: (item: Item) => Item): void {
    this.store.setState(({ items }) => ({ items: items.map((item) => (item.info.id === id ? change(item) : item)) }))
  }
}

/** The state of an export that has just started. */
function begun(id: string, { session, object }: Subject, path: string): ExportInfo {
  return {
    ...{ id, session, object, path, state: 'running', written: '0', total: '', bytes: '0', plain: '0', rate: '0' },
    ...{ digest: '', elapsed: 0, left: 0, slices: [], notices: [], failure: null },
  }
}

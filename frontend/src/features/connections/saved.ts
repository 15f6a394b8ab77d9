import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type {
  Connection,
  ConnectionGroup,
  ConnectionList,
  Database,
  FilledForm,
  FormField,
  Host,
  HostError,
} from '../../host'
import { contextOf } from '../../lib/context'
import type { MenuOf } from '../../window/menus'
import { Library, type LibrarySheet } from './library'
import { failedWords, noDriver, words } from './words'

/** The form of a connection: a new one, or one that is saved. */
export interface FormSheet {
  kind: 'form'
  database: Database
  connection: Connection | null
  /** The values from a URL for a new connection's form. */
  filled?: FilledForm
  /** Why the connection could not be opened, if the form can fix that. */
  failed?: HostError
}

/** The question for a connection's unreadable or missing secrets. */
export interface SecretsSheet {
  kind: 'secrets'
  database: Database
  connection: Connection
  fields: readonly FormField[]
  /** Why the secrets are asked for. */
  reason: HostError
}

/** The sheets of the saved connections. */
export type ConnectionSheet =
  | FormSheet
  | SecretsSheet
  | { kind: 'library'; sheet: LibrarySheet }
  | { kind: 'delete'; connection: Connection }

/** What the saved connections need from the window. */
export interface ConnectionPorts {
  /** Replaces the open sheet; null closes it. */
  show(sheet: ConnectionSheet | null): void
  /** Reports that something failed, and why. */
  fail(title: string, cause: unknown): void
  /** Whether a connection is open, so that connecting just shows it. */
  isOpen(connection: Connection): boolean
  /** Opens a connection, or shows it if it is open. */
  connect(connection: Connection): Promise<void>
  /** A connection was saved; it may be open. */
  changed(connection: Connection): Promise<void>
  /** Starts a new connection: lets the user choose a database. */
  choose(): Promise<void>
  /** Starts a new connection with a form filled from a URL. */
  fill(form: FilledForm): Promise<void>
  /** Opens the sample data of a database; without its id, that of the first one whose driver is installed. */
  sample(driver?: string): Promise<void>
  /** Shows the settings. */
  settings(): void
  /** The databases with drivers; null if they could not be loaded. */
  databases(): Promise<readonly Database[] | null>
}

/** An open form. */
export interface FilledIn {
  /** Whether closing it would lose something that was filled in. */
  readonly dirty: boolean
  /** The connection's name within a sentence. */
  readonly title: string
}

export interface SavedState {
  /** null until they are loaded. */
  connections: Connection[] | null
  groups: ConnectionGroup[]
  notice: string
  selected: string
  search: string
}

/** The saved connections: their list, and the actions on one of them. */
export class SavedConnections {
  readonly store: StoreApi<SavedState>
  readonly library: Library
  readonly ports: ConnectionPorts
  readonly host: Host
  #form: FilledIn | null = null
  /** A counter of list calls: a response that another call has overtaken is dropped. */
  #reads = 0

  constructor(host: Host, ports: ConnectionPorts) {
    this.ports = ports
    this.host = host
    this.store = createStore<SavedState>(() => ({
      connections: null,
      groups: [],
      notice: '',
      selected: '',
      search: '',
    }))
    this.library = new Library({
      host,
      shelf: () => {
        const { connections, groups } = this.store.getState()
        return { connections: connections ?? [], groups }
      },
      reload: () => this.reload(),
      select: (id) => this.select(id),
      open: (sheet) => ports.show({ kind: 'library', sheet }),
      close: () => this.close(),
      fail: (title, cause) => ports.fail(title, cause),
      fill: (form) => ports.fill(form),
    })
  }

  /** Registers an open form. Call the returned function when it has closed. */
  opened(form: FilledIn): () => void {
    this.#form = form
    return () => {
      if (this.#form === form) this.#form = null
    }
  }

  /** The subject of the open form if closing it would lose something, '' otherwise. */
  get unsaved(): string {
    return this.#form?.dirty ? this.#form.title : ''
  }

  /** Reads the list. */
  reload(): Promise<void> {
    return this.#read((cause) => this.ports.fail(words.unread, cause))
  }

  /** Reloads the list, since something else, such as another window, may have changed it; a failure changes nothing. */
  async refresh(): Promise<void> {
    if (this.store.getState().connections) await this.#read(null)
  }

  /** A connection as currently saved, or as given if that cannot be read. */
  async fresh(connection: Connection): Promise<Connection> {
    const saved = await this.host.call<Connection>('Connections.Get', { id: connection.id }).catch(() => null)
    return saved ?? connection
  }

  /** Loads the list; without `failed` it is a background load, which leaves messages alone. */
  async #read(failed: ((cause: unknown) => void) | null): Promise<void> {
    this.#reads += 1
    const last = this.#reads
    try {
      const list = await this.host.call<ConnectionList>('Connections.List')
      if (last !== this.#reads) return
      this.store.setState((s) => ({
        connections: list.connections,
        groups: list.groups,
        notice: list.notice || (failed ? '' : s.notice),
        selected: list.connections.some((c) => c.id === s.selected) ? s.selected : (list.connections[0]?.id ?? ''),
      }))
    } catch (cause) {
      if (last !== this.#reads) return
      this.store.setState((s) => ({ connections: s.connections ?? [] }))
      failed?.(cause)
    }
  }

  /** The menu of the databases that have sample data; null if they are unknown, and then the first one's is opened. */
  async samples(): Promise<MenuOf | null> {
    const databases = (await this.ports.databases())?.filter((d) => d.sample) ?? []
    if (databases.length === 0) {
      await this.ports.sample()
      return null
    }
    const acts = databases.map((d) => ({
      title: d.title,
      why: !d.installed && d.blocked ? d.problem : '',
      run: () => void this.ports.sample(d.id),
    }))
    return { kind: 'line', name: words.chooseSample, acts }
  }

  /** The saved connection with an id. */
  find(id: string): Connection | undefined {
    return this.store.getState().connections?.find((c) => c.id === id)
  }

  select(id: string): void {
    this.store.setState({ selected: id })
  }

  search(text: string): void {
    this.store.setState({ search: text })
  }

  /** Closes the sheet that is open. */
  close(): void {
    this.ports.show(null)
  }

  /** Shows the form of a connection, with the reason at its fields if it could not be opened. */
  async edit(listed: Connection, failed?: HostError): Promise<void> {
    const [databases, connection] = await Promise.all([this.ports.databases(), this.fresh(listed)])
    const database = databases?.find((d) => d.id === connection.driver)
    if (database) this.ports.show({ kind: 'form', database, connection, failed })
    else if (databases) {
      const why = noDriver(connection.name)
      this.ports.fail(words.noForm, why)
    }
  }

  /** Continues after a connection was saved: to its rows, or back to the list. */
  async proceed(connection: Connection, connect: boolean): Promise<void> {
    await this.ports.changed(connection)
    await this.reload()
    this.select(connection.id)
    if (connect) await this.ports.connect(connection)
    else this.close()
  }

  async remove(connection: Connection): Promise<void> {
    try {
      await this.host.call('Connections.Delete', { id: connection.id })
      this.close()
    } catch (cause) {
      this.ports.fail(failedWords.deleting(connection.name), cause)
    }
    await this.reload()
  }
}

export const [SavedContext, useSaved] = contextOf<SavedConnections>('the saved connections')

/** A part of the list of saved connections. */
export function useSavedState<T>(pick: (state: SavedState) => T): T {
  return useStore(useSaved().store, pick)
}

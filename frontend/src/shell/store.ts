import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Workspace } from '../features/browse/workspace'
import { draftWithSecrets, secretsToAsk } from '../features/connections/asking'
import { Library, type LibrarySheet } from '../features/connections/library'
import type { SettingsPane } from '../features/settings/panes'
import { Plugins } from '../features/settings/plugins'
import { UnsavedQuestion } from '../features/tabs/unsaved'
import {
  type Connection,
  type ConnectionGroup,
  type ConnectionList,
  type Database,
  type FilledForm,
  type FormField,
  type Host,
  type HostError,
  type InstallProgress,
  type Registry,
  type SessionInfo,
  toHostError,
} from '../host'
import { painted } from '../lib/painted'
import type { ThemeSwitch } from '../lib/theme'
import { Menus } from '../window/menus'
import { Messages } from '../window/messages'
import { eitherOf, Overlays } from '../window/overlays'
import { Platform } from '../window/platform'

/** What comes after a driver was installed: its form, the sample data, or a connection that needs it. */
export type AfterInstall = 'form' | 'sample' | Connection

/** What a dialog shows of the files in a folder. */
export type FileKind = 'package' | 'index' | 'certificate'

/** The part of the page that is read after the first paint. */
export type Rest = typeof import('./rest')

/** What lies over the window. */
export type Overlay =
  | { kind: 'choose' }
  | { kind: 'offer'; database: Database; next: AfterInstall; filled?: FilledForm }
  | { kind: 'form'; database: Database; connection: Connection | null; filled?: FilledForm; failed?: HostError }
  | { kind: 'library'; sheet: LibrarySheet }
  | { kind: 'delete'; connection: Connection }
  | { kind: 'secrets'; database: Database; connection: Connection; fields: readonly FormField[]; reason: HostError }
  | { kind: 'connecting'; connection: Connection; progress: InstallProgress | null }
  | { kind: 'warning'; connection: Connection; text: string }
  | { kind: 'error'; title: string; error: HostError; connection: Connection | null }
  | { kind: 'settings'; pane: SettingsPane }

export interface ShellState {
  /** null until it was read. */
  rest: Rest | null
  connections: Connection[] | null
  groups: ConnectionGroup[]
  notice: string
  selected: string
  search: string
  registry: Registry | null
  registryError: HostError | null
  workspaces: Workspace[]
  active: string
}

/** The window: the list of connections, what lies over it, and the open connections. */
export class Shell {
  readonly host: Host
  readonly store: StoreApi<ShellState>
  readonly platform: Platform
  readonly messages = new Messages()
  readonly menus = new Menus()
  readonly overlays = new Overlays<Overlay>()
  readonly unsaved = new UnsavedQuestion()
  /** Whatever may lie over the window. */
  readonly cover = eitherOf(this.overlays, this.unsaved)
  readonly plugins: Plugins
  readonly library: Library
  #connecting = new AbortController()

  constructor(host: Host, themes: ThemeSwitch) {
    this.host = host
    this.platform = new Platform(host, themes)
    this.plugins = new Plugins({
      host,
      readRegistry: (refresh) => this.readRegistry(refresh),
      tell: (text) => this.messages.tell(text),
      reopen: (sessions) => this.reopen(sessions),
    })
    this.store = createStore<ShellState>(() => ({
      rest: null,
      connections: null,
      groups: [],
      notice: '',
      selected: '',
      search: '',
      registry: null,
      registryError: null,
      workspaces: [],
      active: '',
    }))
    this.library = new Library({
      host,
      shelf: () => {
        const { connections, groups } = this.store.getState()
        return { connections: connections ?? [], groups }
      },
      reload: () => this.reload(),
      select: (id) => this.select(id),
      open: (sheet) => this.show({ kind: 'library', sheet }),
      close: () => this.show(null),
      fail: (title, cause) => this.show({ kind: 'error', title, error: toHostError(cause), connection: null }),
      fill: (form) => this.fill(form),
    })
    // What was asked for before its part of the page has loaded is drawn as soon as that is there.
    this.overlays.store.subscribe(({ overlay }) => overlay !== null && void this.#rest())
    this.unsaved.subscribe(() => void this.#rest())
    this.menus.store.subscribe(({ menu }) => menu !== null && void this.#rest())
  }

  /** Reads what the window shows first, and the rest of the page when that is on the screen. */
  async start(): Promise<void> {
    await Promise.all([this.platform.start(), this.reload()])
    await painted()
    await this.#rest()
  }

  async #rest(): Promise<Rest> {
    const rest = this.store.getState().rest ?? (await import('./rest'))
    this.store.setState({ rest })
    return rest
  }

  async reload(): Promise<void> {
    try {
      const list = await this.host.call<ConnectionList>('Connections.List')
      this.store.setState((s) => ({
        connections: list.connections,
        groups: list.groups,
        notice: list.notice,
        selected: list.connections.some((c) => c.id === s.selected) ? s.selected : (list.connections[0]?.id ?? ''),
      }))
    } catch (cause) {
      this.store.setState({ connections: [] })
      this.show({
        kind: 'error',
        title: 'The connections could not be read',
        error: toHostError(cause),
        connection: null,
      })
    }
  }

  /** Shows a sheet or an alert, which closes an open menu; null closes what is open. */
  show(overlay: Overlay | null): void {
    if (overlay !== null) this.menus.close()
    this.overlays.show(overlay)
  }

  select(id: string): void {
    this.store.setState({ selected: id })
  }

  find(text: string): void {
    this.store.setState({ search: text })
  }

  /** Lets the user choose a file in the system's dialog, which shows those of its kind; "" where none was chosen. */
  async pickFile(title: string, kind: FileKind): Promise<string> {
    const picked = await this.host
      .call<{ path: string }>('App.PickFile', { title, kind }, { timeout: 0 })
      .catch(() => ({ path: '' }))
    return picked.path
  }

  /** Opens Choose a Database and reads the registry. */
  async choose(): Promise<void> {
    this.show({ kind: 'choose' })
    await this.readRegistry(false)
  }

  async readRegistry(refresh: boolean): Promise<Registry | null> {
    try {
      const registry = await this.host.call<Registry>('Plugins.Registry', { refresh })
      this.store.setState({ registry, registryError: null })
      return registry
    } catch (cause) {
      this.store.setState({ registryError: toHostError(cause) })
      return null
    }
  }

  /** Goes on with a database: to its form, or to the offer to install its driver. */
  take(database: Database, filled?: FilledForm): void {
    if (database.installed) this.show({ kind: 'form', database, connection: null, filled })
    else this.show({ kind: 'offer', database, next: 'form', filled })
  }

  /** Goes on with the form of a database that a URL fills. */
  async fill(filled: FilledForm): Promise<void> {
    const registry = await this.readRegistry(false)
    const database = registry?.databases.find((d) => d.id === filled.driver)
    if (database) this.take(database, filled)
  }

  /** Goes on after a driver was installed. */
  async installed(database: Database, next: AfterInstall): Promise<void> {
    const registry = await this.readRegistry(false)
    const fresh = registry?.databases.find((d) => d.id === database.id) ?? { ...database, installed: true }
    const { overlay } = this.overlays.store.getState()
    const filled = overlay?.kind === 'offer' ? overlay.filled : undefined
    if (next === 'form') this.show({ kind: 'form', database: fresh, connection: null, filled })
    else if (next === 'sample') await this.sample()
    else await this.connect(next)
  }

  /** Goes on after a connection was saved: to its rows, or back to the list. */
  async saved(connection: Connection, connect: boolean): Promise<void> {
    await this.reload()
    this.select(connection.id)
    if (connect) await this.connect(connection)
    else this.show(null)
  }

  /** Shows the form of a connection, and at its fields why the connection could not be opened. */
  async edit(connection: Connection, failed?: HostError): Promise<void> {
    const registry = this.store.getState().registry ?? (await this.readRegistry(false))
    const database = registry?.databases.find((d) => d.id === connection.driver)
    if (database) this.show({ kind: 'form', database, connection, failed })
    else if (registry) {
      const message = `The driver of ${connection.name} is neither installed nor offered by the registry.`
      this.show({ kind: 'error', title: 'The form cannot be shown', error: toHostError(message), connection: null })
    }
  }

  /** Starts the sample data, offering its driver first where it is missing. */
  async sample(): Promise<void> {
    try {
      const connection = await this.host.call<Connection>('Connections.Sample')
      const registry = this.store.getState().registry ?? (await this.readRegistry(false))
      const database = registry?.databases.find((d) => d.id === connection.driver)
      if (database && !database.installed) this.show({ kind: 'offer', database, next: 'sample' })
      else await this.connect(connection)
    } catch (cause) {
      this.show({ kind: 'error', title: 'The sample data did not start', error: toHostError(cause), connection: null })
    }
  }

  /** Opens a connection; a missing driver is installed on the way. */
  async connect(connection: Connection, anyway = false): Promise<void> {
    const open = this.store.getState().workspaces.find((w) => w.session.connection === connection.id)
    if (open) {
      this.store.setState({ active: open.session.id })
      this.show(null)
      return
    }
    this.#connecting = new AbortController()
    const { signal } = this.#connecting
    this.show({ kind: 'connecting', connection, progress: null })
    const watch = setInterval(() => void this.#watch(connection), 150)
    try {
      const request = { id: connection.id, anyway }
      const late = (opened: SessionInfo) => this.#shut(opened)
      const session = await this.host.call<SessionInfo>('Connections.Open', request, { signal, timeout: 0, late })
      if (session.id === '') this.show({ kind: 'warning', connection, text: session.warning })
      else await this.#enter(session)
    } catch (cause) {
      const error = toHostError(cause)
      if (signal.aborted) this.show(null)
      else if (await this.#askSecrets(connection, error)) return
      else if (error.kind === 'secret') await this.edit(connection, error)
      else this.show({ kind: 'error', title: `${connection.name} could not be opened`, error, connection })
    } finally {
      clearInterval(watch)
    }
  }

  /** Closes a connection that nobody waits for any more. */
  #shut({ id }: SessionInfo): void {
    if (id !== '') void this.host.call('Connections.Close', { session: id }).catch(() => undefined)
  }

  /** Asks for the secrets that a connection lacks; false where that is not why it did not open. */
  async #askSecrets(connection: Connection, cause: unknown): Promise<boolean> {
    const registry = this.store.getState().registry ?? (await this.readRegistry(false))
    const database = registry?.databases.find((d) => d.id === connection.driver)
    const fields = database ? secretsToAsk(database, connection, cause) : []
    if (!database || fields.length === 0) return false
    this.show({ kind: 'secrets', database, connection, fields, reason: toHostError(cause) })
    return true
  }

  /** Opens a saved connection with secrets that were typed. Without a credential store they are kept until Quarry quits. */
  async connectWith(database: Database, connection: Connection, typed: Record<string, string>): Promise<void> {
    const save = (keepForThisRun: boolean) => {
      const draft = draftWithSecrets(database, connection, typed, keepForThisRun)
      return this.host.call<Connection>('Connections.Save', { draft })
    }
    const saved = await save(false).catch((cause) => {
      if (toHostError(cause).kind !== 'keyring') throw cause
      return save(true)
    })
    await this.connect(saved)
  }

  async #watch(connection: Connection): Promise<void> {
    const progress = await this.host
      .call<InstallProgress>('Plugins.Progress', { driver: connection.driver })
      .catch(() => null)
    const { overlay } = this.overlays.store.getState()
    const shown = progress?.running ? progress : null
    if (overlay?.kind === 'connecting' && (shown || overlay.progress)) this.show({ ...overlay, progress: shown })
  }

  cancelConnecting(): void {
    this.#connecting.abort()
  }

  async #enter(session: SessionInfo): Promise<void> {
    const workspace = this.#workspace(await this.#rest(), session)
    this.store.setState((s) => ({ workspaces: [...s.workspaces, workspace], active: session.id }))
    this.show(null)
    void workspace.list()
    void workspace.restore()
    void this.reload()
  }

  #workspace({ Workspace, tabKinds }: Rest, session: SessionInfo): Workspace {
    return new Workspace(this.host, session, { kinds: tabKinds, ask: this.unsaved.ask })
  }

  /** Shows an open connection. */
  enter(workspace: Workspace): void {
    this.store.setState({ active: workspace.session.id })
  }

  /** Shows the list of connections; open ones stay open. */
  home(): void {
    this.store.setState({ active: '' })
  }

  /** Closes open connections and opens them again; gives the first failure. */
  async reopen(sessions: string[]): Promise<HostError | null> {
    const rest = await this.#rest()
    const { host, store } = this
    return rest.reopen({ host, store, workspace: (session) => this.#workspace(rest, session) }, sessions)
  }

  /** Closes a connection, after asking if that would lose work. */
  async disconnect(workspace: Workspace): Promise<void> {
    if (!(await workspace.mayClose('disconnect'))) return
    this.store.setState((s) => ({ workspaces: s.workspaces.filter((w) => w !== workspace), active: '' }))
    await workspace.close()
  }

  async remove(connection: Connection): Promise<void> {
    try {
      await this.host.call('Connections.Delete', { id: connection.id })
      this.show(null)
    } catch (cause) {
      this.show({
        kind: 'error',
        title: `${connection.name} was not deleted`,
        error: toHostError(cause),
        connection: null,
      })
    }
    await this.reload()
  }
}

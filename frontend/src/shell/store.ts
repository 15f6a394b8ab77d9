import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Workspace } from '../features/browse/workspace'
import { draftWithSecrets, secretsToAsk } from '../features/connections/asking'
import { Library, type LibrarySheet } from '../features/connections/library'
import type { SettingsPane } from '../features/settings/panes'
import { Plugins } from '../features/settings/plugins'
import {
  type AppInfo,
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
import { type Theme, type ThemeSwitch, themeOf } from '../lib/theme'
import type { OpenMenu } from './menus'

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
  info: AppInfo | null
  theme: Theme
  connections: Connection[] | null
  groups: ConnectionGroup[]
  notice: string
  /** What is said for a moment, "" for nothing. */
  told: string
  selected: string
  search: string
  registry: Registry | null
  registryError: HostError | null
  overlay: Overlay | null
  menu: OpenMenu | null
  workspaces: Workspace[]
  active: string
}

/** How long something that is said for a moment stands there, in milliseconds. */
export const momentLong = 6000

/** The window: the list of connections, what lies over it, and the open connections. */
export class Shell {
  readonly host: Host
  readonly store: StoreApi<ShellState>
  readonly plugins: Plugins
  readonly library: Library
  readonly #themes: ThemeSwitch
  #connecting = new AbortController()
  #told: ReturnType<typeof setTimeout> | undefined

  constructor(host: Host, themes: ThemeSwitch) {
    this.host = host
    this.plugins = new Plugins(this)
    this.#themes = themes
    this.store = createStore<ShellState>(() => ({
      rest: null,
      info: null,
      theme: themes.theme,
      connections: null,
      groups: [],
      notice: '',
      told: '',
      selected: '',
      search: '',
      registry: null,
      registryError: null,
      overlay: null,
      menu: null,
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
  }

  /** Reads what the window shows first, and the rest of the page when that is on the screen. */
  async start(): Promise<void> {
    await Promise.all([this.#introduce(), this.reload()])
    await painted()
    await this.#rest()
  }

  async #introduce(): Promise<void> {
    const info = await this.host.call<AppInfo>('App.Info').catch(() => null)
    if (!info) return
    this.store.setState({ info })
    document.documentElement.dataset.platform = info.platform === 'mac' ? 'mac' : 'win'
    this.#draw(themeOf(info.theme))
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

  show(overlay: Overlay | null): void {
    this.store.setState(overlay === null ? { overlay } : { overlay, menu: null })
    if (overlay !== null) void this.#rest()
  }

  /** Opens a menu; one that was asked for before its part of the page is here opens when that comes. */
  openMenu(menu: OpenMenu): void {
    this.store.setState({ menu })
    void this.#rest()
  }

  closeMenu(): void {
    this.store.setState({ menu: null })
  }

  select(id: string): void {
    this.store.setState({ selected: id })
  }

  /** Says something for a moment, such as why a command has nothing to act on; "" takes it away. */
  tell(text: string): void {
    clearTimeout(this.#told)
    this.store.setState({ told: text })
    if (text !== '') this.#told = setTimeout(() => this.tell(''), momentLong)
  }

  find(text: string): void {
    this.store.setState({ search: text })
  }

  /** Draws the window in a theme and keeps it for the next start. */
  async setTheme(theme: Theme): Promise<void> {
    this.#draw(theme)
    await this.host.call('App.SetTheme', { theme: theme === 'system' ? '' : theme }).catch(() => undefined)
  }

  #draw(theme: Theme): void {
    this.#themes.choose(theme)
    this.store.setState({ theme })
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
    const { overlay } = this.store.getState()
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
      this.store.setState({ active: open.session.id, overlay: null })
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
    const { overlay } = this.store.getState()
    const shown = progress?.running ? progress : null
    if (overlay?.kind === 'connecting' && (shown || overlay.progress)) this.show({ ...overlay, progress: shown })
  }

  cancelConnecting(): void {
    this.#connecting.abort()
  }

  async #enter(session: SessionInfo): Promise<void> {
    const { Workspace } = await this.#rest()
    const workspace = new Workspace(this.host, session)
    this.store.setState((s) => ({ workspaces: [...s.workspaces, workspace], active: session.id, overlay: null }))
    void workspace.list()
    void workspace.restore()
    void this.reload()
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
    const { reopen } = await this.#rest()
    return reopen(this, sessions)
  }

  async disconnect(workspace: Workspace): Promise<void> {
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

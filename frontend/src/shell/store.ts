import { Registry } from '../commands/registry'
import type { Workspace } from '../features/browse/workspace'
import type { askSecrets } from '../features/connections/asking'
import { SavedConnections } from '../features/connections/saved'
import { type AfterInstall, Drivers } from '../features/drivers/drivers'
import { Exports } from '../features/export/exports'
import { Recent } from '../features/palette/recent'
import type { TabKinds } from '../features/tabs/kinds'
import { UnsavedQuestion } from '../features/tabs/unsaved'
import {
  type Connection,
  type Database,
  type FilledForm,
  type Host,
  type HostError,
  pageId,
  type SessionInfo,
  toHostError,
} from '../host'
import { inWindow } from '../host/window'
import { leaveField } from '../lib/leaveField'
import { pagesHere } from '../lib/pagesHere'
import { painted } from '../lib/painted'
import type { ThemeSwitch } from '../lib/theme'
import { isCovered } from '../ui/covered'
import { FileDialog } from '../window/files'
import { Menus } from '../window/menus'
import { Messages } from '../window/messages'
import { type Cover, eitherOf, Overlays } from '../window/overlays'
import { Platform } from '../window/platform'
import { windowCommands } from './commands'
import { Opening } from './opening'
import type { Overlay } from './overlay'
import { listedCommands } from './paletteCommands'
import { Quitting } from './quitting'
import type { reopen } from './reopen'
import { Workspaces } from './workspaces'

/** The late part of the page, as far as it is needed here. */
export interface LatePart {
  Workspace: typeof Workspace
  reopen: typeof reopen
  tabKinds: TabKinds
  askSecrets: typeof askSecrets
}

/** The window: connects the features and passes each what it needs from the others. */
export class Shell {
  readonly host: Host
  readonly platform: Platform
  readonly messages = new Messages()
  readonly menus = new Menus()
  readonly overlays = new Overlays<Overlay>()
  /** What was used in the palette. */
  readonly recent = new Recent()
  readonly unsaved = new UnsavedQuestion()
  readonly exports: Exports
  /** Everything that can cover the window. */
  readonly commands: Registry
  readonly cover: Cover
  readonly files: FileDialog
  readonly workspaces = new Workspaces(() => void this.drivers.plugins.refresh())
  readonly saved: SavedConnections
  readonly drivers: Drivers
  readonly opening: Opening
  readonly quitting: Quitting
  /** The earlier pages of this window. */
  readonly #pages = pagesHere(pageId, sessionStorage)
  readonly #late: { get(): Promise<LatePart> }

  constructor(host: Host, themes: ThemeSwitch, late: { get(): Promise<LatePart> }) {
    this.host = host
    this.#late = late
    this.platform = new Platform(host, themes)
    this.commands = new Registry({
      mac: () => this.platform.mac,
      covered: () => this.cover.covered || isCovered(document),
      tell: (text) => this.messages.tell(text),
    })
    this.exports = new Exports(host)
    this.cover = [this.unsaved, this.exports].reduce(eitherOf, this.overlays)
    this.files = new FileDialog(host)
    this.saved = new SavedConnections(host, {
      show: (sheet) => this.show(sheet),
      fail: (title, cause) => this.fail(title, cause),
      isOpen: ({ id }) => this.workspaces.of(id) !== undefined,
      connect: (connection) => this.opening.open(connection),
      changed: async ({ id, safeMode }) => this.workspaces.of(id)?.safety.follow(safeMode),
      choose: () => this.drivers.choose(),
      fill: (form) => this.#fill(form),
      sample: (driver) => this.sample(driver),
      settings: () => this.show({ kind: 'settings', pane: 'general' }),
      databases: () => this.drivers.registry.databases(),
    })
    // Opening and using a connection saves details that the list shows.
    this.workspaces.store.subscribe((now, was) => now.active === '' && was.active !== '' && void this.saved.refresh())
    this.drivers = new Drivers(host, {
      show: (sheet) => this.show(sheet),
      tell: (text) => this.messages.tell(text),
      reopen: (sessions) => this.#reopen(sessions),
      proceed: (database, next, filled) => this.#proceed(database, next, filled),
    })
    this.opening = new Opening(host, {
      overlay: () => this.overlays.store.getState().overlay,
      show: (overlay) => this.show(overlay),
      shown: (connection) => this.#shown(connection),
      enter: (session) => this.#enter(session),
      askSecrets: async (connection, cause) => (await this.#late.get()).askSecrets(this.saved, connection, cause),
      edit: (connection, failed) => this.saved.edit(connection, failed),
    })
    this.quitting = new Quitting({
      host,
      workspaces: () => this.workspaces.store.getState().workspaces,
      filledIn: () => this.saved.unsaved,
      asking: () => this.unsaved.covered,
      ask: this.unsaved.ask,
      leaveField: () => leaveField(document),
    })
    const handlers = windowCommands(this)
    this.commands.attach({ scope: 'window', handlers: () => handlers })
    // Anything requested before its part of the page has loaded is drawn once that has loaded.
    this.overlays.store.subscribe(({ overlay }) => overlay !== null && void this.#late.get())
    this.unsaved.subscribe(() => void this.#late.get())
    this.menus.store.subscribe(({ menu }) => menu !== null && void this.#late.get())
  }

  /** Loads what the window shows first, then the late part of the page once that is on the screen. */
  async start(): Promise<void> {
    await Promise.all([this.platform.start(), this.saved.reload()])
    await painted()
    await Promise.all([this.#late.get(), this.drivers.registry.readInstalled()])
  }

  /** The window is focused again: another one may have changed the saved connections. */
  async returned(): Promise<void> {
    if (this.workspaces.store.getState().active === '') await this.saved.refresh()
  }

  /** Shows a sheet or an alert, which closes an open menu; null closes what is open. */
  show(overlay: Overlay | null): void {
    if (overlay !== null) this.menus.close()
    this.overlays.show(overlay)
  }

  /** Shows the palette, with the commands as they are for what has the focus now. */
  showPalette(): void {
    const { activeElement } = document
    const grid = activeElement?.closest('[role=grid]') ?? null
    leaveField(document)
    const focused = document.activeElement === document.body ? (grid ?? activeElement) : document.activeElement
    this.show({ kind: 'palette', commands: listedCommands(this.commands, inWindow()), focused })
  }

  /** Reports that something failed, and why. */
  fail(title: string, cause: unknown): void {
    this.show({ kind: 'error', title, error: toHostError(cause), connection: null })
  }

  /**
   * Starts the sample data of a database, offering its driver first if it is missing. Without an id, the database is the
   * first one whose driver is installed.
   */
  async sample(driver = ''): Promise<void> {
    try {
      const connection = await this.host.call<Connection>('Connections.Sample', { driver })
      const databases = await this.drivers.registry.databases()
      const database = databases?.find((d) => d.id === connection.driver)
      if (database && !database.installed) this.drivers.offer(database, 'sample')
      else await this.opening.open(connection)
    } catch (cause) {
      this.fail('The sample data did not start', cause)
    }
  }

  /** Continues with the database of a form that a URL filled. */
  async #fill(filled: FilledForm): Promise<void> {
    const registry = await this.drivers.registry.read(false)
    const database = registry?.databases.find((d) => d.id === filled.driver)
    if (database) this.drivers.take(database, filled)
  }

  /** Continues with a database whose driver is installed. */
  async #proceed(database: Database, next: AfterInstall, filled?: FilledForm): Promise<void> {
    if (next === 'form') this.show({ kind: 'form', database, connection: null, filled })
    else if (next === 'sample') await this.sample(database.id)
    else await this.opening.open(next)
  }

  /** Closes and reopens a connection, with its tabs; it stays open if the user keeps unfinished work. */
  async reconnect(workspace: Workspace): Promise<void> {
    const failed = await this.#reopen([workspace.session.id])
    const stays = this.workspaces.store.getState().workspaces.includes(workspace)
    if (failed && !stays) this.fail(`${workspace.session.name} was not reopened`, failed)
  }

  #shown(connection: Connection): boolean {
    const open = this.workspaces.of(connection.id)
    if (!open) return false
    this.workspaces.enter(open)
    this.show(null)
    return true
  }

  async #enter(session: SessionInfo): Promise<void> {
    this.workspaces.add(this.#workspace(await this.#late.get(), session))
    this.show(null)
    void this.saved.refresh()
  }

  #workspace({ Workspace, tabKinds }: LatePart, session: SessionInfo): Workspace {
    return new Workspace(this.host, session, {
      kinds: tabKinds,
      ask: this.unsaved.ask,
      exporting: (id) => this.exports.running(id),
      leaveField: () => leaveField(document),
      connectionSaved: () => void this.saved.refresh(),
      ...{ page: pageId, before: this.#pages },
    })
  }

  /** Closes and reopens connections; returns the first failure. */
  async #reopen(sessions: readonly string[]): Promise<HostError | null> {
    const late = await this.#late.get()
    const { host, workspaces } = this
    const workspace = (session: SessionInfo) => this.#workspace(late, session)
    return late.reopen({ host, store: workspaces.store, workspace }, sessions)
  }
}

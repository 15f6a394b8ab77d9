import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  type Database,
  type Host,
  type HostError,
  type InstalledFile,
  type Plugin,
  type PluginList,
  type PluginUse,
  type Registry,
  toHostError,
} from '../../host'
import { Installation } from './installation'
import { updateWords } from './words'

/** What the drivers' pane needs of the window. */
export interface PluginsWindow {
  readonly host: Host
  readRegistry(refresh: boolean): Promise<Registry | null>
  /** Says something for a moment. */
  tell(text: string): void
  /** Closes the connections and opens them again; gives what could not be opened. */
  reopen(sessions: string[]): Promise<HostError | null>
}

/** A package file that was refused. */
export interface Refused {
  path: string
  error: HostError
}

/** What the user is asked. */
export type Question =
  | { kind: 'uninstall'; plugin: Plugin }
  | { kind: 'activate'; plugin: Plugin }
  | { kind: 'file' }
  | { kind: 'address' }
  | null

export interface PluginsState {
  plugins: Plugin[] | null
  error: HostError | null
  checking: boolean
  /** What did not work, by driver. */
  failed: Record<string, HostError>
  /** The drivers with an action in progress. */
  busy: Record<string, boolean>
  installing: Record<string, Installation>
  refused: Refused[]
  ask: Question
}

/** The installed drivers, the actions in progress on them, and the open questions. */
export class Plugins {
  readonly store: StoreApi<PluginsState>
  readonly #window: PluginsWindow
  readonly #host: Host
  #loads = 0

  constructor(window: PluginsWindow) {
    this.#window = window
    this.#host = window.host
    this.store = createStore<PluginsState>(() => ({
      plugins: null,
      error: null,
      checking: false,
      failed: {},
      busy: {},
      installing: {},
      refused: [],
      ask: null,
    }))
  }

  /** Lists the installed drivers, then the registry's, then the updates that follow for the installed ones. */
  async start(): Promise<void> {
    await this.load()
    await this.check(false)
  }

  /** Loads the installed drivers. If several loads overlap, only the result of the latest is shown. */
  async load(): Promise<void> {
    const load = ++this.#loads
    const read = await this.#host.call<PluginList>('Plugins.Installed').then(
      ({ plugins }) => ({ plugins, error: null }),
      (cause) => ({ error: toHostError(cause) }),
    )
    if (load === this.#loads) this.store.setState(read)
  }

  /** Loads the installed drivers again, if they were loaded before: a waiting version may be in use now. */
  async refresh(): Promise<void> {
    if (this.#loads > 0) await this.load()
  }

  /** Reads the registry, again where refresh says so. */
  async check(refresh: boolean): Promise<void> {
    if (this.store.getState().checking) return
    this.store.setState({ checking: true })
    const read = await this.#window.readRegistry(refresh)
    await this.load()
    this.store.setState({ checking: false })
    if (refresh && read) this.#window.tell(updateWords(this.store.getState().plugins ?? []))
  }

  ask(question: Question): void {
    this.store.setState({ ask: question })
  }

  /** Installs or updates a driver from the registry; its progress is that of the installation. */
  async install(database: Database): Promise<void> {
    const { id } = database
    if (this.store.getState().installing[id]) return
    const work = new Installation(this.#host, database, () => this.#changed(id, null))
    this.#put('installing', id, work)
    await work.start()
    this.#put('installing', id, undefined)
    const { error } = work.store.getState()
    if (error) await this.#changed(id, error)
  }

  /** Ends an installation that is under way. */
  stop(id: string): void {
    this.store.getState().installing[id]?.cancel()
  }

  enable(plugin: Plugin, enabled: boolean): Promise<void> {
    return this.#act(plugin.id, () => this.#host.call('Plugins.Enable', { driver: plugin.id, enabled }))
  }

  uninstall(plugin: Plugin): Promise<void> {
    return this.#act(plugin.id, () => this.#host.call('Plugins.Uninstall', { driver: plugin.id }))
  }

  /** Puts the version that waits in place, and opens the connections of the older one again. */
  activate(plugin: Plugin): Promise<void> {
    return this.#act(plugin.id, async () => {
      const { uses } = await this.#host.call<{ uses: PluginUse[] }>('Plugins.Activate', { driver: plugin.id })
      const failed = await this.#window.reopen(uses.map((u) => u.session))
      if (failed) throw failed
    })
  }

  /** Takes notice of a package file that was installed. */
  async took(file: InstalledFile): Promise<void> {
    this.ask(null)
    await this.#changed(file.driver, null)
  }

  /** Keeps a package file that was refused on the screen. */
  refuse(path: string, error: HostError): void {
    const refused = this.store.getState().refused.filter((r) => r.path !== path)
    this.store.setState({ ask: null, refused: [...refused, { path, error }] })
  }

  /** Takes a refused package file off the screen. */
  dismiss(path: string): void {
    this.store.setState((s) => ({ refused: s.refused.filter((r) => r.path !== path) }))
  }

  /** Takes a failure off the screen. */
  forgive(id: string): void {
    this.#put('failed', id, undefined)
  }

  async #act(id: string, work: () => Promise<unknown>): Promise<void> {
    if (this.store.getState().busy[id]) return
    this.store.setState({ ask: null })
    this.#put('busy', id, true)
    const failed = await work().then(
      () => null,
      (cause) => toHostError(cause),
    )
    await this.#changed(id, failed)
    this.#put('busy', id, undefined)
  }

  async #changed(id: string, failed: HostError | null): Promise<void> {
    this.#put('failed', id, failed ?? undefined)
    await this.#window.readRegistry(false)
    await this.load()
  }

  #put<K extends 'failed' | 'busy' | 'installing'>(part: K, id: string, value: PluginsState[K][string] | undefined) {
    this.store.setState((s) => {
      const { [id]: _, ...rest } = s[part]
      return { [part]: value === undefined ? rest : { ...rest, [id]: value } } as Partial<PluginsState>
    })
  }
}

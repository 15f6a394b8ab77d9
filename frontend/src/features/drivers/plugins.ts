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

/** What the drivers' pane needs from the window. */
export interface PluginsWindow {
  readonly host: Host
  readRegistry(refresh: boolean): Promise<Registry | null>
  /** Shows a message for a moment. */
  tell(text: string): void
  /** Reopens the connections; returns the failure of one that could not be opened. */
  reopen(sessions: string[]): Promise<HostError | null>
}

/** A refused package file. */
export interface Refused {
  path: string
  error: HostError
}

/** The question to the user. */
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
  /** The failures, by driver. */
  failed: Record<string, HostError>
  /** The drivers with an action in progress. */
  busy: Record<string, boolean>
  installing: Record<string, Installation>
  refused: Refused[]
  ask: Question
}

/** The installed drivers, the running actions on them, and the open questions. */
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

  /** Lists the installed drivers, then the registry's, then the resulting updates for the installed ones. */
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

  /** Reloads the installed drivers, if they were loaded before: a waiting version may be active. */
  async refresh(): Promise<void> {
    if (this.#loads > 0) await this.load()
  }

  /** Loads the registry; refresh reloads it. */
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

  /** Cancels a running installation. */
  stop(id: string): void {
    this.store.getState().installing[id]?.cancel()
  }

  enable(plugin: Plugin, enabled: boolean): Promise<void> {
    return this.#act(plugin.id, () => this.#host.call('Plugins.Enable', { driver: plugin.id, enabled }))
  }

  uninstall(plugin: Plugin): Promise<void> {
    return this.#act(plugin.id, () => this.#host.call('Plugins.Uninstall', { driver: plugin.id }))
  }

  /** Activates the waiting version, and reopens the connections of the old one. */
  activate(plugin: Plugin): Promise<void> {
    return this.#act(plugin.id, async () => {
      const { uses } = await this.#host.call<{ uses: PluginUse[] }>('Plugins.Activate', { driver: plugin.id })
      const failed = await this.#window.reopen(uses.map((u) => u.session))
      if (failed) throw failed
    })
  }

  /** Handles an installed package file. */
  async took(file: InstalledFile): Promise<void> {
    this.ask(null)
    await this.#changed(file.driver, null)
  }

  /** Shows a refused package file. */
  refuse(path: string, error: HostError): void {
    const refused = this.store.getState().refused.filter((r) => r.path !== path)
    this.store.setState({ ask: null, refused: [...refused, { path, error }] })
  }

  /** Dismisses a refused package file. */
  dismiss(path: string): void {
    this.store.setState((s) => ({ refused: s.refused.filter((r) => r.path !== path) }))
  }

  /** Dismisses a failure. */
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

import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  type CountItem,
  type CountList,
  type Host,
  type HostError,
  type ObjectItem,
  type ObjectList,
  type SessionInfo,
  type SortBy,
  toHostError,
  WatchedHost,
} from '../../host'
import { RequestLog } from '../requests/log'
import { type Kept, KeptTabs, keptOf } from './keptTabs'
import { Link } from './link'
import type { Command } from './shortcuts'
import { Tab } from './tab'

/** The documents of one object: how many, or why that is not known. */
export interface Counted {
  count: string
  error: string
}

export interface WorkspaceState {
  objects: ObjectItem[] | null
  counts: Record<string, Counted>
  notices: string[]
  filter: string
  error: HostError | null
  tabs: Tab[]
  active: string
  sidebar: boolean
  /** What was opened by its name and is kept in the sidebar. */
  named: ObjectItem[]
  /** True while a name is asked for. */
  naming: boolean
}

/** How long objects that come into sight are gathered before they are counted, in milliseconds. */
const together = 20

/** One open connection: its sidebar and its tabs. */
export class Workspace {
  readonly session: SessionInfo
  readonly store: StoreApi<WorkspaceState>
  readonly link: Link
  readonly host: Host
  readonly requests: RequestLog
  readonly #end = new AbortController()
  readonly #asked = new Set<string>()
  readonly #hidden = new Set<string>()
  readonly #shut: string[] = []
  readonly #seen: string[] = []
  readonly #kept: KeptTabs
  /** The tabs that were opened again and not shown yet: they are read when they are. */
  readonly #unread = new Set<string>()
  /** False until the tabs of the last time are there: nothing is kept in their place before. */
  #restored = false
  #next = 0

  constructor(host: Host, session: SessionInfo) {
    this.session = session
    this.link = new Link(host, session.id, () => this.#resume())
    this.host = new WatchedHost(host, (error) => this.link.report(error))
    this.requests = new RequestLog(host, session.id)
    this.store = createStore<WorkspaceState>(() => ({
      objects: null,
      counts: {},
      notices: [...new Set(session.notices)],
      filter: '',
      error: null,
      named: [],
      naming: false,
      tabs: [],
      active: '',
      sidebar: true,
    }))
    this.#kept = new KeptTabs(host, session.id)
    this.store.subscribe((now, was) => {
      if (now.tabs === was.tabs && now.active === was.active && now.named === was.named) return
      this.#keep()
      if (this.#unread.delete(now.active)) void this.current?.open()
    })
  }

  /** Lists the objects. */
  async list(): Promise<void> {
    const { signal } = this.#end
    try {
      const list = await this.host.call<ObjectList>('Grid.Objects', { session: this.session.id }, { signal })
      this.#asked.clear()
      const known = list.objects.filter((o) => o.count !== '')
      for (const o of known) this.#asked.add(o.name)
      this.store.setState((s) => ({
        objects: list.objects,
        counts: { ...s.counts, ...Object.fromEntries(known.map((o) => [o.name, { count: o.count, error: '' }])) },
        notices: this.#unseen([...this.session.notices, ...list.notices]),
        error: null,
      }))
      const seen = list.objects.filter((o) => this.store.getState().counts[o.name] && !this.#asked.has(o.name))
      this.count(seen.map((o) => o.name))
    } catch (cause) {
      if (!signal.aborted) this.store.setState({ error: toHostError(cause) })
    }
  }

  /** Counts the documents of objects that came into sight, once each; those that come together in one call. */
  count(names: string[]): void {
    const wanted = names.filter((name) => !this.#asked.has(name))
    if (wanted.length === 0) return
    for (const name of wanted) this.#asked.add(name)
    if (this.#seen.length === 0) setTimeout(() => void this.#countSeen(), together)
    this.#seen.push(...wanted)
  }

  async #countSeen(): Promise<void> {
    const wanted = this.#seen.splice(0)
    const { signal } = this.#end
    const request = { session: this.session.id, names: wanted }
    try {
      const list = await this.host.call<CountList>('Grid.Counts', request, { signal })
      this.#counted(list.counts)
    } catch (cause) {
      if (signal.aborted) return
      const { message } = toHostError(cause).failure
      this.#counted(wanted.map((name) => ({ name, count: '', error: message })))
      for (const name of wanted) this.#asked.delete(name)
    }
  }

  #counted(counts: CountItem[]): void {
    const found = Object.fromEntries(counts.map(({ name, count, error }) => [name, { count, error }]))
    this.store.setState((s) => ({ counts: { ...s.counts, ...found } }))
  }

  /** Reads the open tab again, and the list of objects where everything is asked for or no tab is open. */
  refresh(everything: boolean): void {
    const { kind } = this.link.store.getState()
    if (kind === 'lost') return this.link.tryNow()
    if (kind === 'stopped') return this.link.ask()
    if (everything || !this.current) void this.list()
    void this.current?.refresh()
  }

  /** Takes the notices away; they do not come again while the connection is open. */
  hideNotices(): void {
    for (const notice of this.store.getState().notices) this.#hidden.add(notice)
    this.store.setState({ notices: [] })
  }

  #unseen(notices: string[]): string[] {
    return [...new Set(notices)].filter((text) => !this.#hidden.has(text))
  }

  #resume(): void {
    void this.list()
    for (const tab of this.store.getState().tabs) tab.resume()
  }

  filter(text: string): void {
    this.store.setState({ filter: text })
  }

  toggleSidebar(): void {
    this.store.setState((s) => ({ sidebar: !s.sidebar }))
  }

  showSidebar(): void {
    this.store.setState({ sidebar: true })
  }

  /** Asks for a name to open, where the engine has any that the sidebar does not show. */
  askName(): void {
    if (this.session.byName !== '') this.store.setState({ naming: true })
  }

  /** Asks for no name any more. */
  stopNaming(): void {
    this.store.setState({ naming: false })
  }

  /** Opens what was found by its name, and keeps it in the sidebar where that is wished. */
  openNamed(object: ObjectItem, keep: boolean): void {
    this.stopNaming()
    const { objects, named } = this.store.getState()
    const known = [...(objects ?? []), ...named].some((o) => o.name === object.name)
    if (keep && !known) this.store.setState({ named: [...named, object] })
    this.open(object.name, true)
    this.current?.focusRows()
  }

  /** Takes a name out of the sidebar. */
  forget(name: string): void {
    this.store.setState((s) => ({ named: s.named.filter((o) => o.name !== name) }))
  }

  /** Closes what lies over the rows of the tab that is shown; where nothing does, it stops reading them. */
  escape(): void {
    if (!this.current?.onEscape?.()) this.current?.stop()
  }

  /** Carries out the command of a shortcut. */
  run(command: Exclude<Command, 'filter'>): void {
    if (typeof command === 'object' && 'view' in command) {
      this.current?.structure.show(command.view)
      return
    }
    if (typeof command === 'object') {
      const tab = this.store.getState().tabs[command.tab - 1]
      if (tab) this.activate(tab.id)
      return
    }
    const acts: Record<Exclude<typeof command, object>, () => void> = {
      refresh: () => this.refresh(false),
      stop: () => this.current?.stop(),
      close: () => this.current && this.closeTab(this.current.id),
      reopen: () => void this.reopen(),
      sidebar: () => this.toggleSidebar(),
      requests: () => this.requests.toggle(),
      next: () => this.step(1),
      previous: () => this.step(-1),
      'page back': () => this.current?.onStep?.(-1),
      'page on': () => this.current?.onStep?.(1),
      'by name': () => this.askName(),
    }
    acts[command]()
  }

  /** Opens an object: in the preview tab, which the next preview replaces, or in a tab that stays. */
  open(object: string, keep: boolean): void {
    const { tabs } = this.store.getState()
    const there = tabs.find((t) => t.store.getState().object === object)
    if (there) {
      if (keep) there.keep()
      this.store.setState({ active: there.id, tabs: [...tabs] })
      return
    }
    const tab = this.#make(object, !keep)
    const preview = tabs.find((t) => t.store.getState().preview)
    preview?.close()
    const rest = tabs.filter((t) => t !== preview)
    this.store.setState({ tabs: [...rest, tab], active: tab.id })
    void tab.open()
  }

  #make(object: string, preview: boolean, sort: SortBy[] = []): Tab {
    this.#next += 1
    const tab = new Tab(this.host, this.session.id, `t${this.#next}`, object, preview, sort)
    tab.store.subscribe((now, was) => now.sort !== was.sort && this.#keep())
    return tab
  }

  /**
   * Opens the tabs of the last time again, or those that are given, to the left of what was opened meanwhile. Only the one that is shown is read;
   * the others are when they are shown.
   */
  async restore(kept?: Kept): Promise<void> {
    return this.#restore(kept ?? (await this.#kept.read()))
  }

  #restore(kept: Kept): void {
    this.#restored = true
    if (this.#end.signal.aborted) return
    const { tabs, active, named } = this.store.getState()
    const names = (kept.named ?? []).filter((k) => !named.some((n) => n.name === k.name))
    if (names.length > 0) {
      const back = names.map(({ name, kind }) => ({ name, kind, size: '', count: '', closed: false }))
      this.store.setState({ named: [...back, ...named] })
    }
    const open = new Set(tabs.map((t) => t.store.getState().object))
    const again = kept.tabs.filter((t) => !open.has(t.object)).map((t) => this.#make(t.object, false, t.sort))
    const shown = again.find((t) => t.store.getState().object === kept.tabs[kept.active]?.object) ?? again[0]
    for (const tab of again) this.#unread.add(tab.id)
    if (again.length > 0) this.store.setState({ tabs: [...again, ...tabs], active: active || (shown?.id ?? '') })
    else if (tabs.length > 0) this.#keep()
  }

  #keep(): void {
    if (!this.#restored) return
    const { tabs, active, named } = this.store.getState()
    this.#kept.keep(tabs, active, named)
  }

  activate(id: string): void {
    this.store.setState({ active: id })
  }

  /** The tab that is shown. */
  get current(): Tab | undefined {
    const { tabs, active } = this.store.getState()
    return tabs.find((t) => t.id === active)
  }

  /** The open tabs, as they can be opened again. */
  get kept(): Kept {
    const { tabs, active, named } = this.store.getState()
    return keptOf(tabs, active, named)
  }

  closeTab(id: string): void {
    const { tabs, active } = this.store.getState()
    const at = tabs.findIndex((t) => t.id === id)
    const tab = tabs[at]
    if (!tab) return
    tab.close()
    this.#shut.push(tab.store.getState().object)
    const rest = tabs.filter((t) => t !== tab)
    const next = rest[Math.min(at, rest.length - 1)]?.id ?? ''
    this.store.setState({ tabs: rest, active: active === id ? next : active })
  }

  /** Opens the tab that was closed last; false where none was. */
  reopen(): boolean {
    const object = this.#shut.pop()
    if (object !== undefined) this.open(object, true)
    return object !== undefined
  }

  /** Goes to the tab that many places on. */
  step(by: number): void {
    const { tabs, active } = this.store.getState()
    const at = tabs.findIndex((t) => t.id === active)
    const next = tabs[(at + by + tabs.length) % tabs.length]
    if (next) this.activate(next.id)
  }

  /** Closes every tab and the connection. */
  async close(): Promise<void> {
    this.#end.abort()
    this.link.close()
    this.requests.close()
    const kept = this.#kept.flush()
    for (const tab of this.store.getState().tabs) tab.close()
    await kept
    await this.host.call('Connections.Close', { session: this.session.id }).catch(() => undefined)
  }
}

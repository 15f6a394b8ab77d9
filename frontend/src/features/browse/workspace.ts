import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  type CountList,
  type Host,
  type HostError,
  type ObjectItem,
  type ObjectList,
  type SessionInfo,
  toHostError,
} from '../../host'
import { Tab } from './tab'

export interface WorkspaceState {
  objects: ObjectItem[] | null
  counts: Record<string, string>
  notices: string[]
  filter: string
  error: HostError | null
  tabs: Tab[]
  active: string
  sidebar: boolean
}

/** One open connection: its sidebar and its tabs. */
export class Workspace {
  readonly session: SessionInfo
  readonly store: StoreApi<WorkspaceState>
  readonly #host: Host
  readonly #end = new AbortController()
  readonly #asked = new Set<string>()
  #next = 0

  constructor(host: Host, session: SessionInfo) {
    this.#host = host
    this.session = session
    this.store = createStore<WorkspaceState>(() => ({
      objects: null,
      counts: {},
      notices: session.notices,
      filter: '',
      error: null,
      tabs: [],
      active: '',
      sidebar: true,
    }))
  }

  /** Lists the objects. */
  async list(): Promise<void> {
    const { signal } = this.#end
    try {
      const list = await this.#host.call<ObjectList>('Grid.Objects', { session: this.session.id }, { signal })
      this.#asked.clear()
      const counts = Object.fromEntries(list.objects.filter((o) => o.count !== '').map((o) => [o.name, o.count]))
      for (const name of Object.keys(counts)) this.#asked.add(name)
      const notices = [...this.session.notices, ...list.notices]
      this.store.setState({ objects: list.objects, counts, notices, error: null })
    } catch (cause) {
      if (!signal.aborted) this.store.setState({ error: toHostError(cause), objects: [] })
    }
  }

  /** Counts the documents of the objects that are seen, once each. */
  async count(names: string[]): Promise<void> {
    const wanted = names.filter((name) => !this.#asked.has(name))
    if (wanted.length === 0) return
    for (const name of wanted) this.#asked.add(name)
    const { signal } = this.#end
    try {
      const list = await this.#host.call<CountList>(
        'Grid.Counts',
        { session: this.session.id, names: wanted },
        { signal },
      )
      const found = Object.fromEntries(list.counts.map((c) => [c.name, c.error === '' ? c.count : '–']))
      this.store.setState((s) => ({ counts: { ...s.counts, ...found } }))
    } catch {
      if (signal.aborted) return
      const unknown = Object.fromEntries(wanted.map((name) => [name, '–']))
      this.store.setState((s) => ({ counts: { ...s.counts, ...unknown } }))
    }
  }

  filter(text: string): void {
    this.store.setState({ filter: text })
  }

  toggleSidebar(): void {
    this.store.setState((s) => ({ sidebar: !s.sidebar }))
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
    this.#next += 1
    const tab = new Tab(this.#host, this.session.id, `t${this.#next}`, object, !keep)
    const preview = tabs.find((t) => t.store.getState().preview)
    preview?.close()
    const rest = tabs.filter((t) => t !== preview)
    this.store.setState({ tabs: [...rest, tab], active: tab.id })
    void tab.open()
  }

  activate(id: string): void {
    this.store.setState({ active: id })
  }

  /** The tab that is shown. */
  get current(): Tab | undefined {
    const { tabs, active } = this.store.getState()
    return tabs.find((t) => t.id === active)
  }

  closeTab(id: string): void {
    const { tabs, active } = this.store.getState()
    const at = tabs.findIndex((t) => t.id === id)
    const tab = tabs[at]
    if (!tab) return
    tab.close()
    const rest = tabs.filter((t) => t !== tab)
    const next = rest[Math.min(at, rest.length - 1)]?.id ?? ''
    this.store.setState({ tabs: rest, active: active === id ? next : active })
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
    for (const tab of this.store.getState().tabs) tab.close()
    await this.#host.call('Connections.Close', { session: this.session.id }).catch(() => undefined)
  }
}

import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  type CountItem,
  type CountList,
  type Host,
  type HostError,
  type ObjectItem,
  type ObjectList,
  type SessionInfo,
  toHostError,
  WatchedHost,
} from '../../host'
import { Drafts, type Found } from '../edits/drafts'
import { Dropping } from '../edits/dropping'
import { RequestLog } from '../requests/log'
import type { KindOfTab, TabKinds } from '../tabs/kinds'
import type { Loss } from '../tabs/loss'
import type { SavedTab, Tab } from '../tabs/tab'
import { type Ask, type Leaving, lossesOf } from '../tabs/unsaved'
import { Link } from './link/link'
import { Safety } from './link/safety'
import { RowsTab } from './rows/rowsTab'
import { Listing } from './sidebar/listing'
import { type Counted, objectNamed } from './sidebar/objects'
import { type SavedTabs, savedOf, TabStore } from './tabs/savedTabs'

export interface WorkspaceState {
  objects: ObjectItem[] | null
  /** How many more objects could be listed if the list is empty, and the message about that. */
  others: number
  empty: string
  counts: Record<string, Counted>
  notices: string[]
  filter: string
  error: HostError | null
  tabs: Tab[]
  active: string
  /** The id of the tab that is being renamed, '' for none. */
  renaming: string
  sidebar: boolean
  /** Objects that were opened by name and kept in the sidebar. */
  named: ObjectItem[]
  /** True while Open by Name is shown. */
  naming: boolean
  /** True while the question about resetting the sample data is shown. */
  resetting: boolean
}

/** What an open connection gets from the window. */
export interface WorkspacePorts {
  /** The kinds of tabs beside the rows of objects. */
  kinds: TabKinds
  /** Asks before closing would lose work. */
  ask: Ask
  /** The objects of a session that are being exported: closing the connection cancels the exports. */
  exporting(session: string): readonly string[]
  /** Commits the text typed in a cell, so that it counts as changed. */
  leaveField(): void
  /** Details of the connection that the connection list shows were saved. */
  connectionSaved(): void
  /** This page, and the earlier pages of this window. */
  page: string
  before: ReadonlySet<string>
}

/** How long objects that become visible are collected before they are counted, in milliseconds. */
const together = 20
/** How long a console's writes are collected before the objects are listed again, in milliseconds. */
export const relistAfter = 500
/**
 * How long it may take until saved documents are counted, in milliseconds: engines make new documents searchable after
 * a second.
 */
export const recountAfter = 1500
/** How many objects one call counts. */
const atOnce = 200
/** How long to wait for unsaved text when tabs close, in milliseconds. */
export const settleWithin = 500

/** One open connection: its sidebar and its tabs. */
export class Workspace {
  readonly session: SessionInfo
  readonly store: StoreApi<WorkspaceState>
  /** Its safe mode, which may change while it is open. */
  readonly safety: Safety
  readonly link: Link
  readonly listing: Listing
  readonly host: Host
  readonly requests: RequestLog
  /** Deletes or empties an object of the connection, after asking. */
  readonly dropping: Dropping
  /** The staged changes of the tabs, stored until they are saved or discarded. */
  readonly drafts: Drafts
  readonly #end = new AbortController()
  readonly #asked = new Set<string>()
  readonly #hidden = new Set<string>()
  /** The closed tabs, the most recent one last. */
  readonly #shut: SavedTab[] = []
  readonly #seen: string[] = []
  readonly #ports: WorkspacePorts
  readonly #saved: TabStore
  /** Tabs of kinds that this version cannot show: they stay saved. */
  #others: SavedTab[] = []
  /** False until the tabs of the last session are restored: nothing overwrites them before. */
  #restored = false
  #next = 0
  #relisting: ReturnType<typeof setTimeout> | undefined
  /** The objects that will soon be counted again. */
  readonly #resized = new Set<string>()
  #recounting: ReturnType<typeof setTimeout> | undefined
  /** A counter of list calls: a response that another call has overtaken is dropped. */
  #lists = 0

  constructor(host: Host, session: SessionInfo, ports: Partial<WorkspacePorts> = {}) {
    this.#ports = {
      kinds: {},
      ask: () => Promise.resolve('stay'),
      exporting: () => [],
      leaveField: () => undefined,
      connectionSaved: () => undefined,
      page: '',
      before: new Set(),
      ...ports,
    }
    this.session = { ...session }
    this.safety = new Safety(host, this.session, () => this.#ports.connectionSaved())
    this.link = new Link(host, session.id, () => this.#resume())
    this.host = new WatchedHost(host, (error) => this.link.report(error))
    this.requests = new RequestLog(host, session.id)
    this.listing = new Listing(host, session.id)
    const { page, before } = this.#ports
    this.drafts = new Drafts({ host, connection: session.connection, page, before })
    this.dropping = new Dropping({
      ...{ host: this.host, session: this.session },
      changed: (name, became) => this.#changed(name, became),
      staged: (name) => this.#stagedIn(name),
    })
    this.listing.store.subscribe((now, was) => {
      if (now.also !== was.also && this.store.getState().objects) void this.list()
      if (now.sort !== was.sort) this.#countAll()
    })
    this.store = createStore<WorkspaceState>(() => ({
      objects: null,
      others: 0,
      empty: '',
      counts: {},
      notices: [...new Set(session.notices)],
      filter: '',
      error: null,
      named: [],
      naming: false,
      resetting: false,
      tabs: [],
      active: '',
      renaming: '',
      sidebar: true,
    }))
    this.#saved = new TabStore(host, session.id, (failed) => {
      for (const tab of this.store.getState().tabs) tab.notSaved?.(failed)
    })
    this.store.subscribe((now, was) => {
      if (now.tabs === was.tabs && now.active === was.active && now.named === was.named) return
      this.current?.show() // before what can wait
      this.#save()
    })
  }

  /** Lists the objects. */
  async list(): Promise<void> {
    const { signal } = this.#end
    this.#lists += 1
    const last = this.#lists
    await this.listing.read()
    const { also } = this.listing.store.getState()
    try {
      const list = await this.host.call<ObjectList>('Grid.Objects', { session: this.session.id, also }, { signal })
      if (last !== this.#lists) return
      if (also !== this.listing.store.getState().also) return this.store.getState().objects ? undefined : this.list()
      this.#asked.clear()
      const known = list.objects.filter((o) => o.count !== '')
      for (const o of known) this.#asked.add(o.name)
      this.store.setState((s) => ({
        objects: list.objects,
        others: list.others,
        empty: list.empty,
        counts: { ...s.counts, ...Object.fromEntries(known.map((o) => [o.name, { count: o.count, error: '' }])) },
        notices: this.#unseen([...this.session.notices, ...list.notices]),
        error: null,
      }))
      const seen = list.objects.filter((o) => this.store.getState().counts[o.name] && !this.#asked.has(o.name))
      this.count(seen.map((o) => o.name))
      this.#countAll()
    } catch (cause) {
      if (!signal.aborted && last === this.#lists) this.store.setState({ error: toHostError(cause) })
    }
  }

  /** Counts the documents of newly visible objects, once each; objects that become visible together share a call. */
  count(names: string[]): void {
    const wanted = names.filter((name) => !this.#asked.has(name))
    if (wanted.length === 0) return
    for (const name of wanted) this.#asked.add(name)
    if (this.#seen.length === 0) setTimeout(() => void this.#countSeen(), together)
    this.#seen.push(...wanted)
  }

  /** Counts an object again after its number of rows changed, along with all others that may share its documents. */
  #recount(name: string): void {
    this.#resized.add(name)
    clearTimeout(this.#recounting)
    this.#recounting = setTimeout(() => this.#countResized(), recountAfter)
  }

  #countResized(): void {
    const { objects, named, counts } = this.store.getState()
    const single = new Set((objects ?? []).filter(({ stands }) => stands === 0).map((o) => o.name))
    const several = [...this.#resized].some((name) => !single.has(name))
    const again = [...(objects ?? []), ...named]
      .map((o) => o.name)
      .filter((name) => counts[name] && (several || !single.has(name) || this.#resized.has(name)))
    this.#resized.clear()
    for (const name of again) this.#asked.delete(name)
    this.count(again)
  }

  /** Counts every object if the order depends on it. */
  #countAll(): void {
    if (this.listing.store.getState().sort !== 'documents') return
    const { objects } = this.store.getState()
    this.count((objects ?? []).filter((o) => !o.closed).map((o) => o.name))
  }

  async #countSeen(): Promise<void> {
    const wanted = this.#seen.splice(0)
    for (let at = 0; at < wanted.length; at += atOnce) await this.#countSome(wanted.slice(at, at + atOnce))
  }

  async #countSome(wanted: string[]): Promise<void> {
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

  /** Refreshes the open tab, and also the list of objects if everything is requested or no tab is open. */
  refresh(everything: boolean): void {
    const { kind } = this.link.store.getState()
    if (kind === 'lost') return this.link.tryNow()
    if (kind === 'stopped') return this.link.ask()
    if (everything || !this.current) void this.list()
    this.current?.refresh()
  }

  /** Dismisses the notices for as long as the connection is open. */
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

  /** Shows Open by Name, if the engine has names that the sidebar does not show. */
  askName(): void {
    if (this.session.byName !== '') this.store.setState({ naming: true })
  }

  /** Asks before resetting the sample data. */
  askReset(): void {
    if (this.session.sample) this.store.setState({ resetting: true })
  }

  /** Closes the question. */
  stopResetting(): void {
    this.store.setState({ resetting: false })
  }

  /** Restores the original sample data, and reloads everything. */
  async resetSample(): Promise<void> {
    await this.host.call('Connections.ResetSample', { session: this.session.id })
    this.stopResetting()
    void this.list()
    for (const tab of this.store.getState().tabs) tab.refresh()
  }

  /** Closes Open by Name. */
  stopNaming(): void {
    this.store.setState({ naming: false })
  }

  /** Opens an object found by name, and keeps it in the sidebar if requested. */
  openNamed(object: ObjectItem, keep: boolean): void {
    this.stopNaming()
    const { named } = this.store.getState()
    const known = this.known.some((o) => o.name === object.name)
    if (keep && !known) this.store.setState({ named: [...named, object] })
    this.open(object.name, true)
    this.rows?.grid.focus()
  }

  /** The objects in the sidebar. */
  get known(): readonly ObjectItem[] {
    const { objects, named } = this.store.getState()
    return [...(objects ?? []), ...named]
  }

  /** The kind of an object, '' if unknown. */
  kindOfObject(name: string): string {
    return this.known.find((o) => o.name === name)?.kind ?? ''
  }

  /**
   * Lists the objects again if a write may have created or deleted one, once for writes in quick succession. Other
   * writes may have changed how many rows an object has.
   */
  #wrote(method: string, path: string): void {
    const [first = '', ...rest] = path.split('/').filter((part) => part !== '')
    const known = this.store
      .getState()
      .objects?.find(({ name }) => name === first || encodeURIComponent(name) === first)
    if (known && (method !== 'DELETE' || rest.length > 0)) return this.#recount(known.name)
    clearTimeout(this.#relisting)
    this.#relisting = setTimeout(() => void this.list(), relistAfter)
  }

  #stagedIn(name: string): number {
    const tabs = this.store.getState().tabs.filter((tab) => objectOf(tab) === name)
    return tabs.reduce((sum, tab) => sum + (tab.face.getState().staged ?? 0), 0)
  }

  /** An object was deleted or emptied, or may have been: its tabs say so and stay open, or are read again. */
  #changed(name: string, became: 'gone' | 'empty' | ''): void {
    void this.list()
    if (became === '') return
    if (became === 'gone') this.forget(name)
    for (const tab of this.store.getState().tabs) {
      if (!(tab instanceof RowsTab) || tab.object !== name) continue
      if (became === 'gone') tab.lose()
      else tab.refresh()
    }
  }

  /** Removes a name from the sidebar. */
  forget(name: string): void {
    this.store.setState((s) => ({ named: s.named.filter((o) => o.name !== name) }))
  }

  /** Closes what covers part of the visible tab or, if nothing does, stops the tab's loading. */
  escape(): void {
    if (!this.current?.escape?.()) this.current?.stop()
  }

  /** Opens an object: in the preview tab, which the next preview replaces, or in a permanent tab. */
  open(object: string, keep: boolean): void {
    const { tabs } = this.store.getState()
    const shows = (tab: Tab | undefined) => objectOf(tab) === object
    const there = shows(this.current) ? this.current : tabs.find(shows)
    if (there) {
      if (keep) this.keepTab(there)
      this.store.setState({ active: there.id, tabs: [...tabs] })
      return
    }
    const tab = this.#make({ kind: 'objects', state: { object } })
    if (!tab) return
    tab.face.setState({ preview: !keep })
    const preview = keep ? undefined : tabs.find((t) => t.face.getState().preview)
    preview?.close()
    this.#show(
      tabs.filter((t) => t !== preview),
      tab,
    )
  }

  /** Opens an object in a new permanent tab, even if it already has one. */
  openAnother(object: string): void {
    const { tabs } = this.store.getState()
    const open = tabs.filter((tab) => objectOf(tab) === object)
    const preview = open.find((tab) => tab.face.getState().preview)
    if (open.length === 0 || preview) this.open(object, true)
    else this.openTab({ kind: 'objects', state: { object } })
  }

  /** Opens an object, in its existing tab or like `open`, and focuses its rows. */
  enter(object: string, another: boolean): void {
    if (another) this.openAnother(object)
    else this.open(object, false)
    this.rows?.grid.focus()
  }

  /** Adds an object to the favourites or removes it. */
  toggleFavourite(name: string): void {
    const { objects, named } = this.store.getState()
    const found = [...(objects ?? []), ...named, ...this.listing.store.getState().favourites].find(
      (o) => o.name === name,
    )
    this.listing.toggle({ name, kind: found?.kind ?? '' })
  }

  /** Opens a permanent tab of any kind; undefined if this window has no such kind. */
  openTab(saved: SavedTab): Tab | undefined {
    const tab = this.#make(saved)
    if (tab) this.#show(this.store.getState().tabs, tab)
    return tab
  }

  /** Keeps a preview open. */
  keepTab(tab: Tab): void {
    tab.face.setState({ preview: false })
  }

  /** Starts renaming a tab, '' for none. */
  renameTab(renaming: string): void {
    this.store.setState({ renaming })
  }

  /** The kind that shows a tab; undefined for a tab with an object. */
  kindOf(tab: Tab): KindOfTab | undefined {
    return kindOf(this.#ports.kinds, tab.kind)
  }

  #show(tabs: readonly Tab[], tab: Tab): void {
    this.store.setState({ tabs: [...tabs, tab], active: tab.id })
  }

  #make(saved: SavedTab): Tab | undefined {
    const id = `t${this.#next + 1}`
    const ports = {
      id,
      host: this.host,
      session: this.session,
      changed: () => this.#save(),
      wrote: (method: string, path: string) => this.#wrote(method, path),
      resized: (name: string) => this.#recount(name),
      openObject: (name: string) => this.open(name, true),
    }
    const tab =
      saved.kind === 'objects'
        ? new RowsTab(ports, saved, this.drafts)
        : kindOf(this.#ports.kinds, saved.kind)?.make(ports, saved)
    if (!tab) return undefined
    this.#next += 1
    // A tab with work is not replaced by the next preview.
    tab.face.subscribe((now, was) => {
      if (now.dirty && now.preview) this.keepTab(tab)
      if (now.title !== was.title) this.store.setState(({ tabs }) => ({ tabs: [...tabs] }))
    })
    return tab
  }

  /**
   * Reopens the tabs of the last session, or the given ones, to the left of tabs opened since. Only the visible tab
   * loads; the others load when they are shown.
   */
  async restore(saved?: SavedTabs): Promise<void> {
    const drafts = this.drafts.read()
    this.#restore(saved ?? (await this.#saved.read()))
    await drafts
    if (this.#end.signal.aborted) return
    for (const found of this.drafts.store.getState().found) if (found.comesBack) this.restoreDraft(found, false)
  }

  /**
   * Stages a stored draft again, in a tab of its object without staged changes, and shows that tab if requested.
   * Anything that is not a draft stays stored.
   */
  restoreDraft(found: Found, show: boolean): void {
    const { tabs, active } = this.store.getState()
    const free = tabs.find((tab) => objectOf(tab) === found.object && !tab.face.getState().dirty)
    const tab = free ?? this.#make({ kind: 'objects', state: { object: found.object } })
    if (!(tab instanceof RowsTab)) return
    if (!tab.restore(found.draft)) return this.drafts.unreadable(found)
    this.drafts.take([found])
    const all = free ? tabs : [...tabs, tab]
    this.store.setState({ tabs: [...all], active: show || active === '' ? tab.id : active })
  }

  #restore(saved: SavedTabs): void {
    this.#restored = true
    if (this.#end.signal.aborted) return
    const { tabs, active, named } = this.store.getState()
    const names = saved.named.filter((k) => !named.some((n) => n.name === k.name))
    if (names.length > 0) {
      const back = names.map(({ name, kind }) => objectNamed(name, kind))
      this.store.setState({ named: [...back, ...named] })
    }
    const open = new Set(tabs.map(objectOf))
    let shown: Tab | undefined
    const again = saved.tabs.flatMap((one, at) => {
      if (one.kind === 'objects' && open.has(one.state.object)) return []
      const tab = this.#make(one)
      if (!tab) this.#others.push(one)
      if (at === saved.active) shown = tab
      return tab ? [tab] : []
    })
    shown ??= again[0]
    if (again.length > 0) this.store.setState({ tabs: [...again, ...tabs], active: active || (shown?.id ?? '') })
    else if (tabs.length > 0) this.#save()
  }

  #save(): void {
    if (this.#restored) this.#saved.save(this.saved)
  }

  activate(id: string): void {
    this.store.setState({ active: id })
  }

  /** The visible tab. */
  get current(): Tab | undefined {
    const { tabs, active } = this.store.getState()
    return tabs.find((t) => t.id === active)
  }

  /** The visible tab, if it shows an object. */
  get rows(): RowsTab | undefined {
    return this.current instanceof RowsTab ? this.current : undefined
  }

  /** The open tabs, as they can be opened again. */
  get saved(): SavedTabs {
    const { tabs, active, named } = this.store.getState()
    return savedOf(tabs, active, named, this.#others)
  }

  /** The complete state of the open tabs. It must not be written to disk. */
  get inMemory(): SavedTabs {
    const { tabs, active, named } = this.store.getState()
    return savedOf(tabs, active, named, this.#others, (tab) => tab.inMemory?.() ?? tab.saved())
  }

  /** Whether a tab has something that is not saved yet. */
  get rests(): boolean {
    return this.store.getState().tabs.some((tab) => tab.rests)
  }

  /** Waits briefly until tabs have processed their unsaved text. */
  settle(tabs: readonly Tab[] = this.store.getState().tabs): Promise<void> {
    return settled(tabs)
  }

  /** What closing the connection would lose. */
  get losses(): Loss[] {
    const objects = this.#ports.exporting(this.session.id)
    const { keeps } = this.drafts.store.getState()
    const losses = lossesOf(this.store.getState().tabs).map((loss): Loss => {
      return keeps && loss.kind === 'changes' && loss.staged ? { ...loss, kept: true } : loss
    })
    return [...losses, ...objects.map((of): Loss => ({ kind: 'export', of }))]
  }

  /** Whether the connection may be closed; asks the user if that would lose work. */
  async mayCloseConnection(why: Leaving): Promise<boolean> {
    this.#ports.leaveField()
    if (this.rests) await this.settle()
    // A reopened connection gets its tabs from memory.
    const losses = this.losses.filter(({ kind }) => kind !== 'text' || why !== 'reopen')
    const answer = losses.length === 0 ? 'leave' : await this.#ports.ask({ why, losses })
    if (answer === 'save' && !(await this.saveChanges())) return false
    if (answer !== 'stay') this.leaveDrafts(answer === 'discard')
    return answer !== 'stay'
  }

  /** The connection closes: staged changes are restored with it, or discarded. */
  leaveDrafts(discards: boolean): void {
    if (discards) this.drafts.clear()
    else this.drafts.keep()
  }

  /** Closes tabs, after asking if that would lose work. */
  closeTabs(tabs: readonly Tab[]): void {
    this.#ports.leaveField()
    if (tabs.some((tab) => tab.rests)) void this.settle(tabs).then(() => this.#askThenShut(tabs))
    else this.#askThenShut(tabs)
  }

  #askThenShut(tabs: readonly Tab[]): void {
    const losses = lossesOf(tabs)
    if (losses.length === 0) return this.#shutTabs(tabs)
    void this.#ports.ask({ why: 'close', losses }).then(async (answer) => {
      if (answer === 'stay' || (answer === 'save' && !(await this.saveChanges(tabs)))) return
      this.#shutTabs(tabs)
    })
  }

  /** Shows the tab with changes and saves them; false if anything is left, such as requests to confirm. */
  async saveChanges(tabs: readonly Tab[] = this.store.getState().tabs): Promise<boolean> {
    const tab = tabs.find((one) => one.losses().some(({ kind }) => kind === 'changes'))
    if (!tab?.saveChanges) return tab === undefined
    this.activate(tab.id)
    return tab.saveChanges()
  }

  closeTab(id: string): void {
    this.closeTabs(this.store.getState().tabs.filter((tab) => tab.id === id))
  }

  #shutTabs(closing: readonly Tab[]): void {
    for (const tab of closing) {
      const { tabs, active } = this.store.getState()
      const at = tabs.indexOf(tab)
      if (at < 0) continue
      this.#shutTab(tab)
      const rest = tabs.filter((t) => t !== tab)
      const next = rest[Math.min(at, rest.length - 1)]?.id ?? ''
      this.store.setState({ tabs: rest, active: active === tab.id ? next : active })
    }
  }

  /** Closes a tab, which can be reopened as it was: its unsaved text is processed first. */
  #shutTab(tab: Tab): void {
    if (tab instanceof RowsTab) this.drafts.drop(tab.object, tab.id)
    const kept = () => tab.inMemory?.() ?? tab.saved()
    const saved = kept()
    if (saved) this.#shut.push(saved)
    if (!tab.settle) return tab.close()
    tab.stop()
    void settled([tab]).then(() => {
      const at = saved ? this.#shut.indexOf(saved) : -1
      const last = kept()
      if (last && at >= 0) this.#shut[at] = last
      tab.close()
    })
  }

  get canReopen(): boolean {
    return this.#shut.length > 0
  }

  /** Reopens the last closed tab; false if there is none. */
  reopen(): boolean {
    const saved = this.#shut.pop()
    if (!saved) return false
    const { tabs } = this.store.getState()
    const object = saved.kind === 'objects' ? saved.state.object : undefined
    if (object !== undefined && tabs.some((tab) => objectOf(tab) === object)) this.open(object, true)
    else this.openTab(saved)
    return true
  }

  /** Moves to the tab that many positions further. */
  step(by: number): void {
    const { tabs, active } = this.store.getState()
    const at = tabs.findIndex((t) => t.id === active)
    const next = tabs[(at + by + tabs.length) % tabs.length]
    if (next) this.activate(next.id)
  }

  /** Saves the open tabs immediately, and everything that they still have to save. */
  async flush(): Promise<void> {
    const { tabs } = this.store.getState()
    const layouts = tabs.map((tab) => tab instanceof RowsTab && tab.columns.flush())
    // Staged changes do not wait until tabs have processed their texts: the window may be gone by then.
    await Promise.all([this.drafts.flush(), ...layouts, settled(tabs).then(() => this.#saved.flush())])
  }

  /** Closes every tab and the connection. */
  async close(): Promise<void> {
    this.#end.abort()
    clearTimeout(this.#relisting)
    clearTimeout(this.#recounting)
    this.link.close()
    this.requests.close()
    this.dropping.close()
    const { tabs } = this.store.getState()
    for (const tab of tabs) tab.stop()
    await this.flush()
    for (const tab of tabs) tab.close()
    await this.host.call('Connections.Close', { session: this.session.id }).catch(() => undefined)
  }
}

/** Waits briefly until tabs have processed their unsaved text. */
async function settled(tabs: readonly Tab[]): Promise<void> {
  const work = Promise.all(tabs.map((tab) => tab.settle?.()))
  let late: ReturnType<typeof setTimeout> | undefined
  await Promise.race([work, new Promise((resolve) => (late = setTimeout(resolve, settleWithin)))])
  clearTimeout(late)
}

/** The object of a tab, undefined for other kinds of tabs. */
function objectOf(tab: Tab | undefined): string | undefined {
  return tab instanceof RowsTab ? tab.object : undefined
}

function kindOf(kinds: TabKinds, kind: string): KindOfTab | undefined {
  return Object.hasOwn(kinds, kind) ? kinds[kind as keyof TabKinds] : undefined
}

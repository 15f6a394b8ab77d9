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
  /** How many more objects could be listed where none is, and the message about that. */
  others: number
  empty: string
  counts: Record<string, Counted>
  notices: string[]
  filter: string
  error: HostError | null
  tabs: Tab[]
  active: string
  /** The id of the tab whose name is being typed, '' for none. */
  renaming: string
  sidebar: boolean
  /** What was opened by its name and is kept in the sidebar. */
  named: ObjectItem[]
  /** True while a name is asked for. */
  naming: boolean
  /** True while it is asked whether the sample data is to be restored. */
  resetting: boolean
}

/** What an open connection gets from the window. */
export interface WorkspacePorts {
  /** The kinds of tabs beside the rows of objects. */
  kinds: TabKinds
  /** Asks before leaving would lose work. */
  ask: Ask
  /** The objects of a session that are being exported: closing the connection cancels that. */
  exporting(session: string): readonly string[]
  /** Ends the typing in a cell, so that it counts as changed. */
  leaveField(): void
  /** Something was saved with the connection that the list of connections shows. */
  connectionSaved(): void
  /** The page, and those that were shown in this window before it. */
  page: string
  before: ReadonlySet<string>
}

/** How long objects that come into sight are gathered before they are counted, in milliseconds. */
const together = 20
/** How long writes of a console are gathered before the objects are listed again, in milliseconds. */
export const relistAfter = 500
/**
 * How long an engine may take to count saved documents, in milliseconds: new documents become searchable after a
 * second.
 */
export const recountAfter = 1500
/** How many objects are counted by one call. */
const atOnce = 200
/** How long what rests in tabs is waited for when these close, in milliseconds. */
export const settleWithin = 500

/** One open connection: its sidebar and its tabs. */
export class Workspace {
  readonly session: SessionInfo
  readonly store: StoreApi<WorkspaceState>
  /** Its safe mode, which can change while it is open. */
  readonly safety: Safety
  readonly link: Link
  readonly listing: Listing
  readonly host: Host
  readonly requests: RequestLog
  /** Deletes an object of the connection, after asking. */
  readonly dropping: Dropping
  /** What is staged in the tabs, stored until it is saved or discarded. */
  readonly drafts: Drafts
  readonly #end = new AbortController()
  readonly #asked = new Set<string>()
  readonly #hidden = new Set<string>()
  /** The tabs that were closed, the last one last. */
  readonly #shut: SavedTab[] = []
  readonly #seen: string[] = []
  readonly #ports: WorkspacePorts
  readonly #saved: TabStore
  /** Tabs of kinds that this version cannot show: they stay saved. */
  #others: SavedTab[] = []
  /** False until the tabs of the last time are there: nothing is saved in their place before. */
  #restored = false
  #next = 0
  #relisting: ReturnType<typeof setTimeout> | undefined
  /** The objects that are counted again after a while. */
  readonly #resized = new Set<string>()
  #recounting: ReturnType<typeof setTimeout> | undefined
  /** How often the objects were listed: an answer that another call overtook is dropped. */
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
      changed: (name, gone) => this.#changed(name, gone),
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

  /** Counts the documents of objects that came into sight, once each; those that come together in one call. */
  count(names: string[]): void {
    const wanted = names.filter((name) => !this.#asked.has(name))
    if (wanted.length === 0) return
    for (const name of wanted) this.#asked.add(name)
    if (this.#seen.length === 0) setTimeout(() => void this.#countSeen(), together)
    this.#seen.push(...wanted)
  }

  /** Counts an object again after its rows became more or fewer, with all others that may be made of the same documents. */
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

  /** Counts every object where that decides their order. */
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

  /** Reads the open tab again, and the list of objects where everything is asked for or no tab is open. */
  refresh(everything: boolean): void {
    const { kind } = this.link.store.getState()
    if (kind === 'lost') return this.link.tryNow()
    if (kind === 'stopped') return this.link.ask()
    if (everything || !this.current) void this.list()
    this.current?.refresh()
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

  /** Asks whether the sample data is to be restored. */
  askReset(): void {
    if (this.session.sample) this.store.setState({ resetting: true })
  }

  /** Closes the question. */
  stopResetting(): void {
    this.store.setState({ resetting: false })
  }

  /** Restores the original sample data, and reads everything again. */
  async resetSample(): Promise<void> {
    await this.host.call('Connections.ResetSample', { session: this.session.id })
    this.stopResetting()
    void this.list()
    for (const tab of this.store.getState().tabs) tab.refresh()
  }

  /** Asks for no name any more. */
  stopNaming(): void {
    this.store.setState({ naming: false })
  }

  /** Opens an object found by its name, and keeps it in the sidebar if asked. */
  openNamed(object: ObjectItem, keep: boolean): void {
    this.stopNaming()
    const { named } = this.store.getState()
    const known = this.known.some((o) => o.name === object.name)
    if (keep && !known) this.store.setState({ named: [...named, object] })
    this.open(object.name, true)
    this.rows?.grid.focus()
  }

  /** The objects that the sidebar has. */
  get known(): readonly ObjectItem[] {
    const { objects, named } = this.store.getState()
    return [...(objects ?? []), ...named]
  }

  /** What an object is, '' where that is not known. */
  kindOfObject(name: string): string {
    return this.known.find((o) => o.name === name)?.kind ?? ''
  }

  /**
   * Lists the objects again if a write can have made or deleted one; writes that come together do so once. Others may have
   * changed how many rows an object has.
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

  /** An object was deleted, or may have been: tabs that show it say so and stay open. */
  #changed(name: string, gone: boolean): void {
    void this.list()
    if (!gone) return
    this.forget(name)
    for (const tab of this.store.getState().tabs) if (tab instanceof RowsTab && tab.object === name) tab.lose()
  }

  /** Takes a name out of the sidebar. */
  forget(name: string): void {
    this.store.setState((s) => ({ named: s.named.filter((o) => o.name !== name) }))
  }

  /** Closes what covers a part of the tab that is shown; if nothing does, it stops what the tab reads. */
  escape(): void {
    if (!this.current?.escape?.()) this.current?.stop()
  }

  /** Opens an object: in the preview tab, which the next preview replaces, or in a tab that stays beside a preview. */
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

  /** Opens an object in a tab that stays: one more where it is open in such a tab already. */
  openAnother(object: string): void {
    const { tabs } = this.store.getState()
    const open = tabs.filter((tab) => objectOf(tab) === object)
    const preview = open.find((tab) => tab.face.getState().preview)
    if (open.length === 0 || preview) this.open(object, true)
    else this.openTab({ kind: 'objects', state: { object } })
  }

  /** Opens an object, in its own tab or as `open` does, and focuses its rows. */
  enter(object: string, another: boolean): void {
    if (another) this.openAnother(object)
    else this.open(object, false)
    this.rows?.grid.focus()
  }

  /** Makes an object a favourite or no longer one. */
  toggleFavourite(name: string): void {
    const { objects, named } = this.store.getState()
    const found = [...(objects ?? []), ...named, ...this.listing.store.getState().favourites].find(
      (o) => o.name === name,
    )
    this.listing.toggle({ name, kind: found?.kind ?? '' })
  }

  /** Opens a tab of any kind that stays; undefined if this window has no such kind. */
  openTab(saved: SavedTab): Tab | undefined {
    const tab = this.#make(saved)
    if (tab) this.#show(this.store.getState().tabs, tab)
    return tab
  }

  /** Keeps a preview open. */
  keepTab(tab: Tab): void {
    tab.face.setState({ preview: false })
  }

  /** Asks for another name of a tab, '' for none. */
  renameTab(renaming: string): void {
    this.store.setState({ renaming })
  }

  /** How a tab is shown; undefined for one that shows an object. */
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
    // What holds work is not replaced by the next preview.
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
   * Stages a stored draft again, in a tab of its object without staged changes, and shows that tab if asked. Anything
   * that is not a draft stays stored.
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

  /** The tab that is shown. */
  get current(): Tab | undefined {
    const { tabs, active } = this.store.getState()
    return tabs.find((t) => t.id === active)
  }

  /** The tab that is shown, if it shows an object. */
  get rows(): RowsTab | undefined {
    return this.current instanceof RowsTab ? this.current : undefined
  }

  /** The open tabs, as they can be opened again. */
  get saved(): SavedTabs {
    const { tabs, active, named } = this.store.getState()
    return savedOf(tabs, active, named, this.#others)
  }

  /** The open tabs with all that they have now. It must not be written to disk. */
  get inMemory(): SavedTabs {
    const { tabs, active, named } = this.store.getState()
    return savedOf(tabs, active, named, this.#others, (tab) => tab.inMemory?.() ?? tab.saved())
  }

  /** Whether something rests in a tab that is not saved yet. */
  get rests(): boolean {
    return this.store.getState().tabs.some((tab) => tab.rests)
  }

  /** Waits until tabs have looked at what rests in them, but not for long. */
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

  /** Whether the connection may be closed: the user is asked if that would lose work. */
  async mayCloseConnection(why: Leaving): Promise<boolean> {
    this.#ports.leaveField()
    if (this.rests) await this.settle()
    // A connection that is opened again at once gets its tabs from memory.
    const losses = this.losses.filter(({ kind }) => kind !== 'text' || why !== 'reopen')
    const answer = losses.length === 0 ? 'leave' : await this.#ports.ask({ why, losses })
    if (answer === 'save' && !(await this.saveChanges())) return false
    if (answer !== 'stay') this.leaveDrafts(answer === 'discard')
    return answer !== 'stay'
  }

  /** The connection is closed: staged changes come back with it, or are discarded. */
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

  /** Shows the tab that has changes and saves them; false if something of them is left, such as requests to confirm. */
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

  /** Closes a tab, which can be opened again as it was left: what rests in it is looked at first. */
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

  /** Opens the tab that was closed last; false where none was. */
  reopen(): boolean {
    const saved = this.#shut.pop()
    if (!saved) return false
    const { tabs } = this.store.getState()
    const object = saved.kind === 'objects' ? saved.state.object : undefined
    if (object !== undefined && tabs.some((tab) => objectOf(tab) === object)) this.open(object, true)
    else this.openTab(saved)
    return true
  }

  /** Goes to the tab that many places on. */
  step(by: number): void {
    const { tabs, active } = this.store.getState()
    const at = tabs.findIndex((t) => t.id === active)
    const next = tabs[(at + by + tabs.length) % tabs.length]
    if (next) this.activate(next.id)
  }

  /** Saves the open tabs at once, and everything that they still have to save. */
  async flush(): Promise<void> {
    const { tabs } = this.store.getState()
    const layouts = tabs.map((tab) => tab instanceof RowsTab && tab.columns.flush())
    // What is staged does not wait until tabs have looked at their texts: the window may be gone by then.
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

/** Waits until tabs have looked at what rests in them, but not for long. */
async function settled(tabs: readonly Tab[]): Promise<void> {
  const work = Promise.all(tabs.map((tab) => tab.settle?.()))
  let late: ReturnType<typeof setTimeout> | undefined
  await Promise.race([work, new Promise((resolve) => (late = setTimeout(resolve, settleWithin)))])
  clearTimeout(late)
}

/** The object that a tab shows, undefined for one of another kind. */
function objectOf(tab: Tab | undefined): string | undefined {
  return tab instanceof RowsTab ? tab.object : undefined
}

function kindOf(kinds: TabKinds, kind: string): KindOfTab | undefined {
  return Object.hasOwn(kinds, kind) ? kinds[kind as keyof TabKinds] : undefined
}

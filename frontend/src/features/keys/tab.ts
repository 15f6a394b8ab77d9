import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  copySecret,
  type Host,
  HostError,
  type KeyInfo,
  type KeyList,
  type KeyOutcome,
  type KeyPlan,
  type Kind,
  type ObjectList,
  type SessionInfo,
  toHostError,
} from '../../host'
import { type Loss, sendingLosses } from '../tabs/loss'
import type { SavedTab, Tab, TabState } from '../tabs/tab'
import { type Adding, isSafe, type Made, newKey, requestOf, whyNotYet } from './adding'
import { Scoping } from './scoping'
import { keyWords, words } from './words'

/** What the list of keys needs from its connection. */
export interface KeysPorts {
  /** The id of the tab. */
  readonly id: string
  readonly host: Host
  readonly session: Pick<SessionInfo, 'id' | 'name' | 'safeMode'>
}

/** A key to delete, and the request for it. */
export interface Deletion {
  key: KeyInfo
  plan: KeyPlan
}

/** What became of a request, if it needs to be said. */
export interface Said {
  title: string
  error: HostError | null
}

export interface KeysState {
  /** The keys as they were loaded last. */
  list: KeyList | null
  /** Why the last load failed; the list stays as it was. */
  error: HostError | null
  reading: boolean
  filter: string
  /** The id of the selected key, '' for none. */
  chosen: string
  adding: Adding | null
  /** The names that a new key can be limited to, as far as they are known. */
  names: readonly string[]
  made: Made | null
  scoping: Scoping | null
  deletion: Deletion | null
  said: Said | null
}

/** The failures after which it is certain that nothing was sent. */
const unsent: readonly Kind[] = ['refused', 'unsupported', 'invalid', 'not-found']

/** The keys of a server. Neither the tab nor anything that is saved for it contains the value of a key. */
export class KeysTab implements Tab {
  readonly id: string
  readonly kind = 'keys'
  readonly session: KeysPorts['session']
  readonly face: StoreApi<TabState>
  readonly store: StoreApi<KeysState>
  readonly #host: Host
  readonly #end = new AbortController()
  #reading: AbortController | null = null

  constructor({ id, host, session }: KeysPorts) {
    this.id = id
    this.session = session
    this.#host = host
    this.face = createStore<TabState>(() => ({ title: words.title, preview: false, dirty: false, sending: false }))
    this.store = createStore<KeysState>(() => ({
      list: null,
      error: null,
      reading: false,
      filter: '',
      chosen: '',
      adding: null,
      names: [],
      made: null,
      scoping: null,
      deletion: null,
      said: null,
    }))
  }

  show(): void {
    const { list, error } = this.store.getState()
    if (!list && !error) void this.#read()
  }

  refresh(): void {
    void this.#read()
  }

  resume(): void {
    this.refresh()
  }

  stop(): void {
    if (!this.#reading) return
    this.#reading.abort()
    this.#reading = null
    const { list } = this.store.getState()
    this.store.setState({ reading: false, error: list ? null : toHostError(cancelled) })
  }

  setFilter(filter: string): void {
    this.store.setState({ filter })
  }

  choose(id: string): void {
    this.store.setState({ chosen: id })
  }

  /** The selected key, undefined for none. */
  get chosen(): KeyInfo | undefined {
    const { list, chosen } = this.store.getState()
    return list?.keys.find(({ id }) => id === chosen)
  }

  /** Why nothing can be written now, '' if it can. */
  reasonNot(): string {
    if (this.session.safeMode === 'read-only') return words.readOnly
    if (this.face.getState().sending) return words.sending
    return this.store.getState().list ? '' : words.notLoaded
  }

  /** Why the selected key cannot be deleted, '' if it can. */
  reasonNotDeleted(): string {
    return this.reasonNot() || (this.chosen ? '' : words.noKey)
  }

  /** Why no key can be edited. */
  reasonNotEdited(): string {
    const { list } = this.store.getState()
    return list ? `${list.fixedTitle} ${list.fixedText}` : words.notLoaded
  }

  /** What keys are limited to. */
  get places(): string {
    return this.store.getState().list?.form.places ?? ''
  }

  /** Shows the sheet that adds a key. */
  openAdding(): void {
    if (this.reasonNot() !== '') return
    this.store.setState({ adding: newKey(), said: null })
    void this.#readNames()
  }

  /** Changes the form of a new key. A request that was shown before is out of date. */
  change(part: Partial<Pick<Adding, 'name' | 'places' | 'expiry' | 'actions'>>): void {
    this.#changeAdding({ ...part, plan: null, error: null })
  }

  /** Why the key that was typed cannot be added, '' if it can. */
  reasonNotAdded(): string {
    const { adding, list } = this.store.getState()
    return this.reasonNot() || (adding && list ? whyNotYet(list.form, adding) : '')
  }

  /** Shows the request that adds a key, without sending it. Returns it, undefined if it is not the one to send. */
  async previewAdding(): Promise<KeyPlan | undefined> {
    const { adding, list } = this.store.getState()
    if (!adding || !list || this.reasonNotAdded() !== '') return undefined
    try {
      const plan = await this.#plan(requestOf(list.form, adding))
      if (this.store.getState().adding !== adding) return undefined
      this.#changeAdding({ plan, error: null })
      return plan
    } catch (cause) {
      if (this.store.getState().adding === adding) this.#changeAdding({ error: toHostError(cause) })
      return undefined
    }
  }

  /** Sends the request that adds a key, once. If writes are to be confirmed, it is shown first. */
  async add(): Promise<void> {
    const shown = this.store.getState().adding?.plan
    if (this.reasonNotAdded() !== '') return
    const plan = shown ?? (await this.previewAdding())
    const { adding, list } = this.store.getState()
    if (!plan || !adding || !list || this.face.getState().sending) return
    if (!shown && this.session.safeMode !== 'off') return
    const { outcome, error, id, value } = await this.#send(plan)
    const { name, places, expires } = requestOf(list.form, adding)
    if (value !== '') {
      const made: Made = { id, value, name, places: places.join(', '), expires, copied: '', saved: false }
      this.store.setState({ adding: null, made })
    } else if (outcome === 'refused') return this.#changeAdding({ plan: null, error })
    else {
      this.store.setState({ adding: null })
      this.#say(words.maybeAdded, error)
    }
    void this.#read()
  }

  /** Discards what was typed. What is being sent goes on. */
  closeAdding(): void {
    if (this.face.getState().sending) return
    this.store.setState({ adding: null })
    this.#drop()
  }

  /** Copies the value of the new key. */
  async copyValue(): Promise<void> {
    const { made } = this.store.getState()
    if (!made) return
    this.#changeMade({ copied: await copySecret(this.#host, made.value) })
  }

  /** Notes whether the user has saved the value of the new key. */
  setSaved(saved: boolean): void {
    this.#changeMade({ saved })
  }

  /** Forgets the value of the new key, if it was copied or saved. */
  closeMade(): void {
    const { made } = this.store.getState()
    if (made && isSafe(made)) this.store.setState({ made: null })
  }

  /** Why no key can be derived, '' if one can. That changes nothing on the server. */
  reasonNotScoped(): string {
    const { list } = this.store.getState()
    if (!list) return words.notLoaded
    return list.scope ? '' : words.noScope
  }

  /** Shows the sheet that derives a key from another one. */
  openScoping(): void {
    const { list } = this.store.getState()
    if (!list?.scope) return
    this.store.setState({ scoping: new Scoping(this.#host, this.session.id, list.scope, list.keys) })
  }

  /** Forgets what was typed and derived. */
  closeScoping(): void {
    this.store.getState().scoping?.close()
    this.store.setState({ scoping: null })
  }

  /** Shows the request that deletes the selected key, without sending it. */
  async askDeletion(): Promise<void> {
    const key = this.chosen
    if (!key || this.reasonNot() !== '') return
    this.store.setState({ said: null })
    try {
      const plan = await this.#plan({ delete: key.id })
      if (!this.#end.signal.aborted) this.store.setState({ deletion: { key, plan } })
    } catch (cause) {
      this.#say(words.notDeleted(keyWords(key)), toHostError(cause))
    }
  }

  /** Leaves the key alone. */
  dismissDeletion(): void {
    this.store.setState({ deletion: null })
    this.#drop()
  }

  /** Sends the request that was shown, once. */
  async confirmDeletion(): Promise<void> {
    const { deletion } = this.store.getState()
    if (!deletion || this.face.getState().sending) return
    const key = keyWords(deletion.key)
    this.store.setState({ deletion: null })
    const { outcome, error } = await this.#send(deletion.plan)
    if (outcome === 'done') this.#say(words.deleted(key), null)
    else this.#say(outcome === 'refused' ? words.notDeleted(key) : words.maybeDeleted(key), error)
    void this.#read()
  }

  /** Dismisses what was said. */
  forget(): void {
    this.store.setState({ said: null })
  }

  losses(): Loss[] {
    const { made } = this.store.getState()
    const { title } = this.face.getState()
    const isLost = made !== null && !isSafe(made)
    return [
      ...sendingLosses(this.face.getState()),
      ...(isLost ? [{ kind: 'text', of: title, reason: 'once' } as const] : []),
    ]
  }

  close(): void {
    this.#end.abort()
    this.#reading?.abort()
    this.#reading = null
    this.closeScoping()
    this.store.setState({ adding: null, made: null })
    this.#drop()
  }

  saved(): SavedTab {
    return { kind: this.kind, state: {} }
  }

  #changeAdding(part: Partial<Adding>): void {
    this.store.setState(({ adding }) => ({ adding: adding && { ...adding, ...part } }))
  }

  #changeMade(part: Partial<Made>): void {
    this.store.setState(({ made }) => ({ made: made && { ...made, ...part } }))
  }

  #say(title: string, error: HostError | null): void {
    if (!this.#end.signal.aborted) this.store.setState({ said: { title, error } })
  }

  /** Loads the list. A late response is dropped. */
  async #read(): Promise<void> {
    if (this.#end.signal.aborted) return
    this.#reading?.abort()
    const reading = new AbortController()
    this.#reading = reading
    this.store.setState({ reading: true })
    try {
      const { signal } = reading
      const list = await this.#host.call<KeyList>('Keys.List', { session: this.session.id }, { signal })
      if (this.#reading !== reading) return
      this.store.setState({ list, error: null })
    } catch (cause) {
      if (this.#reading !== reading) return
      this.store.setState({ error: toHostError(cause) })
    }
    this.#reading = null
    this.store.setState({ reading: false })
  }

  /** Loads the names that a key can be limited to. They are only suggestions: a failure leaves the former ones. */
  async #readNames(): Promise<void> {
    try {
      const request = { session: this.session.id, also: true }
      const { objects } = await this.#host.call<ObjectList>('Grid.Objects', request, { signal: this.#end.signal })
      this.store.setState({ names: objects.map(({ name }) => name) })
    } catch {
      // the names can be typed
    }
  }

  #plan(request: object): Promise<KeyPlan> {
    const whole = { delete: '', name: '', places: [], actions: [], expires: '', ...request }
    return this.#call<KeyPlan>('Keys.Plan', whole, { signal: this.#end.signal })
  }

  /** Sends a request that was shown. It never fails: without a response, the outcome is unknown. */
  async #send({ digest }: KeyPlan): Promise<Omit<KeyOutcome, 'error'> & { error: HostError | null }> {
    this.face.setState({ sending: true })
    try {
      const outcome = await this.#call<KeyOutcome>('Keys.Send', { digest }, { timeout: 0 })
      return { ...outcome, error: outcome.error && new HostError(outcome.error) }
    } catch (cause) {
      const error = toHostError(cause)
      return { outcome: unsent.includes(error.kind) ? 'refused' : 'unknown', error, id: '', value: '' }
    } finally {
      this.face.setState({ sending: false })
    }
  }

  #drop(): void {
    void this.#call('Keys.Drop', {}).catch(() => undefined) // the session may be closed
  }

  #call<R>(method: string, request: object, options = {}): Promise<R> {
    return this.#host.call<R>(method, { session: this.session.id, tab: this.id, ...request }, options)
  }
}

const cancelled = `{"kind":"cancelled","message":${JSON.stringify(words.notRead)}}`

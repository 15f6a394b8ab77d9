import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  type Connection,
  type Database,
  type FilledForm,
  type FilledForms,
  type Host,
  type HostAllowed,
  type HostError,
  type PolicyInfo,
  type TestReport,
  type TLSReport,
  toHostError,
} from '../../host'
import { draftOf, type FormValues, formOf, lackingWords, missing, newForm, tabOf } from './form'
import { type HeaderRow, headerSecret, isHeaderSecret, withRow } from './headers'
import { sheetWords } from './sheetWords'
import { isPastedCloudID, isPastedURL, takenReport, withFilled } from './url'
import { words } from './words'

/** How a test or a save went. */
export type Outcome = { report: TestReport } | { error: HostError } | null

export interface EditorState {
  form: FormValues
  tab: string
  outcome: Outcome
  busy: '' | 'test' | 'save'
  /** Set while there is no credential store and the user must decide about the secret. */
  keyring: { connect: boolean } | null
  /** The loosest safe mode that the organisation allows, '' for any. */
  leastSafeMode: string
  /** Why the organisation does not allow connections to the host, in a sentence; '' if it does. */
  hostRefused: string
}

/** What the server presented in a test, null if it presented nothing. */
export function presented(outcome: Outcome): TLSReport | null {
  if (!outcome) return null
  const report = 'error' in outcome ? outcome.error.failure.tls : outcome.report.tls
  return report && report.chain.length > 0 ? report : null
}

/** The messages of a failed test or save for fields, by field id. */
export function notesOf(outcome: Outcome): Record<string, string> {
  const fields = outcome && 'error' in outcome ? outcome.error.failure.fields : []
  return Object.fromEntries((fields ?? []).map(({ id, text }) => [id, text]))
}

/** The form of a connection while it is filled in, tested and saved. */
export class Editor {
  readonly database: Database
  /** Why nothing but secrets can be changed, '' if everything can. */
  readonly fixed: string
  readonly store: StoreApi<EditorState>
  readonly #host: Host
  readonly #group: string
  readonly #saved: (connection: Connection, connect: boolean) => Promise<void>
  #end = new AbortController()
  /** Whether the organisation allows some hosts only. */
  #limited = false
  /** The form as it was before anything was filled in. */
  #blank = ''

  /**
   * `saved` is called with the saved connection, and whether to open it; `filled` has the values from a URL for a new
   * form, `group` is the group of a new connection, and `failed` says why the connection could not be opened.
   */
  constructor(
    host: Host,
    database: Database,
    connection: Connection | null,
    saved: (connection: Connection, connect: boolean) => Promise<void>,
    filled: FilledForm | null = null,
    group = '',
    failed: HostError | null = null,
  ) {
    this.#host = host
    this.#group = group
    this.database = database
    this.fixed = connection?.preset ? words.preset : ''
    this.#saved = saved
    this.store = createStore<EditorState>(() => ({
      form: connection ? formOf(database, connection) : newForm(database),
      tab: database.tabs[0]?.id ?? '',
      outcome: null,
      busy: '',
      keyring: null,
      leastSafeMode: '',
      hostRefused: '',
    }))
    this.#blank = this.#written()
    if (filled) this.#fill(filled)
    if (failed) this.#failed(failed)
  }

  /** Whether closing the form would lose something that was filled in. */
  get dirty(): boolean {
    return this.#written() !== this.#blank
  }

  /** The connection's name within a sentence. */
  get title(): string {
    return this.store.getState().form.name.trim() || sheetWords.aNewConnection
  }

  /** What Save still needs, in words; "" for nothing. */
  get lacking(): string {
    const [first] = missing(this.database, this.store.getState().form)
    return first ? lackingWords(first) : ''
  }

  /** Learns what the organisation allows. If that fails, the form allows everything, and a test or a save is refused. */
  async limit(): Promise<void> {
    const info = await this.#host.call<PolicyInfo>('Policy.Get').catch(() => null)
    if (!info) return
    this.store.setState({ leastSafeMode: info.safeMode })
    if (info.hosts.length === 0) return
    this.#limited = true
    await this.#checkHost()
  }

  show(tab: string): void {
    this.store.setState({ tab })
  }

  /** Shows the tab with a field. */
  showField(field: string): void {
    this.show(tabOf(this.database, field))
  }

  name(name: string): void {
    this.#change({ name })
  }

  colour(colour: string): void {
    this.#change({ colour })
  }

  set(id: string, value: string): void {
    const before = this.store.getState().form.values[id] ?? ''
    if (id === 'host' && (isPastedURL(before, value) || isPastedCloudID(before, value))) void this.#takeApart(value)
    else this.#change({ values: { ...this.store.getState().form.values, [id]: value } })
  }

  secret(id: string, value: string): void {
    this.#change({ typed: { ...this.store.getState().form.typed, [id]: value } })
  }

  /** Adds an empty row to the extra headers. */
  addHeader(): void {
    this.#change({ headers: withRow(this.store.getState().form.headers) })
  }

  /** Changes a row of the extra headers. */
  header(key: number, part: Partial<Pick<HeaderRow, 'name' | 'value'>>): void {
    const { headers } = this.store.getState().form
    this.#change({ headers: headers.map((row) => (row.key === key ? { ...row, ...part } : row)) })
  }

  removeHeader(key: number): void {
    this.#change({ headers: this.store.getState().form.headers.filter((row) => row.key !== key) })
  }

  /** Connects with the form's values, without saving them; a second call while it runs cancels it. */
  async test(): Promise<void> {
    if (this.store.getState().busy === 'test') return this.cancel()
    await this.#run('test', async () => {
      const draft = draftOf(this.database, this.store.getState().form)
      const options = { signal: this.#end.signal, timeout: 0 }
      const report = await this.#host.call<TestReport>('Connections.Test', { draft }, options)
      this.store.setState({ outcome: { report } })
    })
  }

  async save(connect: boolean, keepForThisRun = false): Promise<void> {
    if (this.lacking !== '') return
    await this.#run('save', async () => {
      const form = draftOf(this.database, this.store.getState().form, keepForThisRun)
      const draft = { ...form, group: this.#group }
      try {
        const saved = await this.#host.call<Connection>('Connections.Save', { draft })
        this.store.setState({ keyring: null })
        await this.#saved(saved, connect)
      } catch (cause) {
        if (toHostError(cause).kind !== 'keyring') throw cause
        this.store.setState({ keyring: { connect } })
      }
    })
  }

  /** Dismisses the question about the credential store without saving. */
  dropKeyring(): void {
    this.store.setState({ keyring: null })
  }

  cancel(): void {
    this.#end.abort()
    this.#end = new AbortController()
  }

  /**
   * Puts the parts of a URL or a Cloud ID into their fields. The URL itself is not stored, since it may contain a
   * password.
   */
  async #takeApart(url: string): Promise<void> {
    const { fields } = draftOf(this.database, this.store.getState().form)
    try {
      const request = { url, driver: this.database.id, fields }
      const { forms } = await this.#host.call<FilledForms>('Connections.TakeURL', request)
      if (forms[0]) this.#fill(forms[0])
    } catch (cause) {
      this.store.setState({ outcome: { error: toHostError(cause) } })
    }
  }

  #fill(filled: FilledForm): void {
    this.store.setState((s) => ({ form: withFilled(s.form, filled), outcome: { report: takenReport(filled) } }))
    void this.#checkHost()
  }

  #written(): string {
    const { name, colour, values, typed, headers } = this.store.getState().form
    return JSON.stringify({
      name,
      colour,
      values,
      typed,
      headers: headers.filter((row) => row.saved || row.name || row.value),
    })
  }

  /** Changes the form, and cancels a running test of the old values. */
  #change(part: Partial<FormValues>): void {
    if ((part.values || part.typed || part.headers) && this.store.getState().busy === 'test') this.cancel()
    this.store.setState((s) => ({ form: { ...s.form, ...part }, outcome: null }))
    if (part.values) void this.#checkHost()
  }

  /** Asks whether the organisation allows the form's host. */
  async #checkHost(): Promise<void> {
    if (!this.#limited) return
    const host = () => this.store.getState().form.values.host ?? ''
    const asked = host()
    const request = { host: asked }
    const answer = await this.#host.call<HostAllowed>('Policy.CheckHost', request).catch(() => null)
    if (host() === asked) this.store.setState({ hostRefused: answer?.refused ?? '' })
  }

  /** Shows a failure. A secret that must be typed again is cleared, and its tab is shown. */
  #failed(error: HostError): void {
    const { form } = this.store.getState()
    const ids = Object.keys(notesOf({ error }))
    const again = error.kind === 'secret' ? ids : []
    const typed = Object.fromEntries(again.filter((id) => !isHeaderSecret(id)).map((id) => [id, '']))
    const headers = form.headers.map((row) => (again.includes(headerSecret(row.name)) ? { ...row, value: '' } : row))
    this.store.setState({ outcome: { error }, form: { ...form, headers, typed: { ...form.typed, ...typed } } })
    if (ids[0]) this.showField(ids[0])
  }

  async #run(what: 'test' | 'save', work: () => Promise<void>): Promise<void> {
    if (this.store.getState().busy !== '') return
    this.store.setState({ busy: what, outcome: null })
    const { signal } = this.#end
    try {
      await work()
    } catch (cause) {
      if (!signal.aborted) this.#failed(toHostError(cause))
    }
    this.store.setState({ busy: '' })
  }
}

import type { EditorState } from '@codemirror/state'
import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  type ConsoleAnswer,
  type ConsolePlan,
  type ConsolePlans,
  type ConsoleSelection,
  type Host,
  HostError,
  type Kind,
  type PastRequest,
  type SessionInfo,
  type TextChange,
  toHostError,
} from '../../host'
import type { SavedTab, Tab, TabState } from '../tabs/tab'
import { AnswerText } from './answer'
import type { Complete } from './completing'
import { Past, textOf } from './past'
import { insertionOf, nameAt } from './placing'
import { Measured } from './profile/measured'
import { longestSaved, restsFor, type Unsaved } from './saving'
import { Snippets } from './snippets'
import { Table } from './table'
import type { View } from './view'
import { words } from './words'

/** What a console needs of the connection that it belongs to. */
export interface ConsolePorts {
  /** The id of the tab. */
  readonly id: string
  readonly host: Host
  readonly session: Pick<SessionInfo, 'id' | 'name' | 'request' | 'profiles'>
  /** Says that saved() returns something else than before. */
  changed(): void
  /** Finds what can be inserted at a place of the text; without it nothing is suggested. */
  complete?: Complete
  /** Finds the address of the documentation for the request at a place of the text; '' where none is known. */
  documentation?(text: string, place: number): Promise<string>
  /** Opens an address in the system's browser. */
  openLink?(address: string): void
}

/** What shows the text, as far as the tab changes it. */
export interface EditorPort {
  replace(from: number, to: number, insert: string): void
  /** Changes several places at once. */
  change(changes: readonly TextChange[]): void
  /** Closes the suggestions, and shows none that are still being looked for. */
  endSuggestions(): void
}

/** A request that was sent or is being looked at, and since when, in milliseconds of performance.now(). */
export interface Running {
  since: number
  /** null until it is known what would be sent. */
  plan: ConsolePlan | null
  sent: boolean
  /** Which one it is of those that run, from 0, and how many there are. */
  number: number
  of: number
}

/** What became of a request. */
export type Outcome =
  | { kind: 'answer'; plan: ConsolePlan; answer: ConsoleAnswer; text: AnswerText; table: Table; profile: Measured }
  | { kind: 'failed'; plan: ConsolePlan | null; error: HostError }

/** A place of the text, in UTF-16 code units, with what is wrong there. */
export interface Mark {
  from: number
  to: number
  message: string
}

export interface ConsoleState {
  running: Running | null
  /** A write that waits for the user's consent. */
  question: ConsolePlan | null
  /** What became of the requests that were run last, in their order. */
  outcomes: readonly Outcome[]
  /** Which of them is shown. */
  shown: number
  /** How many requests of the last run were not sent because one before them failed or was cancelled. */
  unsent: number
  /** How responses are shown, '' for what suits each. */
  view: View | ''
  /** Whether the requests after one that failed are sent as well. */
  keepGoing: boolean
  /** Places of the text that were found wrong when it was run. */
  marks: readonly Mark[]
  /** Which request the cursor is in, -1 for none, and how many there are. */
  place: { current: number; requests: number }
  /** Why the text is not saved, '' if it is. */
  unsaved: Unsaved
}

/** The outcome that is shown, null before the first run. */
export function outcomeOf({ outcomes, shown }: Pick<ConsoleState, 'outcomes' | 'shown'>): Outcome | null {
  return outcomes[shown] ?? null
}

/** A console: a text of several requests, and the responses to those that were run last. */
export class ConsoleTab implements Tab {
  readonly id: string
  readonly kind = 'console'
  readonly name: string
  readonly session: ConsolePorts['session']
  readonly face: StoreApi<TabState>
  readonly store: StoreApi<ConsoleState>
  /** True until the editor has had the focus of a console that was opened by its user. */
  fresh: boolean
  /** What the editor remembers while another tab is shown: its undo history, what is folded, where the cursor is. */
  editor: EditorState | null = null
  /** Finds what can be inserted at a place of the text. */
  readonly complete: ConsolePorts['complete']
  /** The requests that were saved for the engine. */
  readonly snippets: Snippets
  /** The requests that were sent before. */
  readonly past: Past
  /** What is selected in the editor. */
  selection = { from: 0, to: 0 }
  readonly #ports: ConsolePorts
  #port: EditorPort | null = null
  readonly #end = new AbortController()
  #run = new AbortController()
  /** Ends the question that is asked: true where the write may be sent. */
  #answer: (consent: boolean) => void = () => undefined
  /** Whether what is shown belongs to an earlier run. */
  #stale = false
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The text as the editor has it. A long one is made a string when it is read, which no key waits for. */
  #typed: { toString(): string }
  /** What saved() returns: a text that was looked at and holds no credential. */
  #saved: string

  constructor(ports: ConsolePorts, saved: SavedTab | null = null) {
    const { title = 'Console', text = '', opened = '' } = saved?.state ?? {}
    this.id = ports.id
    this.name = title
    this.session = ports.session
    this.fresh = text === '' || opened !== ''
    this.complete = ports.complete
    this.snippets = new Snippets(ports.host, ports.session.id)
    this.past = new Past(ports.host, ports.session.id)
    this.#ports = ports
    this.#saved = text
    this.face = createStore<TabState>(() => ({ title, preview: false, dirty: false, sending: false }))
    this.#typed = text
    this.store = createStore<ConsoleState>(() => ({
      running: null,
      question: null,
      outcomes: [],
      shown: 0,
      unsent: 0,
      view: '',
      keepGoing: false,
      marks: [],
      place: { current: -1, requests: 0 },
      unsaved: '',
    }))
    this.store.subscribe(({ running }) => {
      const sending = running?.sent === true && running.plan?.write === true
      if (sending !== this.face.getState().sending) this.face.setState({ sending })
    })
  }

  /** Lets what shows the text change it too, until what is returned is called. */
  attach(port: EditorPort): () => void {
    this.#port = port
    return () => {
      if (this.#port === port) this.#port = null
    }
  }

  get text(): string {
    const text = this.#typed.toString()
    this.#typed = text
    return text
  }

  /** Replaces a part of the text, in the editor if it is shown, so that it can be undone. */
  replace(from: number, to: number, insert: string): void {
    if (this.#port) return this.#port.replace(from, to, insert)
    const { text } = this
    this.editor = null
    this.type(text.slice(0, from) + insert + text.slice(to))
  }

  /** Says which request the cursor is in, -1 for none, and how many there are. */
  place(current: number, requests: number): void {
    const { place } = this.store.getState()
    if (place.current !== current || place.requests !== requests) this.store.setState({ place: { current, requests } })
  }

  /** Changes the text. It is saved when it rests. */
  type(text: { toString(): string }): void {
    if (text === this.#typed) return
    this.#typed = text
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.settle(), restsFor)
  }

  /** Saves the text at once, if it rests before that. */
  async settle(): Promise<void> {
    if (this.#timer === undefined) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.#save()
  }

  /** Runs the request at the cursor, or those that are selected. */
  run(): Promise<void> {
    return this.#start({ all: false, ...this.selection })
  }

  /** Runs every request of the text. */
  runAll(): Promise<void> {
    return this.#start({ all: true, from: 0, to: 0 })
  }

  /** Runs the search at the cursor and has the engine measure it. */
  profile(): Promise<void> {
    const { to } = this.selection
    this.store.setState({ view: 'profile' })
    return this.#start({ all: false, from: to, to, profile: true })
  }

  /** Runs the request at a place of the text. */
  runAt(place: number): Promise<void> {
    return this.#start({ all: false, from: place, to: place })
  }

  /** Lets the requests after one that fails be sent, or not. */
  keepGoing(keepGoing: boolean): void {
    this.store.setState({ keepGoing })
  }

  /** Shows another one of the outcomes. */
  look(shown: number): void {
    this.store.setState({ shown })
  }

  /** Whether the system has a dialog for files. */
  get dialogs(): boolean {
    return this.#ports.host.dialogs
  }

  /** Shows responses in another way. */
  view(view: View): void {
    this.store.setState({ view })
  }

  /** Writes a whole response to a file that the user chooses, or to a path; answers where, '' where none was chosen. */
  async save(answer: ConsoleAnswer, path: string): Promise<string> {
    const { host } = this.#ports
    const suggested = { title: words.saveTitle, path: 'response.json' }
    const picked = host.dialogs
      ? (await host.call<{ path: string }>('App.PickSave', suggested, { timeout: 0 })).path
      : path
    if (picked === '') return ''
    const request = { answer: answer.answer, path: picked, replace: host.dialogs }
    await this.#call('Console.Save', request, this.#end.signal)
    return picked
  }

  /** Indents the bodies of the requests that are selected, or of the one at the cursor; false where that changes nothing. */
  async format(): Promise<boolean> {
    const { text } = this
    const request = { text, selection: { all: false, ...this.selection } }
    const { changes } = await this.#call<{ changes: TextChange[] }>('Console.Format', request, this.#end.signal)
    if (changes.length === 0 || text !== this.text) return false
    this.#port?.change(changes)
    return true
  }

  /** The command lines of curl that send what is selected, without the credential. */
  async curl(): Promise<string> {
    const request = { text: this.text, selection: { all: false, ...this.selection } }
    return (await this.#call<{ text: string }>('Console.Curl', request, this.#end.signal)).text
  }

  /** Puts a request that was sent before at the end of the text. */
  again(request: PastRequest): void {
    const { text } = this
    const apart = text.trim() === '' ? '' : text.endsWith('\n') ? '\n' : '\n\n'
    this.replace(text.length, text.length, apart + textOf(request))
  }

  /** Inserts a saved request at the cursor. */
  insert(request: string): void {
    const { at, insert } = insertionOf(this.text, this.selection.to, request)
    this.replace(at, at, insert)
  }

  /** What the request at the cursor would be called. */
  suggestedName(): string {
    return nameAt(this.text, this.selection.from)
  }

  /** Saves what is selected, or the whole text, under a name; false where that was refused. */
  saveRequest(name: string, whole: boolean): Promise<boolean> {
    return this.snippets.save(name, this.text, { all: whole, ...this.selection })
  }

  /** Opens the engine's documentation for the request at the cursor; false where none is known. */
  async openDocumentation(): Promise<boolean> {
    const { documentation, openLink } = this.#ports
    const address = (await documentation?.(this.text, this.selection.from)) ?? ''
    if (address !== '') openLink?.(address)
    return address !== ''
  }

  /** Reads a pasted command line of curl as a request. One that is none is pasted as it is, with the reason. */
  async paste(command: string): Promise<void> {
    const { from, to } = this.selection
    const read = this.#call<{ text: string }>('Console.FromCurl', { text: command }, this.#end.signal)
    const pasted = await read.catch((cause) => {
      this.#stale = true
      this.#ended({ kind: 'failed', plan: null, error: toHostError(cause) })
      return { text: command }
    })
    this.replace(from, to, pasted.text)
  }

  /** Sends the write that was shown. */
  confirm(): void {
    this.#answer(true)
  }

  /** Does not send the write that was shown. */
  dismiss(): void {
    this.#answer(false)
  }

  /** Cancels the request that is under way and does not send those after it; false where none is. */
  cancel(): boolean {
    const { running } = this.store.getState()
    if (!running) return false
    this.#run.abort()
    const hint = running.sent && running.plan?.write ? words.doubt : ''
    this.#ended({ kind: 'failed', plan: running.plan, error: failure('cancelled', words.cancelled, hint) })
    this.store.setState({ running: null, unsent: Math.max(0, running.of - running.number - 1) })
    return true
  }

  show(): void {}

  /** A console sends only what its user runs. */
  refresh(): void {}

  resume(): void {}

  stop(): void {
    this.cancel()
  }

  escape(): boolean {
    return this.cancel()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#end.abort()
    this.#run.abort()
    this.#answer(false)
    this.#release()
    void this.#drop([])
  }

  saved(): SavedTab {
    return { kind: this.kind, state: { title: this.name, text: this.#saved } }
  }

  /**
   * Sends requests one after the other, and stops at the first that fails unless the user chose otherwise. One that writes
   * is shown first where the connection asks for consent, and not sent where it is read-only. Nothing happens while
   * another run is under way.
   */
  async #start(selection: ConsoleSelection): Promise<void> {
    const { running, question } = this.store.getState()
    if (running || question || this.#end.signal.aborted) return
    const { text } = this
    this.#port?.endSuggestions()
    const run = new AbortController()
    this.#run = run
    this.#stale = true
    this.store.setState({ running: waiting(null, 0, 1), unsent: 0, marks: [] })
    try {
      const { plans, safe } = await this.#call<ConsolePlans>('Console.Plan', { text, selection }, run.signal)
      for (const [number, plan] of plans.entries()) {
        if (run.signal.aborted) return
        const good = await this.#one(plan, safe, { number, of: plans.length }, run)
        if (good === null || run.signal.aborted) return
        if (good || this.store.getState().keepGoing) continue
        return this.store.setState({ running: null, unsent: plans.length - number - 1 })
      }
      this.store.setState({ running: null })
    } catch (cause) {
      if (run.signal.aborted) return
      this.#ended({ kind: 'failed', plan: null, error: toHostError(cause) })
      this.store.setState({ running: null })
    }
  }

  /** Sends one request. Whether it went well; null where the user did not want it sent. */
  async #one(
    plan: ConsolePlan,
    safe: ConsolePlans['safe'],
    place: Pick<Running, 'number' | 'of'>,
    run: AbortController,
  ): Promise<boolean | null> {
    if (plan.failure) return this.#failed(plan, new HostError(plan.failure))
    if (plan.write && safe === 'read-only') return this.#failed(plan, this.#readOnly())
    if (plan.write && safe === 'confirm' && !(await this.#consent(plan, place))) return null
    this.store.setState({ running: { ...waiting(plan, place.number, place.of), sent: true } })
    try {
      const late = (answer: ConsoleAnswer) => this.#drop([answer.answer])
      const answer = await this.#call<ConsoleAnswer>('Console.Send', { digest: plan.digest }, run.signal, late)
      if (run.signal.aborted) {
        void late(answer)
        return null
      }
      const text = new AnswerText(this.#ports.host, this.session.id, answer)
      const table = new Table(this.#ports.host, this.session.id, answer)
      const profile = new Measured(this.#ports.host, this.session.id, answer)
      this.#ended({ kind: 'answer', plan, answer, text, table, profile })
      void text.more()
      if (answer.status < 400 && answer.size !== '0') void table.read()
      return answer.status < 400
    } catch (cause) {
      return run.signal.aborted ? null : this.#failed(plan, toHostError(cause))
    }
  }

  /** Asks whether a write may be sent. If not, nothing after it is sent either. */
  async #consent(plan: ConsolePlan, { number, of }: Pick<Running, 'number' | 'of'>): Promise<boolean> {
    this.store.setState({ running: null, question: plan })
    const consent = await new Promise<boolean>((resolve) => {
      this.#answer = resolve
    })
    this.store.setState({ question: null, unsent: consent ? 0 : number === 0 ? 0 : of - number })
    return consent && !this.#end.signal.aborted
  }

  #failed(plan: ConsolePlan, error: HostError): false {
    this.#ended({ kind: 'failed', plan, error })
    return false
  }

  /** Shows what became of a request: the first one of a run in place of what was shown. */
  #ended(outcome: Outcome): void {
    if (this.#stale) this.#release()
    const before = this.#stale ? [] : this.store.getState().outcomes
    this.#stale = false
    const outcomes = [...before, outcome]
    const { text } = this
    const marks = [...this.store.getState().marks, ...marksOf(outcome, text)]
    this.store.setState({ outcomes, shown: outcomes.length - 1, marks })
  }

  /** Releases the responses that are shown. */
  #release(): void {
    const answers = this.store.getState().outcomes.filter((outcome) => outcome.kind === 'answer')
    for (const { text, table, profile } of answers) {
      text.close()
      table.close()
      profile.close()
    }
    const names = answers.map(({ answer }) => answer.answer)
    if (names.length > 0 && !this.#end.signal.aborted) void this.#drop(names)
  }

  /** Releases responses in the backend; without any, everything that the tab has there. */
  async #drop(answers: string[]): Promise<void> {
    const request = { session: this.session.id, tab: this.id, answers }
    await this.#ports.host.call('Console.Drop', request).catch(() => undefined) // the session may be closed
  }

  #readOnly(): HostError {
    return failure('refused', words.readOnly(this.session.name), words.readOnlyHint)
  }

  /** Saves the text, if it holds nothing that must not be written to disk. */
  async #save(): Promise<void> {
    const { text } = this
    const why = await this.#unsaved(text)
    if (why === null || this.#end.signal.aborted || text !== this.text) return
    this.store.setState({ unsaved: why })
    const saved = why === '' ? text : ''
    if (saved === this.#saved) return
    this.#saved = saved
    this.#ports.changed()
  }

  /** Why a text is not saved; null if that could not be found out, so that what was saved stays. */
  async #unsaved(text: string): Promise<Unsaved | null> {
    if (text.trim() === '') return ''
    if (text.length > longestSaved) return 'long'
    const { signal } = this.#end
    const judged = await this.#call<{ why: Unsaved }>('Console.Storable', { text }, signal).catch(() => null)
    return judged === null ? null : judged.why
  }

  #call<R>(method: string, request: object, signal: AbortSignal, late?: (result: R) => void): Promise<R> {
    const all = { session: this.session.id, tab: this.id, ...request }
    return this.#ports.host.call<R>(method, all, { signal, timeout: 0, late })
  }
}

function waiting(plan: ConsolePlan | null, number: number, of: number): Running {
  return { since: performance.now(), plan, sent: false, number, of }
}

/** Which place of the text an outcome says is wrong. */
function marksOf(outcome: Outcome, text: string): Mark[] {
  const { plan } = outcome
  if (!plan) return []
  if (outcome.kind === 'failed') {
    const line = text.indexOf('\n', plan.from)
    const to = line < 0 ? plan.to : Math.min(line, plan.to)
    return plan.failure ? [{ from: plan.from, to, message: plan.failure.message }] : []
  }
  const { fault } = outcome.answer
  return fault < 0 ? [] : [{ from: fault, to: fault + 1, message: words.faultHere }]
}

function failure(kind: Kind, message: string, hint: string): HostError {
  return new HostError({ kind, message, hint, code: '', detail: '', op: '', status: 0, tls: null })
}

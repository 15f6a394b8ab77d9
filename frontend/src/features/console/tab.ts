import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  type ConsoleAnswer,
  type ConsolePlan,
  type Host,
  HostError,
  type Kind,
  type SessionInfo,
  toHostError,
} from '../../host'
import type { SavedTab, Tab, TabState } from '../tabs/tab'
import { AnswerText } from './answer'
import { longestSaved, restsFor, type Unsaved } from './saving'
import { words } from './words'

/** What a console needs of the connection that it belongs to. */
export interface ConsolePorts {
  /** The id of the tab. */
  readonly id: string
  readonly host: Host
  readonly session: Pick<SessionInfo, 'id' | 'name' | 'request'>
  /** Says that saved() returns something else than before. */
  changed(): void
}

/** A request that was sent or is being looked at, and since when, in milliseconds of performance.now(). */
export interface Running {
  since: number
  /** null until it is known what would be sent. */
  plan: ConsolePlan | null
  sent: boolean
}

/** What became of the request that was run last. */
export type Outcome =
  | { kind: 'answer'; plan: ConsolePlan; answer: ConsoleAnswer; text: AnswerText }
  | { kind: 'failed'; plan: ConsolePlan | null; error: HostError }

export interface ConsoleState {
  text: string
  running: Running | null
  /** A write that waits for the user's consent. */
  question: ConsolePlan | null
  outcome: Outcome | null
  /** Why the text is not saved, '' if it is. */
  unsaved: Unsaved
}

/** A console: a text that is one request, and the response to it. */
export class ConsoleTab implements Tab {
  readonly id: string
  readonly kind = 'console'
  readonly name: string
  readonly session: ConsolePorts['session']
  readonly face: StoreApi<TabState>
  readonly store: StoreApi<ConsoleState>
  /** True until the editor has had the focus of a console that was opened by its user. */
  fresh: boolean
  readonly #ports: ConsolePorts
  readonly #end = new AbortController()
  #run = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined
  /** What saved() returns: a text that was looked at and holds no credential. */
  #saved: string

  constructor(ports: ConsolePorts, saved: SavedTab | null = null) {
    const { title = 'Console', text = '' } = saved?.state ?? {}
    this.id = ports.id
    this.name = title
    this.session = ports.session
    this.fresh = text === ''
    this.#ports = ports
    this.#saved = text
    this.face = createStore<TabState>(() => ({ title, preview: false, dirty: false, sending: false }))
    this.store = createStore<ConsoleState>(() => ({ text, running: null, question: null, outcome: null, unsaved: '' }))
    this.store.subscribe(({ running }) => {
      const sending = running?.sent === true && running.plan?.write === true
      if (sending !== this.face.getState().sending) this.face.setState({ sending })
    })
  }

  /** Changes the text. It is saved when it rests. */
  type(text: string): void {
    if (text === this.store.getState().text) return
    this.store.setState({ text })
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

  /**
   * Sends the request. One that writes is shown first where the connection asks for consent, and not sent where it is
   * read-only. Nothing happens while another one is under way.
   */
  async run(): Promise<void> {
    const { text, running, question } = this.store.getState()
    if (running || question || this.#end.signal.aborted) return
    const run = this.#begin(null)
    try {
      const plan = await this.#call<ConsolePlan>('Console.Plan', { text }, run.signal)
      if (run.signal.aborted) return
      if (plan.write && plan.safe === 'read-only') return this.#failed(plan, this.#readOnly())
      if (plan.write && plan.safe === 'confirm') return this.store.setState({ running: null, question: plan })
      await this.#send(plan, run)
    } catch (cause) {
      if (!run.signal.aborted) this.#failed(null, toHostError(cause))
    }
  }

  /** Sends the write that was shown. */
  async confirm(): Promise<void> {
    const { question } = this.store.getState()
    if (!question) return
    await this.#send(question, this.#begin(question))
  }

  /** Does not send the write that was shown. */
  dismiss(): void {
    this.store.setState({ question: null })
  }

  /** Cancels the request that is under way; false where none is. */
  cancel(): boolean {
    const { running } = this.store.getState()
    if (!running) return false
    this.#run.abort()
    const hint = running.sent && running.plan?.write ? words.doubt : ''
    this.#failed(running.plan, failure('cancelled', words.cancelled, hint))
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
    this.#release()
    void this.#drop([])
  }

  saved(): SavedTab {
    return { kind: this.kind, state: { title: this.name, text: this.#saved } }
  }

  #begin(plan: ConsolePlan | null): AbortController {
    this.#run = new AbortController()
    this.store.setState({ running: { since: performance.now(), plan, sent: false }, question: null })
    return this.#run
  }

  async #send(plan: ConsolePlan, run: AbortController): Promise<void> {
    this.store.setState(({ running }) => ({ running: running && { ...running, plan, sent: true } }))
    try {
      const answer = await this.#call<ConsoleAnswer>('Console.Send', { digest: plan.digest }, run.signal, (late) =>
        this.#drop([late.answer]),
      )
      if (run.signal.aborted) return void this.#drop([answer.answer])
      const text = new AnswerText(this.#ports.host, this.session.id, answer)
      this.#ended({ kind: 'answer', plan, answer, text })
      await text.more()
    } catch (cause) {
      if (!run.signal.aborted) this.#failed(plan, toHostError(cause))
    }
  }

  #failed(plan: ConsolePlan | null, error: HostError): void {
    this.#ended({ kind: 'failed', plan, error })
  }

  /** Shows what became of a request, in place of what was shown. */
  #ended(outcome: Outcome): void {
    this.#release()
    this.store.setState({ running: null, outcome })
  }

  /** Releases the response that is shown. */
  #release(): void {
    const { outcome } = this.store.getState()
    if (outcome?.kind !== 'answer') return
    outcome.text.close()
    if (!this.#end.signal.aborted) void this.#drop([outcome.answer.answer])
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
    const { text } = this.store.getState()
    const why = await this.#unsaved(text)
    if (why === null || this.#end.signal.aborted || text !== this.store.getState().text) return
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

function failure(kind: Kind, message: string, hint: string): HostError {
  return new HostError({ kind, message, hint, code: '', detail: '', op: '', status: 0, tls: null })
}

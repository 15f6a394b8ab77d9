import type { StoreApi } from 'zustand/vanilla'
import {
  type ConsolePlan,
  type ConsolePlans,
  type ConsoleResponse,
  type ConsoleSelection,
  HostError,
  type Kind,
  toHostError,
} from '../../host'
import type { Calls } from './calls'
import { Measured } from './profile/measured'
import { ResponseText } from './responses'
import { type ConsoleState, isDone, isGood, type Mark, type Outcome, type Running } from './state'
import { Table } from './table'
import { words } from './words'

/** What running needs from the console. */
export interface RunsPorts {
  text(): string
  /** The name of the connection. */
  connection: string
  /** Called when a write succeeded. */
  wrote(plan: ConsolePlan): void
}

/** Runs the requests of a console, and holds their responses until the next run. */
export class Runs {
  readonly #calls: Calls
  readonly #store: StoreApi<ConsoleState>
  readonly #ports: RunsPorts
  #run = new AbortController()
  /** Answers the open question: true if the write may be sent. */
  #response: (consent: boolean) => void = () => undefined
  /** The last text that was run. */
  #ran = ''
  /** Whether the shown response belongs to an earlier run. */
  #stale = false

  constructor(calls: Calls, store: StoreApi<ConsoleState>, ports: RunsPorts) {
    this.#calls = calls
    this.#store = store
    this.#ports = ports
  }

  /**
   * Sends requests one after the other, and stops at the first failure unless the user chose otherwise. A write is
   * shown first if the connection requires confirmation, and not sent if it is read-only. Does nothing during another
   * run.
   */
  async start(selection: ConsoleSelection): Promise<void> {
    const { running, question } = this.#store.getState()
    if (running || question || this.#calls.ended) return
    const text = this.#ports.text()
    const run = new AbortController()
    this.#run = run
    this.#ran = text
    this.#stale = true
    this.#store.setState({ running: waiting(null, 0, 1), unsent: 0, marks: [] })
    try {
      const { plans, safe } = await this.#calls.call<ConsolePlans>(
        'Console.Plan',
        { text, selection },
        { signal: run.signal },
      )
      for (const [number, plan] of plans.entries()) {
        if (run.signal.aborted) return
        const good = await this.#one(plan, safe, { number, of: plans.length }, run)
        if (good === null || run.signal.aborted) return
        if (good || this.#store.getState().keepGoing) continue
        return this.#store.setState({ running: null, unsent: plans.length - number - 1 })
      }
      this.#store.setState({ running: null })
    } catch (cause) {
      if (run.signal.aborted) return
      this.#ended({ kind: 'failed', plan: null, error: toHostError(cause) })
      this.#store.setState({ running: null })
    }
  }

  /** Sends the confirmed write. */
  confirm(): void {
    this.#response(true)
  }

  /** Rejects the shown write. */
  dismiss(): void {
    this.#response(false)
  }

  /** Cancels the request in progress and does not send those after it; false if none is. */
  cancel(): boolean {
    const { running } = this.#store.getState()
    if (!running) return false
    this.#run.abort()
    const hint = running.sent && running.plan?.write ? words.doubt : ''
    this.#ended({ kind: 'failed', plan: running.plan, error: failure('cancelled', words.cancelled, hint) })
    this.#store.setState({ running: null, unsent: Math.max(0, running.of - running.number - 1) })
    return true
  }

  /** Shows why nothing could be sent, instead of the responses. */
  fail(cause: unknown): void {
    this.#stale = true
    this.#ended({ kind: 'failed', plan: null, error: toHostError(cause) })
  }

  close(): void {
    this.#run.abort()
    this.#response(false)
    this.#release()
  }

  /** Sends one request. Returns whether it succeeded; null if the user did not want it sent. */
  async #one(
    plan: ConsolePlan,
    safe: ConsolePlans['safe'],
    place: Pick<Running, 'number' | 'of'>,
    run: AbortController,
  ): Promise<boolean | null> {
    if (plan.failure) return this.#failed(plan, new HostError(plan.failure))
    if (plan.write && safe === 'read-only') return this.#failed(plan, this.#readOnly())
    if (plan.write && safe === 'confirm' && !(await this.#consent(plan, place))) return null
    this.#store.setState({ running: { ...waiting(plan, place.number, place.of), sent: true } })
    try {
      const late = (response: ConsoleResponse) => this.#calls.drop([response.id])
      const options = { signal: run.signal, late }
      const response = await this.#calls.call<ConsoleResponse>('Console.Send', { digest: plan.digest }, options)
      if (run.signal.aborted) {
        void late(response)
        return null
      }
      const text = new ResponseText(this.#calls.host, this.#calls.session, response)
      const table = new Table(this.#calls.host, this.#calls.session, response)
      const profile = new Measured(this.#calls.host, this.#calls.session, response)
      this.#ended({ kind: 'response', plan, response, text, table, profile })
      if (response.binary === '') {
        void text.more()
        if (response.status < 400 && response.size !== '0') void table.read()
      }
      if (isDone(response) && plan.write) this.#ports.wrote(plan)
      return isGood(response)
    } catch (cause) {
      return run.signal.aborted ? null : this.#failed(plan, toHostError(cause))
    }
  }

  /** Asks whether to send a write. If not, nothing after it is sent either. */
  async #consent(plan: ConsolePlan, { number, of }: Pick<Running, 'number' | 'of'>): Promise<boolean> {
    this.#store.setState({ running: null, question: plan })
    const consent = await new Promise<boolean>((resolve) => {
      this.#response = resolve
    })
    this.#store.setState({ question: null, unsent: consent ? 0 : number === 0 ? 0 : of - number })
    return consent && !this.#calls.ended
  }

  #failed(plan: ConsolePlan, error: HostError): false {
    this.#ended({ kind: 'failed', plan, error })
    return false
  }

  /** Shows the outcome of a request: the first one of a run replaces the previous run. */
  #ended(outcome: Outcome): void {
    if (this.#stale) this.#release()
    const before = this.#stale ? [] : this.#store.getState().outcomes
    this.#stale = false
    const outcomes = [...before, outcome]
    const marks = [...this.#store.getState().marks, ...marksOf(outcome, this.#ran)]
    this.#store.setState({ outcomes, shown: outcomes.length - 1, marks })
  }

  /** Releases the shown responses. */
  #release(): void {
    const responses = this.#store.getState().outcomes.filter((outcome) => outcome.kind === 'response')
    for (const { text, table, profile } of responses) {
      text.close()
      table.close()
      profile.close()
    }
    const names = responses.map(({ response }) => response.id)
    if (names.length > 0 && !this.#calls.ended) void this.#calls.drop(names)
  }

  #readOnly(): HostError {
    return failure('refused', words.readOnly(this.#ports.connection), words.readOnlyHint)
  }
}

function waiting(plan: ConsolePlan | null, number: number, of: number): Running {
  return { since: performance.now(), plan, sent: false, number, of }
}

/** The position of an outcome's error in the text. */
function marksOf(outcome: Outcome, text: string): Mark[] {
  const { plan } = outcome
  if (!plan) return []
  if (outcome.kind === 'failed') {
    const line = text.indexOf('\n', plan.from)
    const to = line < 0 ? plan.to : Math.min(line, plan.to)
    return plan.failure ? [{ text, from: plan.from, to, message: plan.failure.message }] : []
  }
  const { fault } = outcome.response
  return fault < 0 ? [] : [{ text, from: fault, to: fault + 1, message: words.faultHere }]
}

function failure(kind: Kind, message: string, hint: string): HostError {
  return new HostError({ kind, message, hint, code: '', detail: '', op: '', status: 0, tls: null })
}

import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  type CancelOutcome,
  type CancelPlan,
  type ChartPoint,
  type DashboardFigures,
  type DashboardTask,
  type Explained,
  type FigureAction,
  type Host,
  HostError,
  type Kind,
  type SessionInfo,
  toHostError,
} from '../../host'
import { type Loss, sendingLosses } from '../tabs/loss'
import type { SavedTab, Tab, TabState } from '../tabs/tab'
import { words } from './words'

/** What a dashboard needs from its connection. */
export interface DashboardPorts {
  /** The id of the tab. */
  readonly id: string
  readonly host: Host
  readonly session: Pick<SessionInfo, 'id' | 'name'>
  /** Reports that the result of saved() has changed. */
  changed(): void
}

/** The refresh intervals of the figures, in seconds; 0 for never. */
export const intervals = [2, 5, 10, 30, 0] as const

const usualInterval = 5

/** The maximum number of points in a chart, the same as in the backend. */
export const keptPoints = 512

/** The problems behind one figure, item by item, while loading or shown. */
export interface Explaining {
  of: string
  title: string
  explained: Explained | null
  error: HostError | null
}

/** A task to cancel, and the request for it. */
export interface Question {
  task: DashboardTask
  plan: CancelPlan
}

/** The outcome of cancelling a task. */
export interface Cancelled {
  task: DashboardTask
  outcome: CancelOutcome['outcome']
  error: HostError | null
}

export interface DashboardState {
  /** The last loaded figures. */
  figures: DashboardFigures | null
  points: readonly ChartPoint[]
  /** Why the last load failed; the figures stay as they were. */
  error: HostError | null
  reading: boolean
  /** Seconds; 0 for never. */
  every: number
  paused: boolean
  explaining: Explaining | null
  question: Question | null
  cancelled: Cancelled | null
}

/** The figures of a server, which are reloaded periodically while they are visible. */
export class DashboardTab implements Tab {
  readonly id: string
  readonly kind = 'dashboard'
  readonly session: DashboardPorts['session']
  readonly face: StoreApi<TabState>
  readonly store: StoreApi<DashboardState>
  /** True until a dashboard opened by the user has received the focus. */
  fresh: boolean
  readonly #ports: DashboardPorts
  readonly #end = new AbortController()
  #poll: AbortController | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #seen = false

  constructor(ports: DashboardPorts, saved: SavedTab | null = null) {
    this.id = ports.id
    this.session = ports.session
    this.fresh = saved?.state.every === undefined
    this.#ports = ports
    this.face = createStore<TabState>(() => ({ title: words.title, preview: false, dirty: false, sending: false }))
    this.store = createStore<DashboardState>(() => ({
      figures: null,
      points: [],
      error: null,
      reading: false,
      every: intervalOf(saved?.state.every),
      paused: false,
      explaining: null,
      question: null,
      cancelled: null,
    }))
  }

  /** Sets whether the figures are visible: only then are they loaded. */
  see(seen: boolean): void {
    if (seen === this.#seen) return
    this.#seen = seen
    if (!seen) {
      this.#abort()
      return this.#rest()
    }
    const { figures, paused, every } = this.store.getState()
    if (figures === null || (!paused && every > 0)) void this.#read()
  }

  /** Loads the figures now, even while paused. */
  refresh(): void {
    if (this.#seen) void this.#read()
  }

  resume(): void {
    this.refresh()
  }

  show(): void {}

  /** Cancels the current load. The next one is not affected. */
  stop(): void {
    if (!this.#poll) return
    this.#abort()
    if (!this.store.getState().figures) this.store.setState({ error: notRead() })
    this.#rest()
  }

  setEvery(every: number): void {
    this.store.setState({ every, paused: false })
    this.#ports.changed()
    this.#rest()
  }

  /** Pauses or resumes loading. */
  togglePause(): void {
    const paused = !this.store.getState().paused
    this.store.setState({ paused })
    if (paused) {
      this.#abort()
      this.#rest()
    } else this.refresh()
  }

  /** Loads the explanation of a figure, and shows it. */
  async explain({ title, of }: FigureAction): Promise<void> {
    this.store.setState({ explaining: { of, title, explained: null, error: null } })
    const shown = (part: Partial<Explaining>) => {
      const { explaining } = this.store.getState()
      if (explaining?.of === of) this.store.setState({ explaining: { ...explaining, ...part } })
    }
    try {
      const request = { session: this.session.id, of }
      const { signal } = this.#end
      shown({ explained: await this.#ports.host.call<Explained>('Dashboards.Explain', request, { signal }) })
    } catch (cause) {
      shown({ error: toHostError(cause) })
    }
  }

  closeExplained(): void {
    this.store.setState({ explaining: null })
  }

  /** Why a task cannot be cancelled, '' if it can. */
  reasonNot(task: DashboardTask): string {
    if (!task.cancellable) return words.notCancellable
    if (task.cancelled) return words.toldToStop
    return this.store.getState().figures?.safe === 'read-only' ? words.readOnly : ''
  }

  /** Shows the request that cancels a task, without sending it. */
  async ask(task: DashboardTask): Promise<void> {
    if (this.reasonNot(task) !== '' || this.face.getState().sending) return
    this.store.setState({ cancelled: null })
    try {
      const plan = await this.#call<CancelPlan>('Dashboards.PlanCancel', { task: task.id }, this.#end.signal)
      if (!this.#end.signal.aborted) this.store.setState({ question: { task, plan } })
    } catch (cause) {
      this.#ended({ task, outcome: 'refused', error: toHostError(cause) })
    }
  }

  /** Leaves the task alone. */
  dismiss(): void {
    this.store.setState({ question: null })
  }

  /** Sends the request that was shown, once. */
  async confirm(): Promise<void> {
    const { question } = this.store.getState()
    if (!question || this.face.getState().sending) return
    const { task, plan } = question
    this.store.setState({ question: null })
    this.face.setState({ sending: true })
    try {
      const { signal } = this.#end
      const { outcome, error } = await this.#call<CancelOutcome>('Dashboards.Cancel', { digest: plan.digest }, signal)
      this.#ended({ task, outcome, error: error && new HostError(error) })
    } catch (cause) {
      const error = toHostError(cause)
      this.#ended({ task, outcome: unsent.includes(error.kind) ? 'refused' : 'unknown', error })
    } finally {
      this.face.setState({ sending: false })
    }
    this.refresh()
  }

  /** Dismisses the outcome of the last cancellation. */
  forget(): void {
    this.store.setState({ cancelled: null })
  }

  losses(): Loss[] {
    return sendingLosses(this.face.getState())
  }

  close(): void {
    this.#seen = false
    this.#end.abort()
    this.#abort()
    clearTimeout(this.#timer)
    const request = { session: this.session.id, tab: this.id }
    void this.#ports.host.call('Dashboards.Drop', request).catch(() => undefined) // the session may be closed
  }

  saved(): SavedTab {
    return { kind: this.kind, state: { every: String(this.store.getState().every) } }
  }

  #ended(cancelled: Cancelled): void {
    if (!this.#end.signal.aborted) this.store.setState({ cancelled })
  }

  /** Loads the figures, unless they are loading. A late response is dropped. */
  async #read(): Promise<void> {
    if (this.#poll || this.#end.signal.aborted) return
    const poll = new AbortController()
    this.#poll = poll
    clearTimeout(this.#timer)
    this.store.setState({ reading: true })
    const after = this.store.getState().points.at(-1)?.number ?? 0
    try {
      const figures = await this.#call<DashboardFigures>('Dashboards.Poll', { after }, poll.signal)
      if (this.#poll !== poll) return
      const points = [...this.store.getState().points, ...figures.points].slice(-keptPoints)
      this.store.setState({ figures, points, error: null })
    } catch (cause) {
      if (this.#poll !== poll) return
      this.store.setState({ error: toHostError(cause) })
    }
    this.#poll = null
    this.store.setState({ reading: false })
    this.#rest()
  }

  #abort(): void {
    this.#poll?.abort()
    this.#poll = null
    this.store.setState({ reading: false })
  }

  /** Schedules the next load, if there is one. */
  #rest(): void {
    clearTimeout(this.#timer)
    const { every, paused } = this.store.getState()
    if (!this.#seen || paused || every === 0 || this.#poll || this.#end.signal.aborted) return
    this.#timer = setTimeout(() => void this.#read(), every * 1000)
  }

  /** A call about the backend's state of this dashboard. */
  #call<R>(method: string, request: object, signal: AbortSignal): Promise<R> {
    return this.#ports.host.call<R>(method, { session: this.session.id, tab: this.id, ...request }, { signal })
  }
}

function notRead(): HostError {
  return toHostError('{"kind":"cancelled","message":"It was cancelled."}')
}

/** The failures after which it is certain that nothing was sent. */
const unsent: readonly Kind[] = ['refused', 'unsupported', 'invalid', 'not-found']

function intervalOf(saved: string | undefined): number {
  const seconds = Number(saved ?? usualInterval)
  return intervals.find((one) => one === seconds) ?? usualInterval
}

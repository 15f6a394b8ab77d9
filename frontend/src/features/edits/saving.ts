import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Cell } from '../../grid/types'
import {
  type EditedRow,
  type GridColumn,
  type Host,
  HostError,
  type PlanInfo,
  type PlannedRequest,
  type RefusedRow,
  type SavedRow,
  type SaveResult,
  toHostError,
} from '../../host'
import { valuesOf } from './document'
import type { Edits, Problem } from './edits'
import type { PlannedRow, RowOutcome, Shown } from './planned'
import { identityOf, revisionOf } from './revision'
import { equal, typedCell } from './values'
import { changedSince, nothingStaged, planningNow, readOnlyConnection, savedWords, savingNow } from './words'

/** What saving needs to know of the view whose rows were edited. */
export interface Viewed {
  /** The id of the view, '' while there is none. */
  readonly view: string
  readonly columns: readonly GridColumn[]
  readonly safeMode: string
}

export type Phase = 'idle' | 'planning' | 'preview' | 'sending' | 'outcome'

export interface SavingState {
  phase: Phase
  shown: Shown | null
  /** Why nothing was planned, or nothing was sent. */
  error: HostError | null
  outcomes: readonly RowOutcome[]
  /** The row whose conflict is looked at, '' for none. */
  conflict: string
  /** What is to be told of a save in which everything succeeded, '' for nothing. */
  said: string
}

const idle: SavingState = { phase: 'idle', shown: null, error: null, outcomes: [], conflict: '', said: '' }

/** Kinds of errors by which the backend says that it sent nothing. */
const notSent = new Set(['refused', 'not-found', 'invalid', 'unsupported'])

/**
 * Saves the edits of one object: it plans their requests, shows them, and sends exactly those that were shown, once. What
 * was typed stays staged until the engine has it.
 */
export class Saving {
  readonly store: StoreApi<SavingState> = createStore(() => idle)
  readonly #host: Host
  readonly #edits: Edits
  readonly #viewed: () => Viewed
  #end = new AbortController()
  #closed = false

  constructor(host: Host, edits: Edits, viewed: () => Viewed) {
    this.#host = host
    this.#edits = edits
    this.#viewed = viewed
  }

  /** Why nothing can be saved now, '' if it can. */
  get reason(): string {
    const { phase } = this.store.getState()
    if (this.#viewed().safeMode === 'read-only') return readOnlyConnection
    if (phase === 'sending') return savingNow
    if (phase === 'planning') return planningNow
    return this.#edits.rows === 0 ? nothingStaged : ''
  }

  /** Saves what is staged: with a preview first, unless the connection sends writes without asking. */
  async save(): Promise<void> {
    if (this.reason !== '') return
    const shown = await this.#plan()
    if (!shown) return
    const { safe, requests, refusals } = shown.info
    if (safe === 'off' && requests.length > 0 && refusals.length === 0 && shown.left === 0) await this.send()
  }

  /** Shows the requests that a save would send. */
  async preview(): Promise<void> {
    if (this.reason === '') await this.#plan()
  }

  /** Sends the plan that is shown. */
  async send(): Promise<void> {
    const { phase, shown } = this.store.getState()
    if (phase !== 'preview' || !shown || shown.info.requests.length === 0) return
    if (!this.#isCurrent(shown)) {
      this.store.setState({ error: new HostError({ ...toHostError(changedSince).failure, kind: 'refused' }) })
      return
    }
    this.store.setState({ phase: 'sending', error: null })
    const { id, digest } = shown.info
    try {
      const result = await this.#host.call<SaveResult>('Edits.Send', { plan: id, digest }, { timeout: 0 })
      await this.#took(shown, result.rows)
    } catch (cause) {
      const error = toHostError(cause)
      if (notSent.has(error.kind)) this.store.setState({ phase: 'preview', error })
      else
        await this.#took(
          shown,
          shown.info.requests.map((request) => unknown(request, error)),
        )
    }
  }

  /** Sends no more of what is being sent: the request under way still ends, the others stay staged. */
  stop(): void {
    const { phase, shown } = this.store.getState()
    if (phase === 'sending' && shown) this.#drop(shown.info.id)
  }

  /** Leaves what is shown of a save; the edits stay staged. What is being sent goes on. */
  close(): void {
    const { phase, shown } = this.store.getState()
    if (phase === 'sending') return
    this.#end.abort()
    this.#end = new AbortController()
    if (shown) this.#drop(shown.info.id)
    this.store.setState({ ...idle })
  }

  /** Ends everything: the tab is closed. */
  end(): void {
    this.#closed = true
    this.close()
  }

  /** Reads a row again whose save got no response: it can be saved again, or is in conflict. */
  async check(key: string): Promise<void> {
    const { phase } = this.store.getState()
    const row = this.#edited().find((edited) => edited.key === key)
    if (!row || phase === 'planning' || phase === 'sending') return
    try {
      const info = await this.#ask([row])
      if (!info) return
      this.#edits.report(key, await this.#problems(info.id, info.refusals))
      this.#drop(info.id)
    } catch (cause) {
      this.store.setState({ error: toHostError(cause) })
    }
  }

  /** What is to be told; asking once forgets it. */
  takeSaid(): string {
    const { said } = this.store.getState()
    if (said !== '') this.store.setState({ said: '' })
    return said
  }

  /** Shows the conflict of a row, and of none with ''. */
  look(key: string): void {
    this.store.setState({ conflict: key })
  }

  /** Leaves what is shown of a save for the conflict of a row. */
  resolveNext(key: string): void {
    this.close()
    this.look(key)
  }

  /** Ends the conflict of a row: the values of the given columns stay mine, all others are as the server has them. */
  resolve(key: string, mine: ReadonlySet<string>): void {
    const problem = this.#edits.store
      .getState()
      .problems.get(key)
      ?.find(({ kind }) => kind === 'conflict')
    if (!problem || problem.theirs === null) return
    this.#edits.rebase(key, valuesOf(problem.theirs, this.#viewed().columns), problem.revision, mine)
    this.look(this.conflicts[0] ?? '')
  }

  /** The values that the server holds for a row in conflict; none if its document was deleted. */
  theirs(key: string): ReadonlyMap<string, Cell> {
    const problem = this.#edits.store
      .getState()
      .problems.get(key)
      ?.find(({ kind }) => kind === 'conflict')
    return problem?.theirs ? valuesOf(problem.theirs, this.#viewed().columns) : new Map()
  }

  /** The whole body of a request that is shown; null if it cannot be read. */
  async whole(number: string): Promise<string | null> {
    const { shown } = this.store.getState()
    return shown && this.#document(shown.info.id, number)
  }

  /** The rows that are in conflict. */
  get conflicts(): string[] {
    const { problems, staged } = this.#edits.store.getState()
    return [...problems].flatMap(([key, all]) =>
      staged.has(key) && all.some(({ kind }) => kind === 'conflict') ? [key] : [],
    )
  }

  async #plan(): Promise<Shown | null> {
    const { shown: before } = this.store.getState()
    if (before) this.#drop(before.info.id)
    const all = this.#edited()
    const { problems } = this.#edits.store.getState()
    const rows = all.filter(({ key }) => !problems.get(key)?.some(({ kind }) => kind === 'unknown'))
    this.store.setState({ ...idle, phase: 'planning' })
    try {
      const info = await this.#ask(rows)
      if (!info) return null
      await this.#refused(info, rows)
      const shown = { info, rows, left: all.length - rows.length }
      this.store.setState({ phase: 'preview', shown })
      return shown
    } catch (cause) {
      const error = toHostError(cause)
      if (error.kind !== 'cancelled') this.store.setState({ phase: 'idle', error })
      return null
    }
  }

  /** Asks for a plan of some rows; null if nobody waits for it any more. */
  async #ask(rows: readonly PlannedRow[]): Promise<PlanInfo | null> {
    const { signal } = this.#end
    const request = { view: this.#viewed().view, rows: rows.map((row) => this.#request(row)) }
    const late = (info: PlanInfo) => this.#drop(info.id)
    try {
      const info = await this.#host.call<PlanInfo>('Edits.Plan', request, { signal, timeout: 0, late })
      if (!signal.aborted) return info
      this.#drop(info.id)
    } catch (cause) {
      if (!signal.aborted) throw cause
    }
    return null
  }

  #request({ key, cells }: PlannedRow): EditedRow {
    const hidden = this.#edits.store.getState().bases.get(key)?.hidden ?? []
    return {
      key: identityOf(hidden),
      base: revisionOf(hidden),
      cells: [...cells].map(([column, typed]) => ({ column, ...typed })),
    }
  }

  #edited(): PlannedRow[] {
    const { staged, bases } = this.#edits.store.getState()
    return [...staged].map(([key, cells]) => ({ key, title: bases.get(key)?.title ?? key, cells }))
  }

  /** Notes at each row why it was refused, or that it no longer is. */
  async #refused(info: PlanInfo, rows: readonly PlannedRow[]): Promise<void> {
    await Promise.all(
      rows.map(async ({ key }, at) => {
        const own = info.refusals.filter(({ row }) => row === at)
        this.#edits.report(key, await this.#problems(info.id, own))
      }),
    )
  }

  #problems(plan: string, refusals: readonly RefusedRow[]): Promise<Problem[]> {
    return Promise.all(
      refusals.map(async ({ column, error, theirs, revision }): Promise<Problem> => {
        const kind = error.kind === 'conflict' ? 'conflict' : 'refused'
        const document = theirs === '' ? null : await this.#document(plan, theirs)
        return { kind, column, message: error.message, hint: error.hint, theirs: document, revision }
      }),
    )
  }

  /** A document that is kept for a plan; null if it cannot be read. */
  async #document(plan: string, number: string): Promise<string | null> {
    const query = new URLSearchParams({ plan, number })
    const data = await this.#host.data(`/data/edits?${query}`, { timeout: 0 }).catch(() => null)
    return data && new TextDecoder('utf-8', { ignoreBOM: true }).decode(data.bytes)
  }

  /** Whether the edits are as they were when a plan was made. */
  #isCurrent({ rows }: Shown): boolean {
    const { staged } = this.#edits.store.getState()
    return rows.every(({ key, cells }) => {
      const now = staged.get(key)
      return now?.size === cells.size && [...cells].every(([column, typed]) => equal(now.get(column), typed))
    })
  }

  /** Takes over what became of each request. */
  async #took(shown: Shown, saved: readonly SavedRow[]): Promise<void> {
    const outcomes: RowOutcome[] = []
    for (const [at, { outcome, error, row: number, revision, document }] of saved.entries()) {
      const row = shown.rows[number]
      const request = shown.info.requests[at]
      if (!row || !request) continue
      const failed = error && new HostError(error)
      outcomes.push({ row, request, outcome, error: failed })
      if (outcome === 'done') this.#saved(row, revision)
      else if (outcome !== 'unsent') {
        const theirs = document === '' ? null : await this.#document(shown.info.id, document)
        const [message, hint] = [error?.message ?? '', error?.hint ?? '']
        this.#edits.report(row.key, [{ kind: outcome, column: '', message, hint, theirs, revision }])
      }
    }
    this.#drop(shown.info.id)
    if (this.#closed) return
    const done = outcomes.filter(({ outcome }) => outcome === 'done')
    if (done.length === outcomes.length && shown.info.refusals.length === 0) {
      const cells = done.reduce((sum, { row }) => sum + row.cells.size, 0)
      this.store.setState({ ...idle, said: savedWords(cells, done.length) })
    } else this.store.setState({ phase: 'outcome', shown, outcomes, error: null })
  }

  #saved({ key, cells }: PlannedRow, revision: SavedRow['revision']): void {
    const columns = new Map(this.#viewed().columns.map((column) => [column.name, column]))
    const values = [...cells].flatMap(([name, typed]) => {
      const column = columns.get(name)
      return column ? [[name, typedCell(typed, column)] as const] : []
    })
    this.#edits.saved(key, cells, new Map(values), revision)
  }

  #drop(plan: string): void {
    void this.#host.call('Edits.Drop', { plan }).catch(() => undefined)
  }
}

/** What is known of a request after the backend itself did not say what became of it. */
function unknown({ row }: PlannedRequest, error: HostError): SavedRow {
  return { row, outcome: 'unknown', revision: [], error: error.failure, document: '' }
}

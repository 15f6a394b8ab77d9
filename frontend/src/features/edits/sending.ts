// Sends a plan once, exactly as it was shown, follows its progress, and records the outcome of each row.
import {
  HostError,
  type PlannedRequest,
  type SavedRow,
  type SaveProgress,
  type SaveResult,
  toHostError,
} from '../../host'
import type { Roles } from '../../lib/roles'
import type { PlannedRow, RowOutcome, Shown } from './planned'
import type { Problem } from './problems'
import { closed, type SavingPorts, type SavingState, type Written } from './savingState'
import { settle } from './settlement'
import type { Change } from './staged'
import { equal } from './values'
import { editedAfterPlan, leftWords, savedWords, stoppedBefore, undoneWords } from './words'

/** The kinds of errors that mean that the backend sent nothing. */
const notSent = new Set(['refused', 'not-found', 'invalid', 'unsupported', 'conflict'])

/** The time between two requests for the progress of a save, in milliseconds. */
export const progressEvery = 250

/** Sends the plans of one object, one at a time. */
export class Sending {
  readonly #ports: SavingPorts
  #closed = false
  #sent: ReadonlySet<string> = new Set()

  constructor(ports: SavingPorts) {
    this.#ports = ports
  }

  /** The keys of the rows that are being sent. */
  get sent(): ReadonlySet<string> {
    return this.#sent
  }

  /**
   * Sends the plan that is shown. A plan that deletes many documents is sent only after the user has confirmed how
   * many; until then, this asks for confirmation, whether or not the requests have been shown.
   */
  async send(asking: 'first' | 'after', confirmed = 0): Promise<void> {
    const { phase, shown } = this.#ports.store.getState()
    if (phase !== 'preview' || !shown || shown.info.requests.length === 0) return
    if (!this.#isCurrent(shown)) {
      this.#set({ asking: '', error: refusal(editedAfterPlan) })
      return
    }
    if (shown.info.needsConfirmation && confirmed !== shown.info.deletions) {
      this.#set({ asking })
      return
    }
    this.#set({ phase: 'sending', error: null, progress: null, stopping: false, asking: '' })
    const { id, digest, requests } = shown.info
    this.#sent = new Set(shown.undoes ? [] : requests.flatMap(({ row }) => shown.rows[row]?.key ?? []))
    this.#ports.edits.hold(this.#sent)
    const request = { plan: id, digest, ...(confirmed > 0 && { deletions: confirmed }) }
    const endWatching = this.#watch(id)
    try {
      await this.#ports.hooks.sending().catch(() => undefined) // what cannot be stored is saved all the same
      if (this.#ports.store.getState().stopping) throw refusal(stoppedBefore)
      const result = await this.#ports.host.call<SaveResult>('Edits.Send', request, { timeout: 0 })
      await this.#took(shown, result)
    } catch (cause) {
      const error = toHostError(cause)
      if (notSent.has(error.kind)) this.#set({ phase: 'preview', error, stopping: false })
      else await this.#took(shown, { rows: requests.map((request) => unknown(request, error)) })
    } finally {
      endWatching()
      this.#sent = new Set()
    }
  }

  /** Stops sending: requests already sent are completed, and the other changes stay staged. */
  stop(): void {
    const { phase, shown } = this.#ports.store.getState()
    if (phase !== 'sending' || !shown) return
    this.#set({ stopping: true })
    void this.#ports.host.call('Edits.Stop', { plan: shown.info.id }).catch(() => undefined)
  }

  /** Detaches from a closed tab: sending continues, but nothing more is shown. */
  end(): void {
    this.#closed = true
  }

  /** Whether the edits are the same as when a plan was made. */
  #isCurrent({ rows, undoes }: Shown): boolean {
    const now = new Map(this.#ports.edits.changes().map((change) => [change.key, change]))
    return undoes !== null || rows.every((row) => isSameChange(row, now.get(row.key), this.#ports.edits.roles))
  }

  /** Polls the progress of a save until the returned function is called. */
  #watch(plan: string): () => void {
    const ask = async () => {
      const progress = await this.#ports.host.call<SaveProgress>('Edits.Progress', { plan }).catch(() => null)
      if (timer === undefined) return
      if (progress) this.#set({ progress })
      timer = setTimeout(() => void ask(), progressEvery)
    }
    let timer: ReturnType<typeof setTimeout> | undefined = setTimeout(() => void ask(), progressEvery)
    return () => {
      clearTimeout(timer)
      timer = undefined
    }
  }

  /** Applies the outcome of each request. */
  async #took(shown: Shown, { rows: saved, undo = false }: SaveResult): Promise<void> {
    const problems = await this.#failures(shown, saved)
    const { outcomes, keys } = settle(this.#ports.edits, this.#ports.viewed().columns, shown, saved, problems)
    const done = outcomes.filter(({ outcome }) => outcome === 'done')
    const reached = outcomes.filter(({ outcome }) => outcome === 'done' || outcome === 'unknown')
    const resized = reached.some(({ row }) => row.act !== '')
    if (resized) this.#ports.hooks.resized()
    this.#ports.plans.drop(shown.info.id)
    if (this.#closed) return
    if (reached.length > 0) this.#ports.hooks.written({ resized, ...changed(shown, done) })
    const save = { plan: shown.info.id, rows: shown.rows, keys, saved: done.length }
    if (done.length > 0) this.#set({ last: undo && !shown.undoes ? save : null })
    const words = (shown.undoes ? undoneWords : savedWords)(done.length)
    // Refusals were shown with the requests and are marked in the rows.
    const left = new Set(shown.info.refusals.map(({ row }) => row)).size
    const said = left > 0 ? leftWords(words, left, shown.undoes !== null) : undo && !shown.undoes ? '' : words
    // The Undo button itself says what it undoes.
    if (done.length === outcomes.length) this.#set({ ...closed, phase: 'idle', said })
    else this.#set({ phase: 'outcome', shown, outcomes, error: null, progress: null })
  }

  /** Why rows were not saved, by row key. */
  async #failures({ info, rows, undoes }: Shown, saved: readonly SavedRow[]): Promise<Map<string, readonly Problem[]>> {
    const problems = new Map<string, readonly Problem[]>()
    for (const { row: number, outcome, error, revision, document } of undoes ? [] : saved) {
      const row = rows[number]
      if (!row || outcome === 'done' || outcome === 'unsent') continue
      const kind = outcome === 'conflict' && row.act === 'create' ? 'refused' : outcome
      const problem = { kind, column: '', message: error?.message ?? '', hint: error?.hint ?? '', revision }
      problems.set(row.key, [await this.#ports.plans.problem(info.id, problem, document)])
    }
    return problems
  }

  #set(part: Partial<SavingState>): void {
    this.#ports.store.setState(part)
  }
}

function isSameChange(row: PlannedRow, now: Change | undefined, roles: Roles): boolean {
  if (now?.act !== row.act || now.cells.size !== row.cells.size) return false
  if (roles.rowKey(now.base.hidden) !== roles.rowKey(row.hidden)) return false
  return [...row.cells].every(([column, typed]) => equal(now.cells.get(column), typed))
}

/** What a save wrote: whether it deleted rows, and the keys of the rows that it restored. */
function changed({ undoes }: Shown, done: readonly RowOutcome[]): Omit<Written, 'resized'> {
  const rows = done.map(({ row }) => row)
  const deleted = rows.some(({ act }) => act === 'delete')
  const restored = undoes ? rows.filter(({ act }) => act === 'create').map(({ key }) => key) : []
  return { deleted, restored }
}

/** The error of a save of which nothing was sent. */
function refusal(message: string): HostError {
  return new HostError({ ...toHostError(message).failure, kind: 'refused' })
}

/** The outcome of a request if the backend failed to report one: unknown. */
function unknown({ row }: PlannedRequest, error: HostError): SavedRow {
  return { row, outcome: 'unknown', revision: [], error: error.failure, document: '' }
}

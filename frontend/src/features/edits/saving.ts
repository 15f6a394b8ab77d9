// A conflict that is all there is to save opens at once; beside other changes the preview comes first. The row that
// ends a conflict is planned with each choice of its fields, and its request is the preview: nothing else that is
// staged is sent with it.
// New rows scroll away with the rows they were put among; the strip below counts them.
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Cell } from '../../grid/types'
import {
  type GridColumn,
  type Host,
  HostError,
  type PlanInfo,
  type PlannedRequest,
  type RefusedRow,
  type SavedRow,
  type SaveProgress,
  type SaveResult,
  toHostError,
} from '../../host'
import type { Roles } from '../../lib/roles'
import { basedOn, isAlreadySaved, isConflict, keptOf, readOf, type Side } from './conflicts'
import { valuesOf } from './document'
import type { Edits } from './edits'
import {
  type PlannedRow,
  plannedOf,
  type Recovered,
  type RowOutcome,
  requestOf,
  type Saved,
  type Shown,
  undone,
} from './planned'
import type { Problem } from './problems'
import type { Change } from './staged'
import { equal, mergedCells, type Typed, typedCell } from './values'
import {
  bodyUnread,
  changedSince,
  leftWords,
  maybeCreated,
  nothingMine,
  nothingStaged,
  nothingToUndo,
  planningNow,
  readOnlyConnection,
  savedWords,
  savingNow,
  stillChanging,
  stoppedBefore,
  theirsUnread,
  undoneWords,
} from './words'

/** What saving needs to know of the view whose rows were edited. */
export interface Viewed {
  /** The id of the view, '' while there is none. */
  readonly view: string
  readonly columns: readonly GridColumn[]
  readonly safeMode: string
}

/** What saving does with the tab. */
export interface SavingHooks {
  /** Rows are about to be sent: what is staged, and which of them are sent, is stored first. */
  sending(): Promise<void>
  /** The rows are to be read again. */
  refresh(): void
  /** Rows were created or deleted, or may have been. */
  resized(): void
}

/** The row that a conflict is to end with, as it would be sent. */
export interface Merged {
  key: string
  /** The columns of which the row has its own value. */
  mine: ReadonlySet<string>
  /** null while its request is prepared, and where there is none. */
  shown: Shown | null
  /** Why it has no request, '' while it is prepared. */
  said: string
}

export type Phase = 'idle' | 'planning' | 'preview' | 'sending' | 'outcome'

export interface SavingState {
  phase: Phase
  shown: Shown | null
  /** Why nothing was planned, or nothing was sent. */
  error: HostError | null
  outcomes: readonly RowOutcome[]
  /** How far a save is that takes a while; null before that is known. */
  progress: SaveProgress | null
  /** Whether the save that is under way was stopped. */
  stopping: boolean
  /** Whether it is asked if that many documents are to be deleted: in place of the requests, or after they were shown. */
  asking: '' | 'first' | 'after'
  /** The row whose conflict is looked at, '' for none. */
  conflict: string
  /** The row that this conflict is to end with; null until it is asked for. */
  merged: Merged | null
  /** What is to be told of a save in which everything succeeded, '' for nothing. */
  said: string
  /** What became of the rows that were being saved when Quarry stopped; empty once it was read. */
  recovered: readonly Recovered[]
  /** The last save that can be undone. */
  last: Saved | null
}

const closed: Omit<SavingState, 'phase' | 'last'> = {
  ...{ shown: null, error: null, outcomes: [], progress: null, stopping: false, asking: '' },
  ...{ conflict: '', merged: null, said: '', recovered: [] },
}
const idle: SavingState = { ...closed, phase: 'idle', last: null }

/** Kinds of errors by which the backend says that it sent nothing. */
const notSent = new Set(['refused', 'not-found', 'invalid', 'unsupported', 'conflict'])

/** How often a merged row is prepared again for a document that was changed meanwhile. */
const mostMerges = 3

/** How often the progress of a save is asked for, in milliseconds. */
export const progressEvery = 250

/**
 * Saves the edits of one object: it plans their requests, shows them, and sends exactly those that were shown, once. What
 * was typed stays staged until the engine has it.
 */
export class Saving {
  readonly store: StoreApi<SavingState> = createStore(() => idle)
  readonly #host: Host
  readonly #edits: Edits
  readonly #viewed: () => Viewed
  readonly #hooks: SavingHooks
  #end = new AbortController()
  #closed = false
  #merging: Promise<void> = Promise.resolve()
  #checking: Promise<void> = Promise.resolve()
  /** The keys of the rows that are being sent. */
  #sent: ReadonlySet<string> = new Set()

  constructor(host: Host, edits: Edits, viewed: () => Viewed, hooks: Partial<SavingHooks> = {}) {
    this.#host = host
    this.#edits = edits
    this.#viewed = viewed
    this.#hooks = { sending: () => Promise.resolve(), refresh: () => undefined, resized: () => undefined, ...hooks }
  }

  /** Why nothing can be saved now, '' if it can. */
  get reason(): string {
    return this.#busy || (this.#edits.rows === 0 ? nothingStaged : '')
  }

  /** Why the last save cannot be undone, '' if it can. */
  get whyNoUndo(): string {
    return this.#busy || (this.store.getState().last ? '' : nothingToUndo)
  }

  get #busy(): string {
    const { phase } = this.store.getState()
    if (this.#viewed().safeMode === 'read-only') return readOnlyConnection
    if (phase === 'sending') return savingNow
    return phase === 'planning' ? planningNow : ''
  }

  /** The keys of the rows that are being sent. */
  get sent(): ReadonlySet<string> {
    return this.#sent
  }

  /**
   * Saves what is staged: with a preview first, unless the connection sends writes without asking. A conflict that is all
   * there is to save is looked at in place of a preview without a request.
   */
  async save(): Promise<void> {
    if (this.reason !== '') return
    const shown = await this.#plan()
    if (!shown) return
    const { safe, requests, refusals } = shown.info
    if (safe === 'off' && requests.length > 0 && refusals.length === 0 && shown.left === 0) await this.#send('first')
  }

  /** Shows the requests that a save would send, or the conflict that is all there is to save. */
  async preview(): Promise<void> {
    if (this.reason === '') await this.#plan()
  }

  /** Shows the requests that would undo the last save. They are only sent from there. */
  async undo(): Promise<void> {
    const { last, shown } = this.store.getState()
    if (this.whyNoUndo !== '' || !last) return
    if (shown) this.#drop(shown.info.id)
    this.#set({ ...closed, phase: 'planning' })
    try {
      const info = await this.#call('Edits.Undo', { plan: last.plan })
      const rows = last.rows.map((row) => undone(row, last.keys.get(row.key)?.title))
      if (info) this.#set({ phase: 'preview', shown: { info, rows, left: 0, undoes: last } })
    } catch (cause) {
      this.#set({ phase: 'idle', error: toHostError(cause) })
    }
  }

  /** Prepares again what is shown. */
  async again(): Promise<void> {
    await (this.store.getState().shown?.undoes ? this.undo() : this.preview())
  }

  /**
   * Sends the plan that is shown. One that deletes many documents is only sent once its user has confirmed how many, and
   * asks for that until then.
   */
  async send(confirmed = 0): Promise<void> {
    await this.#send('after', confirmed)
  }

  /** Deletes nothing: the requests are shown again if they were before, or everything stays staged. */
  decline(): void {
    if (this.store.getState().asking === 'first') this.close()
    else this.#set({ asking: '' })
  }

  async #send(asking: 'first' | 'after', confirmed = 0): Promise<void> {
    const { phase, shown } = this.store.getState()
    if (phase !== 'preview' || !shown || shown.info.requests.length === 0) return
    if (!this.#isCurrent(shown)) {
      this.#set({ asking: '', error: refusal(changedSince) })
      return
    }
    if (shown.info.asks && confirmed !== shown.info.deletions) {
      this.#set({ asking })
      return
    }
    this.#set({ phase: 'sending', error: null, progress: null, stopping: false, asking: '' })
    const { id, digest, requests } = shown.info
    this.#sent = new Set(shown.undoes ? [] : requests.flatMap(({ row }) => shown.rows[row]?.key ?? []))
    const request = { plan: id, digest, ...(confirmed > 0 && { deletions: confirmed }) }
    const endWatching = this.#watch(id)
    try {
      await this.#hooks.sending().catch(() => undefined) // what cannot be stored is saved all the same
      if (this.store.getState().stopping) throw refusal(stoppedBefore)
      const result = await this.#host.call<SaveResult>('Edits.Send', request, { timeout: 0 })
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

  /** Sends no more of what is being sent: requests that are under way still end, the others stay staged. */
  stop(): void {
    const { phase, shown } = this.store.getState()
    if (phase !== 'sending' || !shown) return
    this.#set({ stopping: true })
    void this.#host.call('Edits.Stop', { plan: shown.info.id }).catch(() => undefined)
  }

  /** Leaves what is shown of a save; the edits stay staged. What is being sent goes on. */
  close(): void {
    const { phase, shown } = this.store.getState()
    if (phase === 'sending') return
    this.#dropMerged()
    this.#end.abort()
    this.#end = new AbortController()
    if (shown) this.#drop(shown.info.id)
    this.#set({ ...closed, phase: 'idle' })
  }

  /** Ends everything: the tab is closed. */
  end(): void {
    this.#closed = true
    this.close()
  }

  /** Reads a row again whose save got no response: it can be saved again, or is in conflict. */
  check(key: string): Promise<void> {
    this.#checking = this.#checking.then(() => this.#check(key))
    return this.#checking
  }

  async #check(key: string): Promise<void> {
    await this.#sentAll()
    const change = this.#changeOf(key)
    if (!change) return
    if (isNameless(change, this.#edits.roles)) {
      this.#edits.report(key, [maybe(maybeCreated)])
      this.#hooks.refresh()
      return
    }
    try {
      const info = await this.#ask([change], true)
      if (!info) return
      const problems = await this.#problems(info.id, plannedOf(change, this.#edits.roles), info.refusals)
      if (!this.#wasSaved(change, problems)) this.#edits.report(key, problems)
      this.#drop(info.id)
    } catch (cause) {
      this.#set({ error: toHostError(cause) })
    }
  }

  /**
   * Compares what is staged with the documents as they are by now: what was changed since is in conflict. Of the rows that
   * were being saved, some may have been.
   */
  async compare(sent: ReadonlySet<string>): Promise<void> {
    if (this.store.getState().phase !== 'idle' || this.#edits.rows === 0) return
    const changes = this.#edits.changes()
    this.#set({ ...closed, phase: 'planning' })
    try {
      const info = await this.#ask(changes, true)
      if (!info) return
      const recovered: Recovered[] = []
      for (const [at, change] of changes.entries()) {
        const own = info.refusals.filter(({ row }) => row === at)
        const problems = await this.#problems(info.id, plannedOf(change, this.#edits.roles), own)
        const was = sent.has(change.key)
        const isUnknown = was && isNameless(change, this.#edits.roles)
        const saved = was && !isUnknown && this.#wasSaved(change, problems)
        if (!saved) this.#edits.report(change.key, isUnknown ? [maybe(maybeCreated)] : problems)
        const state = saved ? 'saved' : isUnknown ? 'unknown' : 'left'
        if (was) recovered.push({ title: change.base.title, act: change.act, state })
      }
      this.#drop(info.id)
      this.#set({ phase: 'idle', recovered })
    } catch (cause) {
      this.#set({ phase: 'idle', error: toHostError(cause) })
    }
  }

  /** What became of the rows of an interrupted save was read. */
  endRecovery(): void {
    this.#set({ recovered: [] })
  }

  /** What is to be told; asking once forgets it. */
  takeSaid(): string {
    const { said } = this.store.getState()
    if (said !== '') this.#set({ said: '' })
    return said
  }

  /** Shows the conflict of a row, and of none with ''. */
  look(key: string): void {
    this.#dropMerged()
    this.#set({ conflict: key })
  }

  /** Leaves what is shown of a save for the conflict of a row. */
  resolveNext(key: string): void {
    this.close()
    this.look(key)
  }

  /**
   * Ends the conflict of a row: the values of the given columns stay mine, all others are as the server has them. '' among
   * the columns keeps the row deleted.
   */
  resolve(key: string, mine: ReadonlySet<string>): void {
    if (!this.#conflictOf(key)?.theirs) return
    this.#rebase(key, mine)
    this.look(this.conflicts[0] ?? '')
  }

  /**
   * Prepares the request that would end a conflict with the values of the given columns as they are in the row, edited or
   * as they were read, and all others as the server has them. A document that was changed again meanwhile is the one that
   * the conflict is about from then on.
   */
  merge(key: string, mine: ReadonlySet<string>): Promise<void> {
    this.#dropMerged()
    const merged: Merged = { key, mine, shown: null, said: '' }
    this.#set({ merged })
    // A plan replaces the one before, so the next one waits.
    this.#merging = this.#merging.then(() => this.#merge(merged))
    return this.#merging
  }

  /** Sends the request that ends a conflict, exactly as it is shown. The next conflict follows. */
  async sendMerged(): Promise<void> {
    const { merged } = this.store.getState()
    if (!merged?.shown || this.#busy !== '') return
    this.#rebase(merged.key, merged.mine)
    this.#set({ ...closed, phase: 'preview', shown: merged.shown })
    await this.send()
    if (this.store.getState().phase === 'idle') this.look(this.conflicts[0] ?? '')
  }

  /** Ends every conflict with the same side; those whose document is gone, and of new rows, stay. */
  resolveAll(side: Side): void {
    for (const { key, act, cells } of this.#edits.changes()) {
      if (act !== 'create' && this.#conflictOf(key)) this.resolve(key, side === 'mine' ? keptOf(act, cells) : new Set())
    }
  }

  /** Takes it that a row is deleted which was to be, and was deleted by someone else. */
  accept(key: string): void {
    this.#edits.saved(key, new Map(), new Map(), [])
    this.look(this.conflicts[0] ?? '')
  }

  /** What a row in conflict can have in columns that were not edited: the values that were read. */
  read(key: string): ReadonlyMap<string, Typed> {
    const change = this.#changeOf(key)
    return change ? readOf(change, this.#viewed().columns) : new Map()
  }

  /** The values that the server holds for a row in conflict; none if its document was deleted. */
  theirs(key: string): ReadonlyMap<string, Cell> {
    const problem = this.#conflictOf(key)
    return problem?.theirs ? valuesOf(problem.theirs, this.#viewed().columns) : new Map()
  }

  /** A request that is shown, with its whole body; fails if that cannot be read. */
  async whole(request: PlannedRequest): Promise<PlannedRequest> {
    const { shown } = this.store.getState()
    if (!request.cut || !shown) return request
    const body = await this.#document(shown.info.id, request.number)
    if (body === null) throw toHostError(bodyUnread)
    return { ...request, body, cut: false }
  }

  /** The command line of curl that sends a request that is shown, without the credential. */
  async curl({ number }: PlannedRequest): Promise<string> {
    const plan = this.store.getState().shown?.info.id ?? ''
    return (await this.#host.call<{ text: string }>('Edits.Curl', { plan, number })).text
  }

  /** The rows that are in conflict. */
  get conflicts(): string[] {
    const { problems, staged } = this.#edits.store.getState()
    return [...problems].flatMap(([key, all]) => (staged.has(key) && all.some(isConflict) ? [key] : []))
  }

  async #merge(merged: Merged): Promise<void> {
    const { key, mine } = merged
    const isLatest = () => this.store.getState().merged === merged
    const show = (part: Partial<Merged>) => this.#set({ merged: { ...merged, ...part } })
    try {
      for (let tries = 0; tries < mostMerges && isLatest(); tries++) {
        const change = this.#mergedChange(key, mine)
        if (!change) return show({ said: nothingMine })
        const info = await this.#ask([change])
        if (!info) return
        const row = plannedOf(change, this.#edits.roles)
        const sends = info.requests.length === 1 && info.refusals.length === 0
        if (sends && isLatest()) return show({ shown: { info, rows: [row], left: 0, undoes: null } })
        const problems = await this.#problems(info.id, row, info.refusals)
        this.#drop(info.id)
        if (!isLatest()) return
        const again = problems.find(isConflict)
        if (!again) return show({ said: problems[0]?.message ?? nothingMine })
        this.#edits.report(key, problems)
        if (again.theirs === null) return
      }
      if (isLatest()) show({ said: stillChanging })
    } catch (cause) {
      if (isLatest()) show({ said: toHostError(cause).failure.message })
    }
  }

  #changeOf(key: string): Change | undefined {
    return this.#edits.changes().find((change) => change.key === key)
  }

  #rebase(key: string, mine: ReadonlySet<string>): void {
    const problem = this.#conflictOf(key)
    if (!problem || problem.theirs === null) return
    this.#edits.rebase(key, this.theirs(key), problem.revision, mine, this.read(key))
  }

  /** A row in conflict as #rebase would make it; null if nothing of it would be sent. */
  #mergedChange(key: string, mine: ReadonlySet<string>): Change | null {
    const [change, problem, theirs] = [this.#changeOf(key), this.#conflictOf(key), this.theirs(key)]
    if (!change || !problem) return null
    const cells = mergedCells(new Map([...change.cells, ...this.read(key)]), theirs, mine)
    return cells.size === 0 ? null : basedOn(change, problem, theirs, cells, this.#edits.roles)
  }

  #dropMerged(): void {
    const { merged } = this.store.getState()
    if (merged?.shown) this.#drop(merged.shown.info.id)
    if (merged) this.#set({ merged: null })
  }

  #conflictOf(key: string): Problem | undefined {
    return this.#edits.store.getState().problems.get(key)?.find(isConflict)
  }

  /** Takes it that a row is saved if the document is already as the save was to make it, and nothing was staged since. */
  #wasSaved(change: Change, problems: readonly Problem[]): boolean {
    const problem = problems.find(isConflict)
    if (!problem) return false
    const theirs = problem.theirs === null ? null : valuesOf(problem.theirs, this.#viewed().columns)
    if (!isAlreadySaved(this.#changeOf(change.key) ?? change, theirs)) return false
    if (theirs) this.#edits.rebase(change.key, theirs, problem.revision, new Set())
    else this.#edits.saved(change.key, new Map(), new Map(), [])
    return true
  }

  async #plan(): Promise<Shown | null> {
    const { shown: before } = this.store.getState()
    if (before) this.#drop(before.info.id)
    const all = this.#edits.changes()
    const { problems } = this.#edits.store.getState()
    const changes = all.filter(({ key }) => !problems.get(key)?.some(({ kind }) => kind === 'unknown'))
    this.#set({ ...closed, phase: 'planning' })
    try {
      const info = await this.#ask(changes)
      if (!info) return null
      const rows = changes.map((change) => plannedOf(change, this.#edits.roles))
      await this.#refused(info, rows)
      const [only] = rows
      if (info.requests.length === 0 && all.length === 1 && only && this.#conflictOf(only.key)) {
        this.#drop(info.id)
        this.#set({ phase: 'idle', conflict: only.key })
        return null
      }
      const shown = { info, rows, left: all.length - rows.length, undoes: null }
      this.#set({ phase: 'preview', shown })
      return shown
    } catch (cause) {
      this.#set({ phase: 'idle', error: toHostError(cause) })
      return null
    }
  }

  /** Returns once nothing is being sent. */
  #sentAll(): Promise<void> {
    if (this.store.getState().phase !== 'sending') return Promise.resolve()
    return new Promise((resolve) => {
      const end = this.store.subscribe(({ phase }) => {
        if (phase === 'sending') return
        end()
        resolve()
      })
    })
  }

  /** Asks for a plan of some rows, or only compares them with the server's; null if nobody waits for it any more. */
  #ask(changes: readonly Change[], compare = false): Promise<PlanInfo | null> {
    const rows = changes.map((change) => requestOf(change, this.#edits.roles))
    return this.#call('Edits.Plan', { view: this.#viewed().view, rows, ...(compare && { compare }) })
  }

  async #call(method: string, request: object): Promise<PlanInfo | null> {
    const { signal } = this.#end
    const late = (info: PlanInfo) => this.#drop(info.id)
    try {
      const info = await this.#host.call<PlanInfo>(method, request, { signal, timeout: 0, late })
      if (!signal.aborted) return info
      this.#drop(info.id)
    } catch (cause) {
      if (!signal.aborted) throw cause
    }
    return null
  }

  /** Notes at each row why it was refused, or that it no longer is. */
  async #refused(info: PlanInfo, rows: readonly PlannedRow[]): Promise<void> {
    const reports = rows.map(async (row, at) => {
      const own = info.refusals.filter((refusal) => refusal.row === at)
      return [row.key, await this.#problems(info.id, row, own)] as const
    })
    this.#edits.reportAll(new Map(await Promise.all(reports)))
  }

  #problems(plan: string, row: PlannedRow, refusals: readonly RefusedRow[]): Promise<Problem[]> {
    return Promise.all(
      refusals.map(async ({ column, error, theirs, revision }): Promise<Problem> => {
        const own = error.kind === 'invalid' ? 'invalid' : 'refused'
        const kind = error.kind === 'conflict' && merges(row, this.#edits.roles) ? 'conflict' : own
        return this.#problem(plan, { kind, column, message: error.message, hint: error.hint, revision }, theirs)
      }),
    )
  }

  /** A problem with the document that the server holds. One that cannot be read is not taken for deleted. */
  async #problem(plan: string, problem: Omit<Problem, 'theirs'>, number: string): Promise<Problem> {
    const theirs = number === '' ? null : await this.#document(plan, number)
    if (number === '' || theirs !== null || problem.kind !== 'conflict') return { ...problem, theirs }
    return { ...problem, kind: 'refused', hint: theirsUnread, theirs }
  }

  /** A document that is kept for a plan; null if it cannot be read. */
  async #document(plan: string, number: string): Promise<string | null> {
    const query = new URLSearchParams({ plan, number })
    const data = await this.#host.data(`/data/edits?${query}`, { timeout: 0 }).catch(() => null)
    return data && new TextDecoder('utf-8', { ignoreBOM: true }).decode(data.bytes)
  }

  /** Whether the edits are as they were when a plan was made. */
  #isCurrent({ rows, undoes }: Shown): boolean {
    const now = new Map(this.#edits.changes().map((change) => [change.key, change]))
    return undoes !== null || rows.every((row) => isSameChange(row, now.get(row.key), this.#edits.roles))
  }

  /** Asks how far a save is until that is ended. */
  #watch(plan: string): () => void {
    const ask = async () => {
      const progress = await this.#host.call<SaveProgress>('Edits.Progress', { plan }).catch(() => null)
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

  /** Takes over what became of each request. */
  async #took(shown: Shown, { rows: saved, undo = false }: SaveResult): Promise<void> {
    const outcomes: RowOutcome[] = []
    const keys = new Map<string, { key: string; title: string }>()
    const problems = await this.#failures(shown, saved)
    this.#edits.settleTogether(() => {
      for (const [at, result] of saved.entries()) {
        const { outcome, error, row: number, revision } = result
        const row = shown.rows[number]
        const request = shown.info.requests[at]
        if (!row || !request) continue
        const made = row.act === 'create' && !shown.undoes ? this.#edits.roles.valueOf(result.key ?? [], 'key') : ''
        const seq = outcome === 'done' ? this.#edits.roles.numberOf(revision) : ''
        outcomes.push({ row, request, outcome, error: error && new HostError(error), made, seq })
        if (outcome === 'done' && shown.undoes) this.#undid(shown.undoes, number, revision)
        else if (outcome === 'done') keys.set(row.key, { key: this.#saved(row, result), title: made || row.title })
      }
      this.#edits.reportAll(problems)
    })
    const done = outcomes.filter(({ outcome }) => outcome === 'done')
    const reached = outcomes.filter(({ outcome }) => outcome === 'done' || outcome === 'unknown')
    if (reached.some(({ row }) => row.act !== '')) this.#hooks.resized()
    this.#drop(shown.info.id)
    if (this.#closed) return
    const save = { plan: shown.info.id, rows: shown.rows, keys, saved: done.length }
    if (done.length > 0) this.#set({ last: undo && !shown.undoes ? save : null })
    const words = (shown.undoes ? undoneWords : savedWords)(done.length)
    // Those were shown with the requests, and are marked in the rows.
    const left = new Set(shown.info.refusals.map(({ row }) => row)).size
    const said = left > 0 ? leftWords(words, left, shown.undoes !== null) : undo && !shown.undoes ? '' : words
    // What can be undone is said beside the button that does.
    if (done.length === outcomes.length) this.#set({ ...closed, phase: 'idle', said })
    else this.#set({ phase: 'outcome', shown, outcomes, error: null, progress: null })
  }

  /** Why rows of a save were not saved, by their keys. */
  async #failures({ info, rows, undoes }: Shown, saved: readonly SavedRow[]): Promise<Map<string, readonly Problem[]>> {
    const problems = new Map<string, readonly Problem[]>()
    for (const { row: number, outcome, error, revision, document } of undoes ? [] : saved) {
      const row = rows[number]
      if (!row || outcome === 'done' || outcome === 'unsent') continue
      const kind = outcome === 'conflict' && row.act === 'create' ? 'refused' : outcome
      const problem = { kind, column: '', message: error?.message ?? '', hint: error?.hint ?? '', revision }
      problems.set(row.key, [await this.#problem(info.id, problem, document)])
    }
    return problems
  }

  /** Takes over that a row was saved; the key that it has since follows. */
  #saved({ key, act, cells, hidden }: PlannedRow, { revision, key: made }: SavedRow): string {
    if (act === 'delete') {
      this.#edits.saved(key, new Map(), new Map(), revision)
      return key
    }
    const columns = new Map(this.#viewed().columns.map((column) => [column.name, column]))
    const values = [...cells].flatMap(([name, typed]) => {
      const column = columns.get(name)
      return column ? [[name, typedCell(typed, column)] as const] : []
    })
    if (act === '') this.#edits.saved(key, cells, new Map(values), revision)
    if (act === '') return key
    const newKey = made && made.length > 0 ? made : hidden
    this.#edits.saved(key, cells, new Map(values), revision, newKey)
    return this.#edits.roles.rowKey(newKey) ?? key
  }

  /** Takes over that the save of a row was undone. */
  #undid({ rows, keys }: Saved, number: number, revision: SavedRow['revision']): void {
    const row = rows[number]
    if (!row) return
    const key = keys.get(row.key)?.key ?? row.key
    if (row.act === 'create') return this.#edits.saved(key, new Map(), new Map(), revision)
    const cells = [...row.before].filter(([name]) => row.act !== '' || row.cells.has(name))
    const unknown = [...row.cells.keys()].filter((name) => !row.before.has(name))
    this.#edits.restored(key, new Map(cells), revision, unknown)
  }

  #drop(plan: string): void {
    void this.#host.call('Edits.Drop', { plan }).catch(() => undefined)
  }

  #set(part: Partial<SavingState>): void {
    this.store.setState(part)
  }
}

/** Whether a row is new and without an id: what became of its request cannot be looked up. */
function isNameless({ act, base }: Change, roles: Roles): boolean {
  return act === 'create' && roles.valueOf(base.hidden, 'key') === ''
}

/**
 * Whether a conflict of a row is about values. A document that has the id of a new row is none that this could be based on:
 * it is refused.
 */
function merges({ act, copies, hidden }: PlannedRow, roles: Roles): boolean {
  return act !== 'create' || (copies && roles.valueOf(hidden, 'key') === '')
}

function maybe(message: string): Problem {
  return { kind: 'refused', column: '', message, hint: '', theirs: null, revision: [] }
}

function isSameChange(row: PlannedRow, now: Change | undefined, roles: Roles): boolean {
  if (now?.act !== row.act || now.cells.size !== row.cells.size) return false
  if (roles.rowKey(now.base.hidden) !== roles.rowKey(row.hidden)) return false
  return [...row.cells].every(([column, typed]) => equal(now.cells.get(column), typed))
}

/** An error by which nothing was sent. */
function refusal(message: string): HostError {
  return new HostError({ ...toHostError(message).failure, kind: 'refused' })
}

/** What is known of a request after the backend itself did not say what became of it. */
function unknown({ row }: PlannedRequest, error: HostError): SavedRow {
  return { row, outcome: 'unknown', revision: [], error: error.failure, document: '' }
}

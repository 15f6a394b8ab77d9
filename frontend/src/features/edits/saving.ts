// Saving the edits of one object as the user sees it: the requests, their outcomes, and one conflict at a time.
// If a conflict is all there is to save, it opens at once; with other changes, the preview comes first.
// New rows scroll with the rows around them; the strip below counts them.
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Host, type PlanInfo, type PlannedRequest, toHostError } from '../../host'
import { Checks } from './checks'
import { keptOf, type Side } from './conflicts'
import type { Edits } from './edits'
import { type PlannedRow, plannedOf, type Shown, undone } from './planned'
import { Plans } from './plans'
import { Resolution } from './resolution'
import { closed, idle, type SavingHooks, type SavingState, type Viewed } from './savingState'
import { Sending } from './sending'
import { nothingStaged, nothingToUndo, planningNow, readOnlyConnection, savingNow } from './words'

/**
 * Saves the edits of one object: plans their requests, shows them, and sends exactly those that were shown, once. What
 * was typed stays staged until the engine has stored it.
 */
export class Saving {
  readonly store: StoreApi<SavingState> = createStore(() => idle)
  /** The conflicts of rows, and the merged row for the open one. */
  readonly resolution: Resolution
  readonly #edits: Edits
  readonly #viewed: () => Viewed
  readonly #plans: Plans
  readonly #sending: Sending
  readonly #checks: Checks

  constructor(host: Host, edits: Edits, viewed: () => Viewed, hooks: Partial<SavingHooks> = {}) {
    this.#edits = edits
    this.#viewed = viewed
    this.#plans = new Plans(host, edits, () => viewed().view)
    const nothing = () => undefined
    const no = { sending: () => Promise.resolve(), written: nothing, refresh: nothing, resized: nothing }
    const ports = { host, edits, plans: this.#plans, store: this.store, viewed, hooks: { ...no, ...hooks } }
    this.#sending = new Sending(ports)
    this.#checks = new Checks(ports)
    this.resolution = new Resolution(ports)
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
    return this.#sending.sent
  }

  /**
   * Saves the staged changes, with a preview first unless the connection sends writes without asking. If a conflict is
   * all there is to save, it opens in place of an empty preview.
   */
  async save(): Promise<void> {
    if (this.reason !== '') return
    const shown = await this.#plan()
    if (!shown) return
    const { safe, requests, refusals } = shown.info
    if (safe === 'off' && requests.length > 0 && refusals.length === 0 && shown.left === 0)
      await this.#sending.send('first')
  }

  /** Shows the requests that a save would send, or the conflict if that is all there is to save. */
  async preview(): Promise<void> {
    if (this.reason === '') await this.#plan()
  }

  /** Shows the requests that would undo the last save. They are sent only from that preview. */
  async undo(): Promise<void> {
    const { last, shown } = this.store.getState()
    if (this.whyNoUndo !== '' || !last) return
    if (shown) this.#plans.drop(shown.info.id)
    this.#set({ ...closed, phase: 'planning' })
    try {
      const info = await this.#plans.undo(last.plan)
      const rows = last.rows.map((row) => undone(row, last.keys.get(row.key)?.title))
      if (info) this.#set({ phase: 'preview', shown: { info, rows, left: 0, undoes: last } })
    } catch (cause) {
      this.#set({ phase: 'idle', error: toHostError(cause) })
    }
  }

  /** Plans again what is shown. */
  async again(): Promise<void> {
    await (this.store.getState().shown?.undoes ? this.undo() : this.preview())
  }

  /**
   * Sends the plan that is shown. A plan that deletes many documents is sent only after the user has confirmed how
   * many; until then, this asks for confirmation.
   */
  async send(confirmed = 0): Promise<void> {
    await this.#sending.send('after', confirmed)
  }

  /** Cancels the deletion: shows the requests again if they were shown before; everything stays staged. */
  decline(): void {
    if (this.store.getState().asking === 'first') this.close()
    else this.#set({ asking: '' })
  }

  /** Stops sending: requests already sent are completed, and the other changes stay staged. */
  stop(): void {
    this.#sending.stop()
  }

  /** Closes what is shown of a save. The edits stay staged, and sending continues. */
  close(): void {
    const { phase, shown } = this.store.getState()
    if (phase === 'sending') return
    this.resolution.dropMerged()
    this.#plans.abort()
    if (shown) this.#plans.drop(shown.info.id)
    this.#set({ ...closed, phase: 'idle' })
  }

  /** Ends everything when the tab is closed. */
  end(): void {
    this.#sending.end()
    this.close()
  }

  /** Reads a row whose save got no response: afterwards it can be saved again, or it is in conflict. */
  check(key: string): Promise<void> {
    return this.#checks.check(key)
  }

  /**
   * Compares the staged rows with the current documents: rows that have changed are in conflict. Some of the rows that
   * were being saved may have been saved.
   */
  compare(sent: ReadonlySet<string>): Promise<void> {
    return this.#checks.compare(sent)
  }

  /** Forgets the outcomes of an interrupted save once the user has read them. */
  endRecovery(): void {
    this.#set({ recovered: [] })
  }

  /** Returns the message to show, once. */
  takeSaid(): string {
    const { said } = this.store.getState()
    if (said !== '') this.#set({ said: '' })
    return said
  }

  /** Opens the conflict of a row; '' closes it. */
  look(key: string): void {
    this.resolution.dropMerged()
    this.#set({ conflict: key })
  }

  /** Closes what is shown of a save and opens the conflict of a row. */
  resolveNext(key: string): void {
    this.close()
    this.look(key)
  }

  /**
   * Resolves the conflict of a row: the given columns keep my values, all others take the server's. '' among the
   * columns keeps the row deleted.
   */
  resolve(key: string, mine: ReadonlySet<string>): void {
    if (!this.resolution.of(key)?.theirs) return
    this.resolution.rebase(key, mine)
    this.#lookNext()
  }

  /** Sends the request that resolves a conflict, exactly as it is shown, and opens the next conflict. */
  async sendMerged(): Promise<void> {
    const { merged } = this.store.getState()
    if (!merged?.shown || this.#busy !== '') return
    this.resolution.rebase(merged.key, merged.mine)
    this.#set({ ...closed, phase: 'preview', shown: merged.shown })
    await this.send()
    if (this.store.getState().phase === 'idle') this.#lookNext()
  }

  /** Resolves every conflict with the same side, except those whose document is gone and those of new rows. */
  resolveAll(side: Side): void {
    for (const { key, act, cells } of this.#edits.changes()) {
      if (act !== 'create' && this.resolution.of(key))
        this.resolve(key, side === 'mine' ? keptOf(act, cells) : new Set())
    }
  }

  /** Accepts that someone else has already deleted a row that was staged for deletion. */
  accept(key: string): void {
    this.#edits.saved(key, new Map(), new Map(), [])
    this.#lookNext()
  }

  /** A request that is shown, with its whole body; fails if the body cannot be read. */
  async whole(request: PlannedRequest): Promise<PlannedRequest> {
    const { shown } = this.store.getState()
    return shown ? this.#plans.whole(shown.info.id, request) : request
  }

  /** The curl command that sends a request that is shown, without the credential. */
  curl(request: PlannedRequest): Promise<string> {
    return this.#plans.curl(this.store.getState().shown?.info.id ?? '', request)
  }

  /** The rows that are in conflict. */
  get conflicts(): string[] {
    return this.resolution.rows
  }

  async #plan(): Promise<Shown | null> {
    const { shown: before } = this.store.getState()
    if (before) this.#plans.drop(before.info.id)
    const all = this.#edits.changes()
    const { problems } = this.#edits.store.getState()
    const changes = all.filter(({ key }) => !problems.get(key)?.some(({ kind }) => kind === 'unknown'))
    this.#set({ ...closed, phase: 'planning' })
    try {
      const info = await this.#plans.make(changes)
      if (!info) return null
      const rows = changes.map((change) => plannedOf(change, this.#edits.roles, this.#viewed().columns))
      await this.#refused(info, rows)
      const [only] = rows
      if (info.requests.length === 0 && all.length === 1 && only && this.resolution.of(only.key)) {
        this.#plans.drop(info.id)
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

  /** Marks each row with the reason why it was refused, or removes that mark. */
  async #refused(info: PlanInfo, rows: readonly PlannedRow[]): Promise<void> {
    const reports = rows.map(async (row, at) => {
      const own = info.refusals.filter((refusal) => refusal.row === at)
      return [row.key, await this.#plans.problems(info.id, row, own)] as const
    })
    this.#edits.reportAll(new Map(await Promise.all(reports)))
  }

  /** Opens the next conflict, or none. */
  #lookNext(): void {
    this.look(this.conflicts[0] ?? '')
  }

  #set(part: Partial<SavingState>): void {
    this.store.setState(part)
  }
}

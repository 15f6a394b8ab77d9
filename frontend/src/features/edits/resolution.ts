// Conflicts between staged rows and documents that others changed: the values of both sides, and the merged row that
// resolves a conflict. The merged row is planned again with each choice of its fields. Its request is the preview, and
// no other staged change is sent with it.
import type { Cell } from '../../grid/types'
import { toHostError } from '../../host'
import { basedOn, isConflict, readOf } from './conflicts'
import { valuesOf } from './document'
import { plannedOf } from './planned'
import type { Problem } from './problems'
import type { Merged, SavingPorts } from './savingState'
import type { Change } from './staged'
import { mergedCells, type Typed } from './values'
import { nothingMine, stillChanging } from './words'

/** How many times a merged row is planned again because its document has changed in the meantime. */
const mostMerges = 3

/** Resolves the conflicts of one object. */
export class Resolution {
  readonly #ports: SavingPorts
  #merging: Promise<void> = Promise.resolve()

  constructor(ports: SavingPorts) {
    this.#ports = ports
  }

  /** The rows that are in conflict. */
  get rows(): string[] {
    const { problems, staged } = this.#ports.edits.store.getState()
    return [...problems].flatMap(([key, all]) => (staged.has(key) && all.some(isConflict) ? [key] : []))
  }

  /** The conflict of a row, undefined if it has none. */
  of(key: string): Problem | undefined {
    return this.#ports.edits.store.getState().problems.get(key)?.find(isConflict)
  }

  /** The values that a row in conflict had when it was read, in the columns that were not edited. */
  read(key: string): ReadonlyMap<string, Typed> {
    const change = this.#ports.edits.change(key)
    return change ? readOf(change, this.#ports.viewed().columns) : new Map()
  }

  /** The current values on the server of a row in conflict; none if its document was deleted. */
  theirs(key: string): ReadonlyMap<string, Cell> {
    const problem = this.of(key)
    return problem?.theirs ? valuesOf(problem.theirs, this.#ports.viewed().columns) : new Map()
  }

  /**
   * Bases a row on the current document: the given columns keep my values, all others take the server's. '' among the
   * columns keeps the row deleted.
   */
  rebase(key: string, mine: ReadonlySet<string>): void {
    const problem = this.of(key)
    if (!problem || problem.theirs === null) return
    this.#ports.edits.rebase(key, this.theirs(key), problem.revision, mine, this.read(key))
  }

  /**
   * Plans the request that would resolve a conflict: the given columns keep the row's values, edited or as read, and
   * all others take the server's. If the document has changed again in the meantime, the conflict is now with that
   * version.
   */
  merge(key: string, mine: ReadonlySet<string>): Promise<void> {
    this.dropMerged()
    const merged: Merged = { key, mine, shown: null, said: '' }
    this.#set(merged)
    // A new plan replaces the previous one, so plans are made one after the other.
    this.#merging = this.#merging.then(() => this.#merge(merged))
    return this.#merging
  }

  /** Drops the request that would resolve a conflict. */
  dropMerged(): void {
    const { merged } = this.#ports.store.getState()
    if (merged?.shown) this.#ports.plans.drop(merged.shown.info.id)
    if (merged) this.#set(null)
  }

  async #merge(merged: Merged): Promise<void> {
    const { key, mine } = merged
    const isLatest = () => this.#ports.store.getState().merged === merged
    const show = (part: Partial<Merged>) => this.#set({ ...merged, ...part })
    try {
      for (let tries = 0; tries < mostMerges && isLatest(); tries++) {
        const change = this.#mergedChange(key, mine)
        if (!change) return show({ said: nothingMine })
        const info = await this.#ports.plans.make([change])
        if (!info) return
        const row = plannedOf(change, this.#ports.edits.roles)
        const sends = info.requests.length === 1 && info.refusals.length === 0
        if (sends && isLatest()) return show({ shown: { info, rows: [row], left: 0, undoes: null } })
        const problems = await this.#ports.plans.problems(info.id, row, info.refusals)
        this.#ports.plans.drop(info.id)
        if (!isLatest()) return
        const again = problems.find(isConflict)
        if (!again) return show({ said: problems[0]?.message ?? nothingMine })
        this.#ports.edits.report(key, problems)
        if (again.theirs === null) return
      }
      if (isLatest()) show({ said: stillChanging })
    } catch (cause) {
      if (isLatest()) show({ said: toHostError(cause).failure.message })
    }
  }

  /** A row in conflict as rebase() would leave it; null if it would have nothing left to save. */
  #mergedChange(key: string, mine: ReadonlySet<string>): Change | null {
    const [change, problem, theirs] = [this.#ports.edits.change(key), this.of(key), this.theirs(key)]
    if (!change || !problem) return null
    const cells = mergedCells(new Map([...change.cells, ...this.read(key)]), theirs, mine)
    return cells.size === 0 ? null : basedOn(change, problem, theirs, cells, this.#ports.edits.roles)
  }

  #set(merged: Merged | null): void {
    this.#ports.store.setState({ merged })
  }
}

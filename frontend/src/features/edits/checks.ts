// Looks up rows on the server whose outcome is unknown: their save got no response, or they were staged before a
// restart.
import { toHostError } from '../../host'
import type { Roles } from '../../lib/roles'
import { isAlreadySaved, isConflict } from './conflicts'
import { valuesOf } from './document'
import { plannedOf, type Recovered } from './planned'
import type { Problem } from './problems'
import { closed, type SavingPorts } from './savingState'
import type { Change } from './staged'
import { maybeCreated } from './words'

/** Checks the staged rows of one object, one check after the other. */
export class Checks {
  readonly #ports: SavingPorts
  #checking: Promise<void> = Promise.resolve()

  constructor(ports: SavingPorts) {
    this.#ports = ports
  }

  /** Reads a row whose save got no response: afterwards it can be saved again, or it is in conflict. */
  check(key: string): Promise<void> {
    this.#checking = this.#checking.then(() => this.#check(key))
    return this.#checking
  }

  async #check(key: string): Promise<void> {
    const { edits, hooks, plans, store } = this.#ports
    await this.#sentAll()
    const change = edits.change(key)
    if (!change) return
    if (isNameless(change, edits.roles)) {
      edits.report(key, [maybe(maybeCreated)])
      hooks.refresh()
      return
    }
    try {
      const info = await plans.make([change], true)
      if (!info) return
      const problems = await plans.problems(info.id, plannedOf(change, edits.roles), info.refusals)
      if (!this.#wasSaved(change, problems)) edits.report(key, problems)
      plans.drop(info.id)
    } catch (cause) {
      store.setState({ error: toHostError(cause) })
    }
  }

  /**
   * Compares the staged rows with the current documents: rows that have changed are in conflict. Some of the rows that
   * were being saved may have been saved.
   */
  async compare(sent: ReadonlySet<string>): Promise<void> {
    const { edits, plans, store } = this.#ports
    if (store.getState().phase !== 'idle' || edits.rows === 0) return
    const changes = edits.changes()
    store.setState({ ...closed, phase: 'planning' })
    try {
      const info = await plans.make(changes, true)
      if (!info) return
      const recovered: Recovered[] = []
      for (const [at, change] of changes.entries()) {
        const own = info.refusals.filter(({ row }) => row === at)
        const problems = await plans.problems(info.id, plannedOf(change, edits.roles), own)
        const was = sent.has(change.key)
        const isUnknown = was && isNameless(change, edits.roles)
        const saved = was && !isUnknown && this.#wasSaved(change, problems)
        if (!saved) edits.report(change.key, isUnknown ? [maybe(maybeCreated)] : problems)
        const state = saved ? 'saved' : isUnknown ? 'unknown' : 'left'
        if (was) recovered.push({ title: change.base.title, act: change.act, state })
      }
      plans.drop(info.id)
      store.setState({ phase: 'idle', recovered })
    } catch (cause) {
      store.setState({ phase: 'idle', error: toHostError(cause) })
    }
  }

  /**
   * Marks a row as saved if the document already has the values that the save would write and nothing was staged since.
   */
  #wasSaved(change: Change, problems: readonly Problem[]): boolean {
    const { edits, viewed } = this.#ports
    const problem = problems.find(isConflict)
    if (!problem) return false
    const theirs = problem.theirs === null ? null : valuesOf(problem.theirs, viewed().columns)
    if (!isAlreadySaved(edits.change(change.key) ?? change, theirs)) return false
    if (theirs) edits.rebase(change.key, theirs, problem.revision, new Set())
    else edits.saved(change.key, new Map(), new Map(), [])
    return true
  }

  /** Resolves when nothing is being sent. */
  #sentAll(): Promise<void> {
    const { store } = this.#ports
    if (store.getState().phase !== 'sending') return Promise.resolve()
    return new Promise((resolve) => {
      const end = store.subscribe(({ phase }) => {
        if (phase === 'sending') return
        end()
        resolve()
      })
    })
  }
}

/** Whether a row is new and has no id, so that the outcome of its request cannot be looked up. */
function isNameless({ act, base }: Change, roles: Roles): boolean {
  return act === 'create' && roles.valueOf(base.hidden, 'key') === ''
}

function maybe(message: string): Problem {
  return { kind: 'refused', column: '', message, hint: '', theirs: null, revision: [] }
}

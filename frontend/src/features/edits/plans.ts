// Plans of staged rows: requests them from the backend, reads them, and drops those that nobody needs any more.
import { type Host, type PlanInfo, type PlannedRequest, type RefusedRow, toHostError } from '../../host'
import type { Roles } from '../../lib/roles'
import type { Edits } from './edits'
import { type PlannedRow, requestOf } from './planned'
import type { Problem } from './problems'
import type { Change } from './staged'
import { bodyUnread, theirsUnread } from './words'

/** The plans for the edits of one object. */
export class Plans {
  readonly #host: Host
  readonly #edits: Edits
  readonly #view: () => string
  #end = new AbortController()

  /** view returns the id of the view whose rows were edited. */
  constructor(host: Host, edits: Edits, view: () => string) {
    this.#host = host
    this.#edits = edits
    this.#view = view
  }

  /**
   * Requests a plan for some rows, or only compares them with the server's; null if nobody is waiting for it any more.
   */
  make(changes: readonly Change[], compare = false): Promise<PlanInfo | null> {
    const rows = changes.map((change) => requestOf(change, this.#edits.roles))
    return this.#call('Edits.Plan', { view: this.#view(), rows, ...(compare && { compare }) })
  }

  /** Requests a plan that undoes another one; null if nobody is waiting for it any more. */
  undo(plan: string): Promise<PlanInfo | null> {
    return this.#call('Edits.Undo', { plan })
  }

  drop(plan: string): void {
    void this.#host.call('Edits.Drop', { plan }).catch(() => undefined)
  }

  /** Stops waiting for the plans that were requested. */
  abort(): void {
    this.#end.abort()
    this.#end = new AbortController()
  }

  /** Why a plan leaves a row out. */
  problems(plan: string, row: PlannedRow, refusals: readonly RefusedRow[]): Promise<Problem[]> {
    return Promise.all(
      refusals.map(async ({ column, error, theirs, revision }): Promise<Problem> => {
        const own = error.kind === 'invalid' ? 'invalid' : 'refused'
        const kind = error.kind === 'conflict' && merges(row, this.#edits.roles) ? 'conflict' : own
        return this.problem(plan, { kind, column, message: error.message, hint: error.hint, revision }, theirs)
      }),
    )
  }

  /** A problem together with the current document. A document that cannot be read does not count as deleted. */
  async problem(plan: string, problem: Omit<Problem, 'theirs'>, number: string): Promise<Problem> {
    const theirs = number === '' ? null : await this.#document(plan, number)
    if (number === '' || theirs !== null || problem.kind !== 'conflict') return { ...problem, theirs }
    return { ...problem, kind: 'refused', hint: theirsUnread, theirs }
  }

  /** A request of a plan with its whole body; fails if the body cannot be read. */
  async whole(plan: string, request: PlannedRequest): Promise<PlannedRequest> {
    if (!request.truncated) return request
    const body = await this.#document(plan, request.number)
    if (body === null) throw toHostError(bodyUnread)
    return { ...request, body, truncated: false }
  }

  /** The curl command that sends a request of a plan, without the credential. */
  async curl(plan: string, { number }: PlannedRequest): Promise<string> {
    return (await this.#host.call<{ text: string }>('Edits.Curl', { plan, number })).text
  }

  async #call(method: string, request: object): Promise<PlanInfo | null> {
    const { signal } = this.#end
    const late = (info: PlanInfo) => this.drop(info.id)
    try {
      const info = await this.#host.call<PlanInfo>(method, request, { signal, timeout: 0, late })
      if (!signal.aborted) return info
      this.drop(info.id)
    } catch (cause) {
      if (!signal.aborted) throw cause
    }
    return null
  }

  /** A document that the backend keeps for a plan; null if it cannot be read. */
  async #document(plan: string, number: string): Promise<string | null> {
    const query = new URLSearchParams({ plan, number })
    const data = await this.#host.data(`/data/edits?${query}`, { timeout: 0 }).catch(() => null)
    return data && new TextDecoder('utf-8', { ignoreBOM: true }).decode(data.bytes)
  }
}

/**
 * Whether a conflict can be resolved by choosing values. A new row whose id already exists cannot: its save is refused.
 */
function merges({ act, copies, hidden }: PlannedRow, roles: Roles): boolean {
  return act !== 'create' || (copies && roles.valueOf(hidden, 'key') === '')
}

import type { Host } from '../../host'
import type { Edits } from './edits'
import type { Problem } from './problems'
import { isField } from './staged'
import type { Typed } from './values'

/** The most values that are judged by one call. */
const most = 50_000

/**
 * Marks staged values that their fields cannot hold, right after they were staged and before anything is saved. The
 * typed values do not change. A reason belongs to a value and not to a place, so a late one does not mark a value typed
 * since.
 */
export class Fitting {
  readonly #host: Host
  readonly #edits: Edits
  readonly #view: () => string
  readonly #end = new AbortController()
  /** Why values do not fit, by column, '' if nothing is known against them; of the view that is shown. */
  #reasons = new WeakMap<Typed, Map<string, string>>()
  #of = ''
  #marking = false
  #waiting = false

  /** view returns the id of the view whose rows are edited, '' while there is none. */
  constructor(host: Host, edits: Edits, view: () => string) {
    this.#host = host
    this.#edits = edits
    this.#view = view
    edits.store.subscribe((now, was) => {
      if (this.#marking || (now.staged === was.staged && now.problems === was.problems)) return
      this.#mark()
      this.look()
    })
  }

  /** Has all staged values checked that have not been checked yet: values staged together, in one call. */
  look(): void {
    if (this.#waiting) return
    this.#waiting = true
    queueMicrotask(() => {
      this.#waiting = false
      void this.#ask()
    })
  }

  close(): void {
    this.#end.abort()
  }

  async #ask(): Promise<void> {
    const view = this.#view()
    const { signal } = this.#end
    if (view === '' || signal.aborted) return
    if (view !== this.#of) this.#reasons = new WeakMap()
    this.#of = view
    const reasons = this.#reasons
    const asked = this.#unknown()
    if (asked.length === 0) return
    for (const { column, typed } of asked) note(reasons, typed, column, '')
    const cells = asked.map(({ column, typed: { text, null: none } }) => ({ column, text, null: none }))
    try {
      const answer = await this.#host.call<{ reasons: string[] } | undefined>('Edits.Fits', { view, cells }, { signal })
      for (const [at, { column, typed }] of asked.entries()) note(reasons, typed, column, answer?.reasons[at] ?? '')
    } catch {
      // A plan judges the same values, and says so.
      return
    }
    if (signal.aborted) return
    this.#mark()
    if (asked.length === most) this.look()
  }

  /** The values that are staged and were not judged. */
  #unknown(): { column: string; typed: Typed }[] {
    const { staged, bases } = this.#edits.store.getState()
    const cells: { column: string; typed: Typed }[] = []
    for (const [key, row] of staged) {
      const base = bases.get(key)
      for (const [column, typed] of row) {
        if (typed.remove || !isField(base, column) || this.#reasons.get(typed)?.has(column)) continue
        cells.push({ column, typed })
        if (cells.length === most) return cells
      }
    }
    return cells
  }

  /** Marks at each row the values that its fields cannot hold, unless they are marked already. */
  #mark(): void {
    this.#marking = true
    const { staged, problems } = this.#edits.store.getState()
    const reports = new Map<string, readonly Problem[]>()
    for (const [key, row] of staged) {
      const said = problems.get(key) ?? []
      const more: Problem[] = []
      for (const [column, typed] of row) {
        const message = this.#reasons.get(typed)?.get(column) ?? ''
        if (message === '' || said.some((problem) => problem.column === column)) continue
        more.push({ kind: 'invalid', column, message, hint: '', theirs: null, revision: [] })
      }
      if (more.length > 0) reports.set(key, [...said, ...more])
    }
    this.#edits.reportAll(reports)
    this.#marking = false
  }
}

function note(reasons: WeakMap<Typed, Map<string, string>>, typed: Typed, column: string, reason: string): void {
  const known = reasons.get(typed) ?? new Map<string, string>()
  known.set(column, reason)
  reasons.set(typed, known)
}

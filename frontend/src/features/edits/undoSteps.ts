// The steps of undo and redo: the staged changes before and after each step.
import { type Bases, type RowBase, type RowStep, type Step, settled } from './staged'

/** How many steps can be undone. */
const mostSteps = 500

/** The staged changes before each step, and after each step that was undone. */
export class UndoSteps {
  #past: Step[] = []
  #future: Step[] = []
  /** The documents that rows were edited on: after an undo, a row can be edited on a newer document. */
  readonly #typedOn = new WeakMap<RowStep['cells'], RowBase>()

  get canUndo(): boolean {
    return this.#past.length > 0
  }

  get canRedo(): boolean {
    return this.#future.length > 0
  }

  /** The keys of the rows in any step. */
  get rows(): ReadonlySet<string> {
    const rows = new Set<string>()
    for (const { staged } of [...this.#past, ...this.#future]) for (const key of staged.keys()) rows.add(key)
    return rows
  }

  /** Adds a step that began with the given staged changes. Steps that were undone can no longer be redone. */
  add(was: Step): void {
    this.#past = [...this.#past, was].slice(-mostSteps)
    this.#future = []
  }

  /** The staged changes before the last step, undefined if there is none. */
  undo(now: Step): Step | undefined {
    return travel(this.#past, this.#future, now)
  }

  /** The staged changes after the step that was undone last, undefined if there is none. */
  redo(now: Step): Step | undefined {
    return travel(this.#future, this.#past, now)
  }

  /** Sets rows to their present state in every step, because no step may revert them. */
  settle(keys: Iterable<string>, next: Step): void {
    this.#past = settled(this.#past, keys, next)
    this.#future = settled(this.#future, keys, next)
  }

  /** Records the bases of rows that were just staged. */
  noteBases(keys: readonly string[], { staged }: Step, bases: Bases): void {
    for (const key of keys) {
      const [cells, base] = [staged.get(key), bases.get(key)]
      if (cells && base) this.#typedOn.set(cells, base)
    }
  }

  /** The bases of rows after a step restored some of them: the documents that these were edited on. */
  basesOf(keys: readonly string[], { staged, acts }: Step, bases: Bases): Bases {
    const all = new Map(bases)
    for (const key of keys) {
      const cells = staged.get(key)
      const base = cells && this.#typedOn.get(cells)
      if (base && acts.get(key) !== 'create') all.set(key, base)
    }
    return all
  }
}

function travel(from: Step[], to: Step[], now: Step): Step | undefined {
  const next = from.pop()
  if (next) to.push(now)
  return next
}

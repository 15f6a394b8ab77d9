// The steps that undo and redo take, each from what was staged before a change of rows to what was after it.
import { type Bases, type RowBase, type RowStep, type Step, settled } from './staged'

/** How many steps can be undone. */
const mostSteps = 500

/** What was staged before each step, and after those that were undone. */
export class UndoSteps {
  #past: Step[] = []
  #future: Step[] = []
  /** What the cells of rows were typed on, since a row can be edited on a newer document after its edits were undone. */
  readonly #typedOn = new WeakMap<RowStep['cells'], RowBase>()

  get canUndo(): boolean {
    return this.#past.length > 0
  }

  get canRedo(): boolean {
    return this.#future.length > 0
  }

  /** The keys of the rows that any step has. */
  get rows(): ReadonlySet<string> {
    const rows = new Set<string>()
    for (const { staged } of [...this.#past, ...this.#future]) for (const key of staged.keys()) rows.add(key)
    return rows
  }

  /** Notes that a step was made from what was staged until then. What was undone cannot be redone any more. */
  add(was: Step): void {
    this.#past = [...this.#past, was].slice(-mostSteps)
    this.#future = []
  }

  /** What was staged before the last step, undefined if there is none. */
  undo(now: Step): Step | undefined {
    return travel(this.#past, this.#future, now)
  }

  /** What was staged after the step that was undone last, undefined if there is none. */
  redo(now: Step): Step | undefined {
    return travel(this.#future, this.#past, now)
  }

  /** Lets every step have rows as they are, since no step can take them back to what they were. */
  settle(keys: Iterable<string>, next: Step): void {
    this.#past = settled(this.#past, keys, next)
    this.#future = settled(this.#future, keys, next)
  }

  /** Notes what rows are based on that were just staged. */
  noteBases(keys: readonly string[], { staged }: Step, bases: Bases): void {
    for (const key of keys) {
      const [cells, base] = [staged.get(key), bases.get(key)]
      if (cells && base) this.#typedOn.set(cells, base)
    }
  }

  /** What rows are based on once a step has brought some of them back: the documents that these were typed on. */
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

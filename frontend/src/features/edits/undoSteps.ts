// The steps of undo and redo: the rows that each step changed, before and after it.
import { type BasedRows, copyOf, differing, put, type RowBase, rowOf, type StagedRow, type StagedRows } from './staged'

/** How many steps can be undone. */
export const mostSteps = 500

/** A staged row, the document that it was edited on, and its place among the staged rows. */
interface PlacedRow extends StagedRow {
  base: RowBase | undefined
  place: number
}

/** A row before and after a step; undefined while nothing is staged for it. */
interface RowChange {
  before: PlacedRow | undefined
  after: PlacedRow | undefined
}

/** The rows that a step changed, by their keys. */
type UndoStep = ReadonlyMap<string, RowChange>

/** The steps that can be undone, and those that were undone and can be redone. */
export class UndoSteps {
  #past: UndoStep[] = []
  #future: UndoStep[] = []
  /** How many steps change a row, by its key. */
  readonly #changes = new Map<string, number>()
  /** The places of the rows that are staged: numbers that rise in their order, and are never used twice. */
  #places: ReadonlyMap<string, number> = new Map()
  #lastPlace = 0

  get canUndo(): boolean {
    return this.#past.length > 0
  }

  get canRedo(): boolean {
    return this.#future.length > 0
  }

  /** How many rows all steps hold. */
  get size(): number {
    let size = 0
    for (const steps of this.#changes.values()) size += steps
    return size
  }

  /** Whether any step changes a row. */
  has(key: string): boolean {
    return this.#changes.has(key)
  }

  /** Adds the step between two moments. Steps that were undone can no longer be redone. */
  add(was: BasedRows, now: BasedRows): void {
    const places = this.#places
    this.#place(now)
    const step = new Map(
      differing(was, now).map((key) => {
        return [key, { before: placed(was, places, key), after: placed(now, this.#places, key) }]
      }),
    )
    this.#count(step, 1)
    this.#past.push(step)
    const forgotten = [...this.#future, ...this.#past.splice(0, this.#past.length - mostSteps)]
    for (const step of forgotten) this.#count(step, -1)
    this.#future = []
  }

  /** What was staged before the last step, undefined if there is none. */
  undo(now: BasedRows): BasedRows | undefined {
    const step = this.#past.pop()
    if (!step) return undefined
    this.#future.push(step)
    return this.#go(now, step, 'before')
  }

  /** What was staged after the step that was undone last, undefined if there is none. */
  redo(now: BasedRows): BasedRows | undefined {
    const step = this.#future.pop()
    if (!step) return undefined
    this.#past.push(step)
    return this.#go(now, step, 'after')
  }

  /** Leaves rows as they are now in every step, because no step may revert them. Steps without rows are forgotten. */
  settle(keys: ReadonlySet<string>, now: StagedRows): void {
    this.#past = without(this.#past, keys)
    this.#future = without(this.#future, keys)
    for (const key of keys) this.#changes.delete(key)
    this.#place(now)
  }

  /** What is staged on one side of a step. */
  #go(now: BasedRows, step: UndoStep, side: keyof RowChange): BasedRows {
    const next = copyOf(now)
    const places = new Map(this.#places)
    for (const [key, change] of step) {
      const row = change[side]
      put(next, key, row)
      if (row) places.set(key, row.place)
      else places.delete(key)
      // After an undo, a row can be edited on a newer document. A new row has none.
      if (row?.base && row.act !== 'create') next.bases.set(key, row.base)
    }
    this.#places = places
    const placeOf = (key: string) => places.get(key) ?? 0
    return { ...next, staged: new Map([...next.staged].sort(([a], [b]) => placeOf(a) - placeOf(b))) }
  }

  /** Gives the staged rows their places. A row that has come after others since, or is new, gets the last one. */
  #place({ staged }: StagedRows): void {
    const places = new Map<string, number>()
    let last = 0
    for (const key of staged.keys()) {
      const place = this.#places.get(key) ?? 0
      if (place <= last) this.#lastPlace += 1
      last = place > last ? place : this.#lastPlace
      places.set(key, last)
    }
    this.#places = places
  }

  #count(step: UndoStep, by: 1 | -1): void {
    for (const key of step.keys()) {
      const steps = (this.#changes.get(key) ?? 0) + by
      if (steps > 0) this.#changes.set(key, steps)
      else this.#changes.delete(key)
    }
  }
}

function placed(rows: BasedRows, places: ReadonlyMap<string, number>, key: string): PlacedRow | undefined {
  const row = rowOf(rows, key)
  return row && { ...row, base: rows.bases.get(key), place: places.get(key) ?? 0 }
}

/** Steps without some rows; those that had no others are left out. */
function without(steps: readonly UndoStep[], keys: ReadonlySet<string>): UndoStep[] {
  return steps.flatMap((step) => {
    const left = [...step].filter(([key]) => !keys.has(key))
    if (left.length === step.size) return [step]
    return left.length > 0 ? [new Map(left)] : []
  })
}

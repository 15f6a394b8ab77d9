import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Cell } from '../../grid/types'
import type { HiddenValue } from '../../host'
import { identityOf, isOrdered, reaches, revisionOf, sameRevision } from './revision'
import { equal, isSame, type Typed } from './values'

/** How many steps can be undone. */
const mostSteps = 500

/** The edited cells of rows, by the key of the row and the name of the column. */
export type Staged = ReadonlyMap<string, ReadonlyMap<string, Typed>>

/** An edited row: what names it, and the values that were shown when it was first edited. */
export interface RowBase {
  key: string
  /** What the row is called in a sentence: its id. */
  title: string
  /** The hidden values of the document that the edits are based on. */
  hidden: readonly HiddenValue[]
  /** The hidden values that the rows showed then: they can be behind after a save. */
  shown: readonly HiddenValue[]
  /** The values of the edited columns, and of the others that were loaded. */
  before: ReadonlyMap<string, Cell>
}

/** Why edits of a row were not saved. */
export interface Problem {
  kind: 'refused' | 'conflict' | 'unknown'
  /** '' for the row as a whole. */
  column: string
  message: string
  hint: string
  /** The document that the server holds; null if it was deleted, or could not be read. */
  theirs: string | null
  /** The hidden values of that document. */
  revision: readonly HiddenValue[]
}

/** The values of a row as the server holds them by now, while the rows that are shown are older. */
interface Ahead {
  hidden: readonly HiddenValue[]
  shown: readonly HiddenValue[]
  cells: ReadonlyMap<string, Cell>
}

export interface EditsState {
  staged: Staged
  bases: ReadonlyMap<string, RowBase>
  problems: ReadonlyMap<string, readonly Problem[]>
  canUndo: boolean
  canRedo: boolean
  /** Changes with everything that a grid shows of the edits. */
  revision: number
}

/** A row as it is shown, for its first edit. */
export type ShownRow = Omit<RowBase, 'key'>

/**
 * The edits of one object that are not saved. They belong to rows by their keys, wherever and whether these are shown. What
 * was typed is only given up by undo, by discarding it, or when the engine has it.
 */
export class Edits {
  readonly store: StoreApi<EditsState> = createStore(() => ({
    staged: new Map(),
    bases: new Map(),
    problems: new Map(),
    canUndo: false,
    canRedo: false,
    revision: 0,
  }))
  readonly #ahead = new Map<string, Ahead>()
  #past: Staged[] = []
  #future: Staged[] = []
  /** The columns that differ from what is read in any row. */
  #columns = new Set<string>()

  /** How many cells were edited. */
  get cells(): number {
    let cells = 0
    for (const row of this.store.getState().staged.values()) cells += row.size
    return cells
  }

  /** How many rows were edited. */
  get rows(): number {
    return this.store.getState().staged.size
  }

  /** Whether any row has another value in a column than was read. */
  touches(column: string): boolean {
    return this.#columns.has(column)
  }

  /** What was typed into a cell, undefined where nothing was. */
  typed(key: string, column: string): Typed | undefined {
    return this.store.getState().staged.get(key)?.get(column)
  }

  /** The hidden values of a row as the server has it: those that are shown, or those of a save that came after them. */
  hidden(key: string, shown: readonly HiddenValue[]): readonly HiddenValue[] {
    return this.#aheadOf(key, shown)?.hidden ?? shown
  }

  /** The value of a cell that the server has by now, undefined where the rows show it. */
  ahead(key: string, column: string, shown: readonly HiddenValue[]): Cell | undefined {
    return this.#aheadOf(key, shown)?.cells.get(column)
  }

  /** Whether a row was changed by someone else since it was edited. */
  isOutdated(key: string, shown: readonly HiddenValue[]): boolean {
    const base = this.store.getState().bases.get(key)
    if (!base || !this.store.getState().staged.has(key)) return false
    return !sameRevision(shown, base.hidden) && !sameRevision(shown, base.shown)
  }

  /** Edits a cell; the value that it has already takes its edit back. */
  stage(key: string, column: string, typed: Typed, row: () => ShownRow): void {
    const { staged, bases } = this.store.getState()
    const cells = new Map(staged.get(key))
    const base = staged.has(key) ? bases.get(key) : undefined
    const made = base ?? { key, ...row() }
    const before = made.before.get(column)
    if (before && isSame(typed, before)) cells.delete(column)
    else cells.set(column, typed)
    const [was, now] = [staged.get(key)?.get(column), cells.get(column)]
    if ((!was && !now) || equal(was, now)) return
    this.#step(withRow(staged, key, cells), new Map(bases).set(key, made), [key])
  }

  /** Takes edits back: of a cell, or of a whole row. */
  revert(key: string, column?: string): void {
    const { staged, bases } = this.store.getState()
    const cells = new Map(staged.get(key))
    if (column === undefined) cells.clear()
    else if (!cells.delete(column)) return
    if (staged.has(key)) this.#step(withRow(staged, key, cells), bases, [key])
  }

  /** Takes all edits back. It can be undone. */
  discard(): void {
    const { staged, bases } = this.store.getState()
    if (staged.size > 0) this.#step(new Map(), bases, [...staged.keys()])
  }

  /** Takes the last step back. */
  undo(): void {
    this.#travel(this.#past, this.#future)
  }

  /** Takes the step again that was undone last. */
  redo(): void {
    this.#travel(this.#future, this.#past)
  }

  /** Says why edits of a row were not saved; none for a row that can be saved again. */
  report(key: string, problems: readonly Problem[]): void {
    const all = new Map(this.store.getState().problems)
    if (problems.length > 0) all.set(key, problems)
    else all.delete(key)
    this.#change({ problems: all })
  }

  /**
   * Takes notice that a row was saved with some values, under hidden values that are new. What was typed into the row
   * since stays staged.
   */
  saved(
    key: string,
    sent: ReadonlyMap<string, Typed>,
    cells: ReadonlyMap<string, Cell>,
    revision: HiddenValue[],
  ): void {
    const base = this.store.getState().bases.get(key)
    if (!base) return
    const left = new Map(this.store.getState().staged.get(key))
    for (const [column, typed] of sent) if (equal(left.get(column), typed)) left.delete(column)
    this.#settle(base, left, cells, revision)
  }

  /** Bases the edits of a row on the document that the server holds, and keeps those of the given columns. */
  rebase(
    key: string,
    theirs: ReadonlyMap<string, Cell>,
    revision: readonly HiddenValue[],
    mine: ReadonlySet<string>,
  ): void {
    const base = this.store.getState().bases.get(key)
    if (!base) return
    const left = new Map([...(this.store.getState().staged.get(key) ?? [])].filter(([column]) => mine.has(column)))
    for (const [column, typed] of left) {
      const value = theirs.get(column)
      if (value && isSame(typed, value)) left.delete(column)
    }
    this.#settle(base, left, theirs, revision)
  }

  /** Takes notice that the rows were read again: what was saved is among them if the engine says which is newer. */
  refreshed(): void {
    for (const [key, { hidden }] of this.#ahead) if (!isOrdered(hidden)) this.#ahead.delete(key)
    this.#change({})
  }

  #settle(
    base: RowBase,
    left: ReadonlyMap<string, Typed>,
    cells: ReadonlyMap<string, Cell>,
    revision: readonly HiddenValue[],
  ): void {
    const { key, shown } = base
    const hidden = [...identityOf(base.hidden), ...revisionOf(revision)]
    const was = this.#ahead.get(key)
    const known = was && sameRevision(was.shown, shown) ? was.cells : []
    this.#ahead.set(key, { hidden, shown, cells: new Map([...known, ...cells]) })
    const { staged, bases, problems } = this.store.getState()
    const nextBases = new Map(bases).set(key, { ...base, hidden, before: new Map([...base.before, ...cells]) })
    const nextProblems = new Map(problems)
    nextProblems.delete(key)
    const next = withRow(staged, key, left)
    this.#past = without(this.#past, key, next)
    this.#future = without(this.#future, key, next)
    this.#change({ staged: next, bases: nextBases, problems: nextProblems })
  }

  #aheadOf(key: string, shown: readonly HiddenValue[]): Ahead | undefined {
    const ahead = this.#ahead.get(key)
    if (!ahead || reaches(shown, ahead.hidden)) return undefined
    return sameRevision(shown, ahead.shown) ? ahead : undefined
  }

  #step(staged: Staged, bases: EditsState['bases'], changed: readonly string[]): void {
    this.#past = [...this.#past, this.store.getState().staged].slice(-mostSteps)
    this.#future = []
    this.#change({ staged, bases, problems: forgotten(this.store.getState().problems, changed) })
  }

  #travel(from: Staged[], to: Staged[]): void {
    const next = from.pop()
    if (!next) return
    const { staged, problems } = this.store.getState()
    to.push(staged)
    const changed = [...new Set([...staged.keys(), ...next.keys()])].filter((key) => staged.get(key) !== next.get(key))
    this.#change({ staged: next, problems: forgotten(problems, changed) })
  }

  #change(part: Partial<EditsState>): void {
    const { staged } = { ...this.store.getState(), ...part }
    this.#columns = new Set()
    for (const row of staged.values()) for (const column of row.keys()) this.#columns.add(column)
    for (const { cells } of this.#ahead.values()) for (const column of cells.keys()) this.#columns.add(column)
    const [canUndo, canRedo] = [this.#past.length > 0, this.#future.length > 0]
    this.store.setState((s) => ({ ...part, canUndo, canRedo, revision: s.revision + 1 }))
  }
}

function withRow(staged: Staged, key: string, cells: ReadonlyMap<string, Typed>): Staged {
  const next = new Map(staged)
  if (cells.size > 0) next.set(key, cells)
  else next.delete(key)
  return next
}

/** The problems of the rows that did not change. */
function forgotten(problems: EditsState['problems'], changed: readonly string[]): EditsState['problems'] {
  if (!changed.some((key) => problems.has(key))) return problems
  return new Map([...problems].filter(([key]) => !changed.includes(key)))
}

/** Steps without a row, which is as the next state has it in all of them; steps that change nothing are left out. */
function without(steps: readonly Staged[], key: string, next: Staged): Staged[] {
  const cells = next.get(key) ?? new Map<string, Typed>()
  const settled = steps.map((step) => withRow(step, key, cells))
  return settled.filter((step, at) => !sameSteps(step, settled[at + 1] ?? next))
}

function sameSteps(a: Staged, b: Staged): boolean {
  return a.size === b.size && [...a].every(([key, cells]) => b.get(key) === cells)
}

// The unsaved edits of one object: the staged changes and what is newer on the server, in one state that a grid shows.
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Cell } from '../../grid/types'
import { type HiddenValue, Roles } from '../../lib/roles'
import { creation, isNew, type NewRow, newKeyOf } from './newRow'
import { NextStep } from './nextStep'
import { forgotten, type Problem, type Problems, reported } from './problems'
import { fullWords } from './reasons'
import { ServerRows } from './serverRows'
import {
  type Act,
  type Acts,
  type BasedRows,
  type Bases,
  type Change,
  copyOf,
  differing,
  isField,
  mostRows,
  nothing,
  put,
  type RowBase,
  rowOf,
  type ShownRow,
  type Staged,
  type StagedRow,
  type Unseen,
} from './staged'
import { UndoSteps } from './undoSteps'
import { readDraft, writeDraft } from './unsavedText'
import { equal, mergedCells, type Typed } from './values'

export interface EditsState {
  staged: Staged
  acts: Acts
  bases: Bases
  problems: Problems
  canUndo: boolean
  canRedo: boolean
  /** Changes whenever something changes that a grid shows of the edits. */
  revision: number
}

/** A row that is not among those that were read: it is new, or was created since. */
export interface Inserted {
  key: string
  base: RowBase
  /** Whether it is on the server. */
  saved: boolean
}

/** How many rows are staged, by kind of change; a row with a problem counts only as such. */
export type Counts = Record<'edited' | 'created' | 'deleted' | Problem['kind'], number>

/** The rows whose responses are being applied. What is staged changes once, after the last of them. */
interface Settling extends Unseen {
  keys: Set<string>
  problems: Problems
}

const countOf: Record<Act, 'edited' | 'created' | 'deleted'> = { '': 'edited', create: 'created', delete: 'deleted' }

/**
 * The unsaved edits of one object. They belong to rows by key, whether or not these are shown. What was typed is
 * removed only by undo, by discarding it, or when the engine has stored it.
 */
export class Edits {
  readonly store: StoreApi<EditsState> = createStore(() => ({
    ...nothing,
    bases: new Map(),
    problems: new Map(),
    canUndo: false,
    canRedo: false,
    revision: 0,
  }))
  readonly #server: ServerRows
  readonly #steps = new UndoSteps()
  /** The columns in which any row differs from what was read. */
  #columns = new Set<string>()
  /** The step that the user is staging. */
  #next: NextStep | null = null
  /** The rows that are being settled at once. */
  #settling: Settling | null = null
  /** The keys of the rows in the current or last save: their bases are still needed. */
  #held: ReadonlySet<string> = new Set()
  #keys = 0
  #created = 0
  #deleted = 0

  constructor(roles = new Roles()) {
    this.#server = new ServerRows(roles)
  }

  /** The roles of the hidden values; set when the view opens. */
  get roles(): Roles {
    return this.#server.roles
  }

  set roles(roles: Roles) {
    this.#server.roles = roles
  }

  /** How many cells were edited. */
  get cells(): number {
    let cells = 0
    for (const row of this.store.getState().staged.values()) cells += row.size
    return cells
  }

  /** How many rows saves, and undoing them, have created and deleted on the server so far. */
  get made(): { created: number; deleted: number } {
    return { created: this.#created, deleted: this.#deleted }
  }

  /** How many rows are staged. */
  get rows(): number {
    return this.store.getState().staged.size
  }

  get counts(): Counts {
    const counts: Counts = { edited: 0, created: 0, deleted: 0, invalid: 0, refused: 0, conflict: 0, unknown: 0 }
    const { staged, acts, problems } = this.store.getState()
    for (const key of staged.keys()) counts[problems.get(key)?.[0]?.kind ?? countOf[acts.get(key) ?? '']] += 1
    return counts
  }

  /** How many valid values cannot be saved yet because another value of their row is invalid. */
  get waiting(): number {
    let values = 0
    const { staged, problems } = this.store.getState()
    for (const [key, cells] of staged) {
      const invalid = new Set(problems.get(key)?.flatMap(({ kind, column }) => (kind === 'invalid' ? [column] : [])))
      if (invalid.size > 0 && !invalid.has('')) for (const column of cells.keys()) if (!invalid.has(column)) values += 1
    }
    return values
  }

  /**
   * The first cell of each row with a problem of a kind, in the order in which these were found; column '' is the row.
   */
  withProblem(kind: Problem['kind']): { key: string; column: string }[] {
    const { staged, problems } = this.store.getState()
    return [...problems].flatMap(([key, [first]]) =>
      staged.has(key) && first?.kind === kind ? [{ key, column: first.column }] : [],
    )
  }

  /** Whether anything differs from what was read, because it is staged or was saved since. */
  get none(): boolean {
    return this.rows === 0 && this.#server.none
  }

  /** Whether any row has a value in a column that differs from what was read. */
  touches(column: string): boolean {
    return this.#columns.has(column)
  }

  /** What was typed into a cell, undefined if nothing was. */
  typed(key: string, column: string): Typed | undefined {
    return this.store.getState().staged.get(key)?.get(column)
  }

  /** What the next save will do with a row; '' also if nothing. */
  act(key: string): Act {
    return this.store.getState().acts.get(key) ?? ''
  }

  /** The rows that are not among those that were read, in order. */
  get inserted(): Inserted[] {
    const { staged, acts, bases } = this.store.getState()
    const saved = [...this.#server.created].map(([key, base]) => ({ key, base, saved: true }))
    const made = [...staged.keys()].flatMap((key) => {
      const base = acts.get(key) === 'create' ? bases.get(key) : undefined
      return base ? [{ key, base, saved: false }] : []
    })
    return [...saved, ...made]
  }

  /** The current hidden values of a row: those that were read, or those of a later save. */
  hidden(key: string, shown: readonly HiddenValue[]): readonly HiddenValue[] {
    return this.#server.hidden(key, shown)
  }

  /** The newer value of a cell on the server, undefined if the rows show the current one. */
  ahead(key: string, column: string, shown: readonly HiddenValue[]): Cell | undefined {
    return this.#server.cell(key, column, shown)
  }

  /** The rows that a save deleted since the rows were read. */
  get gone(): Iterable<string> {
    return this.#server.gone
  }

  get hasGone(): boolean {
    return this.#server.hasGone
  }

  /** Whether a save has deleted a row since it was read. */
  isGone(key: string, shown: readonly HiddenValue[]): boolean {
    return this.#server.isGone(key, shown)
  }

  /** Whether someone else has changed a row since it was edited. */
  isOutdated(key: string, shown: readonly HiddenValue[]): boolean {
    const { bases, staged, acts } = this.store.getState()
    const base = bases.get(key)
    if (!base || !staged.has(key) || acts.get(key) === 'create') return false
    return this.#server.isChanged(base, shown)
  }

  /** Why these rows are too many to stage, '' if they are not. */
  whyFull(keys: Iterable<string>, more = 0): string {
    const { staged } = this.store.getState()
    let rows = staged.size + more
    for (const key of keys) if (!staged.has(key)) rows += 1
    return rows > mostRows ? fullWords(mostRows) : ''
  }

  /** The staged change of a row, as it is saved; undefined if there is none. */
  change(key: string): Change | undefined {
    const { staged, acts, bases } = this.store.getState()
    const [cells, base] = [staged.get(key), bases.get(key)]
    if (!cells || !base) return undefined
    const act = acts.get(key) ?? ''
    return act === 'create' ? creation(key, base, cells, this.roles) : { key, act, base, cells, copy: null }
  }

  /** All staged changes, in the order in which they are saved. */
  changes(): readonly Change[] {
    return [...this.store.getState().staged.keys()].flatMap((key) => this.change(key) ?? [])
  }

  /**
   * Edits a cell. Typing the value that it already has removes the edit, unless the value on the server has changed.
   */
  stage(key: string, column: string, typed: Typed, row: () => ShownRow): void {
    this.#inStep((next) => next.stage(key, column, typed, row))
  }

  /** Adds a new row and returns the key by which it is edited like any other. */
  add(row: NewRow): string {
    const key = this.#newKey()
    this.#inStep((next) => next.add(key, row, this.roles))
    return key
  }

  /** Deletes rows: new rows are removed at once, the others by the next save. */
  remove(rows: readonly { key: string; row: () => ShownRow }[]): void {
    this.#inStep((next) => {
      for (const { key, row } of rows) next.remove(key, row)
    })
  }

  /** Reverts a cell, or a whole row including its deletion or creation. */
  revert(key: string, column?: string): void {
    this.#inStep((next) => next.revert(key, column))
  }

  /** Discards all edits. This can be undone. */
  discard(): void {
    if (this.rows > 0) this.#step({ ...nothing, bases: this.store.getState().bases })
  }

  /** Runs some work whose staged changes become one step, undone as a whole. */
  together<T>(work: () => T): T {
    return this.#inStep(() => work())
  }

  /** Keeps what rows are based on until their save is settled, even if they are taken back meanwhile. */
  hold(keys: ReadonlySet<string>): void {
    this.#held = new Set([...this.#held, ...keys])
  }

  /** Settles many rows at once: what is shown changes once, after the last of them. */
  settleTogether(work: () => void): void {
    this.#inSettling((settling) => {
      work()
      if (settling.keys.size > 0) this.#held = settling.keys
    })
  }

  /** Undoes the last step. */
  undo(): void {
    this.#travel((now) => this.#steps.undo(now))
  }

  /** Redoes the step that was undone last. */
  redo(): void {
    this.#travel((now) => this.#steps.redo(now))
  }

  /** Sets why a row was not saved; none for a row that can be saved again. */
  report(key: string, problems: readonly Problem[]): void {
    this.reportAll(new Map([[key, problems]]))
  }

  /** Sets why several rows were not saved, at once. */
  reportAll(reports: Problems): void {
    if (reports.size === 0) return
    const problems = reported(this.#now.problems, reports)
    if (this.#settling) this.#settling.problems = problems
    else this.#change({ problems })
  }

  /**
   * Records that a change was saved: the cells that were sent (none for a deleted row), the new values and revision of
   * the row, and the key of a document that was created. What was typed into the row since then stays staged.
   */
  saved(
    key: string,
    sent: ReadonlyMap<string, Typed>,
    cells: ReadonlyMap<string, Cell>,
    revision: readonly HiddenValue[],
    newKey?: readonly HiddenValue[],
  ): void {
    const base = this.#now.bases.get(key)
    if (!base) return
    const row = this.#row(key)
    const left = new Map(row?.cells)
    for (const [column, typed] of sent) if (equal(left.get(column), typed)) left.delete(column)
    if (newKey) this.#wasCreated(base, left, cells, revision, newKey)
    else if (isNew(key)) this.#settle(key, undefined)
    else if (sent.size === 0) this.#wasDeleted(base, revision)
    else this.#settle(key, { cells: left, act: row?.act ?? '' }, this.#server.write(base, cells, revision))
  }

  /**
   * Bases the edits of a row on the current document and keeps those of the given columns; '' among them keeps the row
   * deleted. More values can be staged with them. A new row that duplicates a document now duplicates its current
   * version.
   */
  rebase(
    key: string,
    theirs: ReadonlyMap<string, Cell>,
    revision: readonly HiddenValue[],
    mine: ReadonlySet<string>,
    more: ReadonlyMap<string, Typed> = new Map(),
  ): void {
    const base = this.#now.bases.get(key)
    if (!base) return
    const row = this.#row(key)
    if (row?.act === 'create') return this.#copyAgain(base, theirs, revision)
    const left = mergedCells(new Map([...(row?.cells ?? []), ...more]), theirs, mine)
    const act = row?.act === 'delete' && mine.has('') ? 'delete' : ''
    this.#settle(key, { cells: left, act }, this.#server.write(base, theirs, revision))
  }

  /**
   * Records that a row is on the server as it was before it was saved or deleted; unknown are the columns of which only
   * the beginning had been loaded.
   */
  restored(
    key: string,
    cells: ReadonlyMap<string, Cell>,
    revision: readonly HiddenValue[],
    unknown: readonly string[] = [],
  ): void {
    const base = this.#now.bases.get(key)
    if (!base) return
    const row = this.#row(key) ?? { cells: new Map(), act: '' }
    if (this.#server.isDeleted(key)) this.#created += 1
    this.#settle(key, row, this.#server.restore(base, cells, revision, unknown))
  }

  /**
   * Records that the rows were read again. They include what was saved if the engine can tell which revision is newer.
   */
  refreshed(): void {
    this.#server.refresh()
    this.#change({})
  }

  /** All staged changes as a text that restore() reads. */
  draft(): string {
    const { staged, bases } = this.#now
    const rows = [...staged].flatMap(([key, cells]) => {
      const base = bases.get(key)
      return base ? [{ base, cells, act: this.act(key) }] : []
    })
    return writeDraft(rows)
  }

  /** Stages the rows of a draft that are not staged yet; false if the text is not a draft. */
  restore(text: string): boolean {
    const rows = readDraft(text)
    if (!rows) return false
    this.#inStep((next) => next.restore(rows, () => this.#newKey()))
    return true
  }

  #row(key: string): StagedRow | undefined {
    return rowOf(this.#now, key)
  }

  #wasCreated(
    base: RowBase,
    left: ReadonlyMap<string, Typed>,
    cells: ReadonlyMap<string, Cell>,
    revision: readonly HiddenValue[],
    newKey: readonly HiddenValue[],
  ): void {
    const made = this.#server.create(base, cells, revision, newKey)
    this.#created += 1
    const { key } = made
    // The hidden values that were typed are now the key of the row.
    const typed = new Map([...left].filter(([column]) => isField(base, column)))
    this.#inSettling(({ bases }) => {
      for (const [other, was] of bases) if (was.after === base.key) bases.set(other, { ...was, after: key })
      this.#settle(base.key, undefined)
      this.#settle(key, { cells: typed, act: '' }, made)
    })
  }

  #wasDeleted(base: RowBase, revision: readonly HiddenValue[]): void {
    this.#server.delete(base, revision)
    this.#deleted += 1
    this.#settle(base.key, { cells: this.#row(base.key)?.cells ?? new Map(), act: '' })
  }

  /** Makes a new row duplicate the current version of its document. */
  #copyAgain(base: RowBase, theirs: ReadonlyMap<string, Cell>, revision: readonly HiddenValue[]): void {
    const { key } = base
    const bases = new Map(this.#now.bases).set(key, this.#server.copied(base, theirs, revision))
    this.#change({ bases, problems: reported(this.#now.problems, new Map([[key, []]])) })
  }

  /** Sets what stays staged for a row, and its new base if it has one, in every step and without adding one. */
  #settle(key: string, row: StagedRow | undefined, base?: RowBase): void {
    this.#inSettling((settling) => {
      put(settling, key, row)
      if (base) settling.bases.set(key, base)
      settling.problems = forgotten(settling.problems, [key])
      settling.keys.add(key)
    })
  }

  /** Runs some work that settles rows; they change at its end, or at that of the work that it is part of. */
  #inSettling(work: (settling: Settling) => void): void {
    if (this.#settling) return work(this.#settling)
    const now = this.store.getState()
    const settling = { ...copyOf(now), keys: new Set<string>(), problems: now.problems }
    this.#settling = settling
    try {
      work(settling)
    } finally {
      this.#settling = null
      const { keys, problems, staged, acts } = settling
      if (keys.size > 0) {
        this.#steps.settle(keys, settling)
        this.hold(keys)
        this.#change({ staged, acts, bases: this.#neededBases(settling), problems })
      } else if (problems !== now.problems) this.#change({ problems })
    }
  }

  /** The staged changes, including those being settled. */
  get #now(): BasedRows & { problems: Problems } {
    return this.#settling ?? this.store.getState()
  }

  /** The bases of rows that are staged, that undo can bring back, or that are held. */
  #neededBases({ staged, bases }: BasedRows): Bases {
    const isNeeded = (key: string) => staged.has(key) || this.#steps.has(key) || this.#held.has(key)
    return new Map([...bases].filter(([key]) => isNeeded(key)))
  }

  #newKey(): string {
    this.#keys += 1
    return newKeyOf(this.#keys)
  }

  /** Runs some work on the step being staged; it becomes its own step unless it is part of another one. */
  #inStep<T>(work: (next: NextStep) => T): T {
    if (this.#next) return work(this.#next)
    const now = this.store.getState()
    const next = new NextStep(now)
    this.#next = next
    try {
      const result = work(next)
      if (differing(next, now).length > 0) this.#step(next)
      return result
    } finally {
      this.#next = null
    }
  }

  #step(next: BasedRows): void {
    this.#steps.add(this.store.getState(), next)
    this.#go({ ...next, bases: this.#neededBases(next) })
  }

  #travel(take: (now: BasedRows) => BasedRows | undefined): void {
    const next = take(this.store.getState())
    if (next) this.#go(next)
  }

  /** Shows what is staged after a step, or after going back one. */
  #go({ staged, acts, bases }: BasedRows): void {
    const now = this.store.getState()
    const problems = forgotten(now.problems, differing(now, { staged, acts }), { staged, acts })
    this.#change({ staged, acts, bases, problems })
  }

  #change(part: Partial<EditsState>): void {
    const { staged } = { ...this.store.getState(), ...part }
    this.#columns = new Set(this.#server.columns)
    for (const row of staged.values()) for (const column of row.keys()) this.#columns.add(column)
    const { canUndo, canRedo } = this.#steps
    this.store.setState((s) => ({ ...part, canUndo, canRedo, revision: s.revision + 1 }))
  }
}

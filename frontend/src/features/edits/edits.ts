import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Cell } from '../../grid/types'
import { Kind } from '../../lib/block'
import type { HiddenValue } from '../../lib/roles'
import { Roles, valueNamed } from '../../lib/roles'
import { fullWords } from './reasons'
import {
  type Act,
  type Acts,
  type Change,
  differing,
  nothing,
  put,
  type RowBase,
  type RowStep,
  rowOf,
  type Setting,
  type ShownRow,
  type Staged,
  type Step,
  settled,
} from './staged'
import { readDraft, writeDraft } from './unsavedText'
import { equal, isExactly, isSame, mergedCells, noValue, type Typed } from './values'

export type { Act, Change, RowBase, ShownRow, Staged } from './staged'

/** How many steps can be undone. */
const mostSteps = 500
/** How many rows can be staged at once. */
export const mostRows = 1000

/** Why edits of a row were not saved. */
export interface Problem {
  /** 'invalid' was found before anything was sent: a field cannot hold what was typed. 'refused' is what the server said. */
  kind: 'invalid' | 'refused' | 'conflict' | 'unknown'
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
  /** The revision of a save that was undone: rows that were read after it show that one. */
  undone?: readonly HiddenValue[]
}

export interface EditsState {
  staged: Staged
  acts: Acts
  bases: ReadonlyMap<string, RowBase>
  problems: ReadonlyMap<string, readonly Problem[]>
  canUndo: boolean
  canRedo: boolean
  /** Changes with everything that a grid shows of the edits. */
  revision: number
}

/** A row that the rows read from the server do not have: one that is new, or was saved since they were read. */
export interface Inserted {
  key: string
  base: RowBase
  /** Whether it is on the server. */
  saved: boolean
}

/** A row that is to be created. */
export interface NewRow {
  /** The key of the row that it is shown after; at the top of the rows without it. */
  after?: string
  /** The row that it duplicates. */
  copyOf?: ShownRow & { key: string }
  /** Where its document is to be: the hidden values of its index. */
  hidden?: readonly HiddenValue[]
  /** The column in which its id can be typed. */
  idColumn?: string
  /** The columns in which other hidden values can be typed. */
  sets?: readonly Setting[]
  values?: ReadonlyMap<string, Typed>
}

/** How many rows are staged, by what becomes of them; those with a problem are counted by that alone. */
export type Counts = Record<'edited' | 'created' | 'deleted' | Problem['kind'], number>

/** What is being staged together, as one step. */
interface Work {
  step: { staged: Map<string, ReadonlyMap<string, Typed>>; acts: Map<string, Exclude<Act, ''>> }
  bases: Map<string, RowBase>
}

/**
 * The edits of one object that are not saved. They belong to rows by their keys, wherever and whether these are shown. What
 * was typed is only given up by undo, by discarding it, or when the engine has it.
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
  readonly #ahead = new Map<string, Ahead>()
  /** Rows that were created by a save since the rows were read. */
  readonly #created = new Map<string, RowBase>()
  /** The hidden values of rows that were deleted by a save since the rows were read. */
  readonly #gone = new Map<string, readonly HiddenValue[]>()
  /** Rows that were read since as a save left them, or newer. */
  readonly #read = new Set<string>()
  /** What the cells of rows were typed on, since a row can be edited on a newer document after its edits were undone. */
  readonly #typedOn = new WeakMap<RowStep['cells'], RowBase>()
  #past: Step[] = []
  #future: Step[] = []
  /** The columns that differ from what is read in any row. */
  #columns = new Set<string>()
  #work: Work | null = null
  /** What settling several rows has changed so far, and the keys of these. */
  #settling: { keys: Set<string>; part: Partial<EditsState> } | null = null
  #keys = 0
  /** What the hidden values of the rows say; the view says it once it is open. */
  roles: Roles

  constructor(roles = new Roles()) {
    this.roles = roles
  }

  /** How many cells were edited. */
  get cells(): number {
    let cells = 0
    for (const row of this.store.getState().staged.values()) cells += row.size
    return cells
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

  /** Whether anything differs from what was read: what is staged, and what was saved since. */
  get none(): boolean {
    return this.rows === 0 && this.#ahead.size === 0 && this.#created.size === 0 && this.#gone.size === 0
  }

  /** Whether any row has another value in a column than was read. */
  touches(column: string): boolean {
    return this.#columns.has(column)
  }

  /** What was typed into a cell, undefined where nothing was. */
  typed(key: string, column: string): Typed | undefined {
    return this.store.getState().staged.get(key)?.get(column)
  }

  /** What is to become of a row; '' also if nothing is. */
  act(key: string): Act {
    return this.store.getState().acts.get(key) ?? ''
  }

  /** The rows that those read from the server do not have, in their order. */
  get inserted(): Inserted[] {
    const { staged, acts, bases } = this.store.getState()
    const saved = [...this.#created].map(([key, base]) => ({ key, base, saved: true }))
    const made = [...staged.keys()].flatMap((key) => {
      const base = acts.get(key) === 'create' ? bases.get(key) : undefined
      return base ? [{ key, base, saved: false }] : []
    })
    return [...saved, ...made]
  }

  /** The hidden values of a row as the server has it: those that are shown, or those of a save that came after them. */
  hidden(key: string, shown: readonly HiddenValue[]): readonly HiddenValue[] {
    return this.#aheadOf(key, shown)?.hidden ?? shown
  }

  /** The value of a cell that the server has by now, undefined where the rows show it. */
  ahead(key: string, column: string, shown: readonly HiddenValue[]): Cell | undefined {
    return this.#aheadOf(key, shown)?.cells.get(column)
  }

  /** The rows that were deleted by a save since the rows were read. */
  get gone(): Iterable<string> {
    return this.#gone.keys()
  }

  get hasGone(): boolean {
    return this.#gone.size > 0
  }

  /** Whether a row that was read was deleted by a save since. */
  isGone(key: string, shown: readonly HiddenValue[]): boolean {
    const gone = this.#gone.get(key)
    const isOlder = gone !== undefined && (!this.roles.reaches(shown, gone) || this.roles.sameRevision(shown, gone))
    if (gone !== undefined && !isOlder) this.#read.add(key)
    return isOlder
  }

  /** Whether a row was changed by someone else since it was edited. */
  isOutdated(key: string, shown: readonly HiddenValue[]): boolean {
    const { bases, staged, acts } = this.store.getState()
    const base = bases.get(key)
    if (!base || !staged.has(key) || acts.get(key) === 'create') return false
    return !this.roles.sameRevision(shown, base.hidden) && !this.roles.sameRevision(shown, base.shown)
  }

  /** Why no more rows than these can be staged, '' if they can. */
  whyFull(keys: Iterable<string>, more = 0): string {
    const { staged } = this.store.getState()
    let rows = staged.size + more
    for (const key of keys) if (!staged.has(key)) rows += 1
    return rows > mostRows ? fullWords(mostRows) : ''
  }

  /** Everything that is staged, in the order in which it is saved. */
  changes(): readonly Change[] {
    const { staged, acts, bases } = this.store.getState()
    return [...staged].flatMap(([key, cells]) => {
      const base = bases.get(key)
      const act = acts.get(key) ?? ''
      if (!base) return []
      return [act === 'create' ? creation(key, base, cells, this.roles) : { key, act, base, cells, copy: null }]
    })
  }

  /** Edits a cell; the value that it has already takes its edit back, unless the server has another one by now. */
  stage(key: string, column: string, typed: Typed, row: () => ShownRow): void {
    this.together(() => {
      const { step, bases } = this.#work as Work
      const was = rowOf(step, key)
      if (was?.act === 'delete') return
      const base = (was && bases.get(key)) ?? { key, ...row() }
      const cells = new Map(was?.cells)
      const creates = was?.act === 'create'
      const before = base.before.get(column) ?? (creates ? noValue : undefined)
      const now = () => (creates ? before : row().before.get(column)) ?? noValue
      // A new row has no document yet in which an empty text would be something else than no value.
      const isAs = creates ? isSame : isExactly
      if (before && isAs(typed, before) && isAs(typed, now())) cells.delete(column)
      else cells.set(column, typed)
      const [had, has] = [was?.cells.get(column), cells.get(column)]
      if ((!had && !has) || equal(had, has)) return
      bases.set(key, base)
      put(step, key, { cells, act: was?.act ?? '' })
    })
  }

  /** Adds a row that is to be created; its key follows, under which it is edited as any other. */
  add({ after, copyOf, hidden, idColumn, sets = [], values = new Map() }: NewRow): string {
    this.#keys += 1
    const key = newKeyOf(this.#keys)
    this.together(() => {
      const { step, bases } = this.#work as Work
      const place =
        hidden ?? this.roles.identityOf(copyOf?.hidden ?? []).filter(({ name }) => name !== this.roles.nameOf('key'))
      const before = new Map([...(copyOf?.before ?? []), ...settingCells(sets, place)])
      const base = { key, title: 'New row', hidden: place, shown: place, before, copy: copyOf, after, idColumn, sets }
      bases.set(key, base)
      put(step, key, { cells: new Map(values), act: 'create' })
    })
    return key
  }

  /** Deletes rows: those that are new are taken back, the others are deleted by the next save. */
  remove(rows: readonly { key: string; row: () => ShownRow }[]): void {
    this.together(() => {
      const { step, bases } = this.#work as Work
      for (const { key, row } of rows) {
        const was = rowOf(step, key)
        if (was?.act === 'create') put(step, key, undefined)
        if (was && was.act !== '') continue
        if (!was) bases.set(key, { key, ...row() })
        put(step, key, { cells: new Map(), act: 'delete' })
      }
    })
  }

  /** Takes edits back: of a cell, or of a whole row with all that was to become of it. */
  revert(key: string, column?: string): void {
    this.together(() => {
      const { step } = this.#work as Work
      const was = rowOf(step, key)
      if (!was) return
      if (column === undefined) return put(step, key, undefined)
      const cells = new Map(was.cells)
      if (cells.delete(column)) put(step, key, { ...was, cells })
    })
  }

  /** Takes all edits back. It can be undone. */
  discard(): void {
    if (this.rows > 0) this.#step(nothing, this.store.getState().bases)
  }

  /** Stages everything that some work stages as one step, which is undone as a whole. */
  together<T>(work: () => T): T {
    if (this.#work) return work()
    const { staged, acts, bases } = this.store.getState()
    const under: Work = { step: { staged: new Map(staged), acts: new Map(acts) }, bases: new Map(bases) }
    this.#work = under
    try {
      const result = work()
      if (differing(under.step, { staged, acts }).length > 0) this.#step(under.step, under.bases)
      return result
    } finally {
      this.#work = null
    }
  }

  /** Takes notice of what became of many rows at once, since each change of the steps copies all of them. */
  settleTogether(work: () => void): void {
    if (this.#settling) return work()
    const settling = { keys: new Set<string>(), part: {} as Partial<EditsState> }
    this.#settling = settling
    try {
      work()
    } finally {
      this.#settling = null
      if (settling.keys.size > 0) {
        const now = { ...this.store.getState(), ...settling.part }
        this.#settleSteps(settling.keys, now)
        settling.part.bases = this.#basesOf(settling.keys, now)
      }
      if (Object.keys(settling.part).length > 0) this.#change(settling.part)
      this.#noteBases([...settling.keys])
    }
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
    this.reportAll(new Map([[key, problems]]))
  }

  /** Says why edits of several rows were not saved, at once. */
  reportAll(reports: ReadonlyMap<string, readonly Problem[]>): void {
    if (reports.size === 0) return
    const all = new Map(this.#now.problems)
    for (const [key, problems] of reports) {
      if (problems.length > 0) all.set(key, problems)
      else all.delete(key)
    }
    this.#change({ problems: all })
  }

  /**
   * Takes notice that a change was saved: the cells that were sent, none for a row that was deleted, the values and the
   * revision that the row has since, and the key of a document that was created. What was typed into the row since stays
   * staged.
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
    else if (isNew(key)) this.#put(key, undefined, {})
    else if (sent.size === 0) this.#wasDeleted(base, revision)
    else this.#settle(base, { cells: left, act: row?.act ?? '' }, cells, revision)
  }

  /**
   * Bases the edits of a row on the document that the server holds, and keeps those of the given columns; '' among them
   * keeps the row deleted. More values can be staged with them. What a new row duplicates is that document from now on.
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
    this.#settle(base, { cells: left, act }, theirs, revision)
  }

  /**
   * Takes notice that a row is on the server as it was before it was saved or deleted; unknown are the columns of which
   * only the beginning was here then.
   */
  restored(
    key: string,
    cells: ReadonlyMap<string, Cell>,
    revision: readonly HiddenValue[],
    unknown: readonly string[] = [],
  ): void {
    const base = this.#now.bases.get(key)
    if (!base) return
    this.#gone.delete(key)
    const left = { ...base, before: without(base.before, unknown) }
    this.#settle(left, this.#row(key) ?? { cells: new Map(), act: '' }, cells, revision)
    const ahead = this.#ahead.get(key)
    if (ahead) this.#ahead.set(key, { ...ahead, cells: without(ahead.cells, unknown), undone: base.hidden })
    this.#change({})
  }

  /** Takes notice that the rows were read again: what was saved is among them if the engine says which is newer. */
  refreshed(): void {
    for (const [key, { hidden }] of this.#ahead)
      if (!this.roles.isOrdered(hidden) || this.#read.has(key)) this.#ahead.delete(key)
    for (const [key, hidden] of this.#gone)
      if (!this.roles.isOrdered(hidden) || this.#read.has(key)) this.#gone.delete(key)
    this.#read.clear()
    forgetFirst(this.#ahead)
    forgetFirst(this.#gone)
    this.#created.clear()
    this.#change({})
  }

  /** Everything that is staged, as a text that restore() reads. */
  draft(): string {
    const { staged, bases } = this.#now
    const rows = [...staged].flatMap(([key, cells]) => {
      const base = bases.get(key)
      return base ? [{ base, cells, act: this.act(key) }] : []
    })
    return writeDraft(rows)
  }

  /** Stages what a draft has, except for rows that are staged already; false if the text is none. */
  restore(text: string): boolean {
    const rows = readDraft(text)
    if (!rows) return false
    this.together(() => {
      const { step, bases } = this.#work as Work
      const keys = new Map<string, string>()
      for (const { base, act, cells } of rows) {
        if (act === 'create') this.#keys += 1
        const key = act === 'create' ? newKeyOf(this.#keys) : base.key
        keys.set(base.key, key)
        if (step.staged.has(key)) continue
        const after = base.after === undefined ? undefined : (keys.get(base.after) ?? base.after)
        bases.set(key, { ...base, key, ...(after !== undefined && { after }) })
        put(step, key, { cells, act })
      }
    })
    return true
  }

  #row(key: string): RowStep | undefined {
    return rowOf(this.#now, key)
  }

  #wasCreated(
    base: RowBase,
    left: ReadonlyMap<string, Typed>,
    cells: ReadonlyMap<string, Cell>,
    revision: readonly HiddenValue[],
    newKey: readonly HiddenValue[],
  ): void {
    const hidden = [...this.roles.identityOf(newKey), ...this.roles.revisionOf(revision)]
    const key = this.roles.rowKey(hidden) ?? base.key
    const id = this.roles.valueOf(hidden, 'key')
    const typed = new Map(left)
    const before = new Map([...base.before, ...cells])
    if (base.idColumn !== undefined) {
      typed.delete(base.idColumn)
      before.set(base.idColumn, { kind: Kind.string, text: id, cut: 0 })
    }
    for (const { column } of base.sets ?? []) typed.delete(column)
    for (const [column, cell] of settingCells(base.sets ?? [], hidden)) before.set(column, cell)
    const { copy: _, idColumn: __, sets: ___, ...rest } = base
    const made: RowBase = { ...rest, key, title: id || key, hidden, shown: hidden, before }
    this.#created.set(key, made)
    this.#gone.delete(key)
    const bases = new Map(this.#now.bases).set(key, made)
    for (const [other, was] of bases) if (was.after === base.key) bases.set(other, { ...was, after: key })
    this.#put(base.key, undefined, {})
    this.#put(key, { cells: typed, act: '' }, { bases })
  }

  #wasDeleted({ key, hidden, shown }: RowBase, revision: readonly HiddenValue[]): void {
    this.#gone.set(key, [
      ...this.roles.identityOf(hidden),
      ...this.roles.revisionOf(revision.length > 0 ? revision : shown),
    ])
    this.#created.delete(key)
    const cells = this.#row(key)?.cells ?? new Map<string, Typed>()
    this.#put(key, { cells, act: '' }, {})
  }

  /** Lets a new row duplicate the document that the server holds by now. */
  #copyAgain(base: RowBase, theirs: ReadonlyMap<string, Cell>, revision: readonly HiddenValue[]): void {
    const { copy } = base
    const { bases, problems } = this.#now
    const hidden = [...this.roles.identityOf(copy?.hidden ?? []), ...this.roles.revisionOf(revision)]
    const before = new Map([...base.before, ...theirs])
    const next = { ...base, before, ...(copy && { copy: { ...copy, hidden, before } }) }
    const left = new Map(problems)
    left.delete(base.key)
    this.#change({ bases: new Map(bases).set(base.key, next), problems: left })
  }

  #settle(base: RowBase, row: RowStep, cells: ReadonlyMap<string, Cell>, revision: readonly HiddenValue[]): void {
    const { key, shown } = base
    const hidden = [...this.roles.identityOf(base.hidden), ...this.roles.revisionOf(revision)]
    const was = this.#ahead.get(key)
    const known = was && this.roles.sameRevision(was.shown, shown) ? was.cells : []
    this.#ahead.set(key, { hidden, shown, cells: new Map([...known, ...cells]) })
    const bases = new Map(this.#now.bases)
    bases.set(key, { ...base, hidden, before: new Map([...base.before, ...cells]) })
    this.#put(key, row, { bases })
  }

  /** Gives a row another state that is no step: every step has it from now on. */
  #put(key: string, row: RowStep | undefined, part: Partial<EditsState>): void {
    const { staged, acts, problems } = this.#now
    const next = { staged: new Map(staged), acts: new Map(acts) }
    put(next, key, row)
    if (this.#settling) this.#settling.keys.add(key)
    else this.#settleSteps([key], next)
    this.#change({ ...next, problems: forgotten(problems, [key]), ...part })
    if (!this.#settling) this.#noteBases([key])
  }

  /** What is staged, with what is being settled. */
  get #now(): EditsState {
    const state = this.store.getState()
    return this.#settling ? { ...state, ...this.#settling.part } : state
  }

  /** What the rows are based on that are staged or can be, by undo or by undoing the save that has just ended. */
  #basesOf(saved: ReadonlySet<string>, { staged, acts, bases }: EditsState): EditsState['bases'] {
    const needed = new Set(saved)
    for (const step of [{ staged, acts }, ...this.#past, ...this.#future])
      for (const key of step.staged.keys()) needed.add(key)
    return new Map([...bases].filter(([key]) => needed.has(key)))
  }

  /** Lets every step have rows as they are. */
  #settleSteps(keys: Iterable<string>, next: Step): void {
    this.#past = settled(this.#past, keys, next)
    this.#future = settled(this.#future, keys, next)
  }

  #aheadOf(key: string, shown: readonly HiddenValue[]): Ahead | undefined {
    const ahead = this.#ahead.get(key)
    if (ahead && this.roles.reaches(shown, ahead.hidden)) this.#read.add(key)
    if (!ahead || this.roles.reaches(shown, ahead.hidden)) return undefined
    const { undone = ahead.shown } = ahead
    return this.roles.sameRevision(shown, ahead.shown) || this.roles.sameRevision(shown, undone) ? ahead : undefined
  }

  #step(next: Step, bases: EditsState['bases']): void {
    const { staged, acts, problems } = this.store.getState()
    const now = { staged, acts }
    this.#past = [...this.#past, now].slice(-mostSteps)
    this.#future = []
    const changed = differing(now, next)
    this.#change({ ...next, bases, problems: forgotten(problems, changed, next) })
    this.#noteBases(changed)
  }

  /** Notes what rows are based on that were just staged. */
  #noteBases(keys: readonly string[]): void {
    const { staged, bases } = this.store.getState()
    for (const key of keys) {
      const [cells, base] = [staged.get(key), bases.get(key)]
      if (cells && base) this.#typedOn.set(cells, base)
    }
  }

  #travel(from: Step[], to: Step[]): void {
    const next = from.pop()
    if (!next) return
    const { staged, acts, problems } = this.store.getState()
    const now = { staged, acts }
    to.push(now)
    const changed = differing(now, next)
    const bases = new Map(this.store.getState().bases)
    for (const key of changed) {
      const base = this.#typedOn.get(next.staged.get(key) ?? none)
      if (base && next.acts.get(key) !== 'create') bases.set(key, base)
    }
    this.#change({ ...next, bases, problems: forgotten(problems, changed, next) })
  }

  #change(part: Partial<EditsState>): void {
    if (this.#settling) {
      Object.assign(this.#settling.part, part)
      return
    }
    const { staged } = { ...this.store.getState(), ...part }
    this.#columns = new Set()
    for (const row of staged.values()) for (const column of row.keys()) this.#columns.add(column)
    for (const { cells } of this.#ahead.values()) for (const column of cells.keys()) this.#columns.add(column)
    const [canUndo, canRedo] = [this.#past.length > 0, this.#future.length > 0]
    this.store.setState((s) => ({ ...part, canUndo, canRedo, revision: s.revision + 1 }))
  }
}

const none: RowStep['cells'] = new Map()

/** Forgets the first entries of those that are more than can be staged at once: rows that nobody has read since. */
function forgetFirst(rows: Map<string, unknown>): void {
  let more = rows.size - mostRows
  for (const key of rows.keys()) if (more-- > 0) rows.delete(key)
}

function without<T>(values: ReadonlyMap<string, T>, names: readonly string[]): ReadonlyMap<string, T> {
  return new Map([...values].filter(([name]) => !names.includes(name)))
}

/** The key of a row that no server has. */
const newKeyOf = (number: number) => `new:${number}`
const isNew = (key: string) => key.startsWith('new:')

const countOf: Record<Act, 'edited' | 'created' | 'deleted'> = { '': 'edited', create: 'created', delete: 'deleted' }

/** A new row as it is saved: its id and other hidden values that were typed are part of its key, and no cells. */
function creation(key: string, base: RowBase, typed: ReadonlyMap<string, Typed>, roles: Roles): Change {
  const cells = new Map(typed)
  const ids = base.idColumn === undefined ? [] : [{ column: base.idColumn, name: roles.nameOf('key') }]
  let { hidden } = base
  for (const { column, name } of [...ids, ...(base.sets ?? [])]) {
    const value = cells.get(column)?.text
    if (value === undefined) continue
    cells.delete(column)
    hidden = [...hidden.filter((other) => other.name !== name), ...(value === '' ? [] : [{ name, value }])]
  }
  const title = roles.valueOf(hidden, 'key') || base.title
  return { key, act: 'create', base: { ...base, hidden, title }, cells, copy: base.copy ?? null }
}

/** The cells of columns in which hidden values are typed, as these are. */
function settingCells(sets: readonly Setting[], hidden: readonly HiddenValue[]): [string, Cell][] {
  return sets.map(({ column, name }) => {
    const text = valueNamed(hidden, name)
    return [column, text === '' ? noValue : { kind: Kind.string, text, cut: 0 }]
  })
}

/**
 * The problems of the rows that did not change. While nobody knows what became of the save of a row, that is one whatever
 * is typed into the row; and of a new one even after it was discarded, since saving it would create another document. next
 * is what is staged by now; without it, what became of the rows is known.
 */
function forgotten(problems: EditsState['problems'], changed: readonly string[], next?: Step): EditsState['problems'] {
  if (!changed.some((key) => problems.has(key))) return problems
  const left = new Map(problems)
  for (const key of changed) {
    const unknown = problems.get(key)?.filter(({ kind }) => kind === 'unknown') ?? []
    if (unknown.length > 0 && next && (isNew(key) || next.staged.has(key))) left.set(key, unknown)
    else left.delete(key)
  }
  return left
}

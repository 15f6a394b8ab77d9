// What is newer on the server than the rows that were read: rows that a save wrote, created or deleted, or that were
// looked up.
import type { Cell } from '../../grid/types'
import { Kind } from '../../lib/block'
import type { HiddenValue, Roles } from '../../lib/roles'
import { settingCells } from './newRow'
import { mostRows, type RowBase } from './staged'

/** The current values of a row on the server, newer than those that are shown. */
interface Ahead {
  hidden: readonly HiddenValue[]
  shown: readonly HiddenValue[]
  cells: ReadonlyMap<string, Cell>
  /** The revision of a save that was undone: rows read after that save have this revision. */
  undone?: readonly HiddenValue[]
}

/** The rows of one object that are newer on the server than those that were read. */
export class ServerRows {
  /** The roles of the hidden values; set when the view opens. */
  roles: Roles
  readonly #ahead = new Map<string, Ahead>()
  /** Rows that a save created since the rows were read. */
  readonly #created = new Map<string, RowBase>()
  /** The hidden values of rows that a save deleted since the rows were read. */
  readonly #gone = new Map<string, readonly HiddenValue[]>()
  /** Rows that were read again, as a save left them or newer. */
  readonly #read = new Set<string>()

  constructor(roles: Roles) {
    this.roles = roles
  }

  /** Whether nothing on the server is newer than what was read. */
  get none(): boolean {
    return this.#ahead.size === 0 && this.#created.size === 0 && this.#gone.size === 0
  }

  /** The columns in which any row has a newer value. */
  get columns(): ReadonlySet<string> {
    const columns = new Set<string>()
    for (const { cells } of this.#ahead.values()) for (const column of cells.keys()) columns.add(column)
    return columns
  }

  /** The bases of the created rows, by key. */
  get created(): ReadonlyMap<string, RowBase> {
    return this.#created
  }

  /** The keys of the deleted rows. */
  get gone(): Iterable<string> {
    return this.#gone.keys()
  }

  get hasGone(): boolean {
    return this.#gone.size > 0
  }

  /** Whether a save is known to have deleted a row. */
  isDeleted(key: string): boolean {
    return this.#gone.has(key)
  }

  /** The current hidden values of a row: those that were read, or those of a later save. */
  hidden(key: string, shown: readonly HiddenValue[]): readonly HiddenValue[] {
    return this.#aheadOf(key, shown)?.hidden ?? shown
  }

  /** The newer value of a cell on the server, undefined if the rows show the current one. */
  cell(key: string, column: string, shown: readonly HiddenValue[]): Cell | undefined {
    return this.#aheadOf(key, shown)?.cells.get(column)
  }

  /** Whether a save has deleted a row since it was read. */
  isGone(key: string, shown: readonly HiddenValue[]): boolean {
    const gone = this.#gone.get(key)
    const isOlder = gone !== undefined && (!this.roles.reaches(shown, gone) || this.roles.sameRevision(shown, gone))
    if (gone !== undefined && !isOlder) this.#read.add(key)
    return isOlder
  }

  /** Whether someone else changed a row: its revision is none of those in its base. */
  isChanged(base: RowBase, shown: readonly HiddenValue[]): boolean {
    return !this.roles.sameRevision(shown, base.hidden) && !this.roles.sameRevision(shown, base.shown)
  }

  /** Records new values of a row and returns its new base. */
  write(base: RowBase, cells: ReadonlyMap<string, Cell>, revision: readonly HiddenValue[]): RowBase {
    const { key, shown } = base
    const hidden = [...this.roles.identityOf(base.hidden), ...this.roles.revisionOf(revision)]
    const was = this.#ahead.get(key)
    const known = was && this.roles.sameRevision(was.shown, shown) ? was.cells : []
    this.#ahead.set(key, { hidden, shown, cells: new Map([...known, ...cells]) })
    return { ...base, hidden, before: new Map([...base.before, ...cells]) }
  }

  /** Records that a new row was created and returns its base as a row on the server. */
  create(
    base: RowBase,
    cells: ReadonlyMap<string, Cell>,
    revision: readonly HiddenValue[],
    newKey: readonly HiddenValue[],
  ): RowBase {
    const hidden = [...this.roles.identityOf(newKey), ...this.roles.revisionOf(revision)]
    const key = this.roles.rowKey(hidden) ?? base.key
    const id = this.roles.valueOf(hidden, 'key')
    const before = new Map([...base.before, ...cells])
    if (base.idColumn !== undefined) before.set(base.idColumn, { kind: Kind.string, text: id, cut: 0 })
    for (const [column, cell] of settingCells(base.sets ?? [], hidden)) before.set(column, cell)
    const { copy: _, idColumn: __, sets: ___, ...rest } = base
    const made: RowBase = { ...rest, key, title: id || key, hidden, shown: hidden, before }
    this.#created.set(key, made)
    this.#gone.delete(key)
    return made
  }

  /** Records that a row was deleted. */
  delete({ key, hidden, shown }: RowBase, revision: readonly HiddenValue[]): void {
    this.#gone.set(key, [
      ...this.roles.identityOf(hidden),
      ...this.roles.revisionOf(revision.length > 0 ? revision : shown),
    ])
    this.#created.delete(key)
  }

  /**
   * Records that a row is as it was before it was saved or deleted, and returns its new base. unknown are the columns
   * of which only the beginning had been loaded.
   */
  restore(
    base: RowBase,
    cells: ReadonlyMap<string, Cell>,
    revision: readonly HiddenValue[],
    unknown: readonly string[],
  ): RowBase {
    this.#gone.delete(base.key)
    const next = this.write({ ...base, before: without(base.before, unknown) }, cells, revision)
    const ahead = this.#ahead.get(base.key)
    if (ahead) this.#ahead.set(base.key, { ...ahead, cells: without(ahead.cells, unknown), undone: base.hidden })
    return next
  }

  /** The base of a new row that duplicates the current version of a document. */
  copied(base: RowBase, theirs: ReadonlyMap<string, Cell>, revision: readonly HiddenValue[]): RowBase {
    const { copy } = base
    const hidden = [...this.roles.identityOf(copy?.hidden ?? []), ...this.roles.revisionOf(revision)]
    const before = new Map([...base.before, ...theirs])
    return { ...base, before, ...(copy && { copy: { ...copy, hidden, before } }) }
  }

  /**
   * Records that the rows were read again. They include what was saved if the engine can tell which revision is newer.
   */
  refresh(): void {
    for (const [key, { hidden }] of this.#ahead)
      if (!this.roles.isOrdered(hidden) || this.#read.has(key)) this.#ahead.delete(key)
    for (const [key, hidden] of this.#gone)
      if (!this.roles.isOrdered(hidden) || this.#read.has(key)) this.#gone.delete(key)
    this.#read.clear()
    forgetFirst(this.#ahead)
    forgetFirst(this.#gone)
    this.#created.clear()
  }

  #aheadOf(key: string, shown: readonly HiddenValue[]): Ahead | undefined {
    const ahead = this.#ahead.get(key)
    if (ahead && this.roles.reaches(shown, ahead.hidden)) this.#read.add(key)
    if (!ahead || this.roles.reaches(shown, ahead.hidden)) return undefined
    const { undone = ahead.shown } = ahead
    return this.roles.sameRevision(shown, ahead.shown) || this.roles.sameRevision(shown, undone) ? ahead : undefined
  }
}

/** Forgets the oldest entries beyond the most that can be staged: rows that nobody has read since. */
function forgetFirst(rows: Map<string, unknown>): void {
  let more = rows.size - mostRows
  for (const key of rows.keys()) if (more-- > 0) rows.delete(key)
}

function without<T>(values: ReadonlyMap<string, T>, names: readonly string[]): ReadonlyMap<string, T> {
  return new Map([...values].filter(([name]) => !names.includes(name)))
}

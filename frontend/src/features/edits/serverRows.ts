// What the server has had since the rows were read: rows that were written, created or deleted by a save, or looked up.
import type { Cell } from '../../grid/types'
import { Kind } from '../../lib/block'
import type { HiddenValue, Roles } from '../../lib/roles'
import { settingCells } from './newRow'
import { mostRows, type RowBase } from './staged'

/** The values of a row as the server holds them by now, while the rows that are shown are older. */
interface Ahead {
  hidden: readonly HiddenValue[]
  shown: readonly HiddenValue[]
  cells: ReadonlyMap<string, Cell>
  /** The revision of a save that was undone: rows that were read after it show that one. */
  undone?: readonly HiddenValue[]
}

/** The rows of one object as far as the server has others by now than were read. */
export class ServerRows {
  /** What the hidden values of the rows say; the view says it once it is open. */
  roles: Roles
  readonly #ahead = new Map<string, Ahead>()
  /** Rows that were created by a save since the rows were read. */
  readonly #created = new Map<string, RowBase>()
  /** The hidden values of rows that were deleted by a save since the rows were read. */
  readonly #gone = new Map<string, readonly HiddenValue[]>()
  /** Rows that were read since as a save left them, or newer. */
  readonly #read = new Set<string>()

  constructor(roles: Roles) {
    this.roles = roles
  }

  /** Whether the server has nothing else than was read. */
  get none(): boolean {
    return this.#ahead.size === 0 && this.#created.size === 0 && this.#gone.size === 0
  }

  /** The columns of which any row has another value by now. */
  get columns(): ReadonlySet<string> {
    const columns = new Set<string>()
    for (const { cells } of this.#ahead.values()) for (const column of cells.keys()) columns.add(column)
    return columns
  }

  /** What the rows are based on that were created since, by their keys. */
  get created(): ReadonlyMap<string, RowBase> {
    return this.#created
  }

  /** The keys of the rows that were deleted since. */
  get gone(): Iterable<string> {
    return this.#gone.keys()
  }

  get hasGone(): boolean {
    return this.#gone.size > 0
  }

  /** Whether a save has deleted a row, as far as is known here. */
  isDeleted(key: string): boolean {
    return this.#gone.has(key)
  }

  /** The hidden values of a row as the server has it: those that are shown, or those of a save that came after them. */
  hidden(key: string, shown: readonly HiddenValue[]): readonly HiddenValue[] {
    return this.#aheadOf(key, shown)?.hidden ?? shown
  }

  /** The value of a cell that the server has by now, undefined where the rows show it. */
  cell(key: string, column: string, shown: readonly HiddenValue[]): Cell | undefined {
    return this.#aheadOf(key, shown)?.cells.get(column)
  }

  /** Whether a row that was read was deleted by a save since. */
  isGone(key: string, shown: readonly HiddenValue[]): boolean {
    const gone = this.#gone.get(key)
    const isOlder = gone !== undefined && (!this.roles.reaches(shown, gone) || this.roles.sameRevision(shown, gone))
    if (gone !== undefined && !isOlder) this.#read.add(key)
    return isOlder
  }

  /** Whether a row is shown as someone else changed it: as none of the revisions that a base was made of. */
  isChanged(base: RowBase, shown: readonly HiddenValue[]): boolean {
    return !this.roles.sameRevision(shown, base.hidden) && !this.roles.sameRevision(shown, base.shown)
  }

  /** Takes notice of what a row holds since; its base with that follows. */
  write(base: RowBase, cells: ReadonlyMap<string, Cell>, revision: readonly HiddenValue[]): RowBase {
    const { key, shown } = base
    const hidden = [...this.roles.identityOf(base.hidden), ...this.roles.revisionOf(revision)]
    const was = this.#ahead.get(key)
    const known = was && this.roles.sameRevision(was.shown, shown) ? was.cells : []
    this.#ahead.set(key, { hidden, shown, cells: new Map([...known, ...cells]) })
    return { ...base, hidden, before: new Map([...base.before, ...cells]) }
  }

  /** Takes notice that a new row was created; its base as a row of the server follows. */
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

  /** Takes notice that a row was deleted. */
  delete({ key, hidden, shown }: RowBase, revision: readonly HiddenValue[]): void {
    this.#gone.set(key, [
      ...this.roles.identityOf(hidden),
      ...this.roles.revisionOf(revision.length > 0 ? revision : shown),
    ])
    this.#created.delete(key)
  }

  /**
   * Takes notice that a row is as it was before it was saved or deleted; its base with that follows. unknown are the columns
   * of which only the beginning was here then.
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

  /** The base of a new row that duplicates a document as the server has it by now. */
  copied(base: RowBase, theirs: ReadonlyMap<string, Cell>, revision: readonly HiddenValue[]): RowBase {
    const { copy } = base
    const hidden = [...this.roles.identityOf(copy?.hidden ?? []), ...this.roles.revisionOf(revision)]
    const before = new Map([...base.before, ...theirs])
    return { ...base, before, ...(copy && { copy: { ...copy, hidden, before } }) }
  }

  /** Takes notice that the rows were read again: what was saved is among them if the engine says which is newer. */
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

/** Forgets the first entries of those that are more than can be staged at once: rows that nobody has read since. */
function forgetFirst(rows: Map<string, unknown>): void {
  let more = rows.size - mostRows
  for (const key of rows.keys()) if (more-- > 0) rows.delete(key)
}

function without<T>(values: ReadonlyMap<string, T>, names: readonly string[]): ReadonlyMap<string, T> {
  return new Map([...values].filter(([name]) => !names.includes(name)))
}

// The step that the user is staging: the changes to rows that are undone together.
import type { Roles } from '../../lib/roles'
import { type NewRow, newBase } from './newRow'
import { type BasedRows, copyOf, put, rowOf, type ShownRow, type Unseen } from './staged'
import type { DraftRow } from './unsavedText'
import { equal, isExactly, isSame, noValue, type Typed } from './values'

/** The staged changes, as the next step will leave them. */
export class NextStep implements Unseen {
  readonly staged: Unseen['staged']
  readonly acts: Unseen['acts']
  readonly bases: Unseen['bases']

  constructor(now: BasedRows) {
    const { staged, acts, bases } = copyOf(now)
    this.staged = staged
    this.acts = acts
    this.bases = bases
  }

  /**
   * Edits a cell. Typing the value that it already has removes the edit, unless the value on the server has changed.
   */
  stage(key: string, column: string, typed: Typed, row: () => ShownRow): void {
    const was = rowOf(this, key)
    if (was?.act === 'delete') return
    const base = (was && this.bases.get(key)) ?? { key, ...row() }
    const cells = new Map(was?.cells)
    const creates = was?.act === 'create'
    const before = base.before.get(column) ?? (creates ? noValue : undefined)
    const now = () => (creates ? before : row().before.get(column)) ?? noValue
    // A new row has no document yet, so an empty text is no value.
    const isAs = creates ? isSame : isExactly
    if (before && isAs(typed, before) && isAs(typed, now())) cells.delete(column)
    else cells.set(column, typed)
    const [had, has] = [was?.cells.get(column), cells.get(column)]
    if ((!had && !has) || equal(had, has)) return
    this.bases.set(key, base)
    put(this, key, { cells, act: was?.act ?? '' })
  }

  /** Adds a new row. */
  add(key: string, { values = new Map(), ...row }: NewRow, roles: Roles): void {
    this.bases.set(key, newBase(key, row, roles))
    put(this, key, { cells: new Map(values), act: 'create' })
  }

  /** Deletes a row; a new row is simply removed. */
  remove(key: string, row: () => ShownRow): void {
    const was = rowOf(this, key)
    if (was?.act === 'create') put(this, key, undefined)
    if (was && was.act !== '') return
    if (!was) this.bases.set(key, { key, ...row() })
    put(this, key, { cells: new Map(), act: 'delete' })
  }

  /** Reverts a cell, or a whole row including its deletion or creation. */
  revert(key: string, column?: string): void {
    const was = rowOf(this, key)
    if (!was) return
    if (column === undefined) return put(this, key, undefined)
    const cells = new Map(was.cells)
    if (cells.delete(column)) put(this, key, { ...was, cells })
  }

  /** Stages the rows of a draft that are not staged yet. New rows get new keys. */
  restore(rows: readonly DraftRow[], newKey: () => string): void {
    const keys = new Map<string, string>()
    for (const { base, act, cells } of rows) {
      const key = act === 'create' ? newKey() : base.key
      keys.set(base.key, key)
      if (this.staged.has(key)) continue
      const after = base.after === undefined ? undefined : (keys.get(base.after) ?? base.after)
      this.bases.set(key, { ...base, key, ...(after !== undefined && { after }) })
      put(this, key, { cells, act })
    }
  }
}

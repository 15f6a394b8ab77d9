// New rows: their keys, and the hidden values of their documents that the user types into columns.
import type { Cell } from '../../grid/types'
import { Kind } from '../../lib/block'
import { type HiddenValue, type Roles, valueNamed } from '../../lib/roles'
import type { Change, RowBase, Setting, ShownRow } from './staged'
import { noValue, type Typed } from './values'

/** A new row, not created yet. */
export interface NewRow {
  /** The key of the row that it is shown after; without one, it is shown at the top. */
  after?: string
  /** The row that it duplicates. */
  copyOf?: ShownRow & { key: string }
  /** The hidden values that say where its document will be stored. */
  hidden?: readonly HiddenValue[]
  /** The column in which the user can type its id. */
  idColumn?: string
  /** The columns in which the user can type other hidden values. */
  sets?: readonly Setting[]
  values?: ReadonlyMap<string, Typed>
}

/** The key of a new row. */
export const newKeyOf = (number: number) => `new:${number}`
export const isNew = (key: string) => key.startsWith('new:')

/** The base of a new row. */
export function newBase(
  key: string,
  { after, copyOf, hidden, idColumn, sets = [] }: Omit<NewRow, 'values'>,
  roles: Roles,
): RowBase {
  const place = hidden ?? roles.identityOf(copyOf?.hidden ?? []).filter(({ name }) => name !== roles.nameOf('key'))
  const before = new Map([...(copyOf?.before ?? []), ...settingCells(sets, place)])
  return { key, title: 'New row', hidden: place, shown: place, before, copy: copyOf, after, idColumn, sets }
}

/**
 * A new row as it is saved: the hidden values that were typed, such as its id, belong to its key and not to its cells.
 */
export function creation(key: string, base: RowBase, typed: ReadonlyMap<string, Typed>, roles: Roles): Change {
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

/** The cells of the columns in which hidden values are typed. */
export function settingCells(sets: readonly Setting[], hidden: readonly HiddenValue[]): [string, Cell][] {
  return sets.map(({ column, name }) => {
    const text = valueNamed(hidden, name)
    return [column, text === '' ? noValue : { kind: Kind.string, text, cut: 0 }]
  })
}

// A row that is to be created: its key, and the hidden values of its document that are typed into columns.
import type { Cell } from '../../grid/types'
import { Kind } from '../../lib/block'
import { type HiddenValue, type Roles, valueNamed } from '../../lib/roles'
import type { Change, RowBase, Setting, ShownRow } from './staged'
import { noValue, type Typed } from './values'

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

/** The key of a row that no server has. */
export const newKeyOf = (number: number) => `new:${number}`
export const isNew = (key: string) => key.startsWith('new:')

/** What a new row is based on. */
export function newBase(
  key: string,
  { after, copyOf, hidden, idColumn, sets = [] }: Omit<NewRow, 'values'>,
  roles: Roles,
): RowBase {
  const place = hidden ?? roles.identityOf(copyOf?.hidden ?? []).filter(({ name }) => name !== roles.nameOf('key'))
  const before = new Map([...(copyOf?.before ?? []), ...settingCells(sets, place)])
  return { key, title: 'New row', hidden: place, shown: place, before, copy: copyOf, after, idColumn, sets }
}

/** A new row as it is saved: its id and other hidden values that were typed are part of its key, and no cells. */
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

/** The cells of columns in which hidden values are typed, as these are. */
export function settingCells(sets: readonly Setting[], hidden: readonly HiddenValue[]): [string, Cell][] {
  return sets.map(({ column, name }) => {
    const text = valueNamed(hidden, name)
    return [column, text === '' ? noValue : { kind: Kind.string, text, cut: 0 }]
  })
}

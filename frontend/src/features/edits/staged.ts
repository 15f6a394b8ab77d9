import type { Cell } from '../../grid/types'
import type { HiddenValue } from '../../lib/roles'

import type { Typed } from './values'

/** How many rows can be staged at once. */
export const mostRows = 1000

/** The edited cells of rows, by the key of the row and the name of the column. A row that is deleted has none. */
export type Staged = ReadonlyMap<string, ReadonlyMap<string, Typed>>

/** What is to become of a row: its cells change, it is created, or it is deleted. */
export type Act = '' | 'create' | 'delete'

/** The staged rows whose cells are not all that changes. */
export type Acts = ReadonlyMap<string, Exclude<Act, ''>>

/** A staged row: what names it, and the values that were shown when it was first edited. */
export interface RowBase {
  key: string
  /** What the row is called in a sentence: its id. */
  title: string
  /** The hidden values of the document that the edits are based on; of a new row, where its document is to be. */
  hidden: readonly HiddenValue[]
  /** The hidden values that the rows showed then: they can be behind after a save. */
  shown: readonly HiddenValue[]
  /** The values of the edited columns, and of the others that were loaded; of a new row, those that it duplicates. */
  before: ReadonlyMap<string, Cell>
  /** The row that a new one duplicates. */
  copy?: RowBase
  /** The row that a new one is shown after; at the top of the rows without it. */
  after?: string
  /** The column of a new row that has its id. */
  idColumn?: string
  /** The columns of a new row in which other hidden values of it can be typed. */
  sets?: readonly Setting[]
}

/** What rows are based on, by their keys. */
export type Bases = ReadonlyMap<string, RowBase>

/** A column in which a hidden value of a new row can be typed, and the name of that value. */
export interface Setting {
  column: string
  name: string
}

/** Whether what is typed into a column of a row becomes a field of its document. */
export const isField = (row: RowBase | undefined, column: string) =>
  column !== row?.idColumn && row?.sets?.some((setting) => setting.column === column) !== true

/** A row as it is shown, for its first edit. */
export type ShownRow = Omit<RowBase, 'key'>

/** A row of what is staged, as it is saved. */
export interface Change {
  key: string
  act: Act
  /** Of a new row its hidden values name its index, and its id if one was typed. */
  base: RowBase
  cells: ReadonlyMap<string, Typed>
  /** The row that a new one duplicates. */
  copy: RowBase | null
}

/** What is staged at one moment. */
export interface StagedRows {
  staged: Staged
  acts: Acts
}

/** What is staged at one moment, with what it is based on. */
export interface BasedRows extends StagedRows {
  bases: Bases
}

/** Nothing at all. */
export const nothing: StagedRows = { staged: new Map(), acts: new Map() }

/** What is staged for one row. */
export interface StagedRow {
  cells: ReadonlyMap<string, Typed>
  act: Act
}

/** What is staged for a row, undefined for nothing. */
export function rowOf({ staged, acts }: StagedRows, key: string): StagedRow | undefined {
  const cells = staged.get(key)
  return cells && { cells, act: acts.get(key) ?? '' }
}

/** Staged rows that nobody has seen yet, and that can still be changed. */
export interface Unseen extends BasedRows {
  staged: Map<string, StagedRow['cells']>
  acts: Map<string, Exclude<Act, ''>>
  bases: Map<string, RowBase>
}

/** A copy of staged rows that can be changed. */
export function copyOf({ staged, acts, bases }: BasedRows): Unseen {
  return { staged: new Map(staged), acts: new Map(acts), bases: new Map(bases) }
}

/** Changes what is staged for a row; without cells and an act, it is nothing. */
export function put({ staged, acts }: Omit<Unseen, 'bases'>, key: string, row: StagedRow | undefined): void {
  if (row && (row.cells.size > 0 || row.act !== '')) staged.set(key, row.cells)
  else staged.delete(key)
  if (row && row.act !== '') acts.set(key, row.act)
  else acts.delete(key)
}

/** The keys of the rows that differ between two moments. */
export function differing(a: StagedRows, b: StagedRows): string[] {
  const keys = new Set([...a.staged.keys(), ...b.staged.keys()])
  return [...keys].filter((key) => a.staged.get(key) !== b.staged.get(key) || a.acts.get(key) !== b.acts.get(key))
}

import type { Cell } from '../../grid/types'
import type { HiddenValue } from '../../lib/roles'

import type { Act, RowBase, Setting } from './staged'
import type { Typed } from './values'

/** The version of the text. An earlier one is read as well, a later one is not. */
const version = 2
/** How long a value may be that was not edited, in characters, to be kept for the comparison with the server's. */
const longest = 1000

/** A staged row as a draft has it. */
export interface DraftRow {
  base: RowBase
  act: Act
  cells: ReadonlyMap<string, Typed>
}

/** A value as it is written: the number of its column, its kind, its text and how much of it was cut. */
type WrittenCell = readonly [column: number, kind: number, text?: string, cut?: number]
/** A hidden value as it is written: its name and its value. */
type WrittenHidden = readonly [name: string, value: string]

interface WrittenDraft {
  version: unknown
  /** The names of the columns; missing in version 1, where each value has the name of its own. */
  columns?: readonly string[]
  rows: readonly unknown[]
}

/** What a row is based on, as it is written: in short, because a draft of many rows is stored before each save. */
interface WrittenBase {
  key: string
  title: string
  hidden: readonly (WrittenHidden | HiddenValue)[]
  /** Missing where it is the same as hidden. */
  shown?: readonly (WrittenHidden | HiddenValue)[]
  before: readonly (WrittenCell | readonly [column: string, cell: Cell])[]
  copy?: WrittenBase
  after?: string
  idColumn?: string
  sets?: readonly Setting[]
}

/** Writes staged rows. Values are texts, so that no digit is lost. */
export function writeDraft(rows: readonly DraftRow[]): string {
  if (rows.length === 0) return ''
  const columns = new Map<string, number>()
  const all = rows.map(({ base, act, cells }) => ({ act, cells: [...cells], base: written(base, cells, columns) }))
  return JSON.stringify({ version, columns: [...columns.keys()], rows: all })
}

/** Reads what writeDraft wrote; undefined if the text is something else. */
export function readDraft(text: string): DraftRow[] | undefined {
  try {
    const { version: of, columns, rows } = JSON.parse(text) as WrittenDraft
    if (of !== 1 && (of !== version || !columns)) return undefined
    return rows.map((row) => readRow(row, columns ?? []))
  } catch {
    return undefined
  }
}

function written(base: RowBase, cells: DraftRow['cells'], columns: Map<string, number>): WrittenBase {
  const { copy, hidden, shown, before, ...rest } = base
  const numberOf = (column: string) => {
    const number = columns.get(column) ?? columns.size
    columns.set(column, number)
    return number
  }
  return {
    ...{ ...rest, hidden: hidden.map(pairOf), ...(!isSame(hidden, shown) && { shown: shown.map(pairOf) }) },
    before: [...before].flatMap(([name, cell]) =>
      cells.has(name) || cell.text.length <= longest ? [writtenCell(numberOf(name), cell)] : [],
    ),
    ...(copy && { copy: written(copy, cells, columns) }),
  }
}

const pairOf = ({ name, value }: HiddenValue): WrittenHidden => [name, value]

function isSame(a: readonly HiddenValue[], b: readonly HiddenValue[]): boolean {
  return a.length === b.length && a.every(({ name, value }, at) => name === b[at]?.name && value === b[at]?.value)
}

function writtenCell(column: number, { kind, text, cut }: Cell): WrittenCell {
  if (cut !== 0) return [column, kind, text, cut]
  return text === '' ? [column, kind] : [column, kind, text]
}

function readRow(row: unknown, columns: readonly string[]): DraftRow {
  const { base, act, cells } = row as { base: WrittenBase; act: Act; cells: [string, Typed][] }
  if (act !== '' && act !== 'create' && act !== 'delete') throw new Error('not the draft of a row')
  return { base: readBase(base, columns), act, cells: new Map(cells.map(([name, typed]) => [name, readTyped(typed)])) }
}

function readBase({ copy, before, sets, ...rest }: WrittenBase, columns: readonly string[]): RowBase {
  const { key, title, hidden, shown = hidden } = rest
  if (typeof key !== 'string' || typeof title !== 'string') throw new Error('not the draft of a row')
  return {
    ...{ ...rest, hidden: hidden.map(readHidden), shown: shown.map(readHidden) },
    before: new Map(before.map((cell) => readCell(cell, columns))),
    ...(copy && { copy: readBase(copy, columns) }),
    ...(sets && { sets: sets.map(readSetting) }),
  }
}

function readCell(cell: WrittenBase['before'][number], columns: readonly string[]): [string, Cell] {
  if (typeof cell[0] === 'string') return [cell[0], cell[1] as Cell]
  const [column, kind, text = '', cut = 0] = cell as WrittenCell
  const name = columns[column]
  if (name === undefined) throw new Error('not a column')
  return [name, { kind, text, cut }]
}

function readSetting({ column, name }: Setting): Setting {
  if (typeof column !== 'string' || typeof name !== 'string') throw new Error('not a column')
  return { column, name }
}

function readHidden(hidden: WrittenHidden | HiddenValue): HiddenValue {
  const [name, value] = 'name' in hidden ? [hidden.name, hidden.value] : hidden
  if (typeof name !== 'string' || typeof value !== 'string') throw new Error('not a hidden value')
  return { name, value }
}

function readTyped({ text, null: none, remove }: Typed): Typed {
  if (typeof text !== 'string' || typeof none !== 'boolean') throw new Error('not a typed value')
  return { text, null: none, ...(remove === true && { remove }) }
}

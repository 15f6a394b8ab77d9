import type { Cell } from '../../grid/types'
import type { HiddenValue } from '../../lib/roles'

import type { Act, RowBase, Setting } from './staged'
import type { Typed } from './values'

/** The version of the text. A later one is not read. */
const version = 1
/** How long a value may be that was not edited, in characters, to be kept for the comparison with the server's. */
const longest = 1000

/** A staged row as a draft has it. */
export interface DraftRow {
  base: RowBase
  act: Act
  cells: ReadonlyMap<string, Typed>
}

interface WrittenBase {
  key: string
  title: string
  hidden: readonly HiddenValue[]
  shown: readonly HiddenValue[]
  before: readonly [string, Cell][]
  copy?: WrittenBase
  after?: string
  idColumn?: string
  sets?: readonly Setting[]
}

/** Writes staged rows. Values are texts, so that no digit is lost. */
export function writeDraft(rows: readonly DraftRow[]): string {
  if (rows.length === 0) return ''
  return JSON.stringify({
    version,
    rows: rows.map(({ base, act, cells }) => ({ act, cells: [...cells], base: written(base, cells) })),
  })
}

/** Reads what writeDraft wrote; undefined if the text is something else. */
export function readDraft(text: string): DraftRow[] | undefined {
  try {
    const draft = JSON.parse(text) as { version: unknown; rows: unknown[] }
    return draft.version === version ? draft.rows.map(readRow) : undefined
  } catch {
    return undefined
  }
}

function written(base: RowBase, cells: ReadonlyMap<string, Typed>): WrittenBase {
  const before = [...base.before].filter(([name, { text }]) => cells.has(name) || text.length <= longest)
  const { copy, ...rest } = base
  return { ...rest, before, ...(copy && { copy: written(copy, cells) }) }
}

function readRow(row: unknown): DraftRow {
  const { base, act, cells } = row as { base: WrittenBase; act: Act; cells: [string, Typed][] }
  if (act !== '' && act !== 'create' && act !== 'delete') throw new Error('not the draft of a row')
  return { base: readBase(base), act, cells: new Map(cells.map(([name, typed]) => [name, readTyped(typed)])) }
}

function readBase({ copy, before, sets, ...rest }: WrittenBase): RowBase {
  const { key, title, hidden, shown } = rest
  if (typeof key !== 'string' || typeof title !== 'string') throw new Error('not the draft of a row')
  return {
    ...{ ...rest, hidden: hidden.map(readHidden), shown: shown.map(readHidden), before: new Map(before) },
    ...(copy && { copy: readBase(copy) }),
    ...(sets && { sets: sets.map(readSetting) }),
  }
}

function readSetting({ column, name }: Setting): Setting {
  if (typeof column !== 'string' || typeof name !== 'string') throw new Error('not a column')
  return { column, name }
}

function readHidden({ name, value }: HiddenValue): HiddenValue {
  if (typeof name !== 'string' || typeof value !== 'string') throw new Error('not a hidden value')
  return { name, value }
}

function readTyped({ text, null: none, remove }: Typed): Typed {
  if (typeof text !== 'string' || typeof none !== 'boolean') throw new Error('not a typed value')
  return { text, null: none, ...(remove === true && { remove }) }
}

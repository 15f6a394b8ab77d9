import type { Cell } from '../../grid/types'
import type { GridColumn } from '../../host'
import { Kind } from '../../lib/block'
import { clocks, readLikelyEpoch, readMoment } from '../../lib/moments'
import { count, counted } from '../../lib/words'
import type { Settable } from './inspected'

/** How much of a value the inspector shows, in characters. */
const most = 400

/** One column of a record. */
export interface Field {
  /** The column's index in the view. */
  column: number
  name: string
  type: string
  readOnly: boolean
  mono: boolean
  value: string
  /** How the value is displayed: missing, NULL or a value. */
  state: 'missing' | 'null' | 'value'
  /** The length of the whole value in characters if not all of it is shown, else ''. */
  cut: string
  /** A moment in local time and UTC, else ''. */
  clocks: string
  /** For a new row, a value that can be set here. */
  settable?: Settable
}

/** The columns of a record whose names contain a text, in order. */
export function fieldsOf(
  columns: readonly GridColumn[],
  order: readonly number[],
  filter: string,
  cell: (column: number) => Cell | undefined,
  settable: readonly Settable[] = [],
): Field[] {
  const wanted = filter.trim().toLowerCase()
  // The other values of a new row come right after its name.
  const rank = (column: number) =>
    columns[column]?.primary ? 0 : settable.some((one) => one.column === column) ? 1 : 2
  const sorted = settable.length === 0 ? order : [...order].sort((a, b) => rank(a) - rank(b))
  return sorted.flatMap((column) => {
    const described = columns[column]
    if (!described?.name.toLowerCase().includes(wanted)) return []
    const found = cell(column)
    const set = settable.find((one) => one.column === column)
    if (!found || (described.rare && found.kind === Kind.missing && !set)) return []
    return [{ ...fieldOf(described, column, found), ...(set && { settable: set, readOnly: false }) }]
  })
}

function fieldOf(described: GridColumn, column: number, { kind, text, cut }: Cell): Field {
  const state = kind === Kind.missing ? 'missing' : kind === Kind.null ? 'null' : 'value'
  const long = text.length > most
  return {
    column,
    name: described.name,
    type: described.type,
    readOnly: described.readOnly,
    mono: described.kind === 'json' || described.kind === 'id' || kind === Kind.json,
    value: state === 'null' ? 'NULL' : long ? `${text.slice(0, most)}…` : text,
    state,
    cut: cut > 0 ? counted(cut, 'character') : long ? counted(text.length, 'character') : '',
    clocks: clocksOf(described, kind, text),
  }
}

function clocksOf({ kind, integer, epoch }: GridColumn, cell: number, text: string): string {
  if (text.length > 40 || (cell !== Kind.string && cell !== Kind.number)) return ''
  const moment =
    kind === 'date' ? readMoment(text, epoch) : kind === 'number' && integer ? readLikelyEpoch(text) : undefined
  if (!moment) return ''
  const { local, utc } = clocks(moment)
  return `Local ${local}\nUTC ${utc}`
}

/** How many fields a record has: sparse fields count only if the record has them. */
export const fieldCount = (columns: readonly GridColumn[], fields: readonly Field[]) =>
  columns.filter(({ rare, name }) => !rare || fields.some((field) => field.name === name)).length

/** The text under the fields: "24 fields, 3 without a value". */
export function recordWords(fields: readonly Field[], all: number, filter: string): string {
  if (filter.trim() !== '') return `${count(fields.length)} of ${counted(all, 'field')}`
  const missing = fields.filter((field) => field.state !== 'value').length
  const words = counted(all, 'field')
  return missing === 0 ? words : `${words}, ${count(missing)} without a value`
}

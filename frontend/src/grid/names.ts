import { Kind } from '../lib/block'
import { shownLength } from '../lib/shortened'
import { counted } from '../lib/words'
import type { Cell, Column, Mark } from './types'

/** How many characters of a value a cell shows. */
export const displayLimit = 200

const ordinals = ['', 'first', 'second', 'third']
const ranks: Record<string, string> = { asc: 'ascending', desc: 'descending' }
const controls: Record<string, string> = { '\n': '↵', '\r': '↵', '\t': '⇥' }

/** A count, a whole number from 0, with separators. Every cell needs one, and toLocaleString is too slow for that. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** The text that a cell shows: at most displayLimit characters on one line, with symbols for line breaks and tabs. */
export function displayText(cell: Cell): string {
  if (cell.kind === Kind.missing) return ''
  if (cell.kind === Kind.null) return 'NULL'
  const text = cell.kind === Kind.json ? withoutSpaces(cell.text) : cell.text
  const short = text.length > displayLimit ? `${beginning(text)}…` : text
  return /[\n\r\t]/.test(short) ? short.replace(/\r\n|[\n\r\t]/g, (sign) => controls[sign] ?? '↵') : short
}

/** JSON without the spaces between its values, which differ from writer to writer; its strings are unchanged. */
function withoutSpaces(json: string): string {
  return /\s/.test(json) ? json.replace(/"(?:[^"\\]|\\.)*"?|\s+/g, (part) => (part[0] === '"' ? part : '')) : json
}

/** The accessible name of a cell: "{column}, {value}, row {n}" and its state. `fixed`: its column does not let it be edited. */
export function cellName(
  column: Column,
  cell: Cell | undefined,
  rowLabel: string,
  fixed: boolean,
  mark?: Mark,
): string {
  const parts = [column.title, cell ? spoken(cell) : 'loading', `row ${rowLabel}`]
  if (mark) parts.push(markWords(mark))
  if (fixed || cell?.kind === Kind.escaped) parts.push('read-only')
  if (cell && cell.cut > 0) parts.push('cut', counted(cell.cut, 'character'))
  return parts.join(', ')
}

/** The accessible name of a row number: "row 6, deleted". */
export function rowName(rowLabel: string, mark?: Mark): string {
  return mark ? `row ${rowLabel}, ${markWords(mark)}` : `row ${rowLabel}`
}

/** The accessible name of a head: "published, date, sorted descending, first of 2". */
export function headName(column: Column): string {
  const parts = [column.title]
  if (column.type) parts.push(column.type)
  if (column.readOnly) parts.push('read-only')
  if (column.sort) {
    parts.push(`sorted ${ranks[column.sort.direction]}`)
    if (column.sort.of > 1) parts.push(`${ordinal(column.sort.rank)} of ${column.sort.of}`)
  }
  if (!column.sortable) parts.push(`cannot be sorted: ${column.sortReason}`)
  if (column.conflict) parts.push(`has different types: ${column.conflict}`)
  return parts.join(', ')
}

/** The tooltip of a cut cell: the grid has no more of the value than its text. */
export function cutTip(cell: Cell): string {
  return `First ${grouped(shownLength(cell.text))} of ${grouped(cell.cut)} characters. Enter opens the whole value.`
}

/** The first displayLimit characters of a text; a surrogate pair is never split. */
function beginning(text: string): string {
  const last = text.charCodeAt(displayLimit - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? displayLimit - 1 : displayLimit)
}

function spoken(cell: Cell): string {
  if (cell.kind === Kind.missing) return 'no value'
  return cell.kind === Kind.string && cell.text === '' ? 'empty' : displayText(cell)
}

function markWords({ state, text }: Mark): string {
  if (!text) return state
  return state === 'refused' || state === 'invalid' ? `${state}: ${text}` : `${state}, ${text}`
}

function ordinal(rank: number): string {
  return ordinals[rank] ?? `${rank}th`
}

import type { ExportInfo, ExportOptions, SortBy } from '../../host'
import { count, counted, duration, plural, size } from '../../lib/words'
import type { ExportColumn, PlainFormat } from './format'

/** What is exported: an object of a connection, with the noun for its rows. */
export interface Nouns {
  objectNoun: string
  rowNoun: string
  rowsNoun: string
}

/** The progress of an export in percent; undefined while its size is unknown. */
export function percentOf(info: Pick<ExportInfo, 'written' | 'total'>): number | undefined {
  const total = Number(info.total)
  if (info.total === '' || total === 0) return undefined
  return Math.min(100, Math.floor((Number(info.written) / total) * 100))
}

/** "7,204,118 of 12,408,331 documents", or only the count written so far if the total is unknown. */
export function writtenWords(info: Pick<ExportInfo, 'written' | 'total'>, { rowNoun, rowsNoun }: Nouns): string {
  if (info.total === '') return counted(info.written, rowNoun, rowsNoun)
  return `${count(info.written)} of ${counted(info.total, rowNoun, rowsNoun)}`
}

/** "41,300 documents/s". */
export function rateWords(info: Pick<ExportInfo, 'rate' | 'state'>, { rowNoun, rowsNoun }: Nouns): string {
  if (info.state === 'full') return words.paused
  return `${count(info.rate)} ${plural(info.rate, rowNoun, rowsNoun)}/s`
}

/** The remaining time of an export at its current rate, or "Unknown". */
export function leftWords(info: Pick<ExportInfo, 'left' | 'state'>): string {
  return info.left > 0 && info.state !== 'full' ? duration(info.left * 1000) : 'Unknown'
}

/** The name of a file without its folder. */
export function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

/** The duration of an export. */
export function elapsedWords(info: Pick<ExportInfo, 'elapsed'>): string {
  return info.elapsed < 1 ? 'Under 1 s' : duration(info.elapsed * 1000)
}

/** True while an export is running. */
export function isRunning(info: Pick<ExportInfo, 'state'>): boolean {
  return info.state === 'running' || info.state === 'waiting' || info.state === 'full'
}

/** True for a file whose expected number of documents could not be counted. */
export function isUnchecked(info: Pick<ExportInfo, 'state' | 'total' | 'notices'>): boolean {
  return info.state === 'done' && info.total === '' && info.notices.length > 0
}

/** The message of a successful export: how many documents were written, and how many there are. */
export function doneWords(
  info: Pick<ExportInfo, 'written' | 'total' | 'state' | 'notices'>,
  nouns: Nouns,
  where = 'counted on the server',
): string {
  const written = `${counted(info.written, nouns.rowNoun, nouns.rowsNoun)} written`
  return isUnchecked(info) ? `${written}.` : `${written}, ${count(info.total || '0')} ${where}.`
}

/** All details of a successful export, as a text to copy. */
export function detailsWords(info: ExportInfo, nouns: Nouns, where?: string): string {
  return [
    isUnchecked(info) ? words.unchecked : words.done,
    doneWords(info, nouns, where),
    ...info.notices.map(({ text, detail }) => `${text} ${detail}`.trim()),
    `File: ${info.path}`,
    `Size: ${sizeWords(info)}`,
    `Time: ${elapsedWords(info)}`,
    `SHA-256: ${info.digest}`,
  ].join('\n')
}

/** The state of an export in a list. */
export function stateWords(info: ExportInfo, nouns: Nouns): string {
  switch (info.state) {
    case 'running':
      return writtenWords(info, nouns)
    case 'waiting':
      return `${words.waiting} ${writtenWords(info, nouns)}`
    case 'full':
      return `${words.full} ${writtenWords(info, nouns)}`
    case 'done':
      return `${counted(info.written, nouns.rowNoun, nouns.rowsNoun)}, ${size(info.bytes)}`
    case 'failed':
      return words.failed
    case 'cancelled':
      return words.cancelled
  }
}

/** "8 of 24 columns. CSV changes formatting; JSON Lines does not." */
export function footWords(
  { rowsNoun }: Nouns,
  { format, columns: written, meta }: Pick<ExportOptions, 'format' | 'columns' | 'meta'>,
  columns: readonly ExportColumn[],
  nothing: boolean,
): string {
  if (nothing) return 'Choose at least one column.'
  const exact = `${capital(rowsNoun)} exactly as stored`
  if (meta.length > 0) return `${exact}, each in an object with ${listed(meta)}.`
  if (written.length === 0) return `${exact}.`
  const some = `${count(written.length)} of ${counted(columns.length, 'column', 'columns')}.`
  return format === 'csv'
    ? `${some} CSV changes formatting; JSON Lines does not.`
    : `${some} To keep ${rowsNoun} exactly as stored, choose all columns.`
}

/** "id and routing", or a count if there are too many to name. */
function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  if (names.length > 3) return counted(names.length, 'metadata column')
  return names.length === 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

/** A text with a capital first letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** "1.9 GB, 11.6 GB uncompressed". */
export function sizeWords({ bytes, plain }: Pick<ExportInfo, 'bytes' | 'plain'>): string {
  return bytes === plain || plain === '' ? size(bytes) : `${size(bytes)}, ${size(plain)} uncompressed`
}

export const words = {
  appears: 'The file appears under this name only once it is complete and its count is verified.',
  formatName: 'Format',
  formats: { jsonl: 'JSON Lines', json: 'JSON Array', csv: 'CSV' } satisfies Record<PlainFormat, string>,
  formatHints: {
    jsonl: (rowNoun: string) => `One ${rowNoun} per line.`,
    json: (rowNoun: string) => `One array with every ${rowNoun}.`,
    csv: (rowNoun: string) => `One line per ${rowNoun}, for spreadsheets. NULL and missing values are empty.`,
  } satisfies Record<PlainFormat, (rowNoun: string) => string>,
  delimiter: 'Delimiter',
  delimiters: { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Vertical bar' },
  quote: 'Quote',
  asNeeded: 'As needed',
  always: 'Always',
  header: 'Header row',
  formulaSafe: "Formula-safe: put ' before text that begins with =, +, -, @ or a tab",
  byteOrderMark: 'Byte order mark, for Excel',
  compress: 'Compress',
  no: 'No',
  slices: 'Slices',
  slice: (number: number) => `Slice ${number}`,
  slicesHint:
    'Read in parallel from one snapshot. More slices put more load on the server; a single slice keeps the order.',
  columns: 'Columns',
  all: 'All',
  none: 'None',
  notStored: 'not stored',
  metadata: 'metadata',
  hidden: (type: string) => (type === '' ? 'hidden' : `${type}, hidden`),
  computed: (name: string) => `${name} is computed by the server when rows are read, so it cannot be exported.`,
  paused: 'Paused',
  full: 'The disk is full.',
  fullHint: 'The disk is full. The export continues as soon as there is space.',
  order: 'Order',
  asStored: 'As stored',
  asInGrid: 'As in the grid',
  sortedBy: (sort: readonly SortBy[]) =>
    `Sorted by ${sort.map(({ column, desc }) => (desc ? `${column}, descending` : column)).join(', then by ')}. Read in one slice.`,
  unsorted: 'In the order the server stores them.',
  limit: 'Limit',
  noLimit: 'All',
  limitHint: (rows: string) => `The first ${rows} in this order. Leave empty for all.`,
  badLimit: 'The limit must be a whole number, at least 1.',
  orderOfResponse: 'Rows are in the order of the response. Only the rows in the response are exported.',
  inResponse: 'in the response',
  background: 'Continues in the background.',
  waiting: 'The server is busy.',
  waitingHint: 'The server is rejecting reads for now. Quarry will try again in a moment.',
  done: 'Exported and verified',
  unchecked: 'Exported, but not verified',
  failed: 'The export is not complete',
  cancelled: 'The export was cancelled',
  cancelledHint: 'No file was saved.',
  unchangedHint: 'No file was saved. An existing file was not changed.',
  title: (object: string) => `Export ${object}`,
}

import type { ExportOptions } from '../../host'

export type PlainFormat = 'jsonl' | 'json' | 'csv'
/** 'bulk' is the body of a bulk request, as the driver describes it. */
export type Format = PlainFormat | 'bulk'
export type Compression = '' | 'gzip' | 'zstd'

/** The choices in the sheet for how documents are written. */
export interface Choices {
  format: Format
  compression: Compression
  /** Of CSV. */
  delimiter: string
  header: boolean
  quoteAll: boolean
  formulaSafe: boolean
  byteOrderMark: boolean
}

export const plainChoices: Choices = {
  ...{ format: 'jsonl', compression: '', delimiter: ',' },
  ...{ header: true, quoteAll: false, formulaSafe: true, byteOrderMark: false },
}

const formatEnds: Record<Format, string> = { jsonl: '.jsonl', json: '.json', csv: '.csv', bulk: '.ndjson' }
const compressionEnds: Record<Compression, string> = { '': '', gzip: '.gz', zstd: '.zst' }

/** The file extension of a format. */
export function extensionOf({ format, compression }: Pick<Choices, 'format' | 'compression'>): string {
  return formatEnds[format] + compressionEnds[compression]
}

/** Replaces one format's extension of a path by another's. Any other path is unchanged. */
export function renamed(path: string, from: Choices, to: Choices): string {
  const end = extensionOf(from)
  return path.endsWith(end) ? path.slice(0, -end.length) + extensionOf(to) : path
}

/** A column that can be written. */
export interface ExportColumn {
  name: string
  type: string
  /** The server computes it when rows are read, so it cannot be written. */
  computed: boolean
  /** Its values are not part of the document, such as the id. */
  beside: boolean
  /** The grid does not show it. */
  hidden: boolean
}

const namesOf = (columns: readonly ExportColumn[]) => columns.map(({ name }) => name)

/** Whether a format can have a column: a bulk body has metadata in its actions. */
export function canHave(format: Format, { computed, beside }: ExportColumn): boolean {
  return !computed && !(beside && format === 'bulk')
}

/** The default columns of a format: the visible ones for CSV, only whole documents for the others. */
export function firstColumns(format: Format, columns: readonly ExportColumn[]): string[] {
  const possible = columns.filter((column) => canHave(format, column))
  if (format !== 'csv') return namesOf(possible.filter(({ beside }) => !beside))
  const seen = possible.filter(({ hidden }) => !hidden)
  return namesOf(seen.length > 0 ? seen : possible)
}

/** Whether all document columns are chosen, so that documents are written whole. */
export function isWhole(format: Format, columns: readonly ExportColumn[], chosen: readonly string[]): boolean {
  const inside = columns.filter((column) => !column.computed && !column.beside)
  return format !== 'csv' && inside.every(({ name }) => chosen.includes(name))
}

/** A format for the backend. Columns are in grid order. */
export function requestOf(
  choices: Choices,
  columns: readonly ExportColumn[],
  chosen: readonly string[],
): ExportOptions {
  const { format, compression, delimiter, header, quoteAll, formulaSafe, byteOrderMark } = choices
  const written = columns.filter((column) => canHave(format, column) && chosen.includes(column.name))
  const whole = isWhole(format, columns, chosen)
  return {
    ...{ format, compression, delimiter, quoteAll },
    ...{ headless: !header, formulas: !formulaSafe, mark: byteOrderMark },
    columns: whole ? [] : namesOf(written),
    meta: whole ? namesOf(written.filter(({ beside }) => beside)) : [],
  }
}

/** Whether nothing would be written. */
export function isNothing({ columns: written }: ExportOptions, whole: boolean): boolean {
  return !whole && written.length === 0
}

import type { ExportFormat } from '../../host'

export type PlainLayout = 'jsonl' | 'json' | 'csv'
/** 'bulk' is the body of a request by which the server takes documents, as its driver describes it. */
export type LayoutName = PlainLayout | 'bulk'
export type Compression = '' | 'gzip' | 'zstd'

/** What is chosen in the sheet of how documents are written. */
export interface Format {
  layout: LayoutName
  compression: Compression
  /** Of CSV. */
  delimiter: string
  header: boolean
  quoteAll: boolean
  formulaSafe: boolean
  byteOrderMark: boolean
}

export const plainFormat: Format = {
  ...{ layout: 'jsonl', compression: '', delimiter: ',' },
  ...{ header: true, quoteAll: false, formulaSafe: true, byteOrderMark: false },
}

const layoutEnds: Record<LayoutName, string> = { jsonl: '.jsonl', json: '.json', csv: '.csv', bulk: '.ndjson' }
const compressionEnds: Record<Compression, string> = { '': '', gzip: '.gz', zstd: '.zst' }

/** How the names of files in a format end. */
export function extensionOf({ layout, compression }: Pick<Format, 'layout' | 'compression'>): string {
  return layoutEnds[layout] + compressionEnds[compression]
}

/** A path that ended as the files of one format do, and now ends as those of another. Any other path stays as it is. */
export function renamed(path: string, from: Format, to: Format): string {
  const end = extensionOf(from)
  return path.endsWith(end) ? path.slice(0, -end.length) + extensionOf(to) : path
}

/** A column that can be written. */
export interface ExportColumn {
  name: string
  type: string
  /** The server computes it when rows are read, so that it cannot be written. */
  computed: boolean
  /** Its values are beside the document, such as its id. */
  beside: boolean
  /** The grid does not show it. */
  hidden: boolean
}

const namesOf = (columns: readonly ExportColumn[]) => columns.map(({ name }) => name)

/** Whether a format can have a column: a bulk body has what is beside a document in its actions. */
export function canHave(layout: LayoutName, { computed, beside }: ExportColumn): boolean {
  return !computed && !(beside && layout === 'bulk')
}

/** Which columns a format begins with: CSV with those in sight, the others with whole documents alone. */
export function firstColumns(layout: LayoutName, columns: readonly ExportColumn[]): string[] {
  const possible = columns.filter((column) => canHave(layout, column))
  if (layout !== 'csv') return namesOf(possible.filter(({ beside }) => !beside))
  const seen = possible.filter(({ hidden }) => !hidden)
  return namesOf(seen.length > 0 ? seen : possible)
}

/** Whether all columns of the documents are chosen, so that these are written whole. */
export function isWhole(layout: LayoutName, columns: readonly ExportColumn[], chosen: readonly string[]): boolean {
  const inside = columns.filter((column) => !column.computed && !column.beside)
  return layout !== 'csv' && inside.every(({ name }) => chosen.includes(name))
}

/** A format as the backend reads it. Columns have their order in the grid. */
export function requestOf(format: Format, columns: readonly ExportColumn[], chosen: readonly string[]): ExportFormat {
  const { layout, compression, delimiter, header, quoteAll, formulaSafe, byteOrderMark } = format
  const written = columns.filter((column) => canHave(layout, column) && chosen.includes(column.name))
  const whole = isWhole(layout, columns, chosen)
  return {
    ...{ layout, compression, delimiter, quoteAll },
    ...{ headless: !header, formulas: !formulaSafe, mark: byteOrderMark },
    columns: whole ? [] : namesOf(written),
    meta: whole ? namesOf(written.filter(({ beside }) => beside)) : [],
  }
}

/** Whether nothing would be written. */
export function isNothing({ columns: written }: ExportFormat, whole: boolean): boolean {
  return !whole && written.length === 0
}

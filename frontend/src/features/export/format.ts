import type { ExportFormat } from '../../host'

export type LayoutName = 'jsonl' | 'json' | 'csv' | 'bulk'
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
}

/** Which columns a format begins with: CSV with those in sight, the others with whole documents. */
export function firstColumns(layout: LayoutName, columns: readonly ExportColumn[], shown: readonly string[]): string[] {
  const names = columns.filter(({ computed }) => !computed).map(({ name }) => name)
  if (layout !== 'csv') return names
  const seen = shown.filter((name) => names.includes(name))
  return seen.length > 0 ? seen : names
}

/** Whether all columns that can be written are, so that documents are written whole. */
export function isWhole(layout: LayoutName, columns: readonly ExportColumn[], chosen: readonly string[]): boolean {
  return layout !== 'csv' && columns.every(({ name, computed }) => computed || chosen.includes(name))
}

/** A format as the backend reads it. */
export function requestOf(format: Format, columns: readonly ExportColumn[], chosen: readonly string[]): ExportFormat {
  const { layout, compression, delimiter, header, quoteAll, formulaSafe, byteOrderMark } = format
  const names = columns.map(({ name }) => name).filter((name) => chosen.includes(name))
  return {
    ...{ layout, compression, delimiter, quoteAll },
    ...{ headless: !header, formulas: !formulaSafe, mark: byteOrderMark },
    columns: isWhole(layout, columns, chosen) ? [] : layout === 'csv' ? [...chosen] : names,
  }
}

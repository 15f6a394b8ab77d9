import type { Failure, PageNotice } from './types'

/** How far an export is, or how it ended. */
export interface ExportInfo {
  id: string
  session: string
  object: string
  path: string
  /** waiting: the server takes no reads for now; full: the disk is. */
  state: 'running' | 'waiting' | 'full' | 'done' | 'failed' | 'cancelled'
  /** Documents. */
  written: string
  /** Documents, '' while it is unknown. */
  total: string
  /** Of the file, so far. */
  bytes: string
  /** The same before it was compressed. */
  plain: string
  /** The SHA-256 of the file, '' until it is done. */
  digest: string
  /** Documents a second. */
  rate: string
  /** Seconds. */
  elapsed: number
  /** Seconds until the end, 0 if unknown. */
  left: number
  /** The slices that are read at the same time, as of their last answers; none for one. */
  slices: ExportSlice[]
  /** What the file is not: exact, of a single moment. */
  notices: PageNotice[]
  /** Why it failed. */
  failure: Failure | null
}

/** How far a slice of an export is. */
export interface ExportSlice {
  /** Documents. */
  written: string
  /** Documents, '' while it is unknown. */
  total: string
}

export interface ExportList {
  exports: ExportInfo[]
}

/** How documents are written to a file. */
export interface ExportOptions {
  format: 'jsonl' | 'json' | 'csv' | 'bulk'
  compression: '' | 'gzip' | 'zstd'
  /** Of the view, in order; none for whole documents. */
  columns: string[]
  /** Columns beside the document: with them each whole document is in an object with their values. */
  meta: string[]
  /** Of CSV. */
  delimiter: string
  headless: boolean
  quoteAll: boolean
  /** It begins with a byte order mark. */
  mark: boolean
  formulas: boolean
}

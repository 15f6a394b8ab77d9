import type { Failure, PageNotice } from './types'

/** The progress of an export, or how it ended. */
export interface ExportInfo {
  id: string
  session: string
  object: string
  path: string
  /** waiting: the server is rejecting reads for now; full: the disk is full. */
  state: 'running' | 'waiting' | 'full' | 'done' | 'failed' | 'cancelled'
  /** Documents. */
  written: string
  /** Documents, '' while unknown. */
  total: string
  /** Bytes of the file so far. */
  bytes: string
  /** Uncompressed bytes so far. */
  plain: string
  /** The SHA-256 of the file, '' until it is done. */
  digest: string
  /** Documents a second. */
  rate: string
  /** Seconds. */
  elapsed: number
  /** Seconds until the end, 0 if unknown. */
  left: number
  /** The slices read in parallel, as of their last responses; empty if there is only one. */
  slices: ExportSlice[]
  /** The file's limitations, such as not being exact or not from a single moment. */
  notices: PageNotice[]
  /** Why it failed. */
  failure: Failure | null
}

/** The progress of a slice of an export. */
export interface ExportSlice {
  /** Documents. */
  written: string
  /** Documents, '' while unknown. */
  total: string
}

export interface ExportList {
  exports: ExportInfo[]
}

/** How documents are written to a file. */
export interface ExportOptions {
  format: 'jsonl' | 'json' | 'csv' | 'bulk'
  compression: '' | 'gzip' | 'zstd'
  /** Columns of the view, in order; none for whole documents. */
  columns: string[]
  /** Metadata columns: with any, each whole document is wrapped in an object with their values. */
  meta: string[]
  /** Of CSV. */
  delimiter: string
  headless: boolean
  quoteAll: boolean
  /** Whether it begins with a byte order mark. */
  mark: boolean
  formulas: boolean
}

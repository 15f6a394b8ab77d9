import type { Failure, PageNotice } from './types'

/** How far an export is, or how it ended. */
export interface ExportInfo {
  id: string
  session: string
  object: string
  path: string
  /** waiting: the server takes no reads for now. */
  state: 'running' | 'waiting' | 'done' | 'failed' | 'cancelled'
  /** Documents. */
  written: string
  /** Documents, '' while it is unknown. */
  total: string
  /** Of the file, so far. */
  bytes: string
  /** Documents a second. */
  rate: string
  /** Seconds. */
  elapsed: number
  /** Seconds until the end, 0 if unknown. */
  left: number
  /** What the file is not: exact, of a single moment. */
  notices: PageNotice[]
  /** Why it failed. */
  failure: Failure | null
}
export interface ExportList {
  exports: ExportInfo[]
}

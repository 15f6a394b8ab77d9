import type { HiddenValue } from '../lib/roles'
import type { Failure, PageNotice } from './types'

/** What was typed into a cell. */
export interface EditedCell {
  column: string
  text: string
  null: boolean
  /** The field was removed; the text is empty. */
  remove?: boolean
}

/** What is done with a row besides changing its cells. 'restore' is only for the plans of Edits.Undo. */
export type RowAct = '' | 'create' | 'delete'

/** One edited row, with the hidden values that it was shown with. */
export interface EditedRow {
  /** For a new row: its place, one of ViewInfo.targets, and the other typed values. */
  key: HiddenValue[]
  base: HiddenValue[]
  cells: EditedCell[]
  act?: RowAct
  /** The hidden values of the row that a new one duplicates. */
  copyKey?: HiddenValue[]
  copyBase?: HiddenValue[]
}

/** One request as it will be sent. */
export interface PlannedRequest {
  /** Its index in the given rows. */
  row: number
  method: string
  /** Percent-encoded, behind the base. */
  path: string
  query: string
  headers: HiddenValue[]
  /** Its beginning, or '', if it is truncated: /data/edits returns all of it. */
  body: string
  truncated: boolean
  /** Bytes of the whole body. */
  size: string
  number: string
  /** What it does, in a few words, and why it has this form. */
  form: string
  reason: string
}

/** A row that cannot be saved as it was edited. */
export interface RefusedRow {
  row: number
  /** '' for the row as a whole. */
  column: string
  error: Failure
  /** The number of the server's document, for /data/edits; '' for none. */
  theirs: string
  /** The hidden values of the document as it would be shown; none without a document. */
  revision: HiddenValue[]
}

/** The plan of a save. The digest covers all of it: sending it sends exactly what was shown. */
export interface PlanInfo {
  id: string
  digest: string
  /** The prefix of every path: scheme, host, port and path prefix. */
  base: string
  /** The connection's safe mode. */
  safe: string
  requests: PlannedRequest[]
  refusals: RefusedRow[]
  notices: PageNotice[]
  /** How many requests cannot be undone after the save, and why the first of them cannot. */
  lasting: number
  lastingWhy: string
  /** How many documents it deletes, and whether the user must confirm that number before Edits.Send {deletions}. */
  deletions: number
  needsConfirmation: boolean
}

/** The outcome of one request. */
export type SaveOutcome = 'done' | 'conflict' | 'refused' | 'unknown' | 'unsent'

/** The outcome of one request of a plan. */
export interface SavedRow {
  row: number
  outcome: SaveOutcome
  /** The row's new hidden values if it was saved, else those of the server's document. */
  revision: HiddenValue[]
  /** The reason, for every outcome except done. */
  error: Failure | null
  /** The number of the server's document, for /data/edits; '' for none. */
  document: string
  /** The hidden values that identify a row that was created; none for other rows. */
  key?: HiddenValue[]
}
export interface SaveResult {
  rows: SavedRow[]
  /** Whether Edits.Undo can undo it. */
  undo?: boolean
}

/**
 * How far sending a plan has got, in requests: `failed` of the `ended` ones did not succeed. Edits.Stop {plan} stops
 * sending: Edits.Send then returns the outcomes, with 'unsent' for the rest. Edits.Drop does the same while sending.
 */
export interface SaveProgress {
  total: number
  ended: number
  failed: number
}

/** The unsaved edits of one object, as the page stored them. */
export interface SavedDraft {
  object: string
  /** The page that staged it. */
  page: string
  /** When they were stored, in milliseconds since 1970. */
  saved: string
  draft: string
}
export interface DraftList {
  drafts: SavedDraft[]
  /** What happened to unreadable unsaved edits, '' if there were none. */
  notice: string
  /** True if the user chose not to keep unsaved edits. */
  off: boolean
}

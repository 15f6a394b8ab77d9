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

/** What is done with a row besides changing its cells. 'restore' is for the plans of Edits.Undo alone. */
export type RowAct = '' | 'create' | 'delete'

/** One edited row, with the hidden values that it was shown with. */
export interface EditedRow {
  /** Of a new row: its place, one of ViewInfo.targets, and what else was typed. */
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
  /** In the rows that were given. */
  row: number
  method: string
  /** Percent-encoded, behind the base. */
  path: string
  query: string
  headers: HiddenValue[]
  /** Its beginning, or '', if it is truncated: /data/edits has the whole. */
  body: string
  truncated: boolean
  /** Bytes of the whole body. */
  size: string
  number: string
  /** What it does, in a few words, and why in this form. */
  form: string
  reason: string
}

/** A row that cannot be saved as it was edited. */
export interface RefusedRow {
  row: number
  /** '' for the row as a whole. */
  column: string
  error: Failure
  /** Number of the document that the server holds, for /data/edits; '' for none. */
  theirs: string
  /** The hidden values that the document would be shown with; none without a document. */
  revision: HiddenValue[]
}

/** What a save comes to. The digest names all of it: who sends it sends what was shown. */
export interface PlanInfo {
  id: string
  digest: string
  /** What is in front of every path: scheme, host, port and prefix. */
  base: string
  /** The connection's safe mode. */
  safe: string
  requests: PlannedRequest[]
  refusals: RefusedRow[]
  notices: PageNotice[]
  /** How many requests cannot be undone after the save, and why not the first of them. */
  lasting: number
  lastingWhy: string
  /** How many documents it deletes, and whether Edits.Send {deletions} wants its user to have confirmed that number. */
  deletions: number
  needsConfirmation: boolean
}

/** What became of one request. */
export type SaveOutcome = 'done' | 'conflict' | 'refused' | 'unknown' | 'unsent'

/** What became of one request of a plan. */
export interface SavedRow {
  row: number
  outcome: SaveOutcome
  /** The row's new hidden values if it was saved, else those of the document that the server holds. */
  revision: HiddenValue[]
  /** Why, for any outcome but done. */
  error: Failure | null
  /** Number of the document that the server holds, for /data/edits; '' for none. */
  document: string
  /** The hidden values that identify a row that was created; none for other rows. */
  key?: HiddenValue[]
}
export interface SaveResult {
  rows: SavedRow[]
  /** Whether Edits.Undo can plan to undo what was done. */
  undo?: boolean
}

/**
 * How far the sending of a plan is, in requests: `failed` of the `ended` ones were not done. Edits.Stop {plan} ends the
 * sending: Edits.Send then returns the outcomes, with 'unsent' for the rest. Edits.Drop while it is sent does the same.
 */
export interface SaveProgress {
  total: number
  ended: number
  failed: number
}

/** The unsaved edits of one object, as the page wrote them down. */
export interface SavedDraft {
  object: string
  /** The page that staged it. */
  page: string
  /** When, in milliseconds since 1970. */
  saved: string
  draft: string
}
export interface DraftList {
  drafts: SavedDraft[]
  /** What happened to unsaved edits that could not be read, '' for nothing. */
  notice: string
  /** True if the user chose that unsaved edits are not kept. */
  off: boolean
}

import type { Cell } from '../../grid/types'
import type { PlanInfo, PlannedRequest, RefusedRow, SaveOutcome, SaveProgress } from '../../host'
import { Kind } from '../../lib/block'
import { count, counted, plural } from '../../lib/words'
import type { Field } from './conflicts'
import { differing, type Marked } from './differing'
import type { Counts, EditsState } from './edits'
import type { PlannedRow, Recovered, RowOutcome } from './planned'
import type { Act } from './staged'
import type { Typed } from './values'

/** How many characters of a value a sentence holds, and how many a table does. */
const most = 60
export const mostInTable = 1000
const whole = Number.POSITIVE_INFINITY

/** A value in a sentence: "18.50", "NULL", "empty". */
export function valueWords(cell: Cell | undefined, room = most): string {
  if (!cell || cell.kind === Kind.missing) return 'no value'
  if (cell.kind === Kind.null) return 'NULL'
  if (cell.text === '') return 'empty'
  return cell.text.length > room ? `${cell.text.slice(0, room)}…` : cell.text
}

/** What was typed, in a sentence. */
export const typedWords = ({ text, null: none, remove }: Typed, room = most) =>
  remove ? 'no field' : valueWords({ kind: none ? Kind.null : Kind.string, text, cut: 0 }, room)

/** The values of a change as a table shows them: before and after, and where long ones differ. */
export function changeWords(before: Cell | undefined, after: Typed | undefined): [Marked, Marked] {
  const [was, now] = [valueWords(before, whole), after ? typedWords(after, whole) : '']
  const plain = (text: string): Marked => ({ head: '', own: '', tail: text })
  return (after && differing(was, now)) ?? [plain(was), plain(now)]
}

/** What a change without a column does to a whole document: what it replaces, and what that becomes. */
export function documentWords({ act, copies }: PlannedRow): [string, string] {
  if (act === 'delete') return ['the whole document', 'deleted']
  return ['', copies ? 'a duplicate' : 'an empty document']
}

/** What a cell was before it was edited: "was 18.50". */
export function wasWords(cell: Cell | undefined): string {
  if (!cell || cell.kind === Kind.missing) return 'had no value'
  return `was ${valueWords(cell)}`
}

export const idWords = 'assigned when saved'
export const notSavedYet = 'This row is not saved yet, so it has no document.'
export const savedSince = 'This row was saved after the rows were loaded. Refresh to load its document.'

export const notLoaded = 'The row is not loaded yet.'
export const rowsMoved = 'The rows have changed, so nothing was staged.'
export const tooManyRows = (rows: number) =>
  `${count(rows)} rows are selected, but at most 1,000 rows can be staged at once.`
export const emptySelection = 'Select more than one cell first.'
export const nothingToDiscard = 'Nothing is staged here.'
export const noIdNeeded = 'A new row without an id gets one when it is saved.'
export const cutFill = 'Only the beginning of this value is loaded here.'
export const noFill = 'The first cell has no value.'
export const noEnd = 'More rows were copied than fit here, and the last row is not loaded yet.'
export const droppedColumns = 'More columns were copied than fit here.'

/** Why an act of the driver is not offered. */
export const cannotWords: Record<string, string> = {
  create: 'Rows cannot be added here.',
  delete: 'Rows cannot be deleted here.',
  remove: 'Fields cannot be removed here.',
}

/** What was staged in several places: "6 cells set to NULL"; '' for one, which is seen. */
export const stagedWords = (done: string, number: number, noun: string) =>
  number === 1 ? '' : `${counted(number, noun)} ${done}`

/** What was staged and what was left out, in a sentence: "6 cells filled; 3 skipped: _id identifies the row.". */
export function leftOutWords(staged: string, reasons: ReadonlyMap<string, number>): string {
  const left = [...reasons].map(([why, times]) => `${count(times)} skipped: ${why.replace(/\.$/, '')}`)
  const all = [...(staged === '' ? [] : [staged]), ...left]
  return all.length === 0 ? '' : `${all.join('; ')}.`
}

/**
 * The staged changes, counted by kind: "3 changes to save: 1 edited, 1 new, 1 deleted; 1 invalid". Waiting are the valid
 * values of invalid rows.
 */
export function pendingWords(counts: Counts, waiting = 0): string {
  const { edited, created, deleted, invalid, refused, conflict, unknown } = counts
  const some = (numbers: string[]) => numbers.filter((number) => !number.startsWith('0 '))
  const kinds = some([`${count(edited)} edited`, `${count(created)} new`, `${count(deleted)} deleted`])
  const problems = [`${count(invalid)} invalid`, `${count(refused)} refused`, counted(conflict, 'conflict')]
  const rows = kinds.length > 0 || waiting === 0 ? [toSaveWords(counts)] : []
  const words = kinds.length === 0 ? rows : [`${rows[0]}: ${kinds.join(', ')}`]
  return [
    ...words,
    ...(waiting > 0 ? [waitingWords(waiting)] : []),
    ...some([...problems, `${count(unknown)} to check`]),
  ].join('; ')
}

/** "3 changes to save". Rows with a problem are not among them. */
export function toSaveWords({ edited, created, deleted, invalid, refused, conflict, unknown }: Counts): string {
  const rows = edited + created + deleted
  if (rows > 0) return `${counted(rows, 'change')} to save`
  return invalid + refused + conflict + unknown > 0 ? 'No other changes to save' : 'No changes to save'
}

/** "3 valid values wait for their rows": those that are not saved as long as another value of their row is invalid. */
export const waitingWords = (values: number) =>
  `${counted(values, 'valid value')} ${plural(values, 'waits for its row', 'wait for their rows')}`
export const whyWaiting = 'A row is saved as a whole. Correct its invalid value to save its other values.'

/** Why a staged row cannot be shown. */
export const editNotLoaded = (title: string, typed: string) =>
  `${title} is not among the loaded rows. ${typed === '' ? 'Its edit stays staged.' : `Its edit stays staged: ${typed}.`}`

/** How many rows have a problem of a kind, and the first of them: "1 invalid: bk-1, pages: Not an integer." '' for none. */
export function problemWords(
  { staged, bases, problems }: Pick<EditsState, 'staged' | 'bases' | 'problems'>,
  kind: 'invalid' | 'refused',
  many: number,
): string {
  const first = [...problems].find(([key, all]) => staged.has(key) && all[0]?.kind === kind)
  const problem = first?.[1][0]
  if (!first || !problem) return ''
  const title = bases.get(first[0])?.title ?? ''
  const where = problem.column === '' ? title : `${title}, ${problem.column}`
  return `${count(many)} ${kind}: ${where}: ${problem.message}`
}

export const discardTitle = (rows: number, object: string) => `Discard ${counted(rows, 'staged change')} in ${object}?`
export const discardText = 'Nothing was saved. Undo brings them back until you close the tab.'

export const readOnlyConnection =
  'This connection is read-only, so nothing can be saved. To allow writes, change Safe Mode in the toolbar.'
export const nothingToUndo = 'No save to undo in this tab.'
export const maybeCreated =
  'It may have been created: no usable response arrived. Look for it among the rows before you save this one.'
export const theirsUnread = 'Could not load the document from the server. Save again to compare it with yours.'
export const bodyUnread = 'Could not load the body of this request.'
export const nothingStaged = 'Nothing to save.'
export const savingNow = 'A save is in progress.'
export const planningNow = 'The requests are being prepared.'
export const editedAfterPlan = 'These changes were edited after the requests were prepared, so nothing was sent.'

export const stoppedBefore = 'Saving was stopped. Nothing was sent.'

/** What a preview is called: "3 requests to catalogue". */
export function previewTitle(requests: number, connection: string): string {
  return requests === 0 ? 'No requests can be sent' : `${counted(requests, 'request')} to ${connection}`
}

export const previewText =
  'Nothing has been sent yet. A document that has changed since you loaded it is not overwritten.'
export const sendingText = 'The requests are being sent. Anything not sent stays staged.'
export const undoingText = 'The requests are being sent. Anything not sent can still be undone.'
export const undoTitle = (requests: number, connection: string) =>
  requests === 0 ? 'The save cannot be undone' : `Undo the save with ${counted(requests, 'request')} to ${connection}`
export const undoText = 'The documents will be restored to how they were before the save. Nothing has been sent yet.'
export const placeWords = (at: number, of: number) => `${count(at + 1)} of ${count(of)}`
export const sendWords = (requests: number) => `Send ${counted(requests, 'Request')}`
export const leftOut = (rows: number) =>
  `${counted(rows, 'row')} ${plural(rows, 'is', 'are')} not included: ${plural(rows, 'its', 'their')} last save got no response. Check ${plural(rows, 'it', 'them')} first.`

/** Why a row is not sent: "bk-1, pages: Not an integer. The edit stays staged." */
export function refusalWords(title: string, { column, error }: RefusedRow, stays: boolean): string {
  const where = column === '' ? title : `${title}, ${column}`
  return `${where}: ${error.message}${stays ? ' The edit stays staged.' : ''}`
}

/** The word for each outcome. */
export const outcomeNames: Record<SaveOutcome, string> = {
  done: 'Saved',
  conflict: 'Conflict',
  refused: 'Refused',
  unknown: 'Unknown',
  unsent: 'Not sent',
}

/** The headline of a save: "2 of 5 requests succeeded". */
export function outcomeTitle(rows: readonly RowOutcome[]): string {
  const done = rows.filter((row) => row.outcome === 'done').length
  return `${done} of ${counted(rows.length, 'request')} succeeded`
}

const outcomeCauses: readonly [SaveOutcome, (rows: number) => string][] = [
  ['refused', (rows) => `${count(rows)} ${plural(rows, 'was', 'were')} refused`],
  ['conflict', (rows) => `${count(rows)} ${plural(rows, 'is', 'are')} in conflict`],
  ['unknown', (rows) => `${count(rows)} got no response`],
  ['unsent', (rows) => `${count(rows)} ${plural(rows, 'was', 'were')} not sent`],
]

/** Why not all requests of a save succeeded, and what follows: "153 were not sent. Rows that failed stay …". */
export function outcomeText(rows: readonly RowOutcome[]): string {
  const causes = outcomeCauses.flatMap(([outcome, words]) => {
    const many = rows.filter((row) => row.outcome === outcome).length
    return many === 0 ? [] : [words(many)]
  })
  const why = causes.length === 0 ? '' : `${causes.join(', ')}. `
  return `${why}Rows that failed stay here as unsaved changes.`
}

/** What became of a request, in a sentence. */
export function outcomeWords({ outcome, error, made, row, seq }: Omit<RowOutcome, 'request'>): string {
  if (outcome === 'done' && row.act === 'delete') return 'Deleted'
  if (outcome === 'done' && made !== '') return `Created with the id ${made}`
  if (outcome === 'done') return seq === '' ? 'Saved' : `Saved as revision ${seq}`
  const said = error?.failure.message ?? ''
  if (outcome === 'unknown') return said || 'Sent, no response. Check before sending again.'
  if (outcome === 'unsent') return said || 'Still staged'
  return said
}

/**
 * The message after a save in which everything succeeded. Each changed row counts as a change, as it did while staged.
 */
export const savedWords = (rows: number) => `Saved ${counted(rows, 'change')}`

/** The message after a save was undone. */
export const undoneWords = (rows: number) => `Undid ${counted(rows, 'change')}`

/** The same where some rows could not be sent, which was known before: "Saved 1 change. 1 row stays staged." */
export const leftWords = (done: string, rows: number, undone: boolean) =>
  `${done}. ${counted(rows, 'row')} ${undone ? `${plural(rows, 'was', 'were')} not reverted` : `${plural(rows, 'stays', 'stay')} staged`}.`

/** What became of a row of a save that was interrupted. */
export const recoveredNames: Record<Recovered['state'], (act: Act) => string> = {
  saved: (act) => (act === 'delete' ? 'deleted' : 'saved'),
  left: () => 'not saved, still staged',
  unknown: () => 'new, may have been created',
}

/** "Quarry stopped during a save: 2 of 3 changes had been saved". */
export function recoveredTitle(rows: readonly Recovered[]): string {
  const saved = rows.filter(({ state }) => state === 'saved').length
  return `Quarry stopped during a save: ${count(saved)} of ${counted(rows.length, 'change')} had been saved`
}

/** What follows for the rows of a save that was interrupted. */
export function recoveredText(rows: readonly Recovered[]): string {
  const many = (state: Recovered['state']) => rows.filter((row) => row.state === state).length
  const [left, unknown] = [many('left'), many('unknown')]
  if (left + unknown === 0) return 'Nothing is left to save.'
  const stay = left === 0 ? '' : `${counted(left, 'change')} ${plural(left, 'is', 'are')} still staged. `
  return `${stay}${unknown === 0 ? '' : `Look for the new ${plural(unknown, 'row', 'rows')} before you save again.`}`.trim()
}

/** How far a save is: "Saving: 12 of 500 requests, 1 failed". */
export function progressWords(progress: SaveProgress | null, requests: number, stopping: boolean): string {
  if (stopping) return 'Stopping: waiting for the requests already sent'
  if (!progress) return `Saving ${counted(requests, 'row')}`
  const { total, ended, failed } = progress
  const failures = failed === 0 ? '' : `, ${count(failed)} failed`
  return `Saving: ${count(ended)} of ${counted(total, 'request')}${failures}`
}

/** What becomes of a row, as a chip says it. */
export const actNames: Record<Act, string> = { '': 'Edited', create: 'New', delete: 'Deleted' }
export const undoNames: Record<Act, string> = { '': 'Reverted', create: 'Restored', delete: 'Deleted' }

/** A path with its query, as it is sent. */
export const addressOf = (request: { path: string; query: string }) =>
  request.query === '' ? request.path : `${request.path}?${request.query}`

/** A request as the console has it. */
export const consoleText = (request: PlannedRequest) =>
  request.body === ''
    ? `${request.method} ${addressOf(request)}`
    : `${request.method} ${addressOf(request)}\n${request.body}`

/** A request as a text: its address, its headers and its body. */
export function requestText(base: string, request: PlannedRequest): string {
  const { method, headers, body } = request
  const head = [`${method} ${base}${addressOf(request)}`, ...headers.map(({ name, value }) => `${name}: ${value}`)]
  return body === '' ? head.join('\n') : `${head.join('\n')}\n\n${body}`
}

/** The title of a conflict: the document was changed, is gone, or already exists. */
export function conflictTitle(id: string, act: Act, gone: boolean, copies: boolean): string {
  if (act === 'create')
    return copies ? `The document that ${id} duplicates was changed on the server` : `${id} exists on the server`
  return gone ? `${id} was deleted on the server` : `${id} was changed on the server`
}

/** What a conflict means. */
export function conflictText(act: Act, gone: boolean): string {
  const nothing = 'Nothing was saved for this row.'
  if (act === 'create') return `${nothing} It stays staged.`
  if (act === 'delete')
    return gone ? `${nothing} There is nothing left to delete.` : `${nothing} See what changed before you delete it.`
  // The rows do not show all of a document: what would be created from them could lack fields.
  if (gone) return `${nothing} It can’t be recreated: your row may be missing some of its fields.`
  return `${nothing} Choose which values to keep.`
}

export const nothingMine = 'Your values match the server’s. Choose Take Theirs to finish.'
export const stillChanging = 'This document keeps changing on the server. Try again in a moment.'
export const preparingMerged = 'Preparing the request'

export const agreeWords = (fields: number) =>
  fields === 1 ? 'Show the matching field' : `Show the ${count(fields)} matching fields`

/** How many of the fields differ on which side. */
export function differWords(fields: readonly Field[]): string {
  const both = fields.filter(({ mine, moved }) => mine && moved).length
  const theirs = fields.filter(({ mine, moved }) => !mine && moved).length
  if (both + theirs === 0) return 'No other visible field changed on the server'
  const differ = (fields: number) => `${counted(fields, 'field')} ${plural(fields, 'differs', 'differ')}`
  if (both === 0) return `${differ(theirs)} only on the server`
  return `${differ(both)} on both sides${theirs > 0 ? `, ${count(theirs)} only on the server` : ''}`
}

/** The words for deleting an object, and for deleting all of its documents. */
export const wholeWords = {
  drop: { verb: 'Delete', doing: 'Deleting', done: 'Deleted', unknown: 'It may have been deleted.' },
  empty: { verb: 'Empty', doing: 'Emptying', done: 'Emptied', unknown: 'Its documents may have been deleted.' },
}

export const dropTitle = (act: 'drop' | 'empty', noun: string, name: string) =>
  `${wholeWords[act].verb} the ${noun} ${name}?`
export const dropButton = (act: 'drop' | 'empty', noun: string) =>
  `${wholeWords[act].verb} ${noun.charAt(0).toUpperCase()}${noun.slice(1)}`
export const dropped = (act: 'drop' | 'empty', name: string) => `${wholeWords[act].done} ${name}`
export const dropReadOnly =
  'This connection is read-only, so nothing can be deleted. To allow writes, change Safe Mode in the toolbar.'
export const notOneObject = (act: 'drop' | 'empty', name: string, kind: string, noun: string) =>
  `${name} is ${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}. ${wholeWords[act].verb} one ${noun} at a time.`
export const notPlanned = 'Unexpected plan from the driver. Nothing was sent.'
export const unknownDrop = (act: 'drop' | 'empty') => `No usable response arrived. ${wholeWords[act].unknown}`

/** What deleting an object, or all of its documents, means for its staged changes; '' if there are none. */
export function dropStagedWords(act: 'drop' | 'empty', staged: number): string {
  if (staged === 0) return ''
  const changes = staged === 1 ? 'Its unsaved change' : `Its ${count(staged)} unsaved changes`
  if (act === 'drop') return `${changes} will be lost.`
  return `${changes} ${plural(staged, 'stays', 'stay')} open, but a deleted document can no longer be changed.`
}

/** What deleting an object loses; the count is '' where it is not known. */
export function dropWords(documents: string, { rowNoun, rowsNoun }: { rowNoun: string; rowsNoun: string }): string {
  const undo = 'This cannot be undone.'
  if (documents === '') return `All ${rowsNoun} in it will be deleted. ${undo}`
  if (documents === '0') return `It has no ${rowsNoun}. ${undo}`
  if (documents === '1') return `The one ${rowNoun} in it will be deleted. ${undo}`
  return `All ${count(documents)} ${rowsNoun} in it will be deleted. ${undo}`
}

/** What is asked by those who want to keep the object; the driver's sentence about emptying it follows. */
export const keepWords = ({ objectNoun, rowsNoun }: { objectNoun: string; rowsNoun: string }) =>
  `Delete only its ${rowsNoun}, and keep the ${objectNoun}?`

/** A draft as a sentence names it. */
interface NamedDraft {
  object: string
  saved: number
  draft: { changes: number }
}

/** What was staged before Quarry ended: "3 unsaved changes from 14:02 in books". */
export function draftWords({ object, saved, draft }: NamedDraft, now: Date): string {
  return `${counted(draft.changes, 'unsaved change')} from ${momentWords(new Date(saved), now)} in ${object}`
}

export const draftDiscardTitle = ({ object, draft }: NamedDraft) =>
  `Discard ${counted(draft.changes, 'unsaved change')} in ${object}?`
export const draftUnreadable = (object: string) =>
  `The unsaved changes in ${object} could not be read. Another version of Quarry stored them.`
export const draftDiscardText = 'Nothing was saved. This cannot be undone.'

/** A time as it is read on a clock, with its day unless that is today. */
function momentWords(then: Date, now: Date): string {
  const time = then.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  if (then.toDateString() === now.toDateString()) return time
  return `${then.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })}, ${time}`
}

export const nothingToUndoHere = 'Nothing to undo.'
export const nothingToRedo = 'Nothing to redo.'
export const noneStaged = 'Nothing is staged.'
export const staysStaged = 'The edit stays staged.'
export const confirmsWrites = 'Confirm writes is on for this connection.'
export const preparingRequest = 'The request is being prepared.'
export const sendingRequest = 'The request is being sent.'
export const typeToConfirm = (name: string) => `Type ${name} to confirm.`

/** The text below the question before rows are deleted. */
export const deletionsText = (rowNoun: string) => `A ${rowNoun} that has changed since you loaded it is not deleted.`

/** What Undo Save will not take back: "Undo Save cannot revert 2 of these 5 changes. ..."; '' where it takes back all. */
export function lastingText({ lasting, lastingWhy, requests }: PlanInfo): string {
  if (lasting === 0) return ''
  const all = requests.length === 1 ? 'revert this' : 'revert these changes'
  const some = `revert ${count(lasting)} of these ${count(requests.length)} changes`
  return `Undo Save cannot ${lasting < requests.length ? some : all}. ${lastingWhy}`.trim()
}

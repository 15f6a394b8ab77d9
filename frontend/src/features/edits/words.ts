import type { Cell } from '../../grid/types'
import type { PlannedRequest, SaveOutcome } from '../../host'
import { Kind } from '../../lib/block'
import { count, counted, plural } from '../../lib/words'
import type { EditsState } from './edits'
import type { RowOutcome } from './planned'
import type { Typed } from './values'

/** How many characters of a value a sentence holds. */
const most = 60

/** A value in a sentence: "18.50", "NULL", "empty". */
export function valueWords(cell: Cell | undefined): string {
  if (!cell || cell.kind === Kind.missing) return 'no value'
  if (cell.kind === Kind.null) return 'NULL'
  if (cell.text === '') return 'empty'
  return cell.text.length > most ? `${cell.text.slice(0, most)}…` : cell.text
}

/** What was typed, in a sentence. */
export const typedWords = ({ text, null: none, remove }: Typed) =>
  remove ? 'no field' : valueWords({ kind: none ? Kind.null : Kind.string, text, cut: 0 })

/** What a cell was before it was edited: "was 18.50". */
export function wasWords(cell: Cell | undefined): string {
  if (!cell || cell.kind === Kind.missing) return 'had no value'
  return `was ${valueWords(cell)}`
}

export const deletedByUs = 'it is no longer on the server'
export const notSavedYet = 'This row is not saved yet, so it has no document.'
export const savedSince = 'This row was saved after the rows were read. Refresh to read its document.'

/** How much is staged: "3 changes in 2 rows". */
export function changesWords(cells: number, rows: number): string {
  return `${counted(cells, 'change')} in ${counted(rows, 'row')}`
}

/** How many rows were refused, and the first of them: "1 refused: bk-1, pages: Not an integer." '' for none. */
export function refusedWords(
  { staged, bases, problems }: Pick<EditsState, 'staged' | 'bases' | 'problems'>,
  many: number,
) {
  const first = [...problems].find(([key, all]) => staged.has(key) && all[0]?.kind === 'refused')
  const problem = first?.[1][0]
  if (!first || !problem) return ''
  const title = bases.get(first[0])?.title ?? ''
  const where = problem.column === '' ? title : `${title}, ${problem.column}`
  return `${count(many)} refused: ${where}: ${problem.message}`
}

export const discardTitle = (cells: number, object: string) =>
  `Discard ${counted(cells, 'staged change')} in ${object}?`
export const discardText = 'Nothing of them was sent. Undo brings them back while the tab is open.'

export const readOnlyConnection =
  'This connection is read-only, so nothing can be saved. Safe mode is set in the connection’s options.'
export const nothingStaged = 'Nothing was edited.'
export const savingNow = 'A save is under way.'
export const planningNow = 'The requests are being prepared.'
export const changedSince = 'These changes were edited after the requests were prepared, so nothing was sent.'

/** What a preview is called: "3 requests to catalogue". */
export function previewTitle(requests: number, connection: string): string {
  return requests === 0 ? 'No requests can be sent' : `${counted(requests, 'request')} to ${connection}`
}

export const previewText = 'They are sent one at a time, in this order. Nothing has been sent yet.'
export const sendWords = (requests: number) => `Send ${counted(requests, 'Request')}`
export const leftOut = (rows: number) =>
  `${counted(rows, 'row')} ${plural(rows, 'is', 'are')} left out: ${plural(rows, 'its', 'their')} last save got no response. Check ${plural(rows, 'it', 'them')} first.`

/** What is said of each outcome. */
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

export const outcomeText = 'Nothing is resent automatically. What was not saved stays staged.'

/** What became of a request, in a sentence. */
export function outcomeWords({ outcome, error }: Pick<RowOutcome, 'outcome' | 'error'>): string {
  if (outcome === 'done') return 'Saved'
  const said = error?.failure.message ?? ''
  if (outcome === 'unknown') return said || 'Sent, no response. Check before sending again.'
  if (outcome === 'unsent') return said || 'Still staged'
  return said
}

/** What is told after a save in which everything succeeded. */
export const savedWords = (cells: number, rows: number) =>
  `Saved ${counted(cells, 'change')} in ${counted(rows, 'row')}`

/** A path with its query, as it is sent. */
export const addressOf = (request: { path: string; query: string }) =>
  request.query === '' ? request.path : `${request.path}?${request.query}`

/** A request as a text: its address, its headers and its body. */
export function requestText(base: string, request: PlannedRequest): string {
  const { method, headers, body } = request
  const head = [`${method} ${base}${addressOf(request)}`, ...headers.map(({ name, value }) => `${name}: ${value}`)]
  return body === '' ? head.join('\n') : `${head.join('\n')}\n\n${body}`
}

export const conflictTitle = (id: string) => `${id} was changed on the server`
export const deletedTitle = (id: string) => `${id} was deleted on the server`
export const conflictText = 'Nothing was sent for this row. Choose which values it is to have.'
export const deletedText = 'Nothing was sent for this row. Your values stay staged until you discard them.'

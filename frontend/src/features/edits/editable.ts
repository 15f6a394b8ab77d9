import { longestTyped } from '../../grid/editor'
import type { Cell } from '../../grid/types'
import type { GridColumn, HiddenValue, ReadOnlyRows, ViewInfo } from '../../host'
import { Kind } from '../../lib/block'
import { count } from '../../lib/words'
import { hiddenValue } from './revision'
import { readOnlyConnection } from './words'

/** What is to become of the row of a cell, or became of it. */
export type Fate = 'new' | 'deleted' | 'gone' | ''

type Restrictions = Pick<ViewInfo, 'readOnly' | 'columns' | 'readOnlyRows'>

/**
 * Why a cell cannot be edited, '' if it can. The cell is undefined while its row is not loaded; hidden are the hidden
 * values of its row.
 */
export function whyNotEdited(
  view: Restrictions,
  safeMode: string,
  column: GridColumn | undefined,
  cell: Cell | undefined,
  hidden: readonly HiddenValue[],
  fate: Fate = '',
): string {
  const why = whyNotReplaced(view, safeMode, column, cell, hidden, fate)
  if (why !== '' || !cell) return why
  if (cell.cut > 0)
    return `Only the first ${count(cell.text.length)} of ${count(cell.cut)} characters are loaded here. Enter opens the whole value.`
  if (cell.text.length > longestTyped) {
    return `This value has ${count(cell.text.length)} characters, too many to be edited in the rows. Enter opens it.`
  }
  if (cell.kind === Kind.escaped) return 'This text has characters that cannot be typed.'
  if (cell.text.includes('\r')) return 'This text has carriage returns, which an input would drop.'
  return ''
}

/** Why a cell cannot get another value, '' if it can: what it has now need not be typed for that, nor be here. */
export function whyNotReplaced(
  view: Restrictions,
  safeMode: string,
  column: GridColumn | undefined,
  cell: Cell | undefined,
  hidden: readonly HiddenValue[],
  fate: Fate = '',
): string {
  const why = whyNotWritten(view, safeMode)
  if (why !== '') return why
  if (!column) return 'There is no such column.'
  if (column.readOnly && !(column.primary && fate === 'new')) return whyReadOnly(column, view.columns)
  if (!cell) return 'The row is not loaded yet.'
  return fate === 'new' ? '' : whyFixed(view, hidden, fate)
}

/** Why a row of the server can neither be edited nor deleted, '' if it can. */
export function whyFixed(view: Restrictions, hidden: readonly HiddenValue[], fate: Fate): string {
  if (fate === 'deleted') return 'This row is to be deleted. Discard its changes to edit it.'
  if (fate === 'gone') return 'This row was deleted.'
  return view.readOnlyRows?.find((rows) => isAmong(rows, hiddenValue(hidden, rows.key)))?.reason ?? ''
}

function isAmong({ prefix, chars }: ReadOnlyRows, value: string): boolean {
  return value.startsWith(prefix) && (chars === '' || [...value].every((char) => chars.includes(char)))
}

/** Why nothing at all can be edited, '' if something can. */
export function whyNotWritten(view: Restrictions, safeMode: string): string {
  return safeMode === 'read-only' ? readOnlyConnection : view.readOnly
}

/** Why a cell of a column cannot hold an empty text, '' if it can. */
export function whyNotEmpty({ name, kind, type }: GridColumn): string {
  if (kind === 'text' || kind === 'id') return ''
  return `${name} is of type ${type}, so it cannot hold an empty text. Use Set to NULL or Remove Field.`
}

/** Why no cell of a column can be edited. */
function whyReadOnly(column: GridColumn, columns: readonly GridColumn[]): string {
  if (column.primary) return `${column.name} identifies the row, so it cannot be edited.`
  const array = columns.find((other) => other.kind === 'json' && column.name.startsWith(`${other.name}.`))
  if (array && !array.readOnly)
    return `Edit ${array.name} instead: fields inside an array of objects are edited in its JSON column.`
  return `${column.name} is not part of the stored document, so it cannot be edited.`
}

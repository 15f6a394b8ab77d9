import { longestTyped } from '../../grid/editor'
import type { Cell } from '../../grid/types'
import type { GridColumn, HiddenValue, ViewInfo } from '../../host'
import { Kind } from '../../lib/block'
import { count } from '../../lib/words'
import { hiddenValue } from './revision'
import { readOnlyConnection } from './words'

/**
 * Why a cell cannot be edited, '' if it can. The cell is undefined while its row is not loaded; hidden are the hidden
 * values of its row.
 */
export function whyNotEdited(
  view: Pick<ViewInfo, 'readOnly' | 'columns' | 'readOnlyRows'>,
  safeMode: string,
  column: GridColumn | undefined,
  cell: Cell | undefined,
  hidden: readonly HiddenValue[],
): string {
  if (safeMode === 'read-only') return readOnlyConnection
  if (view.readOnly !== '') return view.readOnly
  if (!column) return 'There is no such column.'
  if (column.readOnly) return whyReadOnly(column, view.columns)
  if (!cell) return 'The row is not loaded yet.'
  const fixed = view.readOnlyRows?.find(({ key, prefix }) => hiddenValue(hidden, key).startsWith(prefix))
  if (fixed) return fixed.reason
  if (cell.cut > 0)
    return `Only the first ${count(cell.text.length)} of ${count(cell.cut)} characters are loaded here. Enter opens the whole value.`
  if (cell.text.length > longestTyped) {
    return `This value has ${count(cell.text.length)} characters, too many to be edited in the rows. Enter opens it.`
  }
  if (cell.kind === Kind.escaped) return 'This text has characters that cannot be typed.'
  if (cell.text.includes('\r')) return 'This text has carriage returns, which an input would drop.'
  return ''
}

/** Why no cell of a column can be edited. */
function whyReadOnly(column: GridColumn, columns: readonly GridColumn[]): string {
  if (column.primary) return `${column.name} identifies the row, so it cannot be edited.`
  const array = columns.find((other) => other.kind === 'json' && column.name.startsWith(`${other.name}.`))
  if (array && !array.readOnly)
    return `Edit ${array.name} instead: fields inside an array of objects are edited in its JSON column.`
  return `${column.name} is not part of the stored document, so it cannot be edited.`
}

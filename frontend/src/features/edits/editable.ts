import { longestTyped } from '../../grid/editor'
import type { Cell } from '../../grid/types'
import type { GridColumn, ReadOnlyRows, ViewInfo } from '../../host'
import { Kind } from '../../lib/block'
import type { HiddenValue } from '../../lib/roles'
import { damage, valueNamed } from '../../lib/roles'
import { shownLength } from '../../lib/shortened'
import {
  alreadyDeleted,
  cutWords,
  hasReturns,
  identifies,
  inArray,
  longWords,
  neverEmpty,
  noColumn,
  notStored,
  toBeDeleted,
  untypable,
} from './reasons'
import { notLoaded, readOnlyConnection } from './words'

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
  if (cell.cut > 0) return cutWords(shownLength(cell.text), cell.cut)
  if (cell.text.length > longestTyped) {
    return longWords(cell.text.length)
  }
  if (cell.kind === Kind.escaped) return untypable
  if (cell.text.includes('\r')) return hasReturns
  return ''
}

/** Why a cell cannot get another value, '' if it can: its current value need be neither typable nor loaded. */
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
  if (!column) return noColumn
  if (column.readOnly && !(isNamed(column) && fate === 'new')) return whyReadOnly(column, view.columns)
  if (!cell) return notLoaded
  return fate === 'new' ? '' : whyFixed(view, hidden, fate) || valueNamed(hidden, damage)
}

/** Whether a column says something that names a document or is kept beside it, and that a new one can be given. */
export const isNamed = ({ primary, sets }: GridColumn) => primary || (sets?.name ?? '') !== ''

/** Why a row of the server can neither be edited nor deleted, '' if it can. */
export function whyFixed(view: Restrictions, hidden: readonly HiddenValue[], fate: Fate): string {
  if (fate === 'deleted') return toBeDeleted
  if (fate === 'gone') return alreadyDeleted
  return view.readOnlyRows?.find((rows) => isAmong(rows, valueNamed(hidden, rows.key)))?.reason ?? ''
}

function isAmong({ prefix, chars }: ReadOnlyRows, value: string): boolean {
  return value.startsWith(prefix) && (chars === '' || [...value].every((char) => chars.includes(char)))
}

/** Why nothing at all can be edited, '' if something can. */
export function whyNotWritten(view: Restrictions, safeMode: string): string {
  return safeMode === 'read-only' ? readOnlyConnection : view.readOnly
}

/** Why a cell of a column cannot hold empty text, '' if it can. */
export function whyNotEmpty({ name, kind, type }: GridColumn): string {
  if (kind === 'text' || kind === 'id') return ''
  return neverEmpty(name, type)
}

/** Why no cell of a column can be edited. */
function whyReadOnly(column: GridColumn, columns: readonly GridColumn[]): string {
  if (column.primary) return identifies(column.name)
  if (column.outside) return column.reason
  const array = columns.find((other) => other.kind === 'json' && column.name.startsWith(`${other.name}.`))
  if (array && !array.readOnly) return inArray(array.name)
  return notStored(column.name)
}

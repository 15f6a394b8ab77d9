// Updates the staged rows after a save, or after undoing one, from the outcomes of its requests.
import { type GridColumn, HostError, type SavedRow } from '../../host'
import type { Edits } from './edits'
import type { PlannedRow, RowOutcome, Saved, Shown } from './planned'
import type { Problems } from './problems'
import { typedCell } from './values'

/** Applies the outcome of each request. Returns the outcomes, and the new keys of the saved rows. */
export function settle(
  edits: Edits,
  columns: readonly GridColumn[],
  shown: Shown,
  saved: readonly SavedRow[],
  problems: Problems,
): { outcomes: RowOutcome[]; keys: Saved['keys'] } {
  const outcomes: RowOutcome[] = []
  const keys = new Map<string, { key: string; title: string }>()
  edits.settleTogether(() => {
    for (const [at, result] of saved.entries()) {
      const { outcome, error, row: number, revision } = result
      const row = shown.rows[number]
      const request = shown.info.requests[at]
      if (!row || !request) continue
      const made = row.act === 'create' && !shown.undoes ? edits.roles.valueOf(result.key ?? [], 'key') : ''
      const seq = outcome === 'done' ? edits.roles.numberOf(revision) : ''
      outcomes.push({ row, request, outcome, error: error && new HostError(error), made, seq })
      if (outcome === 'done' && shown.undoes) settleUndone(edits, shown.undoes, number, revision)
      else if (outcome === 'done')
        keys.set(row.key, { key: settleSaved(edits, columns, row, result), title: made || row.title })
    }
    edits.reportAll(problems)
  })
  return { outcomes, keys }
}

/** Applies a successful save to a row and returns its new key. */
function settleSaved(
  edits: Edits,
  columns: readonly GridColumn[],
  { key, act, cells, hidden }: PlannedRow,
  { revision, key: made }: SavedRow,
): string {
  if (act === 'delete') {
    edits.saved(key, new Map(), new Map(), revision)
    return key
  }
  const named = new Map(columns.map((column) => [column.name, column]))
  const values = [...cells].flatMap(([name, typed]) => {
    const column = named.get(name)
    return column ? [[name, typedCell(typed, column)] as const] : []
  })
  if (act === '') edits.saved(key, cells, new Map(values), revision)
  if (act === '') return key
  const newKey = made && made.length > 0 ? made : hidden
  edits.saved(key, cells, new Map(values), revision, newKey)
  return edits.roles.rowKey(newKey) ?? key
}

/** Applies a successful undo to a row. */
function settleUndone(edits: Edits, { rows, keys }: Saved, number: number, revision: SavedRow['revision']): void {
  const row = rows[number]
  if (!row) return
  const key = keys.get(row.key)?.key ?? row.key
  if (row.act === 'create') return edits.saved(key, new Map(), new Map(), revision)
  const cells = [...row.before].filter(([name]) => row.act !== '' || row.cells.has(name))
  const unknown = [...row.cells.keys()].filter((name) => !row.before.has(name))
  edits.restored(key, new Map(cells), revision, unknown)
}

import type { Workspace } from '../features/browse/workspace'
import { newConsole } from '../features/console/kind'
import type { Exports, Subject } from '../features/export/exports'

/** Why no console can be opened over a connection, '' if one can. */
export function noConsole({ session }: Workspace): string {
  return session.request === '' ? 'The driver of this connection has no console.' : ''
}

/** Opens another console. */
export function openConsole(workspace: Workspace): void {
  workspace.openTab(newConsole(workspace.store.getState().tabs))
}

/** Why the tab that is shown cannot be exported, '' if it can. */
export function noExport({ session, rows }: Workspace): string {
  if (!session.exports) return 'The driver of this connection cannot export.'
  return rows ? '' : `Open the ${session.objectNoun} to export first.`
}

/** Asks where the object of the tab that is shown is exported to. */
export function openExport(exports: Exports, workspace: Workspace): void {
  const subject = subjectOf(workspace)
  if (subject) void exports.open(subject)
}

function subjectOf({ session, rows }: Workspace): Subject | null {
  if (!rows) return null
  const { view, total } = rows.rows.store.getState()
  const { objectNoun, rowNoun, rowsNoun } = session
  return {
    ...{ session: session.id, connection: session.name, product: session.product },
    ...{ object: rows.object, nouns: { objectNoun, rowNoun, rowsNoun } },
    ...{ view: view?.id ?? '', filtered: false, total },
  }
}

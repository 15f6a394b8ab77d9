import type { Handlers } from '../commands/registry'
import { placesOf } from '../features/browse/arrange'
import type { Workspace } from '../features/browse/workspace'
import { newConsole } from '../features/console/kind'
import { dashboardAmong, newDashboard } from '../features/dashboard/kind'
import { words as dashboardWords } from '../features/dashboard/words'
import type { Exports, Subject } from '../features/export/exports'

/** The commands of an open connection that belong to features beside its rows. */
export function workCommands(workspace: Workspace, exports: Exports): Handlers {
  const { session } = workspace
  const subject = () => subjectOf(workspace)
  return {
    'console.new': {
      run: (text) => workspace.openTab(newConsole(workspace.store.getState().tabs, text)),
      reason: () => (session.request === '' ? 'The driver of this connection has no console.' : ''),
    },
    'dashboard.open': {
      run: () => openDashboard(workspace),
      reason: () => (session.dashboard ? '' : dashboardWords.noDriver),
    },
    'object.export': {
      run: () => {
        const what = subject()
        if (what) void exports.open(what)
      },
      reason: () => {
        if (!session.exports) return 'The driver of this connection cannot export.'
        return subject() ? '' : `Open the ${session.objectNoun} to export first.`
      },
    },
  }
}

/** Shows the dashboard of a connection, in the tab that it has or in one of its own. */
function openDashboard(workspace: Workspace): void {
  const open = dashboardAmong(workspace.store.getState().tabs)
  if (!open) return void workspace.openTab(newDashboard)
  open.fresh = true
  workspace.activate(open.id)
}

/** What the tab in sight shows, if it can be exported. */
function subjectOf({ session, rows }: Workspace): Subject | null {
  if (!rows) return null
  const { view, total, filter } = rows.rows.store.getState()
  const { objectNoun, rowNoun, rowsNoun } = session
  const { layout } = rows.columns.store.getState()
  const places = placesOf(view?.columns ?? [], layout)
  return {
    ...{ session: session.id, connection: session.name, product: session.product },
    ...{ object: rows.object, nouns: { objectNoun, rowNoun, rowsNoun } },
    ...{ view: view?.id ?? '', filtered: filter.rows.length > 0, total, bulk: view?.bulk ?? false },
    slices: view?.slices ?? 0,
    columns: (view?.columns ?? []).map(({ name, type, computed = false }) => ({ name, type, computed })),
    shown: places.filter(({ hidden }) => !hidden).map(({ name }) => name),
  }
}

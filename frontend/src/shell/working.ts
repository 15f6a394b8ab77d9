import type { Handlers } from '../commands/registry'
import { placesOf, shownPlaces } from '../features/browse/rows/arrange'
import type { RowsTab } from '../features/browse/rows/rowsTab'
import type { Workspace } from '../features/browse/workspace'
import { newConsole } from '../features/console/kind'
import { outcomeOf } from '../features/console/state'
import { ConsoleTab } from '../features/console/tab'
import { outcomeLine } from '../features/console/words'
import { dashboardAmong, newDashboard } from '../features/dashboard/kind'
import { words as dashboardWords } from '../features/dashboard/words'
import type { Exports, SelectedRow, Subject } from '../features/export/exports'
import { keysAmong, newKeys } from '../features/keys/kind'
import { words as keysWords } from '../features/keys/words'
import type { Stretch } from '../grid/types'
import { type BulkFormat, type HostError, type SessionInfo, toHostError } from '../host'

/** The commands of an open connection that do not act on rows. */
export function workCommands(
  workspace: Workspace,
  exports: Exports,
  copy: (text: string | HostError) => void,
): Handlers {
  const { session } = workspace
  const subject = () => subjectOf(workspace)
  const picked = () => (workspace.rows ? pickedOf(workspace.rows) : [])
  const whyNoText = () => {
    if (!subject()?.bulk) return 'These rows cannot be written as a bulk request.'
    return picked().length > 0 ? '' : `Select at most 10,000 ${session.rowsNoun} that are loaded and saved.`
  }
  const copyAs = async (curl: boolean) => {
    const what = subject()
    if (what) copy(await exports.text(what, picked(), curl).catch((cause) => toHostError(cause)))
  }
  return {
    'console.new': {
      run: (text) => workspace.openTab(newConsole(workspace.store.getState().tabs, text)),
      reason: () => (session.request === '' ? 'This driver has no console.' : ''),
      offered: session.request !== '',
    },
    'dashboard.open': {
      run: () => openDashboard(workspace),
      reason: () => (session.dashboard ? session.noFigures : dashboardWords.noDriver),
      offered: session.dashboard,
    },
    'keys.open': {
      run: () => openKeys(workspace),
      reason: () => (session.keys ? '' : keysWords.noDriver),
      offered: session.keys,
    },
    'copyAs.bulk': { run: () => copyAs(false), reason: whyNoText },
    'copyAs.curl': { run: () => copyAs(true), reason: whyNoText },
    'object.export': {
      run: () => {
        const what = subject()
        if (what) void exports.open(what)
      },
      reason: () => {
        if (subject()) return session.exports || !workspace.rows ? '' : 'This driver cannot export.'
        if (workspace.current instanceof ConsoleTab) return 'First run a request whose response has rows.'
        return session.exports ? `Open the ${session.objectNoun} to export first.` : 'This driver cannot export.'
      },
    },
  }
}

/** Shows the dashboard of a connection, in its existing tab or a new one. */
function openDashboard(workspace: Workspace): void {
  const open = dashboardAmong(workspace.store.getState().tabs)
  if (!open) return void workspace.openTab(newDashboard)
  open.fresh = true
  workspace.activate(open.id)
}

/** Shows the keys of a connection's server, in their existing tab or a new one. */
function openKeys(workspace: Workspace): void {
  const open = keysAmong(workspace.store.getState().tabs)
  if (open) workspace.activate(open.id)
  else workspace.openTab(newKeys)
}

/** The most selected rows that can be exported. */
const mostSelected = 10_000

/** The identities of the rows of the selected cells, as used by duplicating and deleting. */
function pickedOf(tab: RowsTab): SelectedRow[] {
  const { within, at } = tab.grid.cursor.getState()
  return rowsOf(tab, at && within.length === 0 ? [{ top: at.row, bottom: at.row }] : within)
}

/** The identities of the selected rows; none if one is not loaded or not saved, or if there are too many. */
function selectedOf(tab: RowsTab): SelectedRow[] {
  return rowsOf(tab, tab.grid.cursor.getState().rows)
}

function rowsOf(tab: RowsTab, stretches: readonly Stretch[]): SelectedRow[] {
  const { pages } = tab.shown.getState()
  const { roles } = tab.edits
  const count = stretches.reduce((sum, { top, bottom }) => sum + bottom - top + 1, 0)
  if (!pages || count > mostSelected) return []
  const selected: SelectedRow[] = []
  for (const { top, bottom } of stretches) {
    for (let row = top; row <= bottom; row++) {
      const hidden = pages.hidden(row)
      const [place, key] = [roles.valueOf(hidden, 'place'), roles.valueOf(hidden, 'key')]
      if (key === '') return []
      selected.push({ place, key })
    }
  }
  return selected
}

/** What the visible tab shows, if it can be exported. */
function subjectOf(workspace: Workspace): Subject | null {
  const { session, rows, current } = workspace
  if (current instanceof ConsoleTab) return responseOf(workspace, current)
  if (!rows) return null
  const { view, pages, total, filter, sort } = rows.rows.store.getState()
  const { objectNoun, rowNoun, rowsNoun } = session
  const { layout } = rows.columns.store.getState()
  const places = placesOf(view?.columns ?? [], layout)
  const shown = new Set(shownPlaces(places, false, (at) => pages?.filled(at) === true).map(({ name }) => name))
  return {
    ...{ session: session.id, connection: session.name, product: session.product },
    ...{ object: rows.object, file: rows.object, nouns: { objectNoun, rowNoun, rowsNoun } },
    ...{
      response: '',
      view: view?.id ?? '',
      generation: pages?.generation ?? 0,
      filtered: filter.rows.length > 0,
      total,
      bulk: bulkOf(session, view?.bulk ?? false),
    },
    ...{ slices: view?.slices ?? 0, ordered: view?.ordered ?? false, sort },
    selected: view?.selectable ? selectedOf(rows) : [],
    columns: places.flatMap(({ name, index }) => {
      const column = view?.columns[index]
      if (!column) return []
      const { type, computed = false, beside = false } = column
      return [{ name, type, computed, beside, hidden: !shown.has(name) }]
    }),
  }
}

/** How rows can be written as a bulk request, if their values name their index or collection. */
function bulkOf({ bulk }: SessionInfo, hasKeys: boolean): BulkFormat | null {
  return hasKeys && bulk && bulk.title !== '' ? bulk : null
}

/** The rows of a console's visible response, if it has any. */
function responseOf({ session }: Workspace, tab: ConsoleTab): Subject | null {
  const outcome = outcomeOf(tab.store.getState())
  if (outcome?.kind !== 'response' || outcome.table.rowCount === 0) return null
  const { response, table, plan } = outcome
  const names = table.columns.map(({ id }) => id)
  const { place, key } = response.search
  const hasKeys = place !== '' && names.includes(place) && names.includes(key)
  const noun = response.doc === '' ? 'row' : session.rowNoun
  const nouns = response.doc === '' ? 'rows' : session.rowsNoun
  return {
    ...{ session: session.id, connection: session.name, product: session.product },
    ...{ object: `${nouns} of ${outcomeLine(plan)}`, file: 'response' },
    nouns: { objectNoun: 'response', rowNoun: noun, rowsNoun: nouns },
    ...{
      view: '',
      generation: 0,
      response: response.id,
      filtered: false,
      total: table.rowCountKnown ? String(table.rowCount) : '',
    },
    bulk: bulkOf(session, hasKeys),
    ...{ slices: 0, ordered: false, sort: [], selected: [] },
    columns: names.map((name) => ({ name, type: '', computed: false, beside: table.beside.has(name), hidden: false })),
  }
}

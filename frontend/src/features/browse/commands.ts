import { flushSync } from 'react-dom'
import type { Handlers } from '../../commands/registry'
import type { Scope } from '../../commands/scopes'
import type { WholeAct } from '../edits/dropping'
import type { CellFilter } from '../filter/cellFilter'
import { toggleInspector } from '../viewer/panes'
import { toggleEmpty } from './rows/arrange'
import { whyNotNewest } from './rows/newest'
import type { RowsTab } from './rows/rowsTab'
import {
  allListed,
  noFilter,
  noneClosed,
  noObject,
  notPossible,
  notRows,
  onlySample,
  otherTab,
  rowsNotLoaded,
} from './words'
import type { Workspace } from './workspace'

/** The commands of an open connection. */
export function workspaceCommands(workspace: Workspace, onDisconnect: () => void): Handlers {
  const { session, requests, listing } = workspace
  return {
    refresh: () => workspace.refresh(true),
    dismiss: () => workspace.escape(),
    'sidebar.toggle': () => workspace.toggleSidebar(),
    'sidebar.filter': () => filterSidebar(workspace),
    'sidebar.also': {
      run: () => listing.setAlso(!listing.store.getState().also),
      reason: () => (session.also === '' ? allListed : ''),
      offered: session.also !== '',
    },
    'sidebar.byName': () => listing.sortBy(''),
    'sidebar.byDocuments': () => listing.sortBy('documents'),
    'sidebar.bySize': () => listing.sortBy('size'),
    'object.favourite': {
      run: () => workspace.rows && workspace.toggleFavourite(workspace.rows.object),
      reason: () => (workspace.rows ? '' : noObject(session)),
    },
    'object.empty': {
      run: () => workspace.rows && workspace.dropping.ask(workspace.rows.object, 'empty'),
      reason: () => whyNotDeleted(workspace, 'empty'),
    },
    'object.delete': {
      run: () => workspace.rows && workspace.dropping.ask(workspace.rows.object),
      reason: () => whyNotDeleted(workspace, 'drop'),
    },
    'object.openByName': {
      run: () => workspace.askName(),
      reason: () => (session.byName === '' ? allListed : ''),
      offered: session.byName !== '',
    },
    'requests.toggle': () => requests.toggle(),
    'sample.reset': {
      run: () => workspace.askReset(),
      reason: () => (session.sample ? '' : onlySample),
      offered: session.sample,
    },
    'connection.disconnect': onDisconnect,
    'tab.close': {
      run: () => workspace.current && workspace.closeTab(workspace.current.id),
      reason: () => (workspace.current ? '' : noObject(session)),
    },
    'tab.reopen': {
      run: () => workspace.reopen(),
      reason: () => (workspace.canReopen ? '' : noneClosed),
    },
    'tab.next': () => workspace.step(1),
    'tab.previous': () => workspace.step(-1),
    'tab.number': (digit) => {
      const tab = workspace.store.getState().tabs[Number(digit) - 1]
      if (tab) workspace.activate(tab.id)
    },
  }
}

/** Why the visible object cannot be deleted or emptied, '' if it can. */
function whyNotDeleted(workspace: Workspace, act: WholeAct): string {
  const name = workspace.rows?.object
  if (name === undefined) return noObject(workspace.session)
  return workspace.dropping.why({ name, kind: workspace.kindOfObject(name) }, act)
}

/** Why commands for an object or its rows cannot run while no tab shows one. */
export function withoutObject({ session, current }: Workspace): Partial<Record<Scope, string>> {
  const why = current ? otherTab(session) : noObject(session)
  return { object: why, rows: why }
}

/** The commands of a tab that shows an object. */
export function objectCommands(tab: RowsTab): Handlers {
  return {
    'inspector.toggle': () => toggleInspector(),
    'view.data': () => tab.structure.show('data'),
    'view.structure': () => tab.structure.show('structure'),
    'view.json': () => tab.structure.show('json'),
  }
}

/** Why commands for an object's rows cannot run while its structure or JSON is shown. */
export const withoutRows: Partial<Record<Scope, string>> = { rows: notRows }

/** What the rows' view does for the commands. */
export interface RowsActs {
  /** Whether rows are visible. */
  shown: boolean
  find(): void
  findColumn(): void
  fitColumns(): void
  copy(format: 'tsv' | 'csv' | 'json' | 'markdown'): void
  /** The filter by the value of the focused cell, and its column. */
  cellFilter(excludes: boolean): { column: string; filter: CellFilter }
  /** Goes some pages on. */
  step(pages: number): void
}

/** The commands of the rows of a tab. */
export function rowsCommands(tab: RowsTab, acts: RowsActs): Handlers {
  const reason = () => (acts.shown ? '' : rowsNotLoaded)
  const onRows = (run: () => void) => ({ run, reason })
  const ofBar = (run: () => void) => ({
    run,
    reason: () => (tab.filtering.store.getState().drafts.length > 0 ? '' : noFilter),
  })
  const byCell = (excludes: boolean) => ({
    run: () => {
      const { column, filter } = acts.cellFilter(excludes)
      void tab.filtering.by(column, filter)
    },
    reason: () => {
      const why = reason() || tab.filtering.whyNotBy(acts.cellFilter(excludes).filter)
      return why === '' || why.endsWith('.') ? why : notPossible(why)
    },
  })
  const every = (seconds: number) => () => tab.rows.refreshEvery(seconds)
  return {
    find: onRows(acts.find),
    'rows.stop': () => tab.stop(),
    'page.previous': onRows(() => acts.step(-1)),
    'page.next': onRows(() => acts.step(1)),
    'filter.show': () => tab.filtering.show(),
    'filter.apply': ofBar(() => void tab.filtering.apply()),
    'filter.preview': ofBar(() => void tab.filtering.showPreview()),
    'filter.clear': ofBar(() => void tab.filtering.clear()),
    'filter.only': byCell(false),
    'filter.exclude': byCell(true),
    'rows.newest': {
      run: () => tab.newest(),
      reason: () => reason() || whyNotNewest(tab.rows.store.getState().view?.columns ?? []),
    },
    'column.statistics': {
      run: () => void tab.statistics.show(focused(tab)),
      reason: () => reason() || tab.whyNoStatistics(focused(tab)),
    },
    'columns.find': onRows(acts.findColumn),
    'columns.fit': onRows(acts.fitColumns),
    'columns.hideEmpty': () => tab.columns.arrange(toggleEmpty),
    'copyAs.tsv': onRows(() => acts.copy('tsv')),
    'copyAs.csv': onRows(() => acts.copy('csv')),
    'copyAs.json': onRows(() => acts.copy('json')),
    'copyAs.markdown': onRows(() => acts.copy('markdown')),
    'refresh.every5': every(5),
    'refresh.every10': every(10),
    'refresh.every30': every(30),
    'refresh.every60': every(60),
    'refresh.off': every(0),
  }
}

/** The column of the focused cell, '' if there is none yet. */
function focused(tab: RowsTab): string {
  return tab.grid.cursor.getState().at?.column ?? ''
}

/** Focuses the sidebar's filter field, and shows the sidebar if necessary. */
function filterSidebar(workspace: Workspace): void {
  flushSync(() => workspace.showSidebar())
  document.getElementById('sidebar-filter')?.focus()
}

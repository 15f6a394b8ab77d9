import { useMemo } from 'react'
import { useStore } from 'zustand'
import { useRegistry } from '../../../commands/context'
import { StatisticsPane } from '../../statistics/StatisticsPane'
import { Inspector } from '../../viewer/Inspector'
import type { Inspected } from '../../viewer/inspected'
import type { Workspace } from '../workspace'
import { placesOf } from './arrange'
import type { RowsTab } from './rowsTab'

/** The inspector of a tab's records, with their fields in the order of the tab's columns. */
export function RecordPane({ tab }: { tab: RowsTab }) {
  const view = useStore(tab.rows.store, (s) => s.view)
  const layout = useStore(tab.columns.store, (s) => s.layout)
  const order = useMemo(() => placesOf(view?.columns ?? [], layout).map((place) => place.index), [view, layout])
  const inspected = useMemo(() => inspectedOf(tab), [tab])
  return <Inspector tab={inspected} order={order} />
}

/** A tab as the inspector sees it: with the displayed rows. */
function inspectedOf(tab: RowsTab): Inspected {
  const stretch = (row: number) => [{ top: row, bottom: row }]
  return {
    ...{ id: tab.id, rows: { store: tab.shown }, grid: tab.grid, openValue: (spot) => tab.openValue(spot) },
    settable: (row) => tab.staging.settable(stretch(row)),
    set: (row, column, text) => tab.staging.set(stretch(row), column, text),
  }
}

/** The statistics of a column of a tab, while its rows are shown. */
export function ColumnPane({ tab, workspace: { session } }: { tab: RowsTab; workspace: Workspace }) {
  const registry = useRegistry()
  const rows = useStore(tab.structure.store, (s) => s.view === 'data')
  if (!rows) return null
  return (
    <StatisticsPane
      statistics={tab.statistics}
      nouns={session}
      onConsole={session.request === '' ? null : (text) => registry.run('console.new', text)}
      onLeave={() => tab.grid.focus()}
    />
  )
}

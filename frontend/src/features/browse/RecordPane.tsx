import { useMemo } from 'react'
import { useStore } from 'zustand'
import { useRegistry } from '../../commands/context'
import { StatisticsPane } from '../statistics/StatisticsPane'
import { Inspector } from '../viewer/Inspector'
import { placesOf } from './arrange'
import type { RowsTab } from './rowsTab'
import type { Workspace } from './workspace'

/** The inspector of a tab's records, with their fields in the order of the tab's columns. */
export function RecordPane({ tab }: { tab: RowsTab }) {
  const view = useStore(tab.rows.store, (s) => s.view)
  const layout = useStore(tab.columns.store, (s) => s.layout)
  const order = useMemo(() => placesOf(view?.columns ?? [], layout).map((place) => place.index), [view, layout])
  return <Inspector tab={tab} order={order} />
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

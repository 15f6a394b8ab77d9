import { useMemo } from 'react'
import { useStore } from 'zustand'
import { Inspector } from '../viewer/Inspector'
import { placesOf } from './arrange'
import type { RowsTab } from './rowsTab'

/** The inspector of a tab's records, with their fields in the order of the tab's columns. */
export function RecordPane({ tab }: { tab: RowsTab }) {
  const view = useStore(tab.rows.store, (s) => s.view)
  const layout = useStore(tab.columns.store, (s) => s.layout)
  const order = useMemo(() => placesOf(view?.columns ?? [], layout).map((place) => place.index), [view, layout])
  return <Inspector tab={tab} order={order} />
}

import { Gauge } from 'lucide-react'
import { kindOfTab } from '../tabs/kinds'
import type { SavedTab, Tab } from '../tabs/tab'
import { DashboardView } from './DashboardView'
import { DashboardTab } from './tab'

/** How dashboards are created and shown. */
export const dashboardKind = kindOfTab({
  Icon: Gauge,
  make: (ports, saved) => new DashboardTab(ports, saved),
  View: DashboardView,
})

/** What opens the dashboard of a connection. */
export const newDashboard: SavedTab = { kind: 'dashboard', state: {} }

/** The dashboard among some tabs, undefined for none: a server needs only one. */
export function dashboardAmong(tabs: readonly Tab[]): DashboardTab | undefined {
  return tabs.find((tab) => tab instanceof DashboardTab)
}

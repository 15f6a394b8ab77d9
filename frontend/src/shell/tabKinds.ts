import { consoleKind } from '../features/console/kind'
import { dashboardKind } from '../features/dashboard/kind'
import { keysKind } from '../features/keys/kind'
import type { TabKinds } from '../features/tabs/kinds'

/** The kinds of tabs that an open connection has besides the rows of objects. */
export const tabKinds: TabKinds = { console: consoleKind, dashboard: dashboardKind, keys: keysKind }

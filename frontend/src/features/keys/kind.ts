import { KeyRound } from 'lucide-react'
import { kindOfTab } from '../tabs/kinds'
import type { SavedTab, Tab } from '../tabs/tab'
import { KeysView } from './KeysView'
import { KeysTab } from './tab'

/** How lists of keys are created and shown. */
export const keysKind = kindOfTab({
  Icon: KeyRound,
  make: (ports) => new KeysTab(ports),
  View: KeysView,
})

/** What opens the keys of a connection. */
export const newKeys: SavedTab = { kind: 'keys', state: {} }

/** The list of keys among some tabs, undefined for none: a server needs only one. */
export function keysAmong(tabs: readonly Tab[]): KeysTab | undefined {
  return tabs.find((tab) => tab instanceof KeysTab)
}

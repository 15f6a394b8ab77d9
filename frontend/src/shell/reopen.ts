import type { StoreApi } from 'zustand/vanilla'
import type { SavedTabs } from '../features/browse/tabs/savedTabs'
import type { Workspace } from '../features/browse/workspace'
import { type Host, type HostError, type SessionInfo, toHostError } from '../host'
import type { WorkspacesState } from './workspaces'

/** What reopening needs from the window. */
export interface ReopenPorts {
  host: Host
  store: StoreApi<WorkspacesState>
  /** Creates the workspace of an opened connection. */
  workspace(session: SessionInfo): Workspace
}

/**
 * Closes and reopens connections one after the other, each with its tabs and in its position. A connection that does
 * not reopen disappears from the window, and one with unfinished work stays open unless the user discards that; returns
 * the first such failure.
 */
export async function reopen(ports: ReopenPorts, sessions: readonly string[]): Promise<HostError | null> {
  let failed: HostError | null = null
  for (const id of sessions) {
    const old = ports.store.getState().workspaces.find((w) => w.session.id === id)
    if (!old) continue
    if (!(await old.mayCloseConnection('reopen'))) {
      failed ??= toHostError(`${old.session.name} stays open with its old settings: it has unfinished work.`)
      continue
    }
    const tabs = old.inMemory
    await old.close()
    try {
      const request = { id: old.session.connection, anyway: true }
      const session = await ports.host.call<SessionInfo>('Connections.Open', request, { timeout: 0 })
      replace(ports, old, successor(ports, tabs, session))
    } catch (cause) {
      replace(ports, old, null)
      failed ??= toHostError(cause)
    }
  }
  return failed
}

/** A new workspace with the tabs of the old one. */
function successor(ports: ReopenPorts, tabs: SavedTabs, session: SessionInfo): Workspace {
  const workspace = ports.workspace(session)
  void workspace.list()
  void workspace.restore(tabs)
  return workspace
}

function replace({ store }: ReopenPorts, old: Workspace, fresh: Workspace | null): void {
  store.setState((s) => ({
    workspaces: s.workspaces.flatMap((w) => (w !== old ? [w] : fresh ? [fresh] : [])),
    active: s.active === old.session.id ? (fresh?.session.id ?? '') : s.active,
  }))
}

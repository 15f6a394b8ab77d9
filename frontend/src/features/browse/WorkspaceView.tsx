import { Lock } from 'lucide-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { Banner } from '../../ui/Banner'
import { useCover } from '../../window/overlays'
import { useMac } from '../../window/platform'
import { RequestDrawer } from '../requests/RequestDrawer'
import { LinkViews } from './LinkViews'
import { NoTab } from './NoTab'
import { OpenByName } from './OpenByName'
import type { WindowPorts } from './ports'
import { RecordPane } from './RecordPane'
import { RowsTab } from './rowsTab'
import { Sidebar } from './Sidebar'
import { commandOf } from './shortcuts'
import { TabBar } from './TabBar'
import { TabPane } from './TabPane'
import { Toolbar } from './Toolbar'
import type { Workspace } from './workspace'

/** An open connection: toolbar, sidebar, tabs. */
export function WorkspaceView({ workspace, ports }: { workspace: Workspace; ports: WindowPorts }) {
  const tabs = useStore(workspace.store, (s) => s.tabs)
  const active = useStore(workspace.store, (s) => s.active)
  const sidebar = useStore(workspace.store, (s) => s.sidebar)
  const notices = useStore(workspace.store, (s) => s.notices)
  const naming = useStore(workspace.store, (s) => s.naming)
  const tab = tabs.find((t) => t.id === active)
  const { session } = workspace
  useShortcuts(workspace)

  return (
    <div className={`win tag-${session.colour || 'grey'}`}>
      <Toolbar workspace={workspace} ports={ports} />
      <LinkViews workspace={workspace} onEdit={ports.onEdit} />
      {session.safeMode === 'read-only' && (
        <Banner tone="ro" icon={Lock}>
          {session.name} is read-only. Writes are blocked before anything is sent.
        </Banner>
      )}
      {notices.length > 0 && (
        <Banner tone="warn2" onClose={() => workspace.hideNotices()}>
          <span className="grow ell" title={notices.join('\n')}>
            {notices.join(' ')}
          </span>
        </Banner>
      )}
      <div className="body">
        {sidebar && <Sidebar workspace={workspace} />}
        <main className="main">
          {tabs.length > 0 && <TabBar workspace={workspace} />}
          {tab ? <TabPane key={tab.id} tab={tab} workspace={workspace} /> : <NoTab session={session} />}
        </main>
        {tab instanceof RowsTab && <RecordPane tab={tab} />}
        <RequestDrawer log={workspace.requests} name={session.name} />
      </div>
      {naming && (
        <OpenByName
          host={workspace.host}
          session={session}
          hint={session.byName}
          onOpen={(object, keep) => workspace.openNamed(object, keep)}
          onClose={() => workspace.stopNaming()}
        />
      )}
    </div>
  )
}

/** The shortcuts of an open connection, while nothing lies over it. */
function useShortcuts(workspace: Workspace): void {
  const cover = useCover()
  const mac = useMac()
  useEffect(() => {
    const keys = (e: KeyboardEvent) => {
      if (e.defaultPrevented || cover.covered) return
      if (workspace.store.getState().naming) return
      const command = commandOf(e, mac)
      if (command === undefined && e.key === 'Escape') return workspace.escape()
      if (command === undefined) return
      e.preventDefault()
      if (command === 'filter') {
        workspace.showSidebar()
        const field = () => document.getElementById('sidebar-filter')
        if (field()) field()?.focus()
        else requestAnimationFrame(() => field()?.focus())
      } else workspace.run(command)
    }
    window.addEventListener('keydown', keys)
    return () => window.removeEventListener('keydown', keys)
  }, [workspace, cover, mac])
}

import { useEffect } from 'react'
import { useStore } from 'zustand'
import { Sidebar } from './Sidebar'
import { TabBar } from './TabBar'
import { TabView } from './TabView'
import { Toolbar } from './Toolbar'
import type { Workspace } from './workspace'

/** An open connection: toolbar, sidebar, tabs. */
export function WorkspaceView({ workspace }: { workspace: Workspace }) {
  const tabs = useStore(workspace.store, (s) => s.tabs)
  const active = useStore(workspace.store, (s) => s.active)
  const sidebar = useStore(workspace.store, (s) => s.sidebar)
  const notices = useStore(workspace.store, (s) => s.notices)
  const tab = tabs.find((t) => t.id === active)
  const { session } = workspace

  useEffect(() => {
    const keys = (e: KeyboardEvent) => act(e, workspace)
    window.addEventListener('keydown', keys)
    return () => window.removeEventListener('keydown', keys)
  }, [workspace])

  return (
    <div className={`win tag-${session.colour || 'grey'}`}>
      <Toolbar workspace={workspace} />
      {session.safeMode === 'read-only' && (
        <div className="banner ro" role="status">
          {session.name} is read-only. Every write is refused before anything is sent.
        </div>
      )}
      {notices.length > 0 && (
        <div className="banner warn2" role="status">
          <span className="ell">{notices.join(' ')}</span>
        </div>
      )}
      <div className="body">
        {sidebar && <Sidebar workspace={workspace} />}
        <main className="main">
          {tabs.length > 0 && <TabBar workspace={workspace} />}
          {tab ? (
            <TabView key={tab.id} tab={tab} session={session} />
          ) : (
            <div className="empty">
              <h2>No {session.objectNoun} is open</h2>
              <p>Choose one at the left to see its {session.rowsNoun}.</p>
            </div>
          )}
        </main>
      </div>
    </div>
  )
}

/** The shortcuts of a workspace. */
function act(e: KeyboardEvent, workspace: Workspace): void {
  const mod = e.metaKey || e.ctrlKey
  const done = (work: () => void) => {
    e.preventDefault()
    work()
  }
  if (e.key === 'F5' || (mod && e.key === 'r')) done(() => void workspace.current?.refresh())
  else if (mod && e.key === 'w') done(() => workspace.current && workspace.closeTab(workspace.current.id))
  else if (mod && e.key === 'b') done(() => workspace.toggleSidebar())
  else if (mod && e.key === 'l') done(() => document.getElementById('sidebar-filter')?.focus())
  else if (e.ctrlKey && e.key === 'Tab') done(() => workspace.step(e.shiftKey ? -1 : 1))
  else if (mod && /^[1-9]$/.test(e.key)) {
    const tab = workspace.store.getState().tabs[Number(e.key) - 1]
    if (tab) done(() => workspace.activate(tab.id))
  }
}

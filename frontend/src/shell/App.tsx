import { useEffect } from 'react'
import { WorkspaceView } from '../features/browse/WorkspaceView'
import { Connections } from '../features/connections/Connections'
import { ShellContext, useShellState } from './context'
import { Overlays } from './Overlays'
import type { Shell } from './store'

/** The window. */
export function App({ shell }: { shell: Shell }) {
  useEffect(() => {
    const keys = (e: KeyboardEvent) => {
      if ((e.metaKey || e.ctrlKey) && !e.shiftKey && e.key === 'n' && shell.store.getState().overlay === null) {
        e.preventDefault()
        void shell.choose()
      }
    }
    window.addEventListener('keydown', keys)
    return () => window.removeEventListener('keydown', keys)
  }, [shell])
  return (
    <ShellContext value={shell}>
      <Screen />
      <Overlays />
    </ShellContext>
  )
}

function Screen() {
  const workspaces = useShellState((s) => s.workspaces)
  const active = useShellState((s) => s.active)
  const workspace = workspaces.find((w) => w.session.id === active)
  return workspace ? <WorkspaceView key={workspace.session.id} workspace={workspace} /> : <Connections />
}

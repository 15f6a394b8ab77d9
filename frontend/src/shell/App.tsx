import { useEffect } from 'react'
import { WorkspaceView } from '../features/browse/WorkspaceView'
import { Connections } from '../features/connections/Connections'
import { keepFocus } from '../lib/keepFocus'
import { isMod } from '../lib/keys'
import { stepPane } from '../lib/panes'
import { ShellContext, useShellState } from './context'
import { Overlays } from './Overlays'
import type { Shell } from './store'

/** The window. */
export function App({ shell }: { shell: Shell }) {
  useEffect(() => {
    const keys = (e: KeyboardEvent) => {
      const { info, overlay } = shell.store.getState()
      if (e.defaultPrevented || overlay !== null) return
      if (e.key === 'F6') stepPane(document, e.shiftKey)
      else if (isMod(e, info?.platform === 'mac') && !e.shiftKey && e.key === 'n') void shell.choose()
      else if (isMod(e, info?.platform === 'mac') && !e.shiftKey && e.key === ',')
        shell.show({ kind: 'settings', pane: 'general' })
      else return
      e.preventDefault()
    }
    window.addEventListener('keydown', keys)
    return () => window.removeEventListener('keydown', keys)
  }, [shell])
  useEffect(() => keepFocus(document), [])
  return (
    <ShellContext value={shell}>
      <Screen />
      <Overlays />
      <Told />
    </ShellContext>
  )
}

/** What is said for a moment. */
function Told() {
  const told = useShellState((s) => s.told)
  return (
    <div className="told" role="status">
      {told !== '' && <p>{told}</p>}
    </div>
  )
}

function Screen() {
  const workspaces = useShellState((s) => s.workspaces)
  const active = useShellState((s) => s.active)
  const workspace = workspaces.find((w) => w.session.id === active)
  return workspace ? <WorkspaceView key={workspace.session.id} workspace={workspace} /> : <Connections />
}

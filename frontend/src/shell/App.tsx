import { useEffect } from 'react'
import { Connections } from '../features/connections/Connections'
import { keepFocus } from '../lib/keepFocus'
import { isMod, letterOf } from '../lib/keys'
import { stepPane } from '../lib/panes'
import { Tip } from '../ui/Tip'
import { ShellContext, useShellState } from './context'
import type { Shell } from './store'

/** The window. */
export function App({ shell }: { shell: Shell }) {
  useEffect(() => {
    const keys = (e: KeyboardEvent) => {
      const { info, overlay } = shell.store.getState()
      if (e.defaultPrevented || overlay !== null) return
      if (e.key === 'F6') stepPane(document, e.shiftKey)
      else if (isMod(e, info?.platform === 'mac') && !e.shiftKey && letterOf(e) === 'n') void shell.choose()
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
      <Over />
      <Told />
      <Tip />
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
  const rest = useShellState((s) => s.rest)
  const workspaces = useShellState((s) => s.workspaces)
  const active = useShellState((s) => s.active)
  const workspace = workspaces.find((w) => w.session.id === active)
  if (!workspace || !rest) return <Connections />
  return <rest.WorkspaceView key={workspace.session.id} workspace={workspace} />
}

/** Whatever lies over the window, as soon as its part of the page was read. */
function Over() {
  const rest = useShellState((s) => s.rest)
  if (!rest) return null
  return (
    <>
      <rest.Overlays />
      <rest.Menus />
    </>
  )
}

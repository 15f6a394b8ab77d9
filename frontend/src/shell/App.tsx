import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { WindowPorts } from '../features/browse/ports'
import { Connections } from '../features/connections/Connections'
import { keepFocus } from '../lib/keepFocus'
import { isMod, letterOf } from '../lib/keys'
import { stepPane } from '../lib/panes'
import { Tip } from '../ui/Tip'
import { useMessages } from '../window/messages'
import { WindowContexts } from '../window/WindowContexts'
import { AppearanceMenu } from './AppearanceMenu'
import { ShellContext, useShell, useShellState } from './context'
import type { Shell } from './store'

/** The window. */
export function App({ shell }: { shell: Shell }) {
  useEffect(() => {
    const keys = (e: KeyboardEvent) => {
      const { mac } = shell.platform
      if (e.defaultPrevented || shell.cover.covered) return
      if (e.key === 'F6') stepPane(document, e.shiftKey)
      else if (isMod(e, mac) && !e.shiftKey && letterOf(e) === 'n') void shell.choose()
      else if (isMod(e, mac) && !e.shiftKey && e.key === ',') shell.show({ kind: 'settings', pane: 'general' })
      else return
      e.preventDefault()
    }
    window.addEventListener('keydown', keys)
    return () => window.removeEventListener('keydown', keys)
  }, [shell])
  useEffect(() => keepFocus(document), [])
  return (
    <ShellContext value={shell}>
      <WindowContexts platform={shell.platform} messages={shell.messages} menus={shell.menus} cover={shell.cover}>
        <Screen />
        <Over />
        <Message />
        <Tip />
      </WindowContexts>
    </ShellContext>
  )
}

/** What the window says for a moment. */
function Message() {
  const text = useStore(useMessages().store, (s) => s.text)
  return (
    <div className="told" role="status">
      {text !== '' && <p>{text}</p>}
    </div>
  )
}

function Screen() {
  const shell = useShell()
  const rest = useShellState((s) => s.rest)
  const workspaces = useShellState((s) => s.workspaces)
  const active = useShellState((s) => s.active)
  const workspace = workspaces.find((w) => w.session.id === active)
  const saved = useShellState((s) => s.connections?.find((c) => c.id === workspace?.session.connection))
  if (!workspace || !rest) return <Connections />
  const ports: WindowPorts = {
    open: workspaces,
    tools: <AppearanceMenu />,
    onEnter: (other) => shell.enter(other),
    onHome: () => shell.home(),
    onDisconnect: (closed) => void shell.disconnect(closed),
    onEdit: saved ? () => void shell.edit(saved) : null,
  }
  return <rest.WorkspaceView key={workspace.session.id} workspace={workspace} ports={ports} />
}

/** Whatever lies over the window, as soon as its part of the page was read. */
function Over() {
  const shell = useShell()
  const rest = useShellState((s) => s.rest)
  if (!rest) return null
  return (
    <>
      <rest.Overlays />
      <rest.Menus />
      <rest.UnsavedAlert question={shell.unsaved} />
    </>
  )
}

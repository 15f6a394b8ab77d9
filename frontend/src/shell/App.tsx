import { Settings } from 'lucide-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { CommandButton } from '../commands/CommandButton'
import { CommandsContext } from '../commands/context'
import { followKeys } from '../commands/listener'
import type { WindowPorts } from '../features/browse/ports'
import { Connections } from '../features/connections/Connections'
import { SavedContext } from '../features/connections/saved'
import { DriversContext } from '../features/drivers/drivers'
import { severalSamples } from '../features/drivers/registry'
import { keepFocus } from '../lib/keepFocus'
import { followMenuKey } from '../lib/menuKey'
import { followSelectAll } from '../lib/selectAll'
import { useMessages } from '../window/messages'
import { WindowContexts } from '../window/WindowContexts'
import style from './App.module.css'
import { AppearanceMenu } from './AppearanceMenu'
import type { Later } from './later'
import type { Shell } from './store'

/** The part of the page that is loaded after the first paint. */
export type Late = Later<typeof import('./late')>

interface AppProps {
  shell: Shell
  late: Late
}

/** The window. */
export function App({ shell, late }: AppProps) {
  useEffect(() => followKeys(shell.commands), [shell])
  useEffect(() => keepFocus(document), [])
  useEffect(() => followMenuKey(document), [])
  useEffect(() => followSelectAll(document, () => shell.platform.mac), [shell])
  return (
    <WindowContexts of={shell}>
      <CommandsContext value={shell.commands}>
        <SavedContext value={shell.saved}>
          <DriversContext value={shell.drivers}>
            <Screen shell={shell} late={late} />
            <Over shell={shell} late={late} />
          </DriversContext>
        </SavedContext>
      </CommandsContext>
      <Message />
    </WindowContexts>
  )
}

/** The window's short-lived message. */
function Message() {
  const text = useStore(useMessages().store, (s) => s.text)
  return (
    <div className={style.told} role="status">
      {text !== '' && <p>{text}</p>}
    </div>
  )
}

/** The visible connection, or else the list of connections. */
function Screen({ shell, late }: AppProps) {
  const { saved, workspaces: open } = shell
  const part = useStore(late.store, (s) => s.part)
  const { workspaces, active } = useStore(open.store)
  const databases = useStore(shell.drivers.registry.store, (s) => s.registry?.databases ?? s.installed)
  const samples = useStore(shell.drivers.registry.store, severalSamples)
  const workspace = workspaces.find((w) => w.session.id === active)
  const connection = useStore(saved.store, (s) => s.connections?.find((c) => c.id === workspace?.session.connection))
  const all = useStore(saved.store, (s) => s.connections)
  const others = (all ?? []).filter((c) => !workspaces.some((w) => w.session.connection === c.id))
  const tools = <AppearanceMenu />
  if (!workspace || !part) {
    const ids = workspaces.map((w) => w.session.connection)
    return <Connections open={ids} databases={databases} samples={samples} tools={tools} />
  }
  const ports: WindowPorts = {
    open: workspaces,
    tools: (
      <>
        <part.WorkspaceTools workspace={workspace} exports={shell.exports} />
        {tools}
        <CommandButton of="app.settings" icon={Settings} />
      </>
    ),
    onEnter: (other) => open.enter(other),
    onHome: () => open.home(),
    onDisconnect: (closed) => void open.close(closed),
    onReconnect: (closed) => void shell.reconnect(closed),
    saved: others,
    onConnect: (chosen) => void shell.opening.open(chosen),
    onEdit: connection && !connection.preset ? () => void saved.edit(connection) : null,
  }
  return <part.WorkspaceView key={workspace.session.id} workspace={workspace} ports={ports} />
}

/** The sheet or alert over the window, as soon as its part of the page has loaded. */
function Over({ shell, late }: AppProps) {
  const part = useStore(late.store, (s) => s.part)
  if (!part) return null
  return (
    <>
      <part.Overlays shell={shell} />
      <part.Menus />
      <part.ExportSheet exports={shell.exports} />
      <part.Tip />
      <part.UnsavedAlert question={shell.unsaved} />
    </>
  )
}

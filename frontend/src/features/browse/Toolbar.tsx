import { Menu } from '@base-ui/react/menu'
import { ChevronDown, PanelLeft, PanelRight, RefreshCw, ScrollText } from 'lucide-react'
import { useStore } from 'zustand'
import { CommandButton } from '../../commands/CommandButton'
import { CommandField } from '../../commands/CommandField'
import { Badge } from '../../ui/Badge'
import { Dot } from '../../ui/Dot'
import menu from '../../ui/Menu.module.css'
import { Toolbar as Bar } from '../../ui/Toolbar'
import { usePopup } from '../../window/popup'
import { panes } from '../viewer/panes'
import { SafeModeMenu } from './link/SafeModeMenu'
import type { WindowPorts } from './ports'
import style from './Toolbar.module.css'
import type { Workspace } from './workspace'

interface ToolbarProps {
  workspace: Workspace
  ports: WindowPorts
}

/** The top bar: the connection, its safe mode, and the window's commands. */
export function Toolbar({ workspace, ports }: ToolbarProps) {
  const { session } = workspace
  const sidebar = useStore(workspace.store, (s) => s.sidebar)
  const log = useStore(workspace.requests.store, (s) => s.open)
  const inspector = useStore(panes, (s) => s.inspector)
  return (
    <header>
      <h1 className="vh">{session.name}</h1>
      <Bar label="Connection">
        <CommandButton of="sidebar.toggle" icon={PanelLeft} on={sidebar} />
        <ConnectionMenu workspace={workspace} ports={ports} />
        <SafeModeMenu safety={workspace.safety} />
        <span className="grow" />
        <CommandField of="palette.open" />
        <span className="grow" />
        <CommandButton of="refresh" icon={RefreshCw} />
        <CommandButton of="requests.toggle" icon={ScrollText} on={log} />
        {ports.tools}
        <CommandButton of="inspector.toggle" icon={PanelRight} on={inspector} />
      </Bar>
    </header>
  )
}

/** How many saved connections the menu lists; Connections… shows all. */
const mostSaved = 10

/** The current connection, and the menu to switch. */
function ConnectionMenu({ workspace, ports }: ToolbarProps) {
  const { session } = workspace
  const others = ports.open.filter((w) => w !== workspace)
  const popup = usePopup()
  return (
    <Menu.Root {...popup}>
      <Menu.Trigger data-part="connection" className={style.connection}>
        <Dot />
        <Badge text={session.badge} fill={session.badgeFill} ink={session.badgeText} />
        <span className="b ell">{session.name}</span>
        <span className="t3 fs12 nowrap">{session.product}</span>
        <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={menu.layer} sideOffset={4} align="start">
          <Menu.Popup className={menu.menu}>
            {others.map((w) => (
              <Menu.Item key={w.session.id} className={menu.item} onClick={() => ports.onEnter(w)}>
                <Badge text={w.session.badge} fill={w.session.badgeFill} ink={w.session.badgeText} />
                {w.session.name}
              </Menu.Item>
            ))}
            {others.length > 0 && <Menu.Separator className={menu.separator} />}
            {ports.saved.slice(0, mostSaved).map((c) => (
              <Menu.Item key={c.id} className={menu.item} onClick={() => ports.onConnect(c)}>
                <Badge text={c.badge} fill={c.badgeFill} ink={c.badgeText} />
                {c.name} <span className={menu.why}>Connect</span>
              </Menu.Item>
            ))}
            <Menu.Item className={menu.item} onClick={() => ports.onHome()}>
              Connections…
            </Menu.Item>
            <Menu.Separator className={menu.separator} />
            {session.sample && (
              <Menu.Item className={menu.item} onClick={() => workspace.askReset()}>
                Reset Sample Data…
              </Menu.Item>
            )}
            {ports.onEdit && (
              <Menu.Item className={menu.item} onClick={() => ports.onEdit?.()}>
                Edit…
              </Menu.Item>
            )}
            <Menu.Item className={menu.item} onClick={() => ports.onReconnect(workspace)}>
              Reconnect
            </Menu.Item>
            <Menu.Item className={menu.item} onClick={() => ports.onDisconnect(workspace)}>
              Disconnect
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

import { Menu } from '@base-ui/react/menu'
import { ChevronDown, LockOpen, Moon, PanelLeft, RefreshCw } from 'lucide-react'
import { useShell } from '../../shell/context'
import { Badge } from '../../ui/Badge'
import { SafeMode } from '../connections/ConnectionRow'
import type { Workspace } from './workspace'

/** The bar above everything: which connection this is, how safe it is, and the commands of the whole. */
export function Toolbar({ workspace }: { workspace: Workspace }) {
  const shell = useShell()
  const { session } = workspace
  return (
    <header className="toolbar">
      <h1 className="vh">{session.name}</h1>
      <button type="button" className="btn quiet icon" aria-label="Sidebar" onClick={() => workspace.toggleSidebar()}>
        <PanelLeft size={16} strokeWidth={1.5} aria-hidden="true" />
      </button>
      <Menu.Root>
        <Menu.Trigger className="connpill">
          <span className="dot" />
          <Badge text={session.badge} fill={session.badgeFill} ink={session.badgeText} />
          <span className="b">{session.name}</span>
          <span className="t3 fs12">{session.product}</span>
          <ChevronDown size={14} aria-hidden="true" />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner sideOffset={4} align="start">
            <Menu.Popup className="menu">
              <Menu.Item className="mi" onClick={() => shell.home()}>
                Connections…
              </Menu.Item>
              <div className="msep" />
              <Menu.Item className="mi" onClick={() => void shell.disconnect(workspace)}>
                Disconnect
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <span className="row g4 fs12 t2 safemode">
        <SafeMode mode={session.safeMode} />
        {session.safeMode === 'off' && (
          <>
            <LockOpen size={14} strokeWidth={1.5} aria-hidden="true" /> Writes allowed
          </>
        )}
      </span>
      <span className="grow" />
      <button
        type="button"
        className="btn quiet icon"
        aria-label="Refresh"
        onClick={() => {
          void workspace.list()
          void workspace.current?.refresh()
        }}
      >
        <RefreshCw size={16} strokeWidth={1.5} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="btn quiet icon"
        aria-label="Change appearance"
        onClick={() => void shell.toggleTheme()}
      >
        <Moon size={16} strokeWidth={1.5} aria-hidden="true" />
      </button>
    </header>
  )
}

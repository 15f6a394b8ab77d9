import type { ReactNode } from 'react'
import type { Workspace } from './workspace'

/** What an open connection needs of the window that shows it. */
export interface WindowPorts {
  /** The open connections, this one among them. */
  open: readonly Workspace[]
  /** The buttons that every toolbar of the window has. */
  tools: ReactNode
  /** Shows an open connection. */
  onEnter(workspace: Workspace): void
  /** Shows the list of connections. */
  onHome(): void
  onDisconnect(workspace: Workspace): void
  /** Shows the form of the connection; null where it is no longer saved. */
  onEdit: (() => void) | null
}

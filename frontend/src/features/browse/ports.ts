import type { ReactNode } from 'react'
import type { Connection } from '../../host'
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
  /** Closes a connection and opens it again, with its tabs. */
  onReconnect(workspace: Workspace): void
  /** Saved connections that are not open. */
  saved: readonly Connection[]
  /** Opens one of them. */
  onConnect(connection: Connection): void
  /** Shows the form of the connection; null where it is no longer saved. */
  onEdit: (() => void) | null
}

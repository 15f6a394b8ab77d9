import type { ReactNode } from 'react'
import type { Connection } from '../../host'
import type { Workspace } from './workspace'

/** What an open connection needs from its window. */
export interface WindowPorts {
  /** The open connections, including this one. */
  open: readonly Workspace[]
  /** The buttons in every toolbar of the window. */
  tools: ReactNode
  /** Shows an open connection. */
  onEnter(workspace: Workspace): void
  /** Shows the list of connections. */
  onHome(): void
  onDisconnect(workspace: Workspace): void
  /** Reopens a connection, with its tabs. */
  onReconnect(workspace: Workspace): void
  /** Saved connections that are not open. */
  saved: readonly Connection[]
  /** Opens one of them. */
  onConnect(connection: Connection): void
  /** Shows the form of the connection; null if it is no longer saved. */
  onEdit: (() => void) | null
}

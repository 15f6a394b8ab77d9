import type { ConnectionSheet } from '../features/connections/saved'
import type { DriverSheet } from '../features/drivers/drivers'
import type { Connection, HostError, InstallProgress, Warning } from '../host'
import type { ListedCommand } from './paletteCommands'

/** A pane of the settings. */
export type SettingsPane = 'general' | 'plugins' | 'policy'

/** What covers the window: a sheet of a feature, or an alert of the window itself. */
export type Overlay =
  | ConnectionSheet
  | DriverSheet
  | { kind: 'settings'; pane: SettingsPane }
  | { kind: 'palette'; commands: readonly ListedCommand[]; focused: Element | null }
  | { kind: 'shortcuts' }
  | { kind: 'about' }
  | { kind: 'connecting'; connection: Connection; progress: InstallProgress | null }
  | { kind: 'warning'; connection: Connection; warning: Warning }
  | { kind: 'error'; title: string; error: HostError; connection: Connection | null }

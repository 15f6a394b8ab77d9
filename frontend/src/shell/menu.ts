import type { Workspace } from '../features/browse/workspace'
import { onMenuCommand } from '../host/window'
import type { Shell } from './store'

/** The part of the window that the menu's commands act on. */
export type Commanded = Pick<Shell, 'choose' | 'disconnect' | 'library' | 'show' | 'store'>

/** The commands that act on the open connection that is shown. */
const onWorkspace: Record<string, (workspace: Workspace, shell: Commanded) => void> = {
  'close-tab': (workspace) => workspace.current && workspace.closeTab(workspace.current.id),
  sidebar: (workspace) => workspace.toggleSidebar(),
  refresh: (workspace) => workspace.refresh(true),
  'request-log': (workspace) => workspace.requests.toggle(),
  disconnect: (workspace, shell) => void shell.disconnect(workspace),
}

/** The commands that act on the saved connections, wherever the window is. */
const onConnections: Record<string, (shell: Commanded) => void> = {
  'new-connection': (shell) => void shell.choose(),
  'new-from-url': ({ library }) => library.open({ sheet: 'url', text: '' }),
  'import-connections': ({ library }) => library.open({ sheet: 'import' }),
  'export-connections': ({ library, store }) =>
    library.open({ sheet: 'export', ids: (store.getState().connections ?? []).map((c) => c.id) }),
}

/** The commands that act on what has the focus. */
const onFocus: Record<string, (text: string) => void> = {
  cut: () => document.execCommand('cut'),
  copy: () => document.execCommand('copy'),
  paste: (text) => document.execCommand('insertText', false, text),
  'select-all': () => document.execCommand('selectAll'),
}

/**
 * Carries out a command of the window's menu. One that has nothing to act on does nothing, and while something lies over
 * the window only the clipboard's commands act.
 */
export function perform(shell: Commanded, name: string, text = ''): void {
  onFocus[name]?.(text)
  const { overlay, workspaces, active } = shell.store.getState()
  if (overlay !== null) return
  onConnections[name]?.(shell)
  if (name === 'settings') shell.show({ kind: 'settings', pane: 'general' })
  const workspace = workspaces.find((w) => w.session.id === active)
  if (workspace) onWorkspace[name]?.(workspace, shell)
}

/** Carries out what is chosen in the window's menu from the call on. */
export function followMenu(shell: Shell): void {
  onMenuCommand((name, text) => perform(shell, name, text))
}

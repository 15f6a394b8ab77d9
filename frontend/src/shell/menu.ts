import { toggleEmpty } from '../features/browse/arrange'
import type { GridAct } from '../features/browse/gridLink'
import { intervals } from '../features/browse/refresher'
import type { RowsTab } from '../features/browse/rowsTab'
import type { Workspace } from '../features/browse/workspace'
import type { View } from '../features/structure/structure'
import type { Tab } from '../features/tabs/tab'
import { toggleInspector } from '../features/viewer/panes'
import type { CopyFormat } from '../grid/types'
import { onMenuCommand } from '../host/window'
import type { Theme } from '../lib/theme'
import type { Shell } from './store'

/** The part of the window that the menu's commands act on. */
export type Commanded = Pick<Shell, 'drivers' | 'messages' | 'overlays' | 'platform' | 'saved' | 'show' | 'workspaces'>

/** Why a command has nothing to act on; nothing where it acted. */
type Refusal = string | undefined

/** The commands that act on what has the focus. */
const onFocus: Record<string, (text: string, shell: Commanded) => void> = {
  cut: () => document.execCommand('cut'),
  copy: () => document.execCommand('copy'),
  paste: (text) => document.execCommand('insertText', false, text),
  'select-all': (_, shell) => {
    if (!press(shell, 'a')) document.execCommand('selectAll')
  },
}

/** The commands that act wherever the window is. */
const onWindow: Record<string, (shell: Commanded) => Refusal> = {
  'new-connection': acted((shell) => void shell.drivers.choose()),
  'new-from-url': acted(({ saved }) => saved.library.open({ sheet: 'url', text: '' })),
  'open-connection': acted((shell) => shell.workspaces.home()),
  'import-connections': acted(({ saved }) => saved.library.open({ sheet: 'import' })),
  'export-connections': ({ saved: { library, store } }) => {
    const ids = (store.getState().connections ?? []).map((c) => c.id)
    if (ids.length === 0) return 'There is no connection to export.'
    library.open({ sheet: 'export', ids })
  },
  settings: acted((shell) => shell.show({ kind: 'settings', pane: 'general' })),
  find: (shell) => (press(shell, 'f') ? undefined : 'There is nothing to search here.'),
  ...named('appearance', ['system', 'light', 'dark'], (theme: Theme) =>
    acted((shell) => void shell.platform.setTheme(theme)),
  ),
}

/** The commands that act on the open connection that is shown. */
const onWorkspace: Record<string, (workspace: Workspace, shell: Commanded) => Refusal> = {
  'open-by-name': (workspace) => {
    if (workspace.session.byName === '') return 'Everything that can be opened is in the sidebar.'
    workspace.askName()
  },
  'reopen-tab': (workspace) => (workspace.reopen() ? undefined : 'No tab was closed.'),
  sidebar: acted((workspace) => workspace.toggleSidebar()),
  refresh: acted((workspace) => workspace.refresh(true)),
  'request-log': acted((workspace) => workspace.requests.toggle()),
  disconnect: acted((workspace, shell) => void shell.workspaces.close(workspace)),
}

/** The commands that act on the tab that is shown. */
const onTab: Record<string, (tab: Tab, workspace: Workspace) => Refusal> = {
  'close-tab': acted((tab, workspace) => workspace.closeTab(tab.id)),
  inspector: acted(() => toggleInspector()),
}

/** The commands that act on the object of the tab that is shown. */
const onObject: Record<string, (tab: RowsTab) => Refusal> = {
  ...named('view', ['data', 'structure', 'json'], (view: View) => acted((tab) => tab.structure.show(view))),
}

/** The commands that act on the rows of the tab that is shown. */
const onRows: Record<string, (tab: RowsTab) => Refusal> = {
  'empty-columns': acted((tab) => tab.columns.arrange(toggleEmpty)),
  'find-column': onGrid('find column'),
  'fit-widths': onGrid('fit widths'),
  ...named('copy-as', ['tsv', 'csv', 'json', 'markdown'], (format: CopyFormat) => onGrid({ copy: format })),
  ...named('refresh-every', intervals, (seconds: number) => acted((tab) => tab.rows.refreshEvery(seconds))),
}

/** A command that always has something to act on. */
function acted<A extends unknown[]>(work: (...on: A) => void): (...on: A) => Refusal {
  return (...on) => {
    work(...on)
    return undefined
  }
}

/** A command for each of some values: "view-data". */
function named<V extends string | number, C>(command: string, values: readonly V[], of: (value: V) => C) {
  return Object.fromEntries(values.map((value) => [`${command}-${value}`, of(value)]))
}

function onGrid(act: GridAct): (tab: RowsTab) => Refusal {
  return (tab) => (tab.grid.act(act) ? undefined : 'The rows have not loaded yet.')
}

/** Presses a shortcut where the focus is, since what it acts on depends on that; true where that did something. */
function press({ platform: { mac } }: Commanded, key: string): boolean {
  const init = { key, code: `Key${key.toUpperCase()}`, ctrlKey: !mac, metaKey: mac, bubbles: true, cancelable: true }
  return !(document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', init))
}

/** Carries out a command that is none of the focus; answers why it cannot be. */
function act(shell: Commanded, name: string): Refusal {
  const workspace = shell.workspaces.current
  if (shell.overlays.covered || workspace?.store.getState().naming) return 'Close the open dialog first.'
  if (onWindow[name]) return onWindow[name](shell)
  if (!workspace) {
    if (name !== 'refresh') return 'Open a connection first.'
    void shell.saved.reload()
    return undefined
  }
  if (onWorkspace[name]) return onWorkspace[name](workspace, shell)
  const tab = workspace.current
  if (!tab) return `No ${workspace.session.objectNoun} is open.`
  if (onTab[name]) return onTab[name](tab, workspace)
  const { rows } = workspace
  if (!rows) return `This tab does not show ${workspace.session.rowsNoun}.`
  if (onObject[name]) return onObject[name](rows)
  const { view } = rows.structure.store.getState()
  if (view !== 'data') return 'Switch to Data to use this command.'
  return onRows[name]?.(rows)
}

/** The names of the commands that can be carried out. */
export const commands: readonly string[] = [onFocus, onWindow, onWorkspace, onTab, onObject, onRows].flatMap(
  Object.keys,
)

/**
 * Carries out a command of the window's menu. The window says why one that has nothing to act on does nothing; while
 * something lies over the window only the clipboard's commands act.
 */
export function perform(shell: Commanded, name: string, text = ''): void {
  const focused = onFocus[name]
  if (focused) return focused(text, shell)
  if (commands.includes(name)) shell.messages.tell(act(shell, name) ?? '')
}

/** Carries out what is chosen in the window's menu from the call on. */
export function followMenu(shell: Shell): void {
  onMenuCommand((name, text) => perform(shell, name, text))
}

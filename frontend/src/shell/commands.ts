import type { Handlers } from '../commands/registry'
import type { SavedConnections } from '../features/connections/saved'
import type { Drivers } from '../features/drivers/drivers'
import { hasOwnUndo, undoInField } from '../lib/fieldUndo'
import { stepPane } from '../lib/panes'
import { isGridCell } from '../lib/textField'
import type { Theme } from '../lib/theme'
import type { Platform } from '../window/platform'
import type { Overlay } from './overlay'
import type { Workspaces } from './workspaces'

/** The part of the window that its commands act on. */
export interface Commanded {
  drivers: Pick<Drivers, 'choose'>
  platform: Pick<Platform, 'mac' | 'setTheme' | 'stepTextSize'>
  saved: Pick<SavedConnections, 'library' | 'store'>
  workspaces: Pick<Workspaces, 'home'>
  show(overlay: Overlay): void
  showPalette(): void
}

/** The commands that are available everywhere in the window. */
export function windowCommands(shell: Commanded): Handlers {
  const { drivers, platform, saved, workspaces } = shell
  const { library } = saved
  const draw = (theme: Theme) => () => platform.setTheme(theme)
  const all = () => (saved.store.getState().connections ?? []).map((c) => c.id)
  return {
    'palette.open': () => shell.showPalette(),
    'app.settings': () => shell.show({ kind: 'settings', pane: 'general' }),
    'app.shortcuts': () => shell.show({ kind: 'shortcuts' }),
    'app.about': () => shell.show({ kind: 'about' }),
    'appearance.system': draw('system'),
    'appearance.light': draw('light'),
    'appearance.dark': draw('dark'),
    'text.larger': () => platform.stepTextSize(1),
    'text.smaller': () => platform.stepTextSize(-1),
    'text.usual': () => platform.stepTextSize(0),
    'pane.next': () => stepPane(document, false),
    'pane.previous': () => stepPane(document, true),
    'connection.new': () => drivers.choose(),
    'connection.fromURL': () => library.open({ sheet: 'url', text: '' }),
    'connection.list': () => workspaces.home(),
    'connection.import': () => library.open({ sheet: 'import' }),
    'connection.exportAll': {
      run: () => library.open({ sheet: 'export', ids: all() }),
      reason: () => (all().length === 0 ? 'No connections to export.' : ''),
    },
    find: nothing('Nothing to search here.'),
    refresh: nothing('Nothing to refresh here.'),
    'edit.undo': ofField('undo', 'Nothing to undo.'),
    'edit.redo': ofField('redo', 'Nothing to redo.'),
    'edit.cut': () => document.execCommand('cut'),
    'edit.copy': () => (isGridCell(document.activeElement) && press('c', platform.mac)) || document.execCommand('copy'),
    'edit.paste': (text) =>
      (!isGridCell(document.activeElement) && document.execCommand('insertText', false, text)) ||
      pasteWhereFocused(text),
    'edit.selectAll': () => press('a', platform.mac) || document.execCommand('selectAll'),
  }
}

function nothing(why: string) {
  return { run: () => undefined, reason: () => why, offered: false }
}

/** What a text field does natively. */
function ofField(act: 'undo' | 'redo', why: string) {
  return { run: () => undoInField(document, act), reason: () => (hasOwnUndo(document) ? '' : why) }
}

/** Pastes a text into a focused element that is not a field, such as a grid. */
function pasteWhereFocused(text: string): void {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  const clipboardData = { getData: () => text }
  document.activeElement?.dispatchEvent(Object.assign(event, { clipboardData }))
}

/**
 * Sends a letter with Ctrl or ⌘ to the focused element, so that a grid acts on its rows; true if something handled it.
 */
function press(letter: string, mac: boolean): boolean {
  const init = {
    key: letter,
    code: `Key${letter.toUpperCase()}`,
    ctrlKey: !mac,
    metaKey: mac,
    bubbles: true,
    cancelable: true,
  }
  return !(document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', init))
}

// SPEC: APP-13
import { describe, expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { Workspace } from '../features/browse/workspace'
import type { Library, LibrarySheet } from '../features/connections/library'
import type { Connection } from '../host'
import { perform } from './menu'
import type { Overlay, ShellState } from './store'

/** A window with one open connection, shown or not, that writes down what it is asked. */
function fakeWindow(shown: boolean, overlay: Overlay | null = null) {
  const log: string[] = []
  const note = (text: string) => () => {
    log.push(text)
    return Promise.resolve()
  }
  const workspace = {
    session: { id: 's1' },
    current: { id: 't1' },
    closeTab: (id: string) => log.push(`close ${id}`),
    toggleSidebar: note('sidebar'),
    refresh: note('refresh the workspace'),
    requests: { toggle: note('request log') },
  } as unknown as Workspace
  const connections = [{ id: 'c1' }, { id: 'c2' }] as Connection[]
  const state = { overlay, connections, workspaces: [workspace], active: shown ? 's1' : '' } as ShellState
  const library = { open: (sheet: LibrarySheet) => log.push(JSON.stringify(sheet)) } as unknown as Library
  const shell = {
    choose: note('choose'),
    disconnect: note('disconnect'),
    show: note('show'),
    library,
    store: createStore(() => state),
  }
  return { shell, log }
}

describe('a command of the menu', () => {
  it.each([
    ['new-connection', true, ['choose']],
    ['new-connection', false, ['choose']],
    ['new-from-url', false, ['{"sheet":"url","text":""}']],
    ['import-connections', true, ['{"sheet":"import"}']],
    ['export-connections', false, ['{"sheet":"export","ids":["c1","c2"]}']],
    ['close-tab', true, ['close t1']],
    ['close-tab', false, []],
    ['sidebar', true, ['sidebar']],
    ['refresh', true, ['refresh the workspace']],
    ['refresh', false, []],
    ['settings', true, ['show']],
    ['settings', false, ['show']],
    ['request-log', true, ['request log']],
    ['request-log', false, []],
    ['disconnect', true, ['disconnect']],
    ['unheard of', true, []],
  ])('%s with a connection shown: %s does %j', (name, shown, wanted) => {
    const { shell, log } = fakeWindow(shown)
    perform(shell, name)
    expect(log).toEqual(wanted)
  })

  it.each(['new-connection', 'close-tab', 'refresh', 'disconnect'])(
    '%s waits for what lies over the window',
    (name) => {
      const { shell, log } = fakeWindow(true, { kind: 'choose' })
      perform(shell, name)
      expect(log).toEqual([])
    },
  )

  it.each([
    ['copy', ['copy']],
    ['cut', ['cut']],
    ['select-all', ['selectAll']],
    ['paste', ['insertText', false, 'from elsewhere']],
  ])('%s acts on what has the focus, also over the window', (name, wanted) => {
    const execute = vi.fn()
    document.execCommand = execute
    perform(fakeWindow(true, { kind: 'choose' }).shell, name, 'from elsewhere')
    expect(execute.mock.calls).toEqual([wanted])
  })
})

// SPEC: APP-13
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { toggleEmpty } from '../features/browse/arrange'
import type { GridAct } from '../features/browse/gridLink'
import type { Workspace } from '../features/browse/workspace'
import type { LibrarySheet } from '../features/connections/library'
import type { View } from '../features/structure/structure'
import { panes } from '../features/viewer/panes'
import { Overlays } from '../window/overlays'
import { commands, perform } from './menu'
import type { Overlay } from './overlay'
import type { Shell } from './store'

interface Given {
  /** Whether a connection is shown. */
  shown?: boolean
  overlay?: Overlay | null
  naming?: boolean
  byName?: string
  connections?: string[]
  /** The view of the open tab, null where none is open, 'console' for a tab that shows no object. */
  view?: View | 'console' | null
  /** Whether the rows are in sight. */
  rows?: boolean
  /** How many tabs were closed. */
  closed?: number
}

/** A window that writes down what it is asked, and what it says. */
function fakeWindow(given: Given) {
  const { shown = true, overlay = null, naming = false, byName = 'a name', view = 'data', rows = true } = given
  const { connections = ['c1', 'c2'], closed = 1 } = given
  const log: string[] = []
  const note = (text: string) => (argument?: unknown) => {
    log.push(typeof argument === 'string' || typeof argument === 'number' ? `${text} ${argument}` : text)
    return Promise.resolve()
  }
  const tab = {
    id: 't1',
    structure: { show: note('view'), store: createStore(() => ({ view })) },
    columns: {
      arrange: (work: typeof toggleEmpty) =>
        log.push(`hide empty ${work([], { columns: [], hideEmpty: false }).hideEmpty}`),
    },
    grid: { act: (act: GridAct) => rows && log.push(JSON.stringify(act)) > 0 },
    rows: { refreshEvery: note('refresh every') },
  }
  const workspace = {
    session: { id: 's1', byName, objectNoun: 'index', rowsNoun: 'documents' },
    store: createStore(() => ({ naming })),
    current: view === null ? undefined : tab,
    rows: view === null || view === 'console' ? undefined : tab,
    closeTab: note('close'),
    reopen: () => closed > 0 && log.push('reopen') > 0,
    askName: note('ask for a name'),
    toggleSidebar: note('sidebar'),
    refresh: note('refresh the workspace'),
    requests: { toggle: note('request log') },
  } as unknown as Workspace
  const overlays = new Overlays<Overlay>()
  overlays.show(overlay)
  let said = ''
  const shell = {
    show: note('show'),
    platform: { mac: false, setTheme: note('theme') },
    messages: { tell: (text: string) => (said = text) },
    overlays,
    drivers: { choose: note('choose') },
    workspaces: { current: shown ? workspace : undefined, home: note('home'), close: note('disconnect') },
    saved: {
      reload: note('reload'),
      library: { open: (sheet: LibrarySheet) => log.push(JSON.stringify(sheet)) },
      store: createStore(() => ({ connections: connections.map((id) => ({ id })) })),
    },
  } as unknown as Shell
  return { shell, log, said: () => said }
}

describe('Edit > Select All', () => {
  it('presses its key where the focus is, so that a grid selects its rows', () => {
    const grid = document.createElement('div')
    grid.tabIndex = 0
    document.body.append(grid)
    grid.focus()
    const pressed: string[] = []
    grid.addEventListener('keydown', (event) => {
      pressed.push(`${event.ctrlKey ? 'Ctrl+' : ''}${event.key}`)
      event.preventDefault()
    })
    const execCommand = vi.fn()
    document.execCommand = execCommand
    perform(fakeWindow({}).shell, 'select-all')
    expect([pressed, execCommand.mock.calls.length]).toEqual([['Ctrl+a'], 0])
    grid.blur()
    grid.remove()
    perform(fakeWindow({}).shell, 'select-all')
    expect(execCommand).toHaveBeenCalledExactlyOnceWith('selectAll')
  })
})

describe('a command of the menu', () => {
  afterEach(() => panes.setState({ inspector: false }))

  it.each<[string, Given, string[]]>([
    ['new-connection', {}, ['choose']],
    ['new-connection', { shown: false }, ['choose']],
    ['new-from-url', { shown: false }, ['{"sheet":"url","text":""}']],
    ['open-connection', {}, ['home']],
    ['open-by-name', {}, ['ask for a name']],
    ['import-connections', {}, ['{"sheet":"import"}']],
    ['export-connections', { shown: false }, ['{"sheet":"export","ids":["c1","c2"]}']],
    ['close-tab', {}, ['close t1']],
    ['close-tab', { view: 'console' }, ['close t1']],
    ['reopen-tab', { view: null }, ['reopen']],
    ['settings', {}, ['show']],
    ['settings', { shown: false }, ['show']],
    ['sidebar', {}, ['sidebar']],
    ['view-data', { view: 'json' }, ['view data']],
    ['view-structure', {}, ['view structure']],
    ['view-json', { rows: false }, ['view json']],
    ['find-column', {}, ['"find column"']],
    ['fit-widths', {}, ['"fit widths"']],
    ['empty-columns', {}, ['hide empty true']],
    ['copy-as-tsv', {}, ['{"copy":"tsv"}']],
    ['copy-as-markdown', {}, ['{"copy":"markdown"}']],
    ['appearance-dark', { shown: false }, ['theme dark']],
    ['appearance-system', {}, ['theme system']],
    ['refresh', {}, ['refresh the workspace']],
    ['refresh', { shown: false }, ['reload']],
    ['refresh-every-30', {}, ['refresh every 30']],
    ['refresh-every-0', {}, ['refresh every 0']],
    ['request-log', {}, ['request log']],
    ['disconnect', {}, ['disconnect']],
    ['unheard of', {}, []],
  ])('%s, given %j, does %j and says nothing', (name, given, wanted) => {
    const { shell, log, said } = fakeWindow(given)
    perform(shell, name)
    expect(log).toEqual(wanted)
    expect(said()).toBe('')
  })

  it.each<[string, Given, string]>([
    ['open-by-name', { byName: '' }, 'Everything that can be opened is in the sidebar.'],
    ['export-connections', { connections: [] }, 'There is no connection to export.'],
    ['close-tab', { shown: false }, 'Open a connection first.'],
    ['close-tab', { view: null }, 'No index is open.'],
    ['inspector', { view: null }, 'No index is open.'],
    ['view-json', { view: 'console' }, 'This tab does not show documents.'],
    ['find-column', { view: 'console' }, 'This tab does not show documents.'],
    ['reopen-tab', { closed: 0 }, 'No tab was closed.'],
    ['find-column', { view: 'structure' }, 'Switch to Data to use this command.'],
    ['refresh-every-5', { view: 'json' }, 'Switch to Data to use this command.'],
    ['copy-as-csv', { rows: false }, 'The rows have not loaded yet.'],
    ['fit-widths', { rows: false }, 'The rows have not loaded yet.'],
    ['find', {}, 'There is nothing to search here.'],
    ['new-connection', { overlay: { kind: 'choose' } }, 'Close the open dialog first.'],
    ['refresh', { overlay: { kind: 'choose' } }, 'Close the open dialog first.'],
    ['disconnect', { naming: true }, 'Close the open dialog first.'],
  ])('%s, given %j, does nothing and says: %s', (name, given, why) => {
    const { shell, log, said } = fakeWindow(given)
    perform(shell, name)
    expect(log).toEqual([])
    expect(said()).toBe(why)
  })

  it('takes away what an earlier one said', () => {
    const { shell, said } = fakeWindow({ closed: 0 })
    perform(shell, 'reopen-tab')
    expect(said()).not.toBe('')
    perform(shell, 'sidebar')
    expect(said()).toBe('')
  })

  it('shows and hides the inspector', () => {
    perform(fakeWindow({}).shell, 'inspector')
    expect(panes.getState().inspector).toBe(true)
  })

  it('searches by pressing the key where the focus is', () => {
    const field = document.body.appendChild(document.createElement('input'))
    field.focus()
    const pressed: string[] = []
    field.addEventListener('keydown', (e) => {
      pressed.push(`${e.ctrlKey ? 'Ctrl+' : ''}${e.code}`)
      e.preventDefault()
    })
    const { shell, said } = fakeWindow({})
    perform(shell, 'find')
    expect(pressed).toEqual(['Ctrl+KeyF'])
    expect(said()).toBe('')
    field.remove()
  })

  it.each([
    ['copy', ['copy']],
    ['cut', ['cut']],
    ['select-all', ['selectAll']],
    ['paste', ['insertText', false, 'from elsewhere']],
  ])('%s acts on what has the focus, also over the window', (name, wanted) => {
    const execute = vi.fn()
    document.execCommand = execute
    perform(fakeWindow({ overlay: { kind: 'choose' } }).shell, name, 'from elsewhere')
    expect(execute.mock.calls).toEqual([wanted])
  })
  it('stands in the menu of the window if and only if the page knows it', () => {
    const source = readFileSync(resolve(import.meta.dirname, '../../../app/menu.go'), 'utf8')
    const offered = [...source.matchAll(/w\.command\("([^"]+)"\)/g)].map((match) => match[1])
    expect([...new Set(offered), 'paste'].toSorted()).toEqual(commands.toSorted())
  })
})

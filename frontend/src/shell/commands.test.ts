// SPEC: APP-13
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { type Handlers, Registry } from '../commands/registry'
import type { Scope } from '../commands/scopes'
import {
  objectCommands,
  rowsCommands,
  withoutObject,
  withoutRows,
  workspaceCommands,
} from '../features/browse/commands'
import type { toggleEmpty } from '../features/browse/rows/arrange'
import type { RowsTab } from '../features/browse/rows/rowsTab'
import type { Workspace } from '../features/browse/workspace'
import { listCommands } from '../features/connections/commands'
import type { LibrarySheet } from '../features/connections/library'
import type { SavedConnections } from '../features/connections/saved'
import type { View } from '../features/structure/structure'
import { panes } from '../features/viewer/panes'
import type { Connection } from '../host'
import { type Commanded, windowCommands } from './commands'

interface Given {
  /** Whether a connection is shown instead of the list of connections. */
  shown?: boolean
  covered?: boolean
  byName?: string
  /** Whether it is a connection to the sample data. */
  sample?: boolean
  connections?: string[]
  /** The view of the open tab, null if none is open. */
  view?: View | null
  /** Whether the open tab shows something other than an object. */
  other?: boolean
  /** Whether the rows are visible. */
  rows?: boolean
  /** Whether a tab was closed. */
  closed?: boolean
}

/** A window that records its calls and messages. */
function fakeWindow(given: Given) {
  const { shown = true, covered = false, byName = 'a name', view = 'data', rows = true } = given
  const { connections = ['c1', 'c2'], closed = true, other = false, sample = false } = given
  const log: string[] = []
  const note = (text: string) => (argument?: unknown) => {
    log.push(argument !== '' && ['string', 'number'].includes(typeof argument) ? `${text} ${argument}` : text)
    return Promise.resolve()
  }
  const tab = {
    id: 't1',
    structure: { show: note('view') },
    columns: {
      arrange: (work: typeof toggleEmpty) =>
        log.push(`hide empty ${work([], { columns: [], hideEmpty: false }).hideEmpty}`),
    },
    filtering: {
      show: note('filter'),
      by: note('filter by'),
      whyNotBy: () => (rows ? '' : 'the value is too long'),
      store: createStore(() => ({ drafts: [] })),
    },
    rows: { refreshEvery: note('refresh every') },
    stop: note('stop'),
  } as unknown as RowsTab
  const workspace = {
    session: { id: 's1', byName, sample, objectNoun: 'index', rowsNoun: 'documents' },
    store: createStore(() => ({ tabs: [{ id: 't0' }, tab] })),
    current: view === null ? undefined : tab,
    activate: note('show'),
    askName: note('ask for a name'),
    askReset: note('ask for a reset'),
    canReopen: closed,
    closeTab: note('close'),
    escape: note('escape'),
    refresh: note('refresh the workspace'),
    reopen: note('reopen'),
    requests: { toggle: note('request log') },
    step: note('step'),
    toggleSidebar: note('sidebar'),
  } as unknown as Workspace
  const all = connections.map((id) => ({ id, url: '' })) as Connection[]
  const library = { duplicate: note('duplicate'), open: (sheet: LibrarySheet) => log.push(JSON.stringify(sheet)) }
  const show = (overlay: { kind: string }) => log.push(`show ${overlay.kind}`)
  const saved = {
    ...{
      library,
      edit: note('edit'),
      reload: note('reload'),
      ports: { isOpen: () => false, connect: note('connect'), show },
    },
    store: createStore(() => ({ connections: all })),
  } as unknown as SavedConnections
  const shell = {
    drivers: { choose: note('choose') },
    platform: { mac: false, setTheme: note('theme') },
    saved,
    show,
    workspaces: { home: note('home') },
  } as unknown as Commanded
  let told = ''
  const registry = new Registry({
    mac: () => false,
    covered: () => covered,
    tell: (text) => {
      told = text
    },
  })
  const attach = (scope: Scope, handlers: Handlers, without?: Partial<Record<Scope, string>>) =>
    registry.attach({ scope, handlers: () => handlers, without })
  attach('window', windowCommands(shell))
  if (shown) {
    const cellFilter = () => ({ column: 'a', filter: { why: '', operator: 'equals' as const, values: ['x'] } })
    const acts = {
      ...{ find: note('find'), findColumn: note('find column'), fitColumns: note('fit'), copy: note('copy') },
      cellFilter,
    }
    if (view === 'data' && !other) attach('rows', rowsCommands(tab, { ...acts, shown: rows, step: note('page') }))
    if (view !== null && !other) attach('object', objectCommands(tab), withoutRows)
    attach('workspace', workspaceCommands(workspace, note('disconnect')), withoutObject(workspace))
  } else {
    const without = { connections: 'Select a connection first.' }
    attach('connections', listCommands(saved, all[0] ?? null, note('find a connection')), without)
  }
  return { registry, log, told: () => told }
}

describe('a command', () => {
  afterEach(() => panes.setState({ inspector: false }))

  it.each<[string, Given, string[]]>([
    ['connection.new', {}, ['choose']],
    ['connection.new', { shown: false }, ['choose']],
    ['connection.fromURL', { shown: false }, ['{"sheet":"url","text":""}']],
    ['connection.list', {}, ['home']],
    ['connection.import', {}, ['{"sheet":"import"}']],
    ['connection.exportAll', { shown: false }, ['{"sheet":"export","ids":["c1","c2"]}']],
    ['connection.edit', { shown: false }, ['edit']],
    ['connection.duplicate', { shown: false }, ['duplicate']],
    ['connection.delete', { shown: false }, ['show delete']],
    ['connection.disconnect', {}, ['disconnect']],
    ['sample.reset', { sample: true }, ['ask for a reset']],
    ['object.openByName', {}, ['ask for a name']],
    ['tab.close', {}, ['close t1']],
    ['tab.reopen', { view: null }, ['reopen']],
    ['tab.next', {}, ['step 1']],
    ['tab.previous', {}, ['step -1']],
    ['app.settings', {}, ['show settings']],
    ['app.settings', { shown: false }, ['show settings']],
    ['app.shortcuts', { shown: false }, ['show shortcuts']],
    ['sidebar.toggle', {}, ['sidebar']],
    ['view.data', { view: 'json' }, ['view data']],
    ['view.structure', {}, ['view structure']],
    ['view.json', { rows: false }, ['view json']],
    ['find', {}, ['find']],
    ['find', { shown: false }, ['find a connection']],
    ['filter.show', { rows: false }, ['filter']],
    ['filter.only', {}, ['filter by a']],
    ['filter.exclude', {}, ['filter by a']],
    ['columns.find', {}, ['find column']],
    ['columns.fit', {}, ['fit']],
    ['columns.hideEmpty', {}, ['hide empty true']],
    ['copyAs.tsv', {}, ['copy tsv']],
    ['copyAs.markdown', {}, ['copy markdown']],
    ['page.next', {}, ['page 1']],
    ['page.previous', {}, ['page -1']],
    ['rows.stop', { rows: false }, ['stop']],
    ['dismiss', {}, ['escape']],
    ['appearance.dark', { shown: false }, ['theme dark']],
    ['appearance.system', {}, ['theme system']],
    ['refresh', {}, ['refresh the workspace']],
    ['refresh', { shown: false }, ['reload']],
    ['refresh.every30', {}, ['refresh every 30']],
    ['refresh.off', {}, ['refresh every 0']],
    ['requests.toggle', {}, ['request log']],
  ])('%s, given %j, does %j and says nothing', (name, given, wanted) => {
    const { registry, log, told } = fakeWindow(given)
    registry.run(name)
    expect(log).toEqual(wanted)
    expect(told()).toBe('')
  })

  it.each<[string, Given, string]>([
    ['object.openByName', { byName: '' }, 'Everything that can be opened is in the sidebar.'],
    ['sample.reset', {}, 'Only sample data can be reset.'],
    ['connection.exportAll', { connections: [] }, 'No connections to export.'],
    ['connection.edit', { shown: false, connections: [] }, 'Select a connection first.'],
    ['connection.edit', {}, 'Go to the list of connections to use this command.'],
    ['connection.copyURL', { shown: false }, 'Its address is incomplete.'],
    ['tab.close', { shown: false }, 'Open a connection first.'],
    ['tab.close', { view: null }, 'No index is open.'],
    ['inspector.toggle', { view: null }, 'No index is open.'],
    ['columns.fit', { view: null }, 'No index is open.'],
    ['columns.fit', { other: true }, 'This tab does not show documents.'],
    ['view.json', { other: true }, 'This tab does not show documents.'],
    ['tab.reopen', { closed: false }, 'There is no closed tab to reopen.'],
    ['columns.find', { view: 'structure' }, 'Switch to Data to use this command.'],
    ['refresh.every5', { view: 'json' }, 'Switch to Data to use this command.'],
    ['find', { rows: false }, 'The rows have not loaded yet.'],
    ['copyAs.csv', { rows: false }, 'The rows have not loaded yet.'],
    ['columns.fit', { rows: false }, 'The rows have not loaded yet.'],
    ['find', { view: null }, 'Nothing to search here.'],
    ['connection.new', { covered: true }, 'Close the open dialog first.'],
    ['refresh', { covered: true }, 'Close the open dialog first.'],
    ['connection.disconnect', { covered: true }, 'Close the open dialog first.'],
  ])('%s, given %j, does nothing and says: %s', (name, given, why) => {
    const { registry, log, told } = fakeWindow(given)
    registry.run(name)
    expect(log).toEqual([])
    expect(told()).toBe(why)
  })

  it('shows and hides the inspector', () => {
    fakeWindow({}).registry.run('inspector.toggle')
    expect(panes.getState().inspector).toBe(true)
  })

  it('shows the tab of a number, and stays where there is none', () => {
    const { registry, log } = fakeWindow({})
    registry.run('tab.number', '2')
    registry.run('tab.number', '9')
    expect(log).toEqual(['show t1'])
  })

  it.each([
    ['edit.copy', ['copy']],
    ['edit.cut', ['cut']],
    ['edit.selectAll', ['selectAll']],
    ['edit.paste', ['insertText', false, 'from elsewhere']],
  ])('%s acts on what has the focus, also in a dialog', (name, wanted) => {
    const execute = vi.fn()
    document.execCommand = execute
    fakeWindow({ covered: true }).registry.run(name, 'from elsewhere')
    expect(execute.mock.calls).toEqual([wanted])
  })
})

it('Undo is that of the field with the focus, and says so elsewhere', () => {
  const execute = vi.fn()
  document.execCommand = execute
  const { registry } = fakeWindow({})
  expect(registry.reason('edit.undo')).toBe('Nothing to undo.')
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  registry.run('edit.undo')
  field.remove()
  expect(execute.mock.calls).toEqual([['undo']])
})

it('Paste reaches what has the focus and is no field', () => {
  document.execCommand = () => false
  const grid = document.body.appendChild(document.createElement('div'))
  grid.tabIndex = 0
  grid.focus()
  const pasted: string[] = []
  grid.addEventListener('paste', (event) => pasted.push(event.clipboardData?.getData('text/plain') ?? ''))
  fakeWindow({}).registry.run('edit.paste', 'from elsewhere')
  grid.remove()
  expect(pasted).toEqual(['from elsewhere'])
})

describe.each([
  ['edit.selectAll', 'a', 'selectAll'],
  ['edit.copy', 'c', 'copy'],
])('%s', (name, letter, act) => {
  it('presses its key where the focus is in a grid, and is of the document elsewhere', () => {
    const grid = document.createElement('div')
    grid.setAttribute('role', 'gridcell')
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
    fakeWindow({}).registry.run(name)
    expect([pressed, execCommand.mock.calls.length]).toEqual([[`Ctrl+${letter}`], 0])
    grid.blur()
    grid.remove()
    fakeWindow({}).registry.run(name)
    expect(execCommand).toHaveBeenCalledExactlyOnceWith(act)
  })
})

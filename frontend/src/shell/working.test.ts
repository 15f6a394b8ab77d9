// SPEC: APP-03, APP-13, CNS-01, EXP-03
import { beforeEach, describe, expect, it } from 'vitest'
import type { Handler } from '../commands/registry'
import type { CommandId } from '../commands/table'
import { FakeHost, sessionOf } from '../features/browse/fixture'
import { Workspace } from '../features/browse/workspace'
import type { ConsoleTab } from '../features/console/tab'
import { Exports } from '../features/export/exports'
import type { SessionInfo } from '../host'
import { tabKinds } from './tabKinds'
import { workCommands } from './working'

let host: FakeHost
let exports: Exports

beforeEach(() => {
  host = new FakeHost()
  host.answers.set('Exports.Place', (q) => ({ path: `/home/ada/${q.object}.jsonl` }))
  exports = new Exports(host)
})

function open(part: Partial<SessionInfo> = {}) {
  const workspace = new Workspace(host, sessionOf(part), { kinds: tabKinds })
  const copied: unknown[] = []
  const command = (id: CommandId) => workCommands(workspace, exports, (text) => copied.push(text))[id] as Handler
  return { workspace, command, copied }
}

const settled = async () => {
  for (let i = 0; i < 50; i += 1) await Promise.resolve()
}

describe('New Console', () => {
  it('opens one tab after the other, each with a number of its own', () => {
    const { workspace, command } = open()
    expect(command('console.new').reason?.()).toBe('')
    command('console.new').run('')
    command('console.new').run('')
    const { tabs } = workspace.store.getState()
    expect(tabs.map((tab) => [tab.kind, tab.face.getState().title])).toEqual([
      ['console', 'Console 1'],
      ['console', 'Console 2'],
    ])
    expect(workspace.current).toBe(tabs[1])
  })

  it('is refused with the reason where the driver has no console', () => {
    expect(open({ request: '' }).command('console.new').reason?.()).toContain('has no console')
  })
})

describe('Server Dashboard', () => {
  it('opens one tab, and shows it again where it is open', () => {
    const { workspace, command } = open()
    expect(command('dashboard.open').reason?.()).toBe('')
    command('dashboard.open').run('')
    const dashboard = workspace.current
    expect(dashboard?.kind).toBe('dashboard')
    command('console.new').run('')
    command('dashboard.open').run('')
    expect(workspace.current).toBe(dashboard)
    expect(workspace.store.getState().tabs).toHaveLength(2)
  })

  // SPEC: CON-15
  it('is refused with the reason where the driver has none', () => {
    expect(open({ dashboard: false }).command('dashboard.open').reason?.()).toContain('has no dashboard')
    expect(open({ noFigures: 'It has none.' }).command('dashboard.open').reason?.()).toBe('It has none.')
  })
})

// SPEC: B-KEY-01
describe('Users & Roles', () => {
  it('opens one tab, and shows it again where it is open', () => {
    const { workspace, command } = open()
    expect(command('keys.open').reason?.()).toBe('')
    command('keys.open').run('')
    const keys = workspace.current
    expect(keys?.kind).toBe('keys')
    command('console.new').run('')
    command('keys.open').run('')
    expect(workspace.current).toBe(keys)
    expect(workspace.store.getState().tabs).toHaveLength(2)
  })

  it('is refused with the reason where the driver manages no keys', () => {
    expect(open({ keys: false }).command('keys.open').reason?.()).toBe('This driver does not manage keys.')
  })
})

describe('Export', () => {
  it('asks about the object of the tab in sight', async () => {
    const { workspace, command } = open()
    expect(command('object.export').reason?.()).toBe('Open the index to export first.')
    workspace.open('books', true)
    await settled()
    expect(command('object.export').reason?.()).toBe('')
    command('object.export').run('')
    await settled()
    expect(exports.store.getState().sheet).toMatchObject({
      kind: 'new',
      path: '/home/ada/books.jsonl',
      subject: { session: 's1', object: 'books', view: 's1.1', filtered: false },
    })
  })

  it('knows that the rows are filtered', async () => {
    const { workspace, command } = open()
    workspace.open('books', true)
    await settled()
    const filter = { any: false, rows: [{ column: 'n', operator: 'equals', values: ['1'] }] }
    workspace.rows?.rows.store.setState({ filter, total: '2' })
    command('object.export').run('')
    await settled()
    expect(exports.store.getState().sheet).toMatchObject({ subject: { filtered: true, total: '2' } })
  })

  it('takes the rows of the response that a console shows', async () => {
    const { workspace, command } = open()
    command('console.new').run('')
    expect(command('object.export').reason?.()).toBe('First run a request whose response has rows.')
    const tab = workspace.current as ConsoleTab
    const respond = (doc: string, ...names: string[]) => {
      const columns = names.map((id) => ({ id }))
      const table = { rowCount: names.length, rowCountKnown: true, columns, beside: new Set() }
      const plan = { method: 'GET', path: '/books/_search', failure: null }
      const response = { id: '7', doc, search: { place: '_index', key: '_id' } }
      tab.store.setState({ outcomes: [{ kind: 'response', plan, response, table }] as never })
    }
    respond('')
    expect(command('object.export').reason?.()).toBe('First run a request whose response has rows.')
    respond('_source', '_index', '_id', 'title')
    expect(command('object.export').reason?.()).toBe('')
    command('object.export').run('')
    await settled()
    expect(exports.store.getState().sheet).toMatchObject({
      path: '/home/ada/response.jsonl',
      subject: {
        session: 's1',
        view: '',
        response: '7',
        object: 'documents of GET /books/_search',
        total: '3',
        bulk: { title: 'Bulk' },
      },
    })
    respond('', 'ip', 'name')
    command('object.export').run('')
    await settled()
    expect(exports.store.getState().sheet).toMatchObject({
      subject: { object: 'rows of GET /books/_search', bulk: null, columns: [{ name: 'ip' }, { name: 'name' }] },
    })
  })

  it('is refused with the reason where the driver cannot export', () => {
    expect(open({ exports: false }).command('object.export').reason?.()).toContain('cannot export')
  })
})

describe('Copy as Bulk Request', () => {
  it('says why not where nothing can be written so', async () => {
    const { workspace, command } = open()
    expect(command('copyAs.bulk').reason?.()).toBe('These rows cannot be written as a bulk request.')
    workspace.open('books', true)
    await settled()
    expect(command('copyAs.curl').reason?.()).toBe('These rows cannot be written as a bulk request.')
  })

  it('copies the row of the focus, or those that are selected as a whole or by some of their cells', async () => {
    const { workspace, command, copied } = open()
    const asked: object[] = []
    host.answers.set('Exports.Text', (q) => {
      asked.push(q)
      return { text: q.curl ? 'curl' : 'bulk' }
    })
    workspace.open('books', true)
    await settled()
    const tab = workspace.rows
    const { view } = tab?.rows.store.getState() ?? {}
    if (view) tab?.rows.store.setState({ view: { ...view, bulk: true } })
    expect(command('copyAs.bulk').reason?.()).toContain('Select at most 10,000 documents')
    const pages = {
      hidden: (row: number) => [
        { name: '#index', value: 'books' },
        { name: '#id', value: `b${row}` },
      ],
    }
    if (tab) Object.assign(tab.shown.getState(), { pages })
    tab?.grid.select({ row: 3, column: 'n' }, 1, [])
    expect(command('copyAs.bulk').reason?.()).toBe('')
    command('copyAs.bulk').run('')
    tab?.grid.select({ row: 3, column: 'n' }, 2, [{ top: 1, bottom: 2 }])
    command('copyAs.curl').run('')
    tab?.grid.select({ row: 5, column: 'n' }, 2, [], [{ top: 4, bottom: 5 }])
    command('copyAs.bulk').run('')
    await settled()
    expect(copied).toEqual(['bulk', 'curl', 'bulk'])
    expect(asked).toMatchObject([
      { rows: [{ place: 'books', key: 'b3' }], curl: false },
      { rows: [{ key: 'b1' }, { key: 'b2' }], curl: true },
      { rows: [{ key: 'b4' }, { key: 'b5' }], curl: false },
    ])
  })
})

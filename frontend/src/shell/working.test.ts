// SPEC: APP-03, APP-13, CNS-01, EXP-03
import { beforeEach, describe, expect, it } from 'vitest'
import type { Handler } from '../commands/registry'
import type { CommandId } from '../commands/table'
import { FakeHost, sessionOf } from '../features/browse/fixture'
import { Workspace } from '../features/browse/workspace'
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
  const command = (id: CommandId) => workCommands(workspace, exports)[id] as Handler
  return { workspace, command }
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

  it('is refused with the reason where the driver has none', () => {
    expect(open({ dashboard: false }).command('dashboard.open').reason?.()).toContain('has no dashboard')
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

  it('is refused with the reason where the driver cannot export', () => {
    expect(open({ exports: false }).command('object.export').reason?.()).toContain('cannot export')
  })
})

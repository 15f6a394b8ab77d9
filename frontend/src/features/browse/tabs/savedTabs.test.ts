// SPEC: APP-03, APP-14
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeHost, objectOf, sessionOf } from '../fixture'
import { Workspace, type WorkspacePorts } from '../workspace'
import { saveAfter } from './savedTabs'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const settle = () => vi.advanceTimersByTimeAsync(saveAfter + 50)
const byTitle = [{ column: 'title', desc: true }]

/** A tab as the backend stores it. */
interface Stored {
  kind: string
  state: { name: string; value: string }[]
}

interface Kept {
  tabs: Stored[]
  active: number
  named: { name: string; kind: string }[]
}

const none: Kept = { tabs: [], active: 0, named: [] }
const plain = (object: string): Stored => ({ kind: 'objects', state: [{ name: 'object', value: object }] })
const sorted = (object: string): Stored => ({
  kind: 'objects',
  state: [...plain(object).state, { name: 'sort', value: JSON.stringify(byTitle) }],
})

/** A host that stores tabs like the backend, and a workspace on it. */
function keeping(kept: Partial<Kept> = {}, ports: Partial<WorkspacePorts> = {}) {
  const host = new FakeHost()
  const state = { kept: { ...none, ...kept }, opened: [] as string[] }
  host.answers.set('Tabs.Get', () => state.kept)
  host.answers.set('Tabs.Keep', (q) => {
    state.kept = q.open as Kept
  })
  const open = host.answers.get('Grid.Open')
  host.answers.set('Grid.Open', (q) => {
    state.opened.push(String(q.object))
    return open?.(q)
  })
  return { host, state, workspace: new Workspace(host, sessionOf(), ports) }
}

const objects = (workspace: Workspace) => workspace.store.getState().tabs.map((t) => t.face.getState().title)

describe('the tabs of a connection', () => {
  it('are kept with their order, their sorts and the one that is shown', async () => {
    const { host, state, workspace } = keeping()
    await workspace.restore()
    workspace.open('books', true)
    await Promise.resolve()
    expect(state.kept).toEqual({ ...none, tabs: [plain('books')], active: 0 })
    workspace.open('logs', true)
    await settle()
    expect(state.kept).toEqual({ ...none, tabs: [plain('books'), plain('logs')], active: 1 })
    workspace.activate(workspace.store.getState().tabs[0]?.id ?? '')
    await workspace.rows?.rows.sortBy(byTitle)
    await settle()
    expect(state.kept).toEqual({ ...none, tabs: [sorted('books'), plain('logs')], active: 0 })
    expect(host.called('Tabs.Keep')).toBe(3)
    workspace.closeTab(workspace.current?.id ?? '')
    await workspace.close()
    expect(state.kept).toEqual({ ...none, tabs: [plain('logs')], active: 0 })
    expect(host.calls.at(-1)).toBe('Connections.Close')
  })

  it('of the last time stand again in their places and orders, each read when it is shown', async () => {
    const kept = { tabs: [plain('books'), sorted('logs'), plain('shops')], active: 1 }
    const { state, workspace } = keeping(kept)
    await workspace.restore()
    await settle()
    expect(objects(workspace)).toEqual(['books', 'logs', 'shops'])
    expect(state.opened).toEqual(['logs'])
    expect(workspace.rows?.rows.store.getState().sort).toEqual(byTitle)
    expect(workspace.rows?.rows.store.getState().pages?.cell(0, 0)?.text).toBe('g1p0a')
    workspace.step(1)
    workspace.closeTab(workspace.current?.id ?? '')
    await settle()
    expect(state.opened).toEqual(['logs', 'shops'])
    workspace.step(-1)
    workspace.step(-1)
    await settle()
    expect(state.opened).toEqual(['logs', 'shops', 'books'])
    expect(state.kept).toEqual({ ...none, tabs: [plain('books'), sorted('logs')], active: 1 })
    await workspace.close()
  })

  it('of the last time stand beside what was opened before they were there, which stays in sight', async () => {
    const { state, workspace } = keeping({ tabs: [plain('books'), plain('logs')], active: 0 })
    const restored = workspace.restore()
    workspace.open('logs', true)
    await restored
    await settle()
    expect(objects(workspace)).toEqual(['books', 'logs'])
    expect(state.opened).toEqual(['logs'])
    expect(state.kept).toEqual({ ...none, tabs: [plain('books'), plain('logs')], active: 1 })
    await workspace.close()
  })

  it('of the last time are not lost where the connection closes before they are there', async () => {
    const { host, state, workspace } = keeping({ tabs: [plain('books')], active: 0 })
    const restored = workspace.restore()
    workspace.open('logs', true)
    await workspace.close()
    await restored
    expect(host.called('Tabs.Keep')).toBe(0)
    expect(state.kept.tabs).toEqual([plain('books')])
  })

  it('that cannot be read leave the connection without one', async () => {
    const { host, workspace } = keeping()
    host.fail('Tabs.Get', 'unsupported', 'newer')
    await workspace.restore()
    expect(objects(workspace)).toEqual([])
    await workspace.close()
  })
})

describe('names that stay in the sidebar', () => {
  it('are there again when the connection opens again, also without any tab', async () => {
    const { state, workspace } = keeping()
    await workspace.restore()
    workspace.openNamed(objectOf('e*,small', { kind: 'pattern' }), true)
    workspace.closeTab(workspace.current?.id ?? '')
    await workspace.close()
    expect(state.kept).toEqual({ tabs: [], active: 0, named: [{ name: 'e*,small', kind: 'pattern' }] })
    const { workspace: again, state: after } = keeping(state.kept)
    await again.restore()
    expect(again.store.getState().named).toEqual([objectOf('e*,small', { kind: 'pattern' })])
    again.forget('e*,small')
    await again.close()
    expect(after.kept).toEqual({ ...none, tabs: [], active: 0 })
  })
})

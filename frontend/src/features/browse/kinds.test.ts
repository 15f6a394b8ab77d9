// SPEC: APP-03
import { Terminal } from 'lucide-react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { toHostError } from '../../host'
import { FakeTab } from '../tabs/fixture'
import { kindOfTab, type TabKinds } from '../tabs/kinds'
import type { Loss } from '../tabs/loss'
import type { Tab } from '../tabs/tab'
import type { Ask, Leaving } from '../tabs/unsaved'
import { FakeHost, objectOf, sessionOf } from './fixture'
import { recountAfter, relistAfter, Workspace } from './workspace'

const View = () => null
const kinds: TabKinds = {
  console: kindOfTab({ Icon: Terminal, View, make: (ports, saved) => new FakeTab(ports, 'console', saved) }),
  dashboard: kindOfTab({ Icon: Terminal, View, make: (ports, saved) => new FakeTab(ports, 'dashboard', saved) }),
}

let host: FakeHost
let ask: ReturnType<typeof vi.fn<Ask>>
let kept: { tabs: { kind: string; state: { name: string; value: string }[] }[] }
let workspace: Workspace

beforeEach(() => {
  host = new FakeHost()
  ask = vi.fn<Ask>(() => Promise.resolve('stay'))
  kept = { tabs: [] }
  host.answers.set('Tabs.Get', () => ({ active: 0, named: [], ...kept }))
  host.answers.set('Tabs.Keep', (q) => {
    kept = q.open as typeof kept
  })
  workspace = new Workspace(host, sessionOf(), { kinds, ask })
})

const titles = () => workspace.store.getState().tabs.map((tab) => tab.face.getState().title)
const fake = (tab: Tab | undefined) => tab as FakeTab
const asked = (why: Leaving, kind: Loss['kind'], of: string) => ({ why, losses: [{ kind, of }] })
const console = (text: string) => ({ kind: 'console', state: { text } })

describe('a tab of another kind', () => {
  it('stands beside those of objects, and is shown, stopped, resumed and closed like them', async () => {
    workspace.open('books', true)
    const tab = fake(workspace.openTab(console('GET /')))
    expect([titles(), workspace.current, workspace.rows]).toEqual([['books', 'console'], tab, undefined])
    workspace.escape()
    workspace.refresh(false)
    expect([...new Set(tab.asked)]).toEqual(['show', 'stop', 'refresh'])
    workspace.closeTab(tab.id)
    expect(titles()).toEqual(['books'])
    await vi.waitFor(() => expect(tab.asked.at(-1)).toBe('close'))
  })

  it('is opened again as it was saved, one that is not saved is not', () => {
    const tab = fake(workspace.openTab(console('GET /')))
    tab.state = { text: 'GET /_cat' }
    workspace.closeTab(tab.id)
    const dashboard = workspace.openTab({ kind: 'dashboard', state: {} })
    if (dashboard) workspace.closeTab(dashboard.id)
    expect(workspace.reopen()).toBe(true)
    expect(fake(workspace.current).state).toEqual({ text: 'GET /_cat' })
    expect(workspace.reopen()).toBe(false)
  })

  it('is opened again with what was typed last, though it was closed before that rested', async () => {
    const tab = fake(workspace.openTab(console('GET /')))
    tab.settling = 'GET /_cat'
    workspace.closeTab(tab.id)
    await vi.waitFor(() => expect(tab.asked.at(-1)).toBe('close'))
    workspace.reopen()
    expect(fake(workspace.current).state).toEqual({ text: 'GET /_cat' })
  })

  it('is saved with what was typed last when the connection closes', async () => {
    await workspace.restore()
    const tab = fake(workspace.openTab(console('GET /')))
    tab.settling = 'GET /_cat'
    await workspace.close()
    expect(tab.asked.slice(-2)).toEqual(['stop', 'close'])
    expect(kept.tabs).toEqual([{ kind: 'console', state: [{ name: 'text', value: 'GET /_cat' }] }])
  })

  it('is saved, also when it says that it changed, and comes back', async () => {
    await workspace.restore()
    const tab = fake(workspace.openTab(console('GET /')))
    workspace.open('books', true)
    tab.state = { text: 'GET /_cat' }
    tab.ports.changed()
    await workspace.close()
    expect(kept.tabs).toEqual([
      { kind: 'console', state: [{ name: 'text', value: 'GET /_cat' }] },
      { kind: 'objects', state: [{ name: 'object', value: 'books' }] },
    ])
    const again = new Workspace(host, sessionOf(), { kinds, ask })
    await again.restore()
    expect(again.store.getState().tabs.map((t) => [t.kind, t.saved()?.state])).toEqual([
      ['console', { text: 'GET /_cat' }],
      ['objects', { object: 'books' }],
    ])
    await again.close()
  })

  it('that this version does not know stays saved and is not shown', async () => {
    kept = { tabs: [{ kind: 'toString', state: [{ name: 'star', value: 'Vega' }] }] }
    await workspace.restore()
    expect(titles()).toEqual([])
    workspace.open('books', true)
    await workspace.close()
    expect(kept.tabs.map((tab) => tab.kind)).toEqual(['objects', 'toString'])
    expect(kept.tabs[1]?.state).toEqual([{ name: 'star', value: 'Vega' }])
  })
})

// SPEC: CNS-02
it.each([
  ['PUT', '/fresh', 1],
  ['POST', '/fresh/_doc', 1],
  ['DELETE', '/books', 1],
  ['POST', '/_aliases', 1],
  ['POST', '/books/_doc', 0],
  ['DELETE', '/books/_doc/1', 0],
])('lists the objects again after %s %s if that can have made or deleted one', async (method, path, times) => {
  host.answers.set('Grid.Objects', () => ({ objects: [objectOf('books')], others: 0, empty: '', notices: [] }))
  await workspace.list()
  vi.useFakeTimers()
  const before = host.called('Grid.Objects')
  const tab = fake(workspace.openTab(console('GET /')))
  tab.ports.wrote?.(method, path)
  tab.ports.wrote?.(method, path)
  await vi.advanceTimersByTimeAsync(relistAfter)
  vi.useRealTimers()
  expect(host.called('Grid.Objects') - before).toBe(times)
})

// SPEC: A-BRO-01
it('counts the rows of an object again that a request wrote to', async () => {
  host.answers.set('Grid.Objects', () => ({
    ...{ objects: [objectOf('books', { count: '6' }), objectOf('logs', { count: '9' })], others: 0, empty: '' },
    notices: [],
  }))
  await workspace.list()
  vi.useFakeTimers()
  const tab = fake(workspace.openTab(console('GET /')))
  host.answers.set('Grid.Counts', () => ({ counts: [{ name: 'books', count: '7', error: '' }] }))
  tab.ports.wrote?.('POST', '/books/_doc')
  await vi.advanceTimersByTimeAsync(recountAfter + 50)
  vi.useRealTimers()
  expect(workspace.store.getState().counts).toMatchObject({ books: { count: '7' }, logs: { count: '9' } })
})

describe('what is open', () => {
  it('is saved at once with what its tabs still had to save', async () => {
    await workspace.restore()
    const tab = fake(workspace.openTab(console('GET /')))
    await vi.waitFor(() => expect(kept.tabs).toHaveLength(1))
    tab.settling = 'GET /_cat'
    await workspace.flush()
    expect(kept.tabs).toEqual([{ kind: 'console', state: [{ name: 'text', value: 'GET /_cat' }] }])
  })
})

// SPEC: APP-03, CNS-13
describe('a tab with a text that cannot be saved whole', () => {
  const loss: Loss = { kind: 'text', of: 'console', reason: 'private' }

  it('is closed only after asking, once what rests in it was looked at, and comes back whole from memory', async () => {
    const tab = fake(workspace.openTab(console('GET /')))
    tab.loses = [loss]
    tab.settling = 'a part'
    ask.mockImplementation(() => Promise.resolve('stay'))
    workspace.closeTab(tab.id)
    await vi.waitFor(() => expect(ask).toHaveBeenLastCalledWith({ why: 'close', losses: [loss] }))
    expect(titles()).toEqual(['console'])
    ask.mockImplementation(() => Promise.resolve('leave'))
    workspace.closeTab(tab.id)
    await vi.waitFor(() => expect(titles()).toEqual([]))
    workspace.reopen()
    expect(fake(workspace.current).state).toEqual({ text: 'a part', typed: 'all' })
  })

  it('is asked about before its connection closes, but not where that is opened again at once', async () => {
    const tab = fake(workspace.openTab(console('GET /')))
    tab.loses = [loss]
    tab.settling = 'a part'
    expect(await workspace.mayCloseConnection('disconnect')).toBe(false)
    expect(ask).toHaveBeenLastCalledWith({ why: 'disconnect', losses: [loss] })
    expect(await workspace.mayCloseConnection('reopen')).toBe(true)
    expect(ask).toHaveBeenCalledOnce()
    expect(workspace.inMemory.tabs).toEqual([{ kind: 'console', state: { text: 'a part', typed: 'all' } }])
    expect(workspace.saved.tabs).toEqual([{ kind: 'console', state: { text: 'a part' } }])
  })

  it('hears why the tabs could not be saved, and that they are again', async () => {
    await workspace.restore()
    host.answers.set('Tabs.Keep', () => Promise.reject(toHostError('{"kind":"invalid","message":"No room."}')))
    const tab = fake(workspace.openTab(console('GET /')))
    await vi.waitFor(() => expect(tab.refused).toBe('No room.'))
    host.answers.set('Tabs.Keep', () => ({}))
    workspace.open('books', true)
    await vi.waitFor(() => expect(tab.refused).toBe(''))
  })
})

describe('a tab with unsaved work', () => {
  it('is no preview any more, so the next object does not replace it', () => {
    workspace.open('books', false)
    workspace.current?.face.setState({ dirty: true })
    expect(workspace.current?.face.getState().preview).toBe(false)
    workspace.open('logs', false)
    expect(titles()).toEqual(['books', 'logs'])
  })

  it.each([
    ['stays open where its user keeps it', false, ['books', 'logs']],
    ['is closed where its user gives the work up', true, ['logs']],
  ])('%s', async (_, lose, left) => {
    ask.mockImplementation(() => Promise.resolve(lose ? 'leave' : 'stay'))
    workspace.open('books', true)
    const tab = workspace.current
    workspace.open('logs', true)
    tab?.face.setState({ dirty: true })
    workspace.closeTab(tab?.id ?? '')
    await vi.waitFor(() => expect(ask).toHaveBeenCalledExactlyOnceWith(asked('close', 'changes', 'books')))
    await Promise.resolve()
    expect(titles()).toEqual(left)
  })

  it('keeps the others open with it where all are to be closed, and is asked about with them', async () => {
    for (const object of ['books', 'logs']) workspace.open(object, true)
    workspace.current?.face.setState({ dirty: true })
    workspace.closeTabs(workspace.store.getState().tabs)
    await vi.waitFor(() => expect(ask).toHaveBeenCalledOnce())
    expect(titles()).toEqual(['books', 'logs'])
    expect(await workspace.mayCloseConnection('disconnect')).toBe(false)
    expect(ask.mock.lastCall?.[0].why).toBe('disconnect')
  })

  it('is asked about before a write that is being sent is left', async () => {
    workspace.openTab(console('POST /books/_doc'))
    workspace.current?.face.setState({ sending: true })
    workspace.closeTabs(workspace.store.getState().tabs)
    expect(ask).toHaveBeenCalledExactlyOnceWith(asked('close', 'sending', 'console'))
    expect(titles()).toEqual(['console'])
  })

  it('is not the only loss of disconnecting: its exports would be cancelled', async () => {
    const exporting = (session: string) => (session === 's1' ? ['books'] : [])
    workspace = new Workspace(host, sessionOf({ id: 's1' }), { ask, exporting })
    workspace.open('books', true)
    expect(await workspace.mayCloseConnection('disconnect')).toBe(false)
    expect(ask).toHaveBeenCalledExactlyOnceWith(asked('disconnect', 'export', 'books'))
    workspace.closeTabs(workspace.store.getState().tabs)
    expect(titles()).toEqual([])
    expect(ask).toHaveBeenCalledOnce()
  })

  it('may be what is still being typed, whether its tab is closed or the connection', async () => {
    const change = () => workspace.current?.face.setState({ dirty: true })
    const leaveField = vi.fn<() => void>()
    workspace = new Workspace(host, sessionOf(), { ask, leaveField })
    workspace.open('books', true)
    leaveField.mockImplementation(change)
    workspace.closeTabs(workspace.store.getState().tabs)
    expect(ask).toHaveBeenCalledExactlyOnceWith(asked('close', 'changes', 'books'))
    workspace.current?.face.setState({ dirty: false })
    expect(await workspace.mayCloseConnection('disconnect')).toBe(false)
  })

  it('is all that is asked about: without it nobody is', async () => {
    workspace.open('books', true)
    expect(await workspace.mayCloseConnection('disconnect')).toBe(true)
    expect(ask).not.toHaveBeenCalled()
  })
})

// SPEC: A-BRO-01, CON-19, APP-03, APP-05, APP-14
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Ask } from '../tabs/unsaved'
import { FakeHost, listOf, objectOf, sessionOf } from './fixture'
import { RowsTab } from './rows/rowsTab'
import { dimReason, inOrder, matching, objectLabel, objectNote } from './sidebar/objects'
import { recountAfter, settleWithin, Workspace } from './workspace'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const settle = () => vi.advanceTimersByTimeAsync(50)

describe('an open connection', () => {
  it('counts what came into sight together in one call, and each object once', async () => {
    const host = new FakeHost()
    const workspace = new Workspace(host, sessionOf())
    workspace.count(['books'])
    workspace.count(['logs'])
    workspace.count(['books'])
    await settle()
    expect(host.called('Grid.Counts')).toBe(1)
    expect(workspace.store.getState().counts).toEqual({
      books: { count: '6', error: '' },
      logs: { count: '6', error: '' },
    })
  })

  it('says why an object was not counted, and counts it again after a refresh', async () => {
    const host = new FakeHost()
    const counts = host.answers.get('Grid.Counts')
    const workspace = new Workspace(host, sessionOf())
    host.fail('Grid.Counts', 'auth', 'may not read')
    workspace.count(['books'])
    await settle()
    expect(workspace.store.getState().counts.books).toEqual({ count: '', error: 'may not read' })
    host.answers.set('Grid.Counts', counts ?? (() => undefined))
    workspace.refresh(true)
    await settle()
    expect(workspace.store.getState().counts.books).toEqual({ count: '6', error: '' })
  })

  it('lists what was answered to the last of several calls, whichever is answered last', async () => {
    const host = new FakeHost()
    const workspace = new Workspace(host, sessionOf())
    const answers: ((names: string[]) => void)[] = []
    host.answers.set(
      'Grid.Objects',
      () => new Promise((go) => answers.push((names) => go(listOf(names.map((name) => objectOf(name)))))),
    )
    const older = workspace.list()
    await settle()
    const newer = workspace.list()
    await settle()
    answers[1]?.(['books'])
    await newer
    answers[0]?.(['books', 'deleted'])
    await older
    expect(workspace.store.getState().objects?.map(({ name }) => name)).toEqual(['books'])
    host.fail('Grid.Objects', 'timeout')
    const failing = workspace.list()
    host.answers.set('Grid.Objects', () => listOf([objectOf('books')]))
    await Promise.all([failing, workspace.list()])
    expect(workspace.store.getState().error).toBeNull()
  })

  it('saves a layout that rests as soon as it is asked to save everything', async () => {
    const host = new FakeHost()
    const workspace = new Workspace(host, sessionOf())
    workspace.open('books', true)
    workspace.rows?.columns.keepPageSize(500)
    expect(host.called('Layouts.Keep')).toBe(0)
    await workspace.flush()
    expect(host.called('Layouts.Keep')).toBe(1)
    await workspace.close()
    expect(host.called('Layouts.Keep')).toBe(1)
  })

  it('says a notice once, and not again after it was hidden', async () => {
    const host = new FakeHost()
    host.answers.set('Grid.Objects', () => listOf([], { notices: ['It cannot list.'] }))
    const workspace = new Workspace(host, sessionOf({ notices: ['It cannot list.'] }))
    await workspace.list()
    expect(workspace.store.getState().notices).toEqual(['It cannot list.'])
    workspace.hideNotices()
    await workspace.list()
    expect(workspace.store.getState().notices).toEqual([])
  })

  it('goes on with every tab when a lost connection is back', async () => {
    const host = new FakeHost()
    const workspace = new Workspace(host, sessionOf())
    const answers = ['Grid.Open', 'Grid.Objects'].map((method) => [method, host.answers.get(method)] as const)
    for (const [method] of answers) host.fail(method, 'connect')
    workspace.open('books', true)
    await settle()
    expect(workspace.link.store.getState().kind).toBe('lost')
    for (const [method, answer] of answers) host.answers.set(method, answer ?? (() => undefined))
    await vi.advanceTimersByTimeAsync(3000)
    expect(workspace.link.store.getState().kind).toBe('up')
    expect(workspace.rows?.rows.store.getState().pages?.cell(0, 0)?.text).toBe('g0p0a')
    await workspace.close()
  })

  it('tries a lost connection in place of a refresh, which would take the rows away', async () => {
    const host = new FakeHost()
    const workspace = new Workspace(host, sessionOf())
    workspace.open('books', true)
    await settle()
    host.fail('Grid.Objects', 'connect')
    await workspace.list()
    await settle()
    expect(workspace.link.store.getState().kind).toBe('lost')
    const tries = host.called('Grid.Objects')
    workspace.refresh(true)
    await settle()
    expect(host.called('Grid.Arrange')).toBe(0)
    expect(host.called('Grid.Objects')).toBe(tries + 1)
    await workspace.close()
  })

  // SPEC: APP-03
  it('stores staged edits immediately when it is left, even if a tab hangs', async () => {
    const workspace = new Workspace(new FakeHost(), sessionOf())
    workspace.open('books', true)
    Object.assign(workspace.rows as RowsTab, { settle: () => new Promise<void>(() => undefined) })
    const stored = vi.spyOn(workspace.drafts, 'flush')
    const flushed = workspace.flush()
    expect(stored).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(settleWithin)
    await flushed
  })

  // SPEC: APP-03
  it('saves the changes of a tab before it is closed if that is chosen, and keeps it open while any are left', async () => {
    const ask = vi.fn<Ask>(() => Promise.resolve('save'))
    const workspace = new Workspace(new FakeHost(), sessionOf(), { ask })
    workspace.open('books', true)
    const tab = workspace.rows as RowsTab
    const save = vi.spyOn(tab, 'saveChanges').mockResolvedValueOnce(false)
    const hidden = [{ name: '#id', value: 'a' }]
    tab.edits.remove([{ key: 'a', row: () => ({ title: 'a', hidden, shown: hidden, before: new Map() }) }])
    workspace.open('logs', true)
    workspace.closeTab(tab.id)
    await settle()
    expect([workspace.rows, workspace.store.getState().tabs.length]).toEqual([tab, 2])
    expect(ask).toHaveBeenLastCalledWith({
      why: 'close',
      losses: [{ kind: 'changes', of: 'books', staged: 1, saves: true }],
    })
    save.mockResolvedValueOnce(true)
    workspace.closeTab(tab.id)
    await settle()
    expect(workspace.store.getState().tabs.map((one) => one.face.getState().title)).toEqual(['logs'])
  })

  it('opens again the tab that was closed last', () => {
    const workspace = new Workspace(new FakeHost(), sessionOf())
    workspace.open('books', true)
    workspace.open('logs', true)
    workspace.closeTab(workspace.current?.id ?? '')
    expect(workspace.rows?.object).toBe('books')
    workspace.reopen()
    expect(workspace.rows?.object).toBe('logs')
    workspace.activate(workspace.store.getState().tabs[0]?.id ?? '')
    expect(workspace.rows?.object).toBe('books')
    workspace.step(-1)
    expect(workspace.rows?.object).toBe('logs')
  })

  it('replaces a preview by the next one, never a tab that was kept', () => {
    const workspace = new Workspace(new FakeHost(), sessionOf())
    workspace.open('books', true)
    workspace.open('logs', false)
    workspace.open('shops', false)
    expect(workspace.store.getState().tabs.map((t) => t.face.getState().title)).toEqual(['books', 'shops'])
  })

  // SPEC: APP-16
  it('shows one object in two tabs, each with its own rows, filter and columns', () => {
    const workspace = new Workspace(new FakeHost(), sessionOf())
    workspace.open('books', true)
    const first = workspace.rows
    workspace.openAnother('books')
    const second = workspace.rows
    expect(workspace.store.getState().tabs.map((t) => t.face.getState().title)).toEqual(['books', 'books'])
    expect(second?.object).toBe(first?.object)
    expect(second).not.toBe(first)
    second?.filtering.show('title')
    expect(second?.filtering.store.getState().open).toBe(true)
    expect(first?.filtering.store.getState().open).toBe(false)
  })

  it('leaves a preview open beside what is opened in a new tab', () => {
    const workspace = new Workspace(new FakeHost(), sessionOf())
    workspace.open('books', false)
    workspace.openAnother('logs')
    const faces = workspace.store.getState().tabs.map((t) => t.face.getState())
    expect(faces.map(({ title, preview }) => [title, preview])).toEqual([
      ['books', true],
      ['logs', false],
    ])
  })
})

describe('the list of objects', () => {
  const objects = [objectOf('weblog-2026.11.20'), objectOf('weblog-2026.11.21'), objectOf('books')]

  it.each([
    ['', 3],
    ['WEBLOG', 2],
    ['web 21', 1],
    ['boks', 0],
  ])('shows for the filter "%s" %i', (filter, want) => {
    expect(matching(objects, filter)).toHaveLength(want)
  })

  it.each([
    [
      'a counted object',
      objectOf('books', { size: '126000000' }),
      { count: '48213', error: '' },
      'books, index, 48,213 documents, 126 MB',
    ],
    [
      'one of millions, as its line does',
      objectOf('weblog'),
      { count: '5913204', error: '' },
      'weblog, index, 5.9 M documents',
    ],
    ['one of one document', objectOf('note'), { count: '1', error: '' }, 'note, index, 1 document'],
    ['one that is not counted yet', objectOf('books'), undefined, 'books, index'],
    [
      'one that cannot be counted',
      objectOf('books'),
      { count: '', error: 'may not read' },
      'books, index, not counted: may not read',
    ],
    ['a closed one', objectOf('old', { closed: true }), undefined, 'old, index, closed'],
  ])('names %s', (_, object, counted, want) => {
    expect(objectLabel(object, counted, sessionOf())).toBe(want)
  })

  it.each([
    ['the exact count of millions', objectOf('weblog'), { count: '5913204', error: '' }, '5,913,204 documents'],
    ['nothing of a count that is exact', objectOf('books'), { count: '48213', error: '' }, ''],
    ['nothing of what is not counted', objectOf('books'), undefined, ''],
    [
      'why it is dimmed',
      objectOf('old', { closed: true }),
      undefined,
      dimReason(objectOf('', { closed: true }), sessionOf()),
    ],
  ])('says besides %s', (_, object, counted, want) => {
    expect(objectNote(object, counted, sessionOf())).toBe(want)
  })

  it('says why an object is dimmed', () => {
    expect(dimReason(objectOf('old', { closed: true }), sessionOf())).toBe(
      'This index is closed: its documents cannot be read.',
    )
    expect(dimReason(objectOf('books'), sessionOf())).toBe('')
  })
})

describe('what is opened by its name', () => {
  it('opens in a tab that stays, and is kept once in the sidebar where that is wished', () => {
    const workspace = new Workspace(new FakeHost(), sessionOf({ byName: 'A pattern.' }))
    workspace.askName()
    expect(workspace.store.getState().naming).toBe(true)
    workspace.openNamed(objectOf('logs-*', { kind: 'pattern' }), true)
    workspace.openNamed(objectOf('logs-*', { kind: 'pattern' }), true)
    workspace.openNamed(objectOf('other'), false)
    expect(workspace.store.getState().naming).toBe(false)
    expect(workspace.store.getState().named.map((o) => o.name)).toEqual(['logs-*'])
    expect(workspace.store.getState().tabs.map((t) => t.face.getState().title)).toEqual(['logs-*', 'other'])
    workspace.forget('logs-*')
    expect(workspace.store.getState().named).toEqual([])
  })

  it('is not asked for where the engine has no such names', () => {
    const workspace = new Workspace(new FakeHost(), sessionOf())
    workspace.askName()
    expect(workspace.store.getState().naming).toBe(false)
  })
})

describe('the sample data', () => {
  it('is restored when this was asked and answered, and everything is read again', async () => {
    const host = new FakeHost()
    host.answers.set('Connections.ResetSample', () => ({}))
    host.answers.set('Grid.Objects', () => listOf([objectOf('books')]))
    const workspace = new Workspace(host, sessionOf({ sample: true }))
    workspace.open('books', true)
    const tab = workspace.current
    if (!tab) throw new Error('no tab')
    const refresh = vi.spyOn(tab, 'refresh')
    workspace.askReset()
    expect(workspace.store.getState().resetting).toBe(true)
    expect(host.called('Connections.ResetSample')).toBe(0)
    await workspace.resetSample()
    expect(workspace.store.getState().resetting).toBe(false)
    expect(host.called('Connections.ResetSample')).toBe(1)
    await settle()
    expect(host.called('Grid.Objects')).toBe(1)
    expect(refresh).toHaveBeenCalledOnce()
  })

  it('is not reset on a connection to anything else', () => {
    const workspace = new Workspace(new FakeHost(), sessionOf())
    workspace.askReset()
    expect(workspace.store.getState().resetting).toBe(false)
  })
})

describe('Escape', () => {
  it('closes what covers the rows first, and stops the reading only if nothing does', () => {
    const workspace = new Workspace(new FakeHost(), sessionOf())
    workspace.open('books', true)
    const tab = workspace.rows
    if (!tab) throw new Error('no tab is open')
    const stop = vi.spyOn(tab, 'stop')
    let open = true
    vi.spyOn(tab.grid, 'escape').mockImplementation(() => {
      const was = open
      open = false
      return was
    })
    workspace.escape()
    expect([open, stop.mock.calls.length]).toEqual([false, 0])
    workspace.escape()
    expect(stop).toHaveBeenCalledOnce()
  })
})

describe('what is opened by its name', () => {
  it('gets the focus for its rows', () => {
    const workspace = new Workspace(new FakeHost(), sessionOf())
    workspace.open('books', false)
    const focus = vi.spyOn(workspace.rows?.grid ?? ({} as never), 'focus')
    workspace.openNamed(objectOf('books'), false)
    expect(focus).toHaveBeenCalledOnce()
  })
})

describe('an object that is open already', () => {
  const titles = (workspace: Workspace) => workspace.store.getState().tabs.map((t) => t.face.getState().title)

  it('is shown where it is open, in the tab in sight if that shows it', () => {
    const workspace = new Workspace(new FakeHost(), sessionOf())
    workspace.open('books', true)
    workspace.openAnother('books')
    const second = workspace.current
    workspace.open('books', false)
    expect(workspace.current).toBe(second)
    workspace.open('logs', true)
    workspace.open('books', false)
    expect(workspace.current?.id).toBe(workspace.store.getState().tabs[0]?.id)
  })

  it('opens once more in a tab of its own where that is asked for, and both come back', async () => {
    const host = new FakeHost()
    const workspace = new Workspace(host, sessionOf())
    workspace.open('books', true)
    workspace.openAnother('books')
    expect(titles(workspace)).toEqual(['books', 'books'])
    const again = new Workspace(host, sessionOf())
    await again.restore(workspace.saved)
    expect(titles(again)).toEqual(['books', 'books'])
  })

  it('stays in the tab of its preview, which is kept', () => {
    const workspace = new Workspace(new FakeHost(), sessionOf())
    workspace.open('books', false)
    workspace.openAnother('books')
    expect(titles(workspace)).toEqual(['books'])
    expect(workspace.current?.face.getState().preview).toBe(false)
  })
})

describe('aliases and data streams', () => {
  it('are listed where they were switched on while the list was being read', async () => {
    const host = new FakeHost()
    const workspace = new Workspace(host, sessionOf())
    const asked: unknown[] = []
    host.answers.set('Grid.Objects', (q) => {
      asked.push(q.also)
      if (asked.length === 1) workspace.listing.setAlso(true)
      return listOf(q.also ? [objectOf('live', { kind: 'alias' })] : [])
    })
    await workspace.list()
    expect(asked).toEqual([false, true])
    expect(workspace.store.getState().objects?.map((o) => o.name)).toEqual(['live'])
    workspace.listing.setAlso(false)
    await settle()
    expect(workspace.store.getState().objects).toEqual([])
  })
})

describe('sorting by documents', () => {
  it('counts what was not seen as well, some at a time', async () => {
    const host = new FakeHost()
    const objects = Array.from({ length: 450 }, (_, i) => objectOf(`index-${i}`, { closed: i === 0 }))
    host.answers.set('Grid.Objects', () => listOf(objects))
    const workspace = new Workspace(host, sessionOf())
    workspace.listing.sortBy('documents')
    await workspace.list()
    await settle()
    expect(host.called('Grid.Counts')).toBe(3)
    expect(Object.keys(workspace.store.getState().counts)).toHaveLength(449)
  })

  it('keeps the names in order until all are counted, and what could not be counted comes last', () => {
    const objects = [objectOf('c'), objectOf('a'), objectOf('b')]
    const some = { a: { count: '7', error: '' }, b: { count: '12', error: '' } }
    const names = (counts: Parameters<typeof inOrder>[2]) => inOrder(objects, 'documents', counts).map((o) => o.name)
    expect(names(some)).toEqual(['a', 'b', 'c'])
    expect(names({ ...some, c: { count: '', error: 'may not read' } })).toEqual(['b', 'a', 'c'])
    expect(names({ ...some, c: { count: '123456789012345678901', error: '' } })).toEqual(['c', 'b', 'a'])
  })
})

// SPEC: A-BRO-01
describe('documents that were created or deleted', () => {
  it.each([
    ['books', ['books', 'live']],
    ['live', ['books', 'live', 'logs']],
    ['web-*', ['books', 'live', 'logs']],
  ])('of %s are counted again where they may be, once the server can count them', async (object, again) => {
    const host = new FakeHost()
    host.answers.set('Grid.Objects', () =>
      listOf([
        objectOf('books', { count: '6' }),
        objectOf('live', { kind: 'alias', stands: 2 }),
        objectOf('logs'),
        objectOf('unseen'),
      ]),
    )
    host.answers.set('Edits.Plan', () => ({
      ...{ id: 'p1', digest: 'd', safe: 'off', refusals: [], notices: [], deletions: 0, needsConfirmation: false },
      requests: [{ row: 0, method: 'POST', path: '/books/_doc' }],
    }))
    host.answers.set('Edits.Send', () => ({ rows: [{ row: 0, outcome: 'done', revision: [], error: null }] }))
    const workspace = new Workspace(host, sessionOf())
    await workspace.list()
    workspace.count(['live', 'logs'])
    workspace.open(object, true)
    await settle()
    const asked: unknown[] = []
    host.answers.set('Grid.Counts', ({ names }) => {
      asked.push(names)
      return { counts: (names as string[]).map((name) => ({ name, count: '7', error: '' })) }
    })
    workspace.rows?.edits.add({ hidden: [{ name: '#index', value: 'books' }] })
    await workspace.rows?.saving.save()
    await vi.advanceTimersByTimeAsync(recountAfter - 10)
    expect(asked).toEqual([])
    await settle()
    expect(asked).toEqual([again])
    expect(workspace.store.getState().counts.books?.count).toBe('7')
    await workspace.close()
  })
})

// SPEC: A-EDT-12
describe('an index that is deleted', () => {
  async function opened() {
    const host = new FakeHost()
    const requests = [{ row: 0, method: 'DELETE', path: '/books' }]
    host.answers.set('Edits.PlanDrop', () => ({ id: 'p1', digest: 'd', requests, refusals: [], notices: [] }))
    host.answers.set('Edits.Send', () => ({ rows: [{ row: 0, outcome: 'done' }] }))
    const workspace = new Workspace(host, sessionOf())
    await workspace.list()
    workspace.open('books', true)
    workspace.open('logs', true)
    await settle()
    return { host, workspace, tabs: workspace.store.getState().tabs.filter((tab) => tab instanceof RowsTab) }
  }

  it('leaves the list, and its tabs stay open and say so until they are read again', async () => {
    const { host, workspace, tabs } = await opened()
    const [books, logs] = tabs
    await workspace.dropping.ask('books')
    host.answers.set('Grid.Objects', () => listOf([]))
    await workspace.dropping.send('books')
    await settle()
    expect(workspace.store.getState().objects).toEqual([])
    expect(workspace.store.getState().tabs).toEqual(tabs)
    expect([books?.lost.getState().lost, logs?.lost.getState().lost]).toEqual([true, false])
    books?.refresh()
    expect(books?.lost.getState().lost).toBe(false)
    await workspace.close()
  })

  // SPEC: B-EDT-06
  it('is counted and read again if only its documents were deleted', async () => {
    const { host, workspace, tabs } = await opened()
    host.answers.set('Edits.PlanEmpty', () => ({
      ...{ id: 'p2', digest: 'd', refusals: [], notices: [] },
      requests: [{ row: 0, method: 'DELETE', path: '/books/documents' }],
    }))
    const [lists, pages] = [host.called('Grid.Objects'), vi.spyOn(tabs[0] as RowsTab, 'refresh')]
    const others = vi.spyOn(tabs[1] as RowsTab, 'refresh')
    await workspace.dropping.ask('books', 'empty')
    await workspace.dropping.send('books')
    await settle()
    expect([tabs[0]?.lost.getState().lost, host.called('Grid.Objects')]).toEqual([false, lists + 1])
    expect([pages.mock.calls.length, others.mock.calls.length]).toEqual([1, 0])
    await workspace.close()
  })

  it('is not taken for gone where nobody knows what became of it', async () => {
    const { host, workspace, tabs } = await opened()
    const lists = host.called('Grid.Objects')
    host.answers.set('Edits.Send', () => ({ rows: [{ row: 0, outcome: 'unknown', error: null }] }))
    await workspace.dropping.ask('books')
    await workspace.dropping.send('books')
    await settle()
    expect([tabs[0]?.lost.getState().lost, host.called('Grid.Objects')]).toEqual([false, lists + 1])
    await workspace.close()
  })
})

// SPEC: APP-03
describe('what was staged when the connection was left', () => {
  const cells = [['title', { text: 'Salt', null: false }]]
  const base = { key: 'k', title: 'bk-1', hidden: [{ name: '#id', value: 'bk-1' }], shown: [], before: [] }
  const edits = JSON.stringify({ version: 1, rows: [{ act: '', cells, base }] })
  const stored = (part: object, text = edits) => ({
    drafts: [
      {
        ...{ object: 'books', page: 'old', saved: '1700000000000' },
        draft: JSON.stringify({
          version: 1,
          drafts: [{ edits: text, changes: 1, sending: [], page: 'old', kept: false, ...part }],
        }),
      },
    ],
    ...{ notice: '', off: false },
  })

  async function opened(list: object, state: { object: string }[] = []) {
    const host = new FakeHost()
    const saves: string[] = []
    host.answers.set('Drafts.List', () => list)
    const taken: unknown[] = []
    host.answers.set('Drafts.Save', (q) => {
      saves.push(String(q.draft))
      taken.push(q.taken)
    })
    host.answers.set('Edits.Plan', () => ({ id: 'p1', requests: [], refusals: [], notices: [] }))
    const tabs = state.map(({ object }) => ({ kind: 'objects', state: [{ name: 'object', value: object }] }))
    host.answers.set('Tabs.Get', () => ({ tabs, active: 0, named: [] }))
    const workspace = new Workspace(host, sessionOf())
    await workspace.restore()
    await settle()
    const shown = () =>
      workspace.store.getState().tabs.map((tab) => [tab.face.getState().title, tab.face.getState().dirty])
    return { host, workspace, saves, taken, shown }
  }

  it('comes back into its tab where its user kept it, and is compared once its rows are shown', async () => {
    const { host, workspace, shown, saves, taken } = await opened(stored({ kept: true }), [
      { object: 'logs' },
      { object: 'books' },
    ])
    expect(shown()).toEqual([
      ['logs', false],
      ['books', true],
    ])
    expect(workspace.current?.face.getState().title).toBe('logs')
    expect(host.called('Edits.Plan')).toBe(0)
    workspace.step(1)
    await settle()
    expect(host.called('Edits.Plan')).toBe(1)
    await workspace.flush()
    expect(saves).toHaveLength(1)
    expect(JSON.parse(saves[0] ?? '').drafts).toHaveLength(1)
    expect(taken).toEqual([[expect.objectContaining({ left: '' })]])
  })

  it('waits for its user where the process ended, and is shown with its rows then', async () => {
    const { workspace, shown } = await opened(stored({}))
    expect(shown()).toEqual([])
    const [found] = workspace.drafts.store.getState().found
    if (found) workspace.restoreDraft(found, true)
    expect([shown(), workspace.rows?.object]).toEqual([[['books', true]], 'books'])
    expect(workspace.drafts.store.getState().found).toEqual([])
  })

  it('is said to be unreadable where it is', async () => {
    const { workspace, shown } = await opened(stored({ kept: true }, '?'))
    expect(shown()).toEqual([])
    expect(workspace.drafts.store.getState().failed).toContain('could not be read')
  })

  it('is promised to come back by the question only where it is stored', async () => {
    const { workspace } = await opened(stored({ kept: true }))
    expect(workspace.losses).toEqual([{ kind: 'changes', of: 'books', staged: 1, kept: true, saves: true }])
    const off = await opened({ ...stored({ kept: true }), off: true })
    expect(off.workspace.losses).toEqual([{ kind: 'changes', of: 'books', staged: 1, saves: true }])
  })

  it('is removed when its tab is closed or its user discards it, and kept otherwise', async () => {
    const kept = await opened(stored({ kept: true }))
    kept.workspace.leaveDrafts(false)
    await kept.workspace.flush()
    expect(JSON.parse(kept.saves.at(-1) ?? '').drafts[0]).toMatchObject({ kept: true, changes: 1 })
    const discarded = await opened(stored({ kept: true }))
    discarded.workspace.leaveDrafts(true)
    await discarded.workspace.flush()
    expect(discarded.saves.at(-1)).toBe('')
  })
})

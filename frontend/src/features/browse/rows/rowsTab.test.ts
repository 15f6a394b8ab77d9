// SPEC: A-BRO-11, APP-03
import { describe, expect, it, vi } from 'vitest'
import { selectCell } from '../../../grid/selection'
import { FakeHost, sessionOf } from '../fixture'
import type { GridHandle } from '../link/gridLink'
import { type DraftPort, RowsTab } from './rowsTab'

const tabOn = (host = new FakeHost(), state: Record<string, string> = { object: 'books' }) => {
  const changed = vi.fn()
  return { host, changed, tab: new RowsTab({ id: 't1', host, session: sessionOf(), changed }, { state }) }
}

/** A grid that shows a tab, and is somewhere. */
function shownBy(tab: RowsTab) {
  const handle = {
    ...{ go: vi.fn(), open: vi.fn(), focus: vi.fn(), restore: vi.fn() },
    escape: vi.fn(() => true),
    place: () => ({ row: 0, selection: selectCell({ row: 0, column: 2 }) }),
  } satisfies GridHandle
  return { handle, leave: tab.grid.attach(handle) }
}

describe('a tab of rows', () => {
  it('reads nothing before it is shown, and its rows once however often it is', async () => {
    const { host, tab } = tabOn()
    expect(host.calls).toEqual([])
    tab.show()
    tab.show()
    await vi.waitFor(() => expect(tab.rows.store.getState().total).toBe('6'))
    expect(host.called('Grid.Open')).toBe(1)
  })

  it.each([
    ['an order', '[{"column":"price","desc":true}]', [{ column: 'price', desc: true }]],
    ['none', undefined, []],
    ['what is no order', '{"column":"price"}', []],
    ['what is no JSON', 'price', []],
    ['an order with what is no column in it', '[null,3,{"column":"a"}]', [{ column: 'a', desc: false }]],
  ])('comes back with %s', (_, text, sort) => {
    const { tab } = tabOn(new FakeHost(), { object: 'books', ...(text !== undefined && { sort: text }) })
    expect(tab.rows.store.getState().sort).toEqual(sort)
    const again = tabOn(new FakeHost(), tab.saved().state).tab
    expect([again.object, again.rows.store.getState().sort]).toEqual(['books', sort])
  })

  it('says that its order is another one, which is saved', async () => {
    const { tab, changed } = tabOn()
    tab.show()
    await vi.waitFor(() => expect(tab.rows.store.getState().total).toBe('6'))
    await tab.rows.sort('price', false)
    expect(changed).toHaveBeenCalled()
    expect(tab.saved()).toEqual({
      kind: 'objects',
      state: { object: 'books', sort: '[{"column":"price","desc":false}]' },
    })
  })
})

describe('a tab whose object was deleted', () => {
  it('says so until rows were read again, by whatever', async () => {
    const { host, tab } = tabOn()
    tab.show()
    await vi.waitFor(() => expect(tab.rows.store.getState().total).toBe('6'))
    tab.lose()
    const page = host.answers.get('/data/page')
    host.fail('/data/page', 'not found')
    await tab.rows.sort('price', false)
    expect(tab.lost.getState().lost).toBe(true)
    host.answers.set('/data/page', page ?? (() => undefined))
    await tab.rows.sort('price', false)
    expect(tab.lost.getState().lost).toBe(false)
  })
})

describe('a tab that previews an object', () => {
  it('stays once a value was typed into its filter', async () => {
    const { tab } = tabOn()
    tab.face.setState((s) => ({ ...s, preview: true }))
    tab.show()
    await vi.waitFor(() => expect(tab.rows.store.getState().total).toBe('6'))
    tab.filtering.show('price')
    expect(tab.face.getState().preview).toBe(true)
    const [row] = tab.filtering.store.getState().drafts
    tab.filtering.set(row?.id ?? 0, { values: ['1'] })
    expect(tab.face.getState().preview).toBe(false)
  })
})

describe('a tab whose connection is back', () => {
  // SPEC: APP-05
  it('reads again what failed of the structure, the documents and the statistics, and nothing else', async () => {
    const { host, tab } = tabOn()
    tab.show()
    await vi.waitFor(() => expect(tab.rows.store.getState().total).toBe('6'))
    const methods = ['/data/structure', '/data/documents', 'Grid.Statistics']
    for (const method of methods) host.fail(method, 'connect')
    host.answers.set('Structures.Definitions', () => ({ definitions: [] }))
    tab.structure.show('structure')
    tab.documents.show({ view: 's1.1', generation: 0, page: 0 })
    void tab.statistics.show('price')
    await vi.waitFor(() => expect(tab.structure.store.getState().fields.error?.kind).toBe('connect'))
    await vi.waitFor(() => expect(tab.documents.store.getState().error?.kind).toBe('connect'))
    await vi.waitFor(() => expect(tab.statistics.store.getState().error?.kind).toBe('connect'))
    for (const method of methods) host.answers.set(method, () => ({ documents: 0, notices: [] }))
    tab.resume()
    await vi.waitFor(() => expect(tab.structure.store.getState().fields).toMatchObject({ error: null }))
    await vi.waitFor(() => expect(tab.documents.store.getState()).toMatchObject({ error: null }))
    await vi.waitFor(() => expect(tab.statistics.store.getState()).toMatchObject({ error: null }))
    tab.resume()
    expect(methods.map((method) => host.called(method))).toEqual([2, 2, 2])
  })
})

describe('what is asked of a grid that is not shown', () => {
  it('is done at the record: the inspector shows it, and the rows come back to it', () => {
    const { tab } = tabOn()
    shownBy(tab).leave()
    tab.grid.go({ row: 4, column: 'title' })
    expect(tab.grid.cursor.getState().at).toEqual({ row: 4, column: 'title' })
    const { handle } = shownBy(tab)
    expect(handle.restore).toHaveBeenCalledExactlyOnceWith({ row: 4, selection: selectCell({ row: 4, column: 2 }) })
  })

  it('is done as soon as it is: a value is opened over the rows', () => {
    const { tab, host } = tabOn()
    host.answers.set('Structures.Definitions', () => ({ definitions: [] }))
    tab.structure.show('structure')
    tab.openValue({ row: 1, column: 'title' })
    expect(tab.structure.store.getState().view).toBe('data')
    const { handle } = shownBy(tab)
    expect(handle.open).toHaveBeenCalledExactlyOnceWith({ row: 1, column: 'title' })
    tab.openValue({ row: 2, column: 'title' })
    expect(handle.open).toHaveBeenLastCalledWith({ row: 2, column: 'title' })
  })

  it('closes what covers the rows only while they are shown', () => {
    const { tab } = tabOn()
    expect(tab.escape()).toBe(false)
    const { leave } = shownBy(tab)
    expect(tab.escape()).toBe(true)
    leave()
    expect(tab.escape()).toBe(false)
  })

  it('leaves the focus to the grid once', () => {
    const { tab } = tabOn()
    tab.grid.focus()
    const first = shownBy(tab)
    expect(first.handle.focus).toHaveBeenCalledOnce()
    first.leave()
    const second = shownBy(tab)
    expect(second.handle.focus).not.toHaveBeenCalled()
    tab.grid.focus()
    expect(second.handle.focus).toHaveBeenCalledOnce()
  })
})

// SPEC: A-EDT-01, B-EDT-08
describe('the edits of a tab', () => {
  async function edited() {
    const given = tabOn()
    given.tab.face.setState((s) => ({ ...s, preview: true }))
    given.tab.show()
    await vi.waitFor(() => expect(given.tab.rows.store.getState().total).toBe('6'))
    const row = { title: 'a', hidden: [], shown: [], before: new Map() }
    given.tab.edits.stage('a', 'price', { text: '1', null: false }, () => row)
    return given
  }

  it('are unsaved work, and keep the tab from being replaced', async () => {
    const { tab } = await edited()
    expect(tab.face.getState()).toMatchObject({ dirty: true, preview: false })
    tab.edits.discard()
    expect(tab.face.getState()).toMatchObject({ dirty: false, preview: false })
  })

  // SPEC: APP-03
  it('are being sent until the outcome of the save is known', async () => {
    const { host, tab } = await edited()
    let settle: (result: unknown) => void = () => undefined
    const request = { row: 0, method: 'POST', path: '/', query: '', headers: [], body: '', cut: false, size: '0' }
    const plan = { id: 'p1', digest: 'd', base: '', safe: 'confirm', refusals: [], notices: [], requests: [request] }
    host.answers.set('Edits.Plan', () => plan)
    host.answers.set('Edits.Send', () => new Promise((resolve) => (settle = resolve)))
    await tab.saving.save()
    expect(tab.face.getState().sending).toBe(false)
    const sent = tab.saving.send()
    expect(tab.face.getState().sending).toBe(true)
    const changes = { kind: 'changes', of: 'books', staged: 1 }
    expect(tab.losses()).toEqual([changes, { kind: 'sending', of: 'books' }])
    await vi.waitFor(() => expect(host.called('Edits.Send')).toBe(1))
    settle({ rows: [{ row: 0, outcome: 'done', revision: [], error: null, document: '' }] })
    await sent
    expect(tab.face.getState()).toMatchObject({ dirty: false, sending: false })
    expect(tab.losses()).toEqual([])
  })

  // SPEC: APP-03, A-EDT-11
  it('are stored with which of them were sent, as long as nobody knows what became of those', async () => {
    const host = new FakeHost()
    const touch = vi.fn<DraftPort['touch']>()
    const stored = () => touch.mock.lastCall?.[2]()
    const drafts: DraftPort = { touch, flush: vi.fn() }
    const ports = { id: 't1', host, session: sessionOf(), changed: vi.fn() }
    const tab = new RowsTab(ports, { state: { object: 'books' } }, drafts)
    const row = { title: 'a', hidden: [], shown: [], before: new Map() }
    tab.edits.stage('a', 'price', { text: '1', null: false }, () => row)
    const added = tab.edits.add({ values: new Map([['price', { text: '2', null: false }]]) })
    const unknown = {
      kind: 'unknown',
      column: '',
      message: 'No response.',
      hint: '',
      theirs: null,
      revision: [],
    } as const
    tab.edits.report(added, [unknown])
    expect(stored()).toMatchObject({ changes: 2, sending: [1] })
    tab.edits.report(added, [{ ...unknown, kind: 'refused' }])
    expect(stored()).toMatchObject({ sending: [] })
  })

  // SPEC: APP-03, A-EDT-01
  it('are counted by their rows, as the bar below the grid counts them', () => {
    const touch = vi.fn<DraftPort['touch']>()
    const ports = { id: 't1', host: new FakeHost(), session: sessionOf(), changed: vi.fn() }
    const tab = new RowsTab(ports, { state: { object: 'books' } }, { touch, flush: vi.fn() })
    const row = { title: 'a', hidden: [], shown: [], before: new Map() }
    for (const column of ['price', 'pages', 'title'])
      tab.edits.stage('a', column, { text: '1', null: false }, () => row)
    expect(tab.face.getState().staged).toBe(1)
    expect(touch.mock.lastCall?.[2]()).toMatchObject({ changes: 1 })
  })

  it('are planned for the view that is shown', async () => {
    const { host, tab } = await edited()
    const plans: unknown[] = []
    host.answers.set('Edits.Plan', (q) => {
      plans.push(q.view)
      throw new Error('{"kind":"engine","message":"no"}')
    })
    await tab.saving.save()
    expect(plans).toEqual([tab.rows.store.getState().view?.id])
  })

  it('outlive a refresh, and a plan that is shown ends with the tab', async () => {
    const { host, tab } = await edited()
    await tab.rows.refresh()
    expect(tab.edits.rows).toBe(1)
    host.answers.set('Edits.Plan', () => ({ id: 'p1', requests: [], refusals: [], notices: [], safe: 'confirm' }))
    await tab.saving.preview()
    tab.close()
    expect(host.called('Edits.Drop')).toBe(1)
  })
})

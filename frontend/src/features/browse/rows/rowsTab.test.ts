// SPEC: A-BRO-11, APP-03
import { describe, expect, it, vi } from 'vitest'
import { string } from '../../../grid/fixture'
import { selectCell } from '../../../grid/selection'
import type { Data } from '../../../host'
import { encodeBlock } from '../../../lib/block.fixture'
import { FakeHost, pageOf, sessionOf } from '../fixture'
import type { GridHandle } from '../link/gridLink'
import { type DraftPort, RowsTab } from './rowsTab'

const tabOn = (host = new FakeHost(), state: Record<string, string> = { object: 'books' }) => {
  const changed = vi.fn()
  return { host, changed, tab: new RowsTab({ id: 't1', host, session: sessionOf(), changed }, { state }) }
}

/** A grid that shows a tab at some position. */
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
    const request = { row: 0, method: 'POST', path: '/', query: '', headers: [], body: '', truncated: false, size: '0' }
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

/** A server with pages of two documents, which saves can delete and restore. */
class Server extends FakeHost {
  ids: string[]
  /** The loaded pages, as generation and page. */
  readonly read: string[] = []
  /** Called while rows are being sent. */
  meanwhile: () => Promise<void> = () => Promise.resolve()

  constructor(ids: string) {
    super()
    this.ids = [...ids]
    let sends: string[] = []
    this.rows = (_, page) => this.ids.slice(2 * page, 2 * page + 2)
    this.answers.set('/data/page', ({ generation, page }) => {
      this.read.push(`${generation}/${page}`)
      return pageOf(this.rows(Number(generation), Number(page)))
    })
    this.answers.set('Grid.Count', () => ({ count: String(this.ids.length) }))
    const planned = (number: number) => ({
      ...{ id: `p${number}`, digest: 'd', base: '', safe: 'off', refusals: [], notices: [] },
      requests: sends.map((_, row) => ({ row, method: 'X', path: '', query: '', headers: [], body: '', size: '0' })),
    })
    this.answers.set('Edits.Plan', ({ rows }) => {
      sends = (rows as { key: { value: string }[] }[]).map(({ key }) => key[0]?.value ?? '')
      return planned(1)
    })
    this.answers.set('Edits.Undo', () => planned(2))
    this.answers.set('Edits.Send', async ({ plan }) => {
      const wanted = plan === 'p1' ? this.ids.filter((id) => !sends.includes(id)) : [...sends, ...this.ids]
      if (plan === 'p1') this.ids = this.ids.filter((id) => id !== sends[0])
      await this.meanwhile()
      this.ids = wanted
      const rows = sends.map((_, row) => ({ row, outcome: 'done', revision: [], error: null, document: '' }))
      return { rows, undo: plan === 'p1' }
    })
  }

  override async data<R>(path: string): Promise<Data<R>> {
    const { about } = await super.data<R>(path)
    const query = new URLSearchParams(path.split('?')[1])
    const rows = this.rows(0, Number(query.get('page'))).map((id) => [string(id), string(id)])
    return { about, bytes: encodeBlock(['_id', '#id'], rows) }
  }
}

// SPEC: A-BRO-13, A-EDT-01, A-EDT-10, B-EDT-08
describe('the rows of a tab after a save', () => {
  async function deleting(ids: string, gone: string) {
    const host = new Server(ids)
    const { tab } = tabOn(host)
    tab.show()
    await vi.waitFor(() => expect(tab.rows.store.getState().total).toBe(String(ids.length)))
    const shown = () => {
      const { pages } = tab.shown.getState()
      const rows = Array.from({ length: pages?.rowCount ?? 0 }, (_, row) => pages?.cell(row, 0)?.text ?? '-')
      return `${rows.join('')} of ${tab.rows.store.getState().total}`
    }
    tab.edits.remove(
      [...gone].map((id) => {
        const hidden = [{ name: '#id', value: id }]
        const key = tab.edits.roles.rowKey(hidden) ?? ''
        return { key, row: () => ({ title: id, hidden, shown: hidden, before: new Map() }) }
      }),
    )
    return { host, tab, shown }
  }

  async function undo({ tab }: { tab: RowsTab }) {
    await tab.saving.undo()
    await tab.saving.send()
  }

  it('are read again where not all of them were here, and so is their number', async () => {
    const given = await deleting('abcde', 'ab')
    const { host, tab, shown } = given
    await tab.saving.save()
    // Once its rows are gone, the grid requests the following ones.
    tab.shown.getState().pages?.prefetch(0, 0)
    await vi.waitFor(() => expect(shown()).toBe('cd- of 3'))
    expect(host.read).toEqual(['0/0', '1/0'])
    await undo(given)
    await vi.waitFor(() => expect(shown()).toBe('ab--- of 5'))
  })

  it('show it by themselves where all of them were, and read nothing but their number', async () => {
    const given = await deleting('ab', 'a')
    const { host, tab, shown } = given
    await tab.saving.save()
    expect(shown()).toBe('b of 1')
    await undo(given)
    expect(shown()).toBe('ab of 2')
    await vi.waitFor(() => expect(host.called('Grid.Count')).toBe(3))
    expect(host.read).toEqual(['0/0'])
  })

  it('are read again where some of them were read in the middle of it', async () => {
    const { host, tab, shown } = await deleting('abc', 'ab')
    host.meanwhile = async () => {
      await tab.rows.refresh()
      await vi.waitFor(() => expect(tab.rows.store.getState().total).toBe('2'))
    }
    await tab.saving.save()
    await vi.waitFor(() => expect(shown()).toBe('c of 1'))
    expect(host.called('Grid.Arrange')).toBe(2)
  })

  it('that were deleted are there again after its undo, also where they were read without them', async () => {
    const given = await deleting('ab', 'ab')
    const { tab, shown } = given
    await tab.saving.save()
    await tab.rows.refresh()
    await vi.waitFor(() => expect(shown()).toBe(' of 0'))
    await undo(given)
    await vi.waitFor(() => expect(shown()).toBe('ab of 2'))
  })

  it('that follow a new one are only read together with it', async () => {
    const { host, tab, shown } = await deleting('abcd', '')
    const made = tab.edits.add({ hidden: [] })
    tab.edits.saved(made, new Map(), new Map(), [], [{ name: '#id', value: 'x' }])
    host.ids.push('x')
    expect(tab.rows.written({ resized: true, deleted: false, restored: [] })).toBe(false)
    expect(tab.rows.store.getState().total).toBe('5')
    tab.shown.getState().pages?.prefetch(0, 4)
    await vi.waitFor(() => expect(shown()).toBe('ab--- of 5'))
    expect(host.read).toEqual(['0/0', '1/0'])
  })

  it('have their statistics marked as those of before, and their documents read again', async () => {
    const { host, tab } = await deleting('ab', 'a')
    host.answers.set('Grid.Statistics', () => ({}))
    await tab.statistics.show('price')
    tab.documents.show({ view: 's1.1', generation: 0, page: 0 })
    await tab.saving.save()
    expect(host.called('/data/documents')).toBe(2)
    expect(tab.statistics.store.getState().outdated).toBe(true)
  })
})

// SPEC: A-BRO-11, A-BRO-16, A-SRT-01, CON-20
import { describe, expect, it, vi } from 'vitest'
import type { Filter, SortBy } from '../../../host'
import { arrangedOf, FakeHost, pageOf, viewOf } from '../fixture'
import { RowsView } from './rowsView'

const viewOn = (host: FakeHost) =>
  new RowsView({ host, session: 's1', object: 'books', sort: [], opened: () => Promise.resolve() })

async function opened(host = new FakeHost()) {
  const rows = viewOn(host)
  await rows.open()
  await vi.waitFor(() => expect(rows.store.getState().total).toBe('6'))
  const text = (row = 0) => rows.store.getState().pages?.cell(row, 0)?.text
  return { host, rows, text, state: () => rows.store.getState() }
}

/** A page that is held back until the test releases it. */
function gate(host: FakeHost, method: string) {
  const answer = host.answers.get(method)
  let open: () => void = () => undefined
  const held = new Promise<void>((go) => {
    open = go
  })
  host.answers.set(method, async (q) => {
    await held
    return answer?.(q)
  })
  return () => {
    host.answers.set(method, answer ?? (() => undefined))
    open()
  }
}

describe('the rows of an object', () => {
  it('shows its first page, then how many documents there are', async () => {
    const { text, state } = await opened()
    expect(text()).toBe('g0p0a')
    expect(state().pages?.rowCount).toBe(6)
    expect(state().reading).toBeNull()
  })

  it('shows its columns with their first rows in one step', async () => {
    const host = new FakeHost()
    const rows = viewOn(host)
    const seen: string[] = []
    rows.store.subscribe(({ view, pages }) => seen.push(view ? (pages?.cell(0, 0)?.text ?? 'no rows') : 'nothing'))
    await rows.open()
    expect([...new Set(seen)]).toEqual(['nothing', 'g0p0a'])
  })

  it('shows its columns before their rows where these take long', async () => {
    const host = new FakeHost()
    const go = gate(host, '/data/page')
    const rows = viewOn(host)
    await rows.open()
    const { view, pages, reading } = rows.store.getState()
    expect([view?.object, pages?.loaded, reading?.page]).toEqual(['books', 0, 0])
    go()
    await vi.waitFor(() => expect(rows.store.getState().pages?.cell(0, 0)?.text).toBe('g0p0a'))
    expect(rows.store.getState().reading).toBeNull()
  })

  it('says once what pages of one snapshot say, and anew what those of another one say', async () => {
    const host = new FakeHost()
    const snapshots = ['1700', '1700', '1800']
    const ended = { text: 'The snapshot has ended.', detail: '' }
    host.answers.set('/data/page', ({ generation, page }) => ({
      ...pageOf(host.rows(Number(generation), Number(page))),
      notices: [ended, ended],
      snapshot: snapshots[Number(page)],
    }))
    const { rows, state } = await opened(host)
    const said = [state().notices]
    rows.store.subscribe(({ notices }) => notices !== said.at(-1) && said.push(notices))
    for (const page of [1, 2]) {
      state().pages?.prefetch(2 * page, 2 * page)
      await vi.waitFor(() => expect(state().pages?.cell(2 * page, 0)?.text).toBe(`g0p${page}a`))
    }
    expect(said).toEqual([[{ ...ended, snapshot: '1700' }], [{ ...ended, snapshot: '1800' }]])
  })

  // SPEC: B-BRO-11
  it('knows which of its notices names fields that a refresh shows as columns', async () => {
    const host = new FakeHost()
    const notices = [
      { text: '1 field is not in the mapping: x.', detail: '', columns: true },
      { text: 'The snapshot has ended.', detail: '', columns: false },
    ]
    host.answers.set('/data/page', () => ({ ...pageOf(host.rows(0, 0)), notices, snapshot: '' }))
    const { state } = await opened(host)
    expect(state().notices.map(({ columns }) => columns)).toEqual([true, undefined])
  })

  it('says why its first rows could not be read, with what the object says of itself', async () => {
    const host = new FakeHost()
    host.answers.set('Grid.Open', () => ({ ...viewOf('books'), notices: ['Two shards are missing.'] }))
    host.fail('/data/page', 'engine', 'all shards failed')
    const rows = viewOn(host)
    await rows.open()
    const { view, error, reading, notices } = rows.store.getState()
    expect([view?.object, error?.failure.message, reading]).toEqual(['books', 'all shards failed', null])
    expect(notices.map((n) => n.text)).toEqual(['Two shards are missing.'])
  })

  it('closes its view where it is closed before its first rows are here', async () => {
    const host = new FakeHost()
    gate(host, '/data/page')
    const rows = viewOn(host)
    const opening = rows.open()
    await vi.waitFor(() => expect(host.called('/data/page')).toBe(1))
    rows.close()
    await opening
    expect(host.called('Grid.Close')).toBe(1)
    expect(rows.store.getState().view).toBeNull()
  })

  it('gives up the opening under way when it is refreshed, shows one view and closes the other', async () => {
    const host = new FakeHost()
    const rows = viewOn(host)
    const go = gate(host, 'Grid.Open')
    const first = rows.open()
    const second = rows.refresh()
    go()
    await Promise.all([first, second])
    await vi.waitFor(() => expect(rows.store.getState().total).toBe('6'))
    const methods = ['Grid.Open', '/data/page', 'Grid.Count', 'Grid.Close']
    expect(methods.map((method) => host.called(method))).toEqual([2, 1, 1, 1])
    expect(rows.store.getState().error).toBeNull()
  })

  it('keeps its rows and their order until those of another order are here', async () => {
    const { host, rows, text, state } = await opened()
    const go = gate(host, '/data/page')
    const done = rows.sort('price', false)
    await vi.waitFor(() => expect(state().reading).not.toBeNull())
    expect(state().sort).toEqual([])
    expect(text()).toBe('g0p0a')
    go()
    await done
    expect(text()).toBe('g1p0a')
    expect(state()).toMatchObject({ again: false, sort: [{ column: 'price', desc: false }] })
    expect(host.called('Grid.Count')).toBe(1)
  })

  it('keeps rows and order where another order cannot be read, and says why', async () => {
    const { host, rows, text, state } = await opened()
    const page = host.answers.get('/data/page')
    host.fail('/data/page', 'engine', 'No mapping found for [price]')
    await rows.sort('price', false)
    expect(state().error?.failure.message).toBe('No mapping found for [price]')
    expect(state().sort).toEqual([])
    expect(text()).toBe('g0p0a')
    host.answers.set('/data/page', page ?? (() => undefined))
    await state().pages?.load(2, 3)
    expect(text(2)).toBe('g0p1a')
  })

  it('goes back to the order of its rows where reading another one is cancelled', async () => {
    const { host, rows, text, state } = await opened()
    gate(host, '/data/page')
    const done = rows.sort('price', false)
    await vi.waitFor(() => expect(state().reading).not.toBeNull())
    rows.stop()
    await done
    expect(state()).toMatchObject({ sort: [], reading: null, error: { kind: 'cancelled' } })
    expect(text()).toBe('g0p0a')
  })

  it('builds on the order that is awaited when the same head is activated again', async () => {
    const { host, rows, text, state } = await opened()
    const go = gate(host, '/data/page')
    const first = rows.sort('price', false)
    await vi.waitFor(() => expect(state().reading).not.toBeNull())
    const second = rows.sort('price', false)
    go()
    await Promise.all([first, second])
    expect(state().sort).toEqual([{ column: 'price', desc: true }])
    expect(text()).toBe('g2p0a')
  })

  it('takes only the last of several orders', async () => {
    const { host, rows, text, state } = await opened()
    const go = gate(host, '/data/page')
    const first = rows.sort('price', false)
    await vi.waitFor(() => expect(state().reading).not.toBeNull())
    const second = rows.sort('pages', false)
    go()
    await Promise.all([first, second])
    expect(state().sort).toEqual([{ column: 'pages', desc: false }])
    expect(text()).toBe('g2p0a')
  })

  it('reads the page in sight again and keeps its order', async () => {
    const { rows, text, state } = await opened()
    await rows.sort('price', true)
    rows.see(2, 3)
    await rows.refresh()
    expect(state()).toMatchObject({ page: 1, again: true, sort: [{ column: 'price', desc: false }] })
    expect(text(2)).toBe('g2p1a')
  })

  it('takes another view with its rows where fields came, and closes the one before', async () => {
    const { host, rows, text, state } = await opened()
    await rows.sort('price', true)
    const fresh = { ...viewOf('books', 9), id: 's1.2' }
    let asked: unknown
    host.answers.set('Grid.Arrange', (q) => {
      asked = q.sort
      return arrangedOf({ generation: 9, sort: [{ column: 'price', desc: false }], view: fresh })
    })
    const closed: unknown[] = []
    host.answers.set('Grid.Close', (q) => closed.push(q.view))
    await rows.refresh()
    expect(asked).toEqual([{ column: 'price', desc: false }])
    expect(state().view?.id).toBe('s1.2')
    expect(text()).toBe('g9p0a')
    await vi.waitFor(() => expect(closed).toEqual(['s1.1']))
  })

  it('keeps its view and its rows where those of another view cannot be read', async () => {
    const { host, rows, text, state } = await opened()
    host.answers.set('Grid.Arrange', () => arrangedOf({ generation: 9, view: { ...viewOf('books', 9), id: 's1.2' } }))
    const closed: unknown[] = []
    host.answers.set('Grid.Close', (q) => closed.push(q.view))
    host.fail('/data/page', 'engine')
    await rows.refresh()
    expect(state()).toMatchObject({ view: { id: 's1.1' }, error: { kind: 'engine' } })
    expect(text()).toBe('g0p0a')
    await vi.waitFor(() => expect(closed).toEqual(['s1.2']))
  })

  it('takes the order that is chosen while a refresh is under way, and nothing of the refresh', async () => {
    const { host, rows, state } = await opened()
    const other = { ...viewOf('books', 9), id: 's1.2' }
    host.answers.set('Grid.Arrange', ({ reload, sort }) =>
      arrangedOf({ generation: 9, sort: sort as SortBy[], view: reload ? other : null }),
    )
    const closed: unknown[] = []
    host.answers.set('Grid.Close', (q) => closed.push(q.view))
    const arranged = gate(host, 'Grid.Arrange')
    const refresh = rows.refresh()
    await vi.waitFor(() => expect(host.called('Grid.Arrange')).toBe(1))
    const sort = rows.sort('price', false)
    arranged()
    await Promise.all([refresh, sort])
    expect(state().sort).toEqual([{ column: 'price', desc: false }])
    expect([state().view?.id, state().error]).toEqual(['s1.1', null])
    await vi.waitFor(() => expect(closed).toEqual(['s1.2']))
  })

  it('drops the generation that is no longer shown, and that which is not going to be', async () => {
    const { host, rows } = await opened()
    const dropped: unknown[] = []
    host.answers.set('Grid.Drop', (q) => dropped.push(q.generation))
    await rows.sort('price', false)
    await vi.waitFor(() => expect(dropped).toEqual([0]))
    const page = host.answers.get('/data/page')
    host.fail('/data/page', 'engine')
    await rows.sort('title', false)
    await vi.waitFor(() => expect(dropped).toEqual([0, 2]))
    host.answers.set('/data/page', page ?? (() => undefined))
    const go = gate(host, '/data/page')
    const first = rows.sort('pages', false)
    await vi.waitFor(() => expect(host.called('/data/page')).toBe(4))
    const second = rows.refresh()
    go()
    await Promise.all([first, second])
    await vi.waitFor(() => expect(dropped).toEqual([0, 2, 3, 1]))
  })

  it('says that one more column would be too many', async () => {
    const { host, rows, state } = await opened()
    for (const column of ['a', 'b', 'c']) await rows.sort(column, true)
    const before = host.called('Grid.Arrange')
    await rows.sort('d', true)
    expect(host.called('Grid.Arrange')).toBe(before)
    expect(state().note).toBe('Three columns are sorted already.')
  })

  it.each([
    ['the page of the first row in sight', 1, 2, 0],
    ['the next page once its first row is the first in sight', 2, 3, 1],
    ['the last page at the very end', 3, 5, 2],
  ])('is on %s', async (_, first, last, want) => {
    const { rows, state } = await opened()
    rows.see(first, last)
    expect(state().page).toBe(want)
  })

  it('reads what failed, and only that, once the connection is back', async () => {
    const { host, rows, text, state } = await opened()
    const page = host.answers.get('/data/page')
    host.fail('/data/page', 'connect')
    await state().pages?.load(2, 3)
    expect(state().error?.kind).toBe('connect')
    expect(text()).toBe('g0p0a')
    host.answers.set('/data/page', page ?? (() => undefined))
    const before = host.called('/data/page')
    rows.resume()
    await vi.waitFor(() => expect(text(2)).toBe('g0p1a'))
    expect(host.called('/data/page')).toBe(before + 1)
    expect(state().error).toBeNull()
  })

  it('refreshes once the connection is back where a refresh had failed', async () => {
    const { host, rows, text, state } = await opened()
    const page = host.answers.get('/data/page')
    host.fail('/data/page', 'connect')
    await rows.refresh()
    expect(text()).toBe('g0p0a')
    host.answers.set('/data/page', page ?? (() => undefined))
    rows.resume()
    await vi.waitFor(() => expect(text()).toBe('g2p0a'))
    expect(state().error).toBeNull()
  })

  it('opens again where opening had failed', async () => {
    const host = new FakeHost()
    const open = host.answers.get('Grid.Open')
    host.fail('Grid.Open', 'connect')
    const rows = viewOn(host)
    await rows.open()
    expect(rows.store.getState()).toMatchObject({ view: null, reading: null, error: { kind: 'connect' } })
    host.answers.set('Grid.Open', open ?? (() => undefined))
    rows.resume()
    await vi.waitFor(() => expect(rows.store.getState().pages?.cell(0, 0)?.text).toBe('g0p0a'))
  })

  it('leaves well alone when the connection is back', async () => {
    const { host, rows } = await opened()
    const before = host.calls.length
    rows.resume()
    expect(host.calls.length).toBe(before)
  })

  it('says why documents were not counted', async () => {
    const host = new FakeHost()
    host.fail('Grid.Count', 'auth', 'may not count')
    const rows = viewOn(host)
    await rows.open()
    await vi.waitFor(() => expect(rows.store.getState().totalError).toBe('may not count'))
  })

  it('shows nothing of a first page that was cancelled, and reads it at a word', async () => {
    const host = new FakeHost()
    const go = gate(host, '/data/page')
    const rows = viewOn(host)
    await rows.open()
    rows.stop()
    expect(rows.store.getState()).toMatchObject({ pages: null, error: { kind: 'cancelled' } })
    expect([host.called('Grid.Drop'), host.called('Grid.Close')]).toEqual([1, 0])
    go()
    await rows.retry()
    await vi.waitFor(() => expect(rows.store.getState().pages?.cell(0, 0)?.text).toBe('g1p0a'))
    expect(host.called('Grid.Close')).toBe(0)
  })
})

// SPEC: A-FIL-09
describe('the filter that rows open with', () => {
  const prose: Filter = { any: false, rows: [{ column: 'genre', operator: 'equals', values: ['prose'] }] }

  function begunWith(filter: Filter | null) {
    const host = new FakeHost()
    const pages: unknown[] = []
    const page = host.answers.get('/data/page')
    host.answers.set('/data/page', (q) => {
      pages.push(q.generation)
      return page?.(q)
    })
    host.answers.set('Grid.Arrange', () => arrangedOf({ generation: 7 }))
    const rows = new RowsView({
      ...{ host, session: 's1', object: 'books', sort: [], opened: () => Promise.resolve() },
      begin: async (_, ask) => {
        const refusals = filter ? [] : [{ row: 0, column: 'genre', message: 'Not a number.' }]
        if (!filter) host.answers.set('Grid.Arrange', () => arrangedOf({ generation: -1, refusals }))
        await ask(prose)
        return filter
      },
    })
    return { host, rows, pages, now: () => rows.store.getState() }
  }

  it('is that of their first page: no other is read before', async () => {
    const { host, rows, pages, now } = begunWith(prose)
    await rows.open()
    await vi.waitFor(() => expect(now().total).toBe('6'))
    expect(now().filter).toEqual(prose)
    expect([...new Set(pages)]).toEqual([7])
    expect(now().pages?.cell(0, 0)?.text).toBe('g7p0a')
    expect(host.called('Grid.Arrange')).toBe(1)
  })

  it('is none where it was refused', async () => {
    const { rows, now } = begunWith(null)
    await rows.open()
    expect(now().filter.rows).toEqual([])
    expect(now().pages?.cell(0, 0)?.text).toBe('g0p0a')
  })
})

// SPEC: A-FIL-01, B-FIL-01
describe('filtering', () => {
  const poetry = { any: false, rows: [{ column: 'genre', operator: 'equals', values: ['poetry'] }] }
  const nothing = { any: false, rows: [] }

  async function filterable() {
    const host = new FakeHost()
    const asked: unknown[] = []
    let generation = 100
    host.answers.set('Grid.Arrange', ({ filter, sort }) => {
      asked.push(filter)
      generation += 1
      return arrangedOf({ generation, sort: sort as SortBy[] })
    })
    return { ...(await opened(host)), asked }
  }

  it('shows the rows of the filter once they are here, and counts them', async () => {
    const { host, rows, text, state, asked } = await filterable()
    const go = gate(host, '/data/page')
    host.answers.set('Grid.Count', () => ({ count: '2' }))
    const filtering = rows.filter(poetry)
    await vi.waitFor(() => expect(host.called('/data/page')).toBe(2))
    expect([text(), state().filter, state().total]).toEqual(['g0p0a', nothing, '6'])
    go()
    await filtering
    expect([text(), state().filter, asked]).toEqual(['g101p0a', poetry, [poetry]])
    await vi.waitFor(() => expect(state().total).toBe('2'))
    expect(state().pages?.rowCount).toBe(2)
  })

  it('leaves everything as it is if a row of the filter is refused', async () => {
    const { host, rows, text, state } = await filterable()
    const refusals = [{ row: 0, column: 'genre', message: 'Not a number.' }]
    host.answers.set('Grid.Arrange', () => arrangedOf({ generation: -1, refusals }))
    expect(await rows.filter(poetry)).toMatchObject({ refusals })
    expect([text(), state().filter, host.called('/data/page')]).toEqual(['g0p0a', nothing, 1])
  })

  it('goes back to the filter that holds if its rows cannot be read', async () => {
    const { host, rows, text, state, asked } = await filterable()
    host.fail('/data/page', 'engine', 'all shards failed')
    await expect(rows.filter(poetry)).rejects.toThrow('all shards failed')
    expect([text(), state().filter, asked]).toEqual(['g0p0a', nothing, [poetry]])
    expect(state().pages?.generation).toBe(0)
  })

  it('stays over a sort and a refresh, also one that brings other columns', async () => {
    const { host, rows, state, asked } = await filterable()
    await rows.filter(poetry)
    await rows.sort('genre', false)
    await rows.refresh()
    expect([state().filter, asked]).toEqual([poetry, [poetry, poetry, poetry]])
    host.answers.set('Grid.Arrange', ({ filter }) => {
      asked.push(filter)
      return arrangedOf({ generation: 5, view: { ...viewOf('books'), id: 's1.2' } })
    })
    await rows.refresh()
    expect([state().view?.id, state().filter, asked.length, asked.at(-1)]).toEqual(['s1.2', poetry, 4, poetry])
    expect(state().pages?.generation).toBe(5)
  })

  it('that no longer fits the columns keeps the rows on screen and says so', async () => {
    const { host, rows, text, state } = await filterable()
    await rows.filter(poetry)
    const shown = text()
    const refusals = [{ row: 0, column: 'genre', message: 'genre is a number by now.' }]
    host.answers.set('Grid.Arrange', () => arrangedOf({ generation: -1, refusals }))
    await rows.refresh()
    expect([text(), state().view?.id]).toEqual([shown, 's1.1'])
    expect(state().error?.failure.message).toBe('The filter no longer fits the columns: genre is a number by now.')
  })
})

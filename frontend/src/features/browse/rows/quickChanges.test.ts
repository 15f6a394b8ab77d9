// SPEC: A-BRO-16, A-BRO-18, A-FIL-01, A-SRT-01
import { describe, expect, it, vi } from 'vitest'
import type { Filter, SortBy } from '../../../host'
import { arrangedOf, FakeHost, pageOf, viewOf } from '../fixture'
import { RowsView } from './rowsView'

const poetry: Filter = { any: false, rows: [{ column: 'genre', operator: 'equals', values: ['poetry'] }] }
const price: SortBy[] = [{ column: 'price', desc: false }]
const all: Filter = { any: false, rows: [] }

/** The arrangement of rows: "poetry by price". */
const wordsOf = ({ sort, filter }: { sort: SortBy[]; filter: Filter } = { sort: [], filter: all }) =>
  `${filter.rows.length > 0 ? 'poetry' : 'all'} by ${sort[0]?.column ?? 'nothing'}`

/** A host whose rows contain the arrangement of their generation. Pages and calls can be held back. */
class OneView extends FakeHost {
  /** The arrangement of each generation that was not dropped. */
  readonly arranged = new Map<number, { sort: SortBy[]; filter: Filter }>([[0, { sort: [], filter: all }]])
  broken = false
  /** The methods whose calls are held back, with the functions that release them. */
  readonly held = new Map<string, (() => void)[]>()
  #latest = 0

  constructor() {
    super()
    this.rows = (generation) => [wordsOf(this.arranged.get(generation)), 'b']
    this.#answer('/data/page', ({ generation }) => {
      if (this.broken) throw new Error(JSON.stringify({ kind: 'engine', message: 'all shards failed' }))
      if (!this.arranged.has(Number(generation)))
        throw new Error(JSON.stringify({ kind: 'cancelled', message: 'The rows have been reloaded.' }))
      return pageOf(this.rows(Number(generation), 0))
    })
    this.#answer('Grid.Arrange', ({ sort, filter }) => {
      this.#latest += 1
      this.arranged.set(this.#latest, { sort: sort as SortBy[], filter: filter as Filter })
      const refusals = (filter as Filter).rows.flatMap(({ operator }, row) =>
        operator === 'refused' ? [{ row, column: 'genre', message: 'Not a number.' }] : [],
      )
      return arrangedOf({ sort: sort as SortBy[], generation: refusals.length > 0 ? -1 : this.#latest, refusals })
    })
    this.#answer('Grid.Drop', ({ generation }) => this.arranged.delete(Number(generation)))
    this.#answer('Grid.Count', ({ generation }) => {
      const { filter } = this.arranged.get(Number(generation)) ?? {}
      if (!filter) throw new Error(JSON.stringify({ kind: 'cancelled', message: 'The rows have been reloaded.' }))
      return { count: filter.rows.length > 0 ? '2' : '6' }
    })
    this.answers.set('Grid.Open', (q) => viewOf(String(q.object)))
  }

  #answer(method: string, work: (q: Record<string, unknown>) => unknown): void {
    this.answers.set(method, async (q) => {
      const waiting = this.held.get(method)
      if (waiting) await new Promise<void>((go) => waiting.push(go))
      return work(q)
    })
  }

  hold(method: string): void {
    this.held.set(method, [])
  }

  release(method: string): void {
    const waiting = this.held.get(method) ?? []
    this.held.delete(method)
    for (const go of waiting) go()
  }

  async waits(method: string, calls = 1): Promise<void> {
    await vi.waitFor(() => expect(this.held.get(method)?.length).toBe(calls))
  }
}

async function opened() {
  const host = new OneView()
  const rows = new RowsView({ host, session: 's1', object: 'books', sort: [], opened: () => Promise.resolve() })
  await rows.open()
  await vi.waitFor(() => expect(rows.store.getState().total).toBe('6'))
  const state = () => rows.store.getState()
  const said = () => wordsOf(state())
  return { host, rows, state, said, text: (row = 0) => state().pages?.cell(row, 0)?.text }
}

describe('a change of the rows that comes while another one is under way', () => {
  it.each<[string, (rows: RowsView) => Promise<void>, string]>([
    ['a sort', (rows) => rows.sortBy(price), 'poetry by price'],
    ['a refresh', (rows) => rows.refresh(), 'poetry by nothing'],
  ])('says of the rows of a filter that they are filtered where %s follows', async (_, follow, want) => {
    const { host, rows, state, said, text } = await opened()
    await state().pages?.load(2, 3)
    rows.see(2, 3)
    host.hold('/data/page')
    const filtering = rows.filter(poetry)
    await host.waits('/data/page')
    const following = follow(rows)
    await host.waits('/data/page', 2)
    host.release('/data/page')
    await Promise.all([filtering, following])
    expect([text(), said(), state().error]).toEqual([want, want, null])
    expect([state().page, state().again]).toEqual([0, false])
    await vi.waitFor(() => expect(state().total).toBe('2'))
  })

  it.each<[string, (rows: RowsView) => Promise<unknown>]>([
    ['a sort', (rows) => rows.sortBy(price)],
    ['a refresh', (rows) => rows.refresh()],
    ['another filter', (rows) => rows.filter({ any: true, rows: poetry.rows })],
  ])('goes back to the order and the filter of its rows where %s follows and fails', async (_, follow) => {
    const { host, rows, said, state, text } = await opened()
    host.hold('/data/page')
    const sorting = rows.sortBy(price)
    await host.waits('/data/page')
    const filtering = rows.filter(poetry).catch(() => undefined)
    await host.waits('/data/page', 2)
    const following = follow(rows).catch(() => undefined)
    await host.waits('/data/page', 3)
    host.broken = true
    host.release('/data/page')
    await Promise.all([sorting, filtering, following])
    host.broken = false
    expect([text(), said(), state().error?.failure.message]).toEqual([
      'all by nothing',
      'all by nothing',
      'all shards failed',
    ])
    await state().pages?.load(2, 3)
    expect(text(2)).toBe('all by nothing')
  })

  it('asks for a filter together with the order that follows it, and the later change wins', async () => {
    const { host, rows, said, state, text } = await opened()
    host.hold('Grid.Arrange')
    const filtering = rows.filter(poetry)
    await host.waits('Grid.Arrange')
    const sorting = rows.sortBy(price)
    const seen: string[] = []
    rows.store.subscribe(() => seen.push(`${text()}: ${said()}`))
    await new Promise((go) => setTimeout(go))
    host.release('Grid.Arrange')
    await Promise.all([filtering, sorting])
    expect([text(), said(), state().error]).toEqual(['poetry by price', 'poetry by price', null])
    expect([...new Set(seen)]).toEqual(['all by nothing: all by nothing', 'poetry by price: poetry by price'])
  })

  it.each([
    ['fails', (_: RowsView, host: OneView) => host.fail('Grid.Arrange', 'connect'), 'connect'],
    ['is cancelled', (rows: RowsView) => rows.stop(), 'cancelled'],
  ])('goes on with its rows where a filter and an order are awaited and a refresh %s', async (_, end, kind) => {
    const { host, rows, said, state, text } = await opened()
    host.hold('/data/page')
    const sorting = rows.sortBy(price)
    await host.waits('/data/page')
    const filtering = rows.filter(poetry).catch(() => undefined)
    await host.waits('/data/page', 2)
    host.hold('Grid.Arrange')
    const reload = host.answers.get('Grid.Arrange')
    if (kind === 'connect') end(rows, host)
    const refreshing = rows.refresh()
    if (kind === 'cancelled') {
      await host.waits('Grid.Arrange')
      end(rows, host)
    }
    host.release('/data/page')
    host.release('Grid.Arrange')
    await Promise.all([sorting, filtering, refreshing])
    host.answers.set('Grid.Arrange', reload ?? (() => undefined))
    expect([text(), said(), state().error?.kind]).toEqual(['all by nothing', 'all by nothing', kind])
    await state().pages?.load(2, 3)
    expect(text(2)).toBe('all by nothing')
  })

  it('goes back without a call: the rows on screen stay readable whatever the backend says', async () => {
    const { host, rows, said, text } = await opened()
    host.hold('/data/page')
    const filtering = rows.filter(poetry).catch(() => undefined)
    await host.waits('/data/page')
    host.fail('Grid.Arrange', 'crashed')
    host.broken = true
    host.release('/data/page')
    await filtering
    host.broken = false
    await rows.store.getState().pages?.load(2, 3)
    expect([text(2), said()]).toEqual(['all by nothing', 'all by nothing'])
  })

  it('goes on with the order that is awaited where a filter that follows is refused', async () => {
    const { host, rows, said, state, text } = await opened()
    host.hold('/data/page')
    const sorting = rows.sortBy(price)
    await host.waits('/data/page')
    const refused = { any: false, rows: [{ column: 'genre', operator: 'refused', values: [] }] }
    expect((await rows.filter(refused)).refusals.length).toBe(1)
    host.release('/data/page')
    await sorting
    await vi.waitFor(() => expect([text(), said(), state().error]).toEqual(['all by price', 'all by price', null]))
    await vi.waitFor(() => expect([...host.arranged.values()].map(wordsOf)).toContain('all by price'))
  })

  it('keeps the page size that is awaited where an order follows', async () => {
    const { host, rows, state } = await opened()
    const asked: unknown[] = []
    const arrange = host.answers.get('Grid.Arrange')
    host.answers.set('Grid.Arrange', (q) => {
      asked.push([q.pageSize, q.sort])
      return arrange?.(q)
    })
    host.hold('/data/page')
    const resizing = rows.resize(500)
    await host.waits('/data/page')
    const sorting = rows.sortBy(price)
    await host.waits('/data/page', 2)
    host.release('/data/page')
    await Promise.all([resizing, sorting])
    expect(asked).toEqual([
      [500, []],
      [500, price],
    ])
    expect(state().sort).toEqual(price)
  })

  it('says of the rows of a filter how many match it, whatever was counted meanwhile', async () => {
    const { host, rows, state } = await opened()
    rows.store.setState({ total: '', totalError: 'may not count' })
    host.hold('/data/page')
    const filtering = rows.filter(poetry).catch(() => undefined)
    await host.waits('/data/page')
    rows.resume()
    host.broken = true
    host.release('/data/page')
    await filtering
    await vi.waitFor(() => expect(state().total).toBe('6'))
    await new Promise((go) => setTimeout(go))
    expect(state().pages?.rowCount).toBe(6)
  })
})

describe('the opening of an object', () => {
  it('closes its view where the order that it opens with cannot be asked for', async () => {
    const host = new FakeHost()
    host.fail('Grid.Arrange', 'timeout')
    const rows = new RowsView({ host, session: 's1', object: 'books', sort: price, opened: () => Promise.resolve() })
    await rows.open()
    expect(rows.store.getState()).toMatchObject({ view: null, error: { kind: 'timeout' } })
    expect(host.called('Grid.Close')).toBe(1)
  })
})

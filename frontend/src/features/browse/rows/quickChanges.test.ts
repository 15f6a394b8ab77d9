// SPEC: A-BRO-16, A-BRO-18, A-FIL-01, A-SRT-01
import { describe, expect, it, vi } from 'vitest'
import type { Filter, SortBy } from '../../../host'
import { FakeHost, pageOf, viewOf } from '../fixture'
import { RowsView } from './rowsView'

const poetry: Filter = { any: false, rows: [{ column: 'genre', operator: 'equals', values: ['poetry'] }] }
const price: SortBy[] = [{ column: 'price', desc: false }]

/**
 * A host whose view is ordered and filtered by whatever reached it last, and whose rows say how they were read. Pages and
 * calls can be held back.
 */
class OneView extends FakeHost {
  sort: SortBy[] = []
  filter: Filter = { any: false, rows: [] }
  now = 0
  broken = false
  /** The methods whose calls wait; each is let go by its function. */
  readonly held = new Map<string, (() => void)[]>()

  constructor() {
    super()
    this.rows = () => [`${this.filter.rows.length > 0 ? 'poetry' : 'all'} by ${this.sort[0]?.column ?? 'nothing'}`, 'b']
    this.#answer('/data/page', ({ generation }) => {
      if (this.broken) throw new Error(JSON.stringify({ kind: 'engine', message: 'all shards failed' }))
      if (Number(generation) !== this.now)
        throw new Error(JSON.stringify({ kind: 'cancelled', message: 'The rows have been reloaded.' }))
      return pageOf(this.rows(0, 0))
    })
    this.#answer('Grid.Sort', (q) => {
      this.sort = q.sort as SortBy[]
      return { sort: this.sort, generation: this.#next() }
    })
    this.#answer('Grid.Filter', ({ any, rows }) => {
      this.filter = { any, rows } as Filter
      return { generation: this.#next(), clauses: [], refusals: [] }
    })
    this.#answer('Grid.Reload', () => ({ generation: this.#next(), sort: null, view: null }))
    this.#answer('Grid.Count', () => ({ count: this.filter.rows.length > 0 ? '2' : '6' }))
    this.answers.set('Grid.Open', (q) => viewOf(String(q.object), this.now))
  }

  #next(): number {
    this.now += 1
    return this.now
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
  const said = () => `${state().filter.rows.length > 0 ? 'poetry' : 'all'} by ${state().sort[0]?.column ?? 'nothing'}`
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

  it('asks for a filter and an order one after the other: the one that comes last is not overtaken', async () => {
    const { host, rows, said, state, text } = await opened()
    host.hold('Grid.Filter')
    const filtering = rows.filter(poetry)
    await host.waits('Grid.Filter')
    const sorting = rows.sortBy(price)
    const seen: string[] = []
    rows.store.subscribe(() => seen.push(`${text()}: ${said()}`))
    await new Promise((go) => setTimeout(go))
    host.release('Grid.Filter')
    await Promise.all([filtering, sorting])
    expect([text(), said(), state().error]).toEqual(['poetry by price', 'poetry by price', null])
    expect([...new Set(seen)]).toEqual(['all by nothing: all by nothing', 'poetry by price: poetry by price'])
  })

  it.each([
    ['fails', (_: RowsView, host: OneView) => host.fail('Grid.Reload', 'connect'), 'connect'],
    ['is cancelled', (rows: RowsView) => rows.stop(), 'cancelled'],
  ])('goes on with its rows where a filter and an order are awaited and a refresh %s', async (_, end, kind) => {
    const { host, rows, said, state, text } = await opened()
    host.hold('/data/page')
    const sorting = rows.sortBy(price)
    await host.waits('/data/page')
    const filtering = rows.filter(poetry).catch(() => undefined)
    await host.waits('/data/page', 2)
    host.hold('Grid.Reload')
    const reload = host.answers.get('Grid.Reload')
    if (kind === 'connect') end(rows, host)
    const refreshing = rows.refresh()
    if (kind === 'cancelled') {
      await host.waits('Grid.Reload')
      end(rows, host)
    }
    host.release('/data/page')
    host.release('Grid.Reload')
    await Promise.all([sorting, filtering, refreshing])
    host.answers.set('Grid.Reload', reload ?? (() => undefined))
    expect([text(), said(), state().error?.kind]).toEqual(['all by nothing', 'all by nothing', kind])
    await state().pages?.load(2, 3)
    expect(text(2)).toBe('all by nothing')
  })

  it('reads again with the filter of its rows where going back to that had failed', async () => {
    const { host, rows, said, text } = await opened()
    host.hold('/data/page')
    const filtering = rows.filter(poetry).catch(() => undefined)
    await host.waits('/data/page')
    const filter = host.answers.get('Grid.Filter')
    host.fail('Grid.Filter', 'crashed')
    host.broken = true
    host.release('/data/page')
    await filtering
    host.broken = false
    await rows.store.getState().pages?.load(2, 3)
    expect(text(2)).toBeUndefined()
    host.answers.set('Grid.Filter', filter ?? (() => undefined))
    await rows.retry()
    expect([text(), said()]).toEqual(['all by nothing', 'all by nothing'])
  })

  it('keeps the order that is awaited where the filter that follows ended its reading, and calls that no failure', async () => {
    const { host, rows, said, state, text } = await opened()
    const errors: unknown[] = []
    rows.store.subscribe(({ error }) => errors.push(error))
    host.hold('/data/page')
    const sorting = rows.sortBy(price)
    await host.waits('/data/page')
    host.hold('Grid.Filter')
    const filtering = rows.filter(poetry)
    await host.waits('Grid.Filter')
    host.now += 1
    host.release('/data/page')
    await new Promise((go) => setTimeout(go))
    host.release('Grid.Filter')
    await Promise.all([sorting, filtering])
    expect([text(), said(), state().error]).toEqual(['poetry by price', 'poetry by price', null])
    expect([...new Set(errors)]).toEqual([null])
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
    host.fail('Grid.Sort', 'timeout')
    const rows = new RowsView({ host, session: 's1', object: 'books', sort: price, opened: () => Promise.resolve() })
    await rows.open()
    expect(rows.store.getState()).toMatchObject({ view: null, error: { kind: 'timeout' } })
    expect(host.called('Grid.Close')).toBe(1)
  })
})

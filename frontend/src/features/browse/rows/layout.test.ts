// SPEC: A-BRO-08, A-BRO-16, APP-12
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { GridColumn, Layout, ViewInfo } from '../../../host'
import { Kind } from '../../../lib/block'
import { encodeBlock } from '../../../lib/block.fixture'
import { arrangedOf, FakeHost, sessionOf, viewOf } from '../fixture'
import { change, plainLayout } from './arrange'
import { Pages } from './pages'
import { RowsTab } from './rowsTab'

const columnOf = (name: string): GridColumn => ({
  ...{ name, type: 'keyword', kind: 'text', integer: false, primary: false, readOnly: false },
  ...{ sortable: true, reason: '', conflict: '' },
})
const view: ViewInfo = { ...viewOf('books'), columns: ['a', 'b', 'c'].map(columnOf) }
const kept: Layout = { hideEmpty: false, columns: [{ name: 'b', width: 90, hidden: false, pinned: true }] }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the layout of a tab', () => {
  const open = async (host: FakeHost, opened: ViewInfo = view) => {
    const put: Layout[] = []
    host.answers.set('Grid.Open', () => opened)
    host.answers.set('Layouts.Keep', (q) => void put.push(q.layout as Layout))
    const ports = { id: 't1', host, session: sessionOf(), changed: () => undefined }
    const tab = new RowsTab(ports, { state: { object: 'books' } })
    await tab.rows.open()
    return { tab, put, state: () => ({ ...tab.rows.store.getState(), ...tab.columns.store.getState() }) }
  }

  it('is the one that is kept, from the first moment on', async () => {
    const host = new FakeHost()
    const { state } = await open(host, { ...view, layout: kept })
    expect(state().layout).toEqual(kept)
    expect(host.called('Layouts.Get')).toBe(0)
  })

  it('is read where it did not come with the object', async () => {
    const host = new FakeHost()
    host.answers.set('Layouts.Get', () => kept)
    const { state } = await open(host, { ...view, layout: null })
    expect(state().layout).toEqual(kept)
  })

  // SPEC: A-BRO-11
  it('has the page size that was chosen, beside how its columns are arranged later', async () => {
    const host = new FakeHost()
    const { tab, put, state } = await open(host)
    host.answers.set('Grid.Arrange', (q) => {
      expect(q).toMatchObject({ view: 's1.1', pageSize: 500 })
      return arrangedOf({ generation: 7, view: { ...view, id: 's1.2', pageSize: 500 } })
    })
    await tab.resize(500)
    expect(state()).toMatchObject({ view: { id: 's1.2', pageSize: 500 }, again: true })
    expect(host.called('Grid.Close')).toBe(1)
    tab.columns.arrange((all, now) => change(all, now, ['a'], { hidden: true }))
    tab.columns.arrange(() => plainLayout)
    await vi.advanceTimersByTimeAsync(1000)
    expect(put).toEqual([{ ...plainLayout, pageSize: 500 }])
  })

  it('keeps the page size and its rows where those of another size cannot be read', async () => {
    const host = new FakeHost()
    const { tab, put, state } = await open(host)
    host.answers.set('Grid.Arrange', () => arrangedOf({ generation: 7, view: { ...view, id: 's1.2', pageSize: 500 } }))
    host.fail('/data/page', 'engine', 'all shards failed')
    await tab.resize(500)
    expect(state().view).toMatchObject({ id: 's1.1', pageSize: 2 })
    expect(state().error?.failure.message).toBe('all shards failed')
    await vi.advanceTimersByTimeAsync(1000)
    expect(put).toEqual([])
  })

  it('is plain where none can be read', async () => {
    const host = new FakeHost()
    host.fail('Layouts.Get', 'engine')
    const { state } = await open(host)
    expect(state().layout).toEqual(plainLayout)
    expect(state().error).toBeNull()
  })

  it('is kept once it rests, and says where it is not', async () => {
    const host = new FakeHost()
    const { tab, put, state } = await open(host)
    for (const width of [100, 110, 120]) tab.columns.arrange((all, now) => change(all, now, ['a'], { width }))
    await vi.advanceTimersByTimeAsync(1000)
    expect(put.map((layout) => layout.columns[0]?.width)).toEqual([120])
    tab.columns.arrange((_, now) => now)
    await vi.advanceTimersByTimeAsync(1000)
    expect(put.length).toBe(1)
    host.fail('Layouts.Keep', 'engine', 'the disk is full')
    tab.columns.arrange((all, now) => change(all, now, ['a'], { hidden: true }))
    await vi.advanceTimersByTimeAsync(1000)
    expect(state().note).toBe('The column layout could not be saved: the disk is full')
  })

  it('is kept when the tab closes before it rested', async () => {
    const { tab, put } = await open(new FakeHost())
    tab.columns.arrange((all, now) => change(all, now, ['c'], { hidden: true }))
    tab.close()
    await vi.advanceTimersByTimeAsync(0)
    expect(put.map((layout) => layout.columns.map((column) => column.hidden))).toEqual([[false, false, true]])
  })

  it('is no reason to read rows that are being read, or could not be', async () => {
    const host = new FakeHost()
    const { tab, state } = await open(host)
    await vi.advanceTimersByTimeAsync(10)
    await tab.refreshQuietly()
    expect(host.called('Grid.Arrange')).toBe(1)
    host.fail('Grid.Arrange', 'connect')
    await tab.refreshQuietly()
    expect(state().error).not.toBeNull()
    await tab.refreshQuietly()
    expect(host.called('Grid.Arrange')).toBe(2)
  })
})

/** A host with one page of three columns and hidden keys, and a value that is loaded again. */
class ValueHost extends FakeHost {
  readonly paths: string[] = []
  override async data<R>(path: string) {
    this.paths.push(path)
    if (path.startsWith('/data/value')) {
      const bytes = new TextEncoder().encode('[1.50,"é"]').buffer
      return { about: { kind: Kind.json, changed: true } as R, bytes }
    }
    const text = (value: string) => ({ kind: Kind.string, text: value })
    const rows = [
      [text('x'), { kind: Kind.null, text: '' }, { kind: Kind.json, text: '[1...', cut: 9 }, text('7'), text('r &=#')],
      [text('y'), { kind: Kind.missing, text: '' }, text('z'), text('8'), { kind: Kind.null, text: '' }],
    ]
    return {
      about: { rows: 2, end: true, notices: [] } as R,
      bytes: encodeBlock(['a', 'b', 'c', '#id', '#routing'], rows),
    }
  }
}

describe('the values of pages', () => {
  it('are read again whole by the hidden key of their row', async () => {
    const host = new ValueHost()
    const pages = new Pages(host, view, 0, { changed() {}, asked() {}, arrived() {}, failed() {} })
    await pages.load(0, 1)
    expect(pages.hidden(0)).toEqual([
      ['#id', '7'],
      ['#routing', 'r &=#'],
    ])
    expect(await pages.value(0, 2)).toEqual({ kind: Kind.json, text: '[1.50,"é"]', changed: true })
    expect(await pages.whole(1, -1)).toBe('[1.50,"é"]')
    const asked = host.paths.slice(1).map((path) => Object.fromEntries(new URL(path, 'http://host').searchParams))
    expect(asked).toEqual([
      { view: 's1.1', column: 'c', '#id': '7', '#routing': 'r &=#' },
      { view: 's1.1', column: '', '#id': '8' },
    ])
  })

  // SPEC: APP-02
  it('belong to a row with a key, by which it is found while it is loaded', async () => {
    const pages = new Pages(new ValueHost(), view, 0, { changed() {}, asked() {}, arrived() {}, failed() {} })
    expect([pages.key(0), pages.rowOf('[["#id","8"]]')]).toEqual([undefined, undefined])
    await pages.load(0, 1)
    expect([0, 1, 2].map((row) => pages.key(row))).toEqual([
      '[["#id","7"],["#routing","r &=#"]]',
      '[["#id","8"]]',
      undefined,
    ])
    expect([pages.rowOf('[["#id","8"]]'), pages.rowOf('[["#id","7"]]')]).toEqual([1, undefined])
    pages.close()
    expect(pages.rowOf('[["#id","8"]]')).toBeUndefined()
  })

  it('tell which columns have any', async () => {
    const pages = new Pages(new ValueHost(), view, 0, { changed() {}, asked() {}, arrived() {}, failed() {} })
    await pages.load(0, 1)
    expect([0, 1, 2].map((column) => pages.filled(column))).toEqual([true, false, true])
    expect(pages.filledColumns).toBe(2)
    expect(pages.ranges).toEqual([{ first: 0, last: 1 }])
  })
})

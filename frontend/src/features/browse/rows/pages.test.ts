// SPEC: A-BRO-11, APP-02, APP-14
import { describe, expect, it, vi } from 'vitest'
import type { Host, PageInfo, ViewInfo } from '../../../host'
import { Kind } from '../../../lib/block'
import { encodeBlock } from '../../../lib/block.fixture'
import { nextSort } from './columns'
import { Pages } from './pages'

const view = { id: 's1.1', pageSize: 2, reach: '', notices: [] } as unknown as ViewInfo

function bytesOf(ids: string[]): ArrayBuffer {
  return encodeBlock(
    ['_id'],
    ids.map((text) => [{ kind: Kind.string, text }]),
  )
}

function hostOf(rows: (page: number) => string[]): Host & { asked: number[] } {
  const asked: number[] = []
  return {
    asked,
    dialogs: false,
    call: () => Promise.reject(new Error('pages call no method')),
    data: async <R>(path: string) => {
      const page = Number(new URL(path, 'http://x').searchParams.get('page'))
      asked.push(page)
      if (rows(page).includes('fail')) throw new Error('{"kind":"connect","message":"connection refused"}')
      const about = { rows: rows(page).length, end: rows(page).length < 2, notices: [] } as unknown as PageInfo
      return { about: about as R, bytes: bytesOf(rows(page)) }
    },
  }
}

const listener = () => ({ changed: vi.fn(), asked: vi.fn(), arrived: vi.fn(), failed: vi.fn() })

describe('pages', () => {
  it('gives the cells of a page once it arrived, and nothing before', async () => {
    const pages = new Pages(
      hostOf((p) => [`a${p}`, `b${p}`]),
      view,
      0,
      listener(),
    )
    expect(pages.cell(3, 0)).toBeUndefined()
    await pages.load(2, 3)
    expect(pages.cell(3, 0)).toEqual({ kind: Kind.string, text: 'b1', cut: 0 })
  })

  // SPEC: A-BRO-20
  it('marks a row whose document is damaged, and says why', async () => {
    const host = hostOf(() => ['a', 'b'])
    const bytes = encodeBlock(
      ['_id', '#damaged'],
      [
        [
          { kind: Kind.string, text: 'a' },
          { kind: Kind.missing, text: '' },
        ],
        [
          { kind: Kind.string, text: 'b' },
          { kind: Kind.string, text: 'nested too deeply' },
        ],
      ],
    )
    const about = { rows: 2, end: true, notices: [] } as unknown as PageInfo
    const pages = new Pages({ ...host, data: async <R>() => ({ about: about as R, bytes }) }, view, 0, listener())
    await pages.load(0, 1)
    expect(pages.overlay(1, -1)).toEqual({ state: 'refused', text: 'nested too deeply' })
    expect(pages.overlay(1, 0)).toBeUndefined()
    expect(pages.overlay(0, -1)).toBeUndefined()
  })

  it('asks for a page once, however often the grid draws it', async () => {
    const host = hostOf((p) => [`a${p}`, `b${p}`])
    const pages = new Pages(host, view, 0, listener())
    pages.counted(2)
    pages.prefetch(0, 1)
    pages.prefetch(0, 1)
    await pages.load(0, 1)
    expect(host.asked).toEqual([0])
  })

  // SPEC: A-BRO-18
  it('reads a partial page again when it is viewed again, and never takes it for the end', async () => {
    let partial = true
    const asked: number[] = []
    const host: Host = {
      dialogs: false,
      call: () => Promise.reject(new Error('pages call no method')),
      data: async <R>(path: string) => {
        const page = Number(new URL(path, 'http://x').searchParams.get('page'))
        asked.push(page)
        const ids = page === 0 && partial ? ['a0'] : [`a${page}`, `b${page}`]
        const about = {
          rows: ids.length,
          end: false,
          partial: page === 0 && partial,
          notices: [],
        } as unknown as PageInfo
        return { about: about as R, bytes: bytesOf(ids) }
      },
    }
    const pages = new Pages(host, view, 0, listener())
    pages.counted(20)
    await pages.load(0, 1)
    expect(asked).toEqual([0])
    expect(pages.cell(0, 0)).toEqual({ kind: Kind.string, text: 'a0', cut: 0 })
    expect(pages.cell(1, 0)).toBeUndefined()
    expect(pages.rowCount).toBe(20)
    partial = false
    pages.prefetch(10, 11)
    await pages.load(0, 1)
    expect(asked.filter((page) => page === 0)).toEqual([0, 0])
    expect(pages.cell(1, 0)).toEqual({ kind: Kind.string, text: 'b0', cut: 0 })
  })

  it('ends where a page is short', async () => {
    const pages = new Pages(
      hostOf((p) => (p === 0 ? ['a', 'b'] : ['c'])),
      view,
      0,
      listener(),
    )
    await pages.load(0, 3)
    expect(pages.rowCount).toBe(3)
    expect(pages.rowCountKnown).toBe(true)
  })

  it('has no more rows than were counted where the page that is read first is behind all of them', async () => {
    const pages = new Pages(
      hostOf((p) => (p === 0 ? ['a'] : [])),
      view,
      0,
      listener(),
    )
    await pages.load(10, 10)
    expect(pages.rowCount).toBe(10)
    pages.counted(1)
    expect(pages.rowCount).toBe(1)
  })

  it('does not ask again for a page that failed until it is told to', async () => {
    let broken = true
    const host = hostOf(() => (broken ? ['fail'] : ['a']))
    const told = listener()
    const pages = new Pages(host, view, 0, told)
    await pages.load(0, 0)
    await pages.load(0, 0)
    expect(host.asked).toEqual([0])
    expect(told.failed).toHaveBeenCalledOnce()
    broken = false
    pages.retry()
    await pages.load(0, 0)
    expect(pages.cell(0, 0)?.text).toBe('a')
  })

  it('drops an answer that comes after it was closed', async () => {
    const told = listener()
    const pages = new Pages(
      hostOf(() => ['a']),
      view,
      0,
      told,
    )
    const work = pages.load(0, 0)
    pages.close()
    await work
    expect(told.arrived).not.toHaveBeenCalled()
    expect(pages.cell(0, 0)).toBeUndefined()
  })
})

describe('pages that are scrolled past', () => {
  /** A host whose pages arrive when the test lets them, and fail if they are cancelled before. */
  function slowHost() {
    const under = new Map<number, { come(): void; signal: AbortSignal }>()
    const host: Host = {
      dialogs: false,
      call: () => Promise.reject(new Error('pages call no method')),
      data: <R>(path: string, options?: { signal?: AbortSignal }) =>
        new Promise<{ about: R; bytes: ArrayBuffer }>((resolve, reject) => {
          const page = Number(new URL(path, 'http://x').searchParams.get('page'))
          const signal = options?.signal as AbortSignal
          const about = { rows: 2, end: false, notices: [] } as unknown as R
          under.set(page, { come: () => resolve({ about, bytes: bytesOf([`a${page}`, 'b']) }), signal })
          signal.addEventListener('abort', () =>
            reject(new Error('{"kind":"cancelled","message":"It was cancelled."}')),
          )
        }),
    }
    const givenUp = () => [...under].filter(([, { signal }]) => signal.aborted).map(([page]) => page)
    return { host, under, givenUp }
  }

  it('are given up, but for those beside the rows in sight', () => {
    const { host, under, givenUp } = slowHost()
    const told = listener()
    const pages = new Pages(host, view, 0, told)
    pages.counted(1000)
    for (const row of [0, 100, 200, 202]) pages.prefetch(row, row + 1)
    expect([...under.keys()]).toEqual([0, 1, 50, 51, 100, 101, 102])
    expect(givenUp()).toEqual([0, 1, 50, 51])
    expect(told.failed).not.toHaveBeenCalled()
  })

  it('are asked for anew when they are in sight again', async () => {
    const { host, under, givenUp } = slowHost()
    const pages = new Pages(host, view, 0, listener())
    pages.counted(1000)
    pages.prefetch(100, 101)
    pages.prefetch(500, 501)
    expect(givenUp()).toEqual([50, 51])
    pages.prefetch(100, 101)
    expect(givenUp()).toEqual([250, 251])
    under.get(50)?.come()
    await vi.waitFor(() => expect(pages.cell(100, 0)?.text).toBe('a50'))
  })

  it('are read on where they are waited for', async () => {
    const { host, under, givenUp } = slowHost()
    const pages = new Pages(host, view, 0, listener())
    pages.counted(1000)
    const work = pages.load(100, 101)
    pages.prefetch(500, 501)
    expect(givenUp()).toEqual([])
    under.get(50)?.come()
    await work
    expect(pages.cell(100, 0)?.text).toBe('a50')
  })
})

describe('the order after a head was activated', () => {
  it.each([
    ['none becomes ascending', [], 'a', false, [{ column: 'a', desc: false }]],
    ['ascending becomes descending', [{ column: 'a', desc: false }], 'a', false, [{ column: 'a', desc: true }]],
    ['descending becomes none', [{ column: 'a', desc: true }], 'a', false, []],
    ['another head replaces', [{ column: 'a', desc: true }], 'b', false, [{ column: 'b', desc: false }]],
    [
      'add keeps the others',
      [{ column: 'a', desc: true }],
      'b',
      true,
      [
        { column: 'a', desc: true },
        { column: 'b', desc: false },
      ],
    ],
  ])('%s', (_, sort, column, add, want) => {
    expect(nextSort(sort, column, add)).toEqual(want)
  })

  it('reads the rest of a page that came in parts when its rows are asked for', async () => {
    const host = hostOf(() => [])
    const skips: number[] = []
    const parts: Record<number, string[]> = { 0: ['a'], 1: ['b', 'c'], 3: ['d'] }
    host.data = async <R>(path: string) => {
      const skip = Number(new URL(path, 'http://x').searchParams.get('skip'))
      skips.push(skip)
      const about = { rows: 0, end: false, notices: [] } as unknown as PageInfo
      return { about: about as R, bytes: bytesOf(parts[skip] ?? []) }
    }
    const pages = new Pages(host, { ...view, pageSize: 4 }, 0, listener())
    await pages.load(0, 0)
    expect(skips).toEqual([0])
    expect(pages.cell(1, 0)).toBeUndefined()
    await pages.load(0, 3)
    expect(skips).toEqual([0, 1, 3])
    expect([0, 1, 2, 3].map((row) => pages.cell(row, 0)?.text)).toEqual(['a', 'b', 'c', 'd'])
    await pages.load(0, 3)
    expect(skips.length).toBe(3)
  })

  it('drops the first page where it differs from the snapshot', async () => {
    const host = hostOf((p) => [`a${p}`, `b${p}`])
    const { data } = host
    host.data = async <R>(path: string) => {
      const { about, bytes } = await data<PageInfo>(path)
      return { about: { ...about, stale: path.includes('page=1') } as R, bytes }
    }
    const pages = new Pages(host, view, 0, listener())
    await pages.load(0, 1)
    await pages.load(2, 3)
    expect(pages.has(0)).toBe(false)
    expect(pages.has(1)).toBe(true)
    await pages.load(0, 1)
    expect(host.asked).toEqual([0, 1, 0])
  })
})

describe('rows whose number is not known', () => {
  it('never become fewer when pages that were read are let go', async () => {
    const pages = new Pages(
      hostOf((p) => [`a${p}`, `b${p}`]),
      view,
      0,
      listener(),
    )
    for (let page = 0; page < 40; page++) await pages.load(page * 2, page * 2)
    for (let page = 0; page <= 30; page++) await pages.load(page * 2, page * 2)
    expect(pages.has(39)).toBe(false)
    expect(pages.rowCount).toBe(80)
  })
})

describe('how long a page took', () => {
  it('is the time from when it was asked for until its rows were here', async () => {
    vi.useFakeTimers()
    const host = hostOf((p) => [`a${p}`, `b${p}`])
    const { data } = host
    host.data = async (path, options) => {
      await new Promise((resume) => setTimeout(resume, 3300))
      return data(path, options)
    }
    const pages = new Pages(host, view, 0, listener())
    const loading = pages.load(4, 4)
    expect(pages.waited(2)).toBeUndefined()
    await vi.advanceTimersByTimeAsync(3300)
    await loading
    expect(pages.waited(2)).toBe(3300)
    vi.useRealTimers()
  })

  it('is, for the first page of an order, the time since that order was asked for', async () => {
    vi.useFakeTimers()
    const began = Date.now()
    vi.advanceTimersByTime(700)
    const pages = new Pages(
      hostOf((p) => [`a${p}`, `b${p}`]),
      view,
      0,
      listener(),
      began,
    )
    await pages.load(0, 0)
    expect(pages.waited(0)).toBe(700)
    await pages.load(2, 2)
    expect(pages.waited(1)).toBe(0)
    vi.useRealTimers()
  })
})

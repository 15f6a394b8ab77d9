// SPEC: APP-02, A-BRO-08
import { afterEach, expect, it, vi } from 'vitest'
import { clipboardCopy } from './clipboard'
import { columnOf, string } from './fixture'
import type { Range, Source } from './types'

const columns = [columnOf({ id: 'n' })]
const far: Range = { top: 0, bottom: 29_999, left: 0, right: 0 }

/** A source of many rows that keeps only the last thousand it loaded; every tenth value is cut. */
function forgetful(): Source & { read: number[] } {
  let first = -1
  const read: number[] = []
  const here = (row: number) => first >= 0 && row >= first && row < first + 1000
  return {
    rowCount: 30_000,
    cell: (row) => (here(row) ? { ...string(`${row}`), cut: row % 10 === 0 ? 5 : 0 } : undefined),
    prefetch: () => {},
    load: async (from) => {
      first = from
      read.push(from)
    },
    whole: async (row) => (here(row) ? `whole ${row}` : Promise.reject(new Error(`row ${row} is gone`))),
    read,
  }
}

afterEach(() => vi.unstubAllGlobals())

it('copies more rows than the source keeps, with whole values, reading each stretch once', async () => {
  const writeText = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  const source = forgetful()
  const said: string[] = []
  const text = await clipboardCopy(source, columns, [far], 'tsv', (words) => said.push(words))
  const wanted = Array.from({ length: 30_000 }, (_, n) => (n % 10 === 0 ? `whole ${n}` : `${n}`))
  expect(text.split('\n')).toEqual(wanted)
  expect(writeText).toHaveBeenCalledExactlyOnceWith(text)
  expect(said).toEqual(['30,000 rows copied'])
  expect(source.read).toEqual(Array.from({ length: 30 }, (_, n) => n * 1000))
})

it('leaves the clipboard to what is copied last, whichever is read first', async () => {
  const written: string[] = []
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void written.push(text) } })
  const said: string[] = []
  const copy = (range: Range) => clipboardCopy(forgetful(), columns, [range], 'tsv', (words) => said.push(words))
  const long = copy(far)
  await copy({ ...far, top: 3, bottom: 3 })
  await long
  expect(written).toEqual(['3'])
  expect(said).toEqual(['1 cell copied'])
})

it('copies ranges that are apart below one another, and says how many rows they are', async () => {
  const writeText = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  const said: string[] = []
  const apart = [
    { ...far, top: 1, bottom: 2 },
    { ...far, top: 20_000, bottom: 20_000 },
  ]
  const text = await clipboardCopy(forgetful(), columns, apart, 'tsv', (words) => said.push(words))
  expect(text).toBe('1\n2\nwhole 20000')
  expect(said).toEqual(['3 rows copied'])
})

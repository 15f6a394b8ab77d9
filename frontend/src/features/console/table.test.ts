// SPEC: CNS-03, CNS-04, CNS-09
import { describe, expect, it } from 'vitest'
import { Kind } from '../../lib/block'
import { encodeBlock } from '../../lib/block.fixture'
import { ConsoleHost, responseOf, settled } from './fixture'
import { Table } from './table'

const per = 10
const text = (value: string) => ({ kind: Kind.string, text: value })
const number = (value: string) => ({ kind: Kind.number, text: value })

/**
 * A host with a response of many rows, whose later ones have an extra column; asked lists the blocks that were read.
 */
function long(rows: number, steps: readonly number[] = [rows]) {
  const host = new ConsoleHost()
  const asked: number[] = []
  let step = 0
  host.rows = (block) => {
    asked.push(block)
    if (block < 0) step += 1
    const known = steps[step] ?? rows
    const late = block < 0 || block > 0 ? ['_id', '_score', 'n'] : ['_id', 'n']
    const of = block < 0 ? 0 : Math.min(per, rows - block * per)
    const cells = Array.from({ length: of }, (_, i) => {
      const id = text(`d${block * per + i}`)
      return late.length === 2 ? [id, number(`${i}.50`)] : [id, number('1.0'), number(`${i}.50`)]
    })
    return { about: { rows: known, per, done: known === rows, beside: 0 }, bytes: encodeBlock(late, cells) }
  }
  const table = new Table(host, 's1', responseOf({ rows: 'hits.hits', doc: '_source' }))
  return { host, table, asked, shown: (row: number) => table.columns.map((_, at) => table.cell(row, at)?.text) }
}

describe('the rows of a response', () => {
  it.each([
    [false, ['_score', 'highlight', 'id', 'n']],
    [true, ['id', 'n', '_score', 'highlight']],
  ])('have the columns of the document first: %s', async (docFirst, want) => {
    const host = new ConsoleHost()
    const row = [number('1'), text('{}'), text('a'), number('2')]
    host.rows = () => ({
      about: { rows: 1, per: 1, done: true, beside: 2 },
      bytes: encodeBlock(['_score', 'highlight', 'id', 'n'], [row]),
    })
    const response = responseOf({ rows: 'hits', doc: 'document' })
    const table = new Table(host, 's1', { ...response, search: { ...response.search, docFirst } })
    await table.read()
    expect(table.columns.map(({ id }) => id)).toEqual(want)
    expect([...table.beside]).toEqual(['_score', 'highlight'])
    expect(table.cell(0, want.indexOf('n'))?.text).toBe('2')
  })

  it('are there from the first ones on, while the others are being found', async () => {
    const { table, asked, shown } = long(95, [10, 60, 95])
    const seen: [number, boolean][] = []
    table.store.subscribe(({ rows, done }) => seen.push([rows, done]))
    await table.read()
    expect(seen).toEqual([
      [10, false],
      [60, false],
      [95, true],
    ])
    expect(asked).toEqual([0, -1, -1])
    expect([table.rowCount, table.rowCountKnown]).toEqual([95, true])
    expect(table.columns.map(({ title, align, mono }) => [title, align, mono])).toEqual([
      ['_id', 'left', true],
      ['_score', 'left', true],
      ['n', 'right', false],
    ])
    expect(shown(3)).toEqual(['d3', '', '3.50'])
  })

  it('are read by blocks as they come into sight, each once', async () => {
    const { table, asked, shown } = long(95)
    await table.read()
    expect(shown(42)).toEqual([undefined, undefined])
    table.prefetch(38, 44)
    await table.load(38, 44)
    expect(asked).toEqual([0, 3, 4])
    expect(shown(42)).toEqual(['d42', '1.0', '2.50'])
    await table.load(90, 99)
    expect(shown(94)).toEqual(['d94', '1.0', '4.50'])
    expect(asked).toEqual([0, 3, 4, 9])
  })

  it('stay found where a block that was read before comes after them', async () => {
    const { host, table, shown } = long(95, [40, 60, 95])
    const good = host.rows
    const give: (() => void)[] = []
    host.rows = (block) => {
      const read = good(block)
      if (block === 0) return read
      return new Promise((resolve) => give.push(() => resolve(read))) as never
    }
    const reading = table.read()
    await settled()
    const loading = table.load(20, 20)
    await settled()
    give[0]?.()
    await settled()
    give[2]?.()
    await reading
    expect([table.rowCount, table.rowCountKnown]).toEqual([95, true])
    give[1]?.()
    await loading
    expect(shown(20)).toEqual(['d20', '1.0', '0.50'])
    expect([table.rowCount, table.rowCountKnown]).toEqual([95, true])
  })

  it('are let go where too many are held, and read again', async () => {
    const { table, asked } = long(1000)
    await table.read()
    for (let row = 0; row < 1000; row += per) await table.load(row, row)
    expect(table.cell(0, 0)).toBeUndefined()
    await table.load(0, 999)
    expect(asked.length).toBeGreaterThan(100)
    expect([table.cell(0, 0)?.text, table.cell(999, 0)?.text]).toEqual(['d0', 'd999'])
  })

  it('keep the width that a column was given, also when others are found', async () => {
    const { table } = long(95)
    await table.read()
    table.resize(0, 222)
    await table.load(20, 20)
    expect(table.columns.map(({ id, width }) => [id, width === 222])).toEqual([
      ['_id', true],
      ['_score', false],
      ['n', false],
    ])
  })

  it('say why they cannot be read, and are read when that is tried again', async () => {
    const { host, table } = long(20)
    const good = host.rows
    host.rows = () => {
      throw new Error('no rows')
    }
    await table.read()
    expect(table.store.getState()).toMatchObject({ rows: 0, error: { message: 'no rows' } })
    host.rows = good
    await table.read()
    expect(table.store.getState()).toMatchObject({ rows: 20, error: null })
    table.close()
    await table.load(10, 19)
    await settled()
    expect(table.cell(10, 0)).toBeUndefined()
  })
})

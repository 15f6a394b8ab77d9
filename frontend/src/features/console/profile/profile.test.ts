// SPEC: CNS-02
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { layout } from '../fixture'
import {
  openAtFirst,
  type Profile,
  type ProfileRow,
  rowsOf as read,
  rowsOfAll as readAll,
  unitOf,
  visibleRows,
} from './profile'

const rowsOf = (profile: unknown) => read(profile, layout)
const rowsOfAll = (profiles: readonly Profile[]) => readAll(profiles, layout)

/** Profiles from nodes of each version (testdata/console). */
const recorded: Record<string, { shards: unknown[] }> = JSON.parse(
  readFileSync(resolve('../testdata/console/profiles.json'), 'utf8'),
)

const sections = (rows: readonly ProfileRow[]) =>
  rows.filter(({ kind }) => kind === 'section').map(({ title }) => title)
const found = (rows: readonly ProfileRow[], title: string) => rows.find((row) => row.title === title) as ProfileRow

describe('a profile', () => {
  const searched = ['Query', 'Rewrite', 'Collectors', 'Aggregations']
  it.each([
    ['7.9', searched],
    ['7.17', searched.concat('Fetch')],
    ['9.4', searched.concat('Fetch')],
    [
      '8.16 kNN',
      ['Term statistics', 'kNN: Query', 'kNN: Rewrite', 'kNN: Collectors', 'Query', 'Rewrite', 'Collectors', 'Fetch'],
    ],
  ])('of %s has its sections', (version, wanted) => {
    expect(sections(rowsOf(recorded[version]))).toEqual(wanted)
  })

  it.each(Object.keys(recorded))('of %s has the steps, times and shares that were measured', (version) => {
    const rows = rowsOf(recorded[version])
    expect(rows[0]).toMatchObject({
      kind: 'unit',
      text: expect.stringMatching(/^Node /),
      share: 1,
      level: 0,
      parent: -1,
    })
    expect(rows[0]?.title).toMatch(/^p1, shard [01]$/)
    rows.forEach((row, at) => {
      expect(row.title, `row ${at}`).not.toBe('')
      expect(row.share).toBeLessThanOrEqual(1)
      expect(row.next).toBeGreaterThan(at)
      expect(rows.filter(({ parent }) => parent === row.parent)).toHaveLength(row.of)
    })
    const own = rows.filter(
      ({ kind, title, parent }) => kind === 'section' && parent === 0 && !title.endsWith('Collectors'),
    )
    expect(own.reduce((all, { time }) => all + (time ?? 0), 0)).toBe(rows[0]?.time)
  })

  it('has the slowest shard first', () => {
    const shards = rowsOf(recorded['8.16']).filter(({ kind }) => kind === 'unit')
    expect(shards).toHaveLength(2)
    expect(shards[0]?.time).toBeGreaterThan(shards[1]?.time ?? 0)
    expect(shards[1]?.share).toBe((shards[1]?.time ?? 0) / (shards[0]?.time ?? 1))
  })

  it('has the parts of the time of a step, the slowest first, with how often they were done', () => {
    const breakdown = { score: 5, score_count: 2, advance: 9, advance_count: 1, match: 0, match_count: 0, reduce: 7 }
    const query = [{ type: 'TermQuery', description: 'a:b', time_in_nanos: 21, breakdown }]
    const rows = rowsOf({ shards: [{ id: '[n][logs][1][3]', searches: [{ query }] }] })
    expect(rows.map(({ title, text, time, level }) => [level, title, text, time])).toEqual([
      [0, 'logs][1, shard 3', 'Node n', 21],
      [1, 'Query', '', 21],
      [2, 'TermQuery', 'a:b', 21],
      [3, 'Breakdown', '', null],
      [4, 'advance', '1 call', 9],
      [4, 'reduce', '', 7],
      [4, 'score', '2 calls', 5],
    ])
  })

  it('says how long a step took without the steps inside', () => {
    const inner = { type: 'TermQuery', time_in_nanos: 30 }
    const query = [{ type: 'BooleanQuery', time_in_nanos: 100, children: [inner, inner] }]
    const rows = rowsOf({ shards: [{ id: 'odd', searches: [{ query }] }] })
    expect(rows[0]?.title).toBe('odd')
    expect(found(rows, 'BooleanQuery')).toMatchObject({ time: 100, self: 40, share: 1 })
    expect(found(rows, 'TermQuery')).toMatchObject({ self: null, share: 0.3, place: 0, of: 2 })
  })

  it('is open at first down to its steps, and has no row of what is closed', () => {
    const rows = rowsOf(recorded['8.16'])
    const open = openAtFirst(rows)
    const visible = visibleRows(rows, open).map((at) => rows[at] as ProfileRow)
    expect(visible.some(({ kind }) => kind === 'figure')).toBe(false)
    expect(visible.some(({ title }) => title === 'HighlightPhase')).toBe(true)
    expect(visibleRows(rows, new Set()).map((at) => rows[at]?.kind)).toEqual(['unit', 'unit'])
  })

  it('of many shards shows the inside of the slowest one', () => {
    const shard = (at: number) => ({
      id: `[n][i][${at}]`,
      searches: [{ query: [{ type: 'Q', time_in_nanos: at + 1 }] }],
    })
    const rows = rowsOf({ shards: Array.from({ length: 9 }, (_, at) => shard(at)) })
    const visible = visibleRows(rows, openAtFirst(rows)).map((at) => rows[at]?.title)
    expect(visible).toEqual(['i, shard 8', 'Query', 'Q', ...[7, 6, 5, 4, 3, 2, 1, 0].map((at) => `i, shard ${at}`)])
  })

  it('of several searches is inside of them, each with the time of its slowest shard', () => {
    const shard = (id: number, time: number) => ({
      id: `[n][i][${id}]`,
      searches: [{ query: [{ type: 'Q', time_in_nanos: time }] }],
    })
    const rows = rowsOfAll([
      { search: 1, profile: { shards: [shard(0, 5), shard(1, 10)] } },
      { search: 3, profile: { shards: [shard(0, 40)] } },
      { search: 4, profile: {} },
    ])
    expect(rows.filter(({ kind }) => kind === 'search')).toMatchObject([
      { title: 'Search 1', time: 10, share: 0.25, level: 0, of: 2 },
      { title: 'Search 3', time: 40, share: 1, level: 0, of: 2 },
    ])
    expect(rows.filter(({ kind }) => kind === 'unit')).toMatchObject([
      { title: 'i, shard 1', share: 1, level: 1, place: 0, of: 2 },
      { title: 'i, shard 0', share: 0.5 },
      { title: 'i, shard 0', share: 1, of: 1 },
    ])
    const visible = visibleRows(rows, openAtFirst(rows)).map((at) => rows[at]?.title)
    const inside = ['Query', 'Q']
    expect(visible).toEqual([
      ...['Search 1', 'i, shard 1', ...inside, 'i, shard 0', ...inside],
      ...['Search 3', 'i, shard 0', ...inside],
    ])
  })

  it('of ES|QL has its phases, and its drivers by what they ran, each with its operators in their order', () => {
    const rows = rowsOf({
      query: { start_millis: 1, stop_millis: 9, took_nanos: 800 },
      planning: { start_millis: 1, stop_millis: 2, took_nanos: 200 },
      drivers: [
        {
          task_description: 'final',
          took_nanos: 700,
          cpu_nanos: 10,
          operators: [{ operator: 'OutputOperator[columns = [a, b[0]]]' }],
        },
        {
          took_nanos: 600,
          cpu_nanos: 400,
          iterations: 3,
          node_name: 'n1',
          operators: [
            { operator: 'LuceneSourceOperator[limit = 5]', status: { process_nanos: 100, processed_queries: ['*:*'] } },
            {
              operator: 'HashAggregationOperator',
              status: { hash_nanos: 50, aggregation_nanos: 150, rows_received: 7 },
            },
          ],
        },
      ],
    })
    expect(rows.map(({ level, title, text, time, share }) => [level, title, text, time, share])).toEqual([
      [0, 'query', '', 800, 1],
      [0, 'planning', '', 200, 0.25],
      [0, 'Driver', 'Node n1, took 600 ns in all, 3 iterations', 400, 1],
      [1, 'LuceneSourceOperator', 'limit = 5', 100, 0.25],
      [2, 'Details', '', null, 0],
      [3, 'processed_queries', '["*:*"]', null, 0],
      [1, 'HashAggregationOperator', '', 200, 0.5],
      [2, 'Breakdown', '', null, 0],
      [3, 'aggregation', '', 150, 0.375],
      [3, 'hash', '', 50, 0.125],
      [2, 'Details', '', null, 0],
      [3, 'rows_received', '7', null, 0],
      [0, 'Driver: final', 'took 700 ns in all', 10, 0.025],
      [1, 'OutputOperator', 'columns = [a, b[0]]', null, 0],
    ])
    const visible = visibleRows(rows, openAtFirst(rows)).map((at) => rows[at]?.title)
    expect(visible).toEqual([
      ...['query', 'planning', 'Driver', 'LuceneSourceOperator', 'HashAggregationOperator'],
      ...['Driver: final', 'OutputOperator'],
    ])
  })

  it('has its shares of what was measured: drivers, or else shards', () => {
    const share = (profile: unknown) => unitOf(rowsOf(profile), layout)?.share
    expect(share({ drivers: [{ cpu_nanos: 1 }], shards: [{ id: 'a' }] })).toBe('Share of the driver')
    expect(share({ shards: [{ id: 'a' }] })).toBe('Share of the shard')
    expect(share({ planning: { took_nanos: 1 } })).toBe('Share of the shard')
  })

  it('of another engine is read by what its driver says', () => {
    const [unit, ...others] = layout.parts.filter(({ kind }) => kind === 'unit')
    if (!unit || others.length === 0) throw new Error('no units')
    const plain = { ...unit, of: '', form: '', text: [], sorted: false }
    const parts = [
      { ...plain, path: 'segments.list', title: ['Segment {name}', 'Segment'], time: 'ns', calls: '', details: 'more' },
      { ...plain, inside: 1, kind: 'step', path: 'work', title: ['{did}'], time: 'ns', text: ['{rows row}'] },
    ]
    const segments = {
      list: [
        { ns: 5, work: [{ did: 'scan', ns: 4, rows: 2 }] },
        { name: 'b', ns: 10, more: { a: 1 } },
      ],
    }
    const rows = read({ segments }, { parts, none: '' })
    expect(rows.map(({ level, title, text, time, share }) => [level, title, text, time, share])).toEqual([
      [0, 'Segment', '', 5, 0.5],
      [1, 'scan', '2 rows', 4, 0.8],
      [0, 'Segment b', '', 10, 1],
      [1, 'Details', '', null, 0],
      [2, 'a', '1', null, 0],
    ])
  })

  it('has no rows where the engine sent something else', () => {
    for (const other of [null, 1, [], {}, { shards: {} }, { drivers: [] }]) expect(rowsOf(other)).toEqual([])
  })
})

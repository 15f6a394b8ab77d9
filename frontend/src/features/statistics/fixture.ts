import { vi } from 'vitest'
import type { ColumnStatistics, GridColumn } from '../../host'
import { FakeHost } from '../../host/fixture'
import { Statistics } from './statistics'

/** Statistics of a number column, as an engine might return them. */
export function statisticsOf(part: Partial<ColumnStatistics> = {}): ColumnStatistics {
  return {
    requests: [
      { method: 'POST', path: '/books/_search?preference=p', body: '{"size":0,"aggs":{"a":{"b":{"c":{"d":[1]}}}}}' },
    ],
    total: '120',
    present: '90',
    ignored: '',
    figures: true,
    reason: '',
    objects: '',
    valued: '',
    values: '90',
    distinct: '3',
    estimated: false,
    min: '-9223372036854775808',
    max: '9223372036854775807',
    sum: '1.0883579003488635E21',
    average: '10.75',
    rounded: true,
    top: [
      { text: '9007199254740993', count: '60' },
      { text: '7', count: '20' },
    ],
    topNote: '',
    other: '10',
    countError: '2',
    countWhy: 'several shards',
    bars: [
      { from: '0', to: '50', count: '80' },
      { from: '50', to: '100', count: '0' },
      { from: '100', to: '150', count: '10' },
    ],
    barNote: '',
    partial: false,
    notices: [],
    millis: 12,
    taken: '',
    ...part,
  }
}

/** The statistics of a tab whose engine returns some figures. */
export function fakeStatistics(part: Partial<ColumnStatistics> = {}) {
  const host = new FakeHost()
  host.answers.set('Grid.Statistics', () => statisticsOf(part))
  const column = { name: 'pages', type: 'long', kind: 'number' } as GridColumn
  const by = vi.fn(async () => undefined)
  const statistics = new Statistics({
    host,
    view: () => ({ id: 'v1', generation: 3, columns: [column] }),
    filter: { why: (_, value, excludes) => (excludes && value === '7' ? 'not possible' : ''), by },
  })
  return { host, statistics, by }
}

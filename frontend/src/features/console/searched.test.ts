// SPEC: CNS-03
import { describe, expect, it } from 'vitest'
import { readTree } from '../../ui/text/json'
import { searches } from './fixture'
import { mostLines, piecesOf, searchedIn } from './searched'

/** A driver's description of a response with rows and documents. */
function form(rows: string, doc: string) {
  const search = doc === 'document' ? searches.typesense : searches.elasticsearch
  const around = rows.replace(/\.?(grouped_hits\.\*\.hits|hits\.hits|hits)$/, '')
  const before = around === '' ? '' : `${around}.`
  return { rows, search: { ...search, around, took: before + search.took, total: before + search.total } }
}

/** The results of a response, with its lines as texts: indentation and key, count, share, figures. */
function said(text: string, rows = 'hits.hits', doc = '_source') {
  const searched = searchedIn(readTree(text), form(rows, doc))
  return searched?.aggregations.map(({ name, type, columns, lines, facts }) => ({
    name: type === '' ? name : `${name} (${type})`,
    columns,
    lines: lines.map(({ depth, head, key, count, share, values }) =>
      [`${'  '.repeat(depth)}${head ? `[${key}]` : key}`, count, Math.round(share), ...values.values()].join('|'),
    ),
    facts,
  }))
}

const response = (aggregations: string) =>
  `{"took":12,"timed_out":false,"_shards":{"total":3,"successful":3,"failed":0},"hits":{"total":{"value":1},"hits":[]},"aggregations":${aggregations}}`

describe('the aggregations of a search', () => {
  it('are buckets with the metrics inside of them, with every digit', () => {
    const text = response(
      '{"by_branch":{"doc_count_error_upper_bound":0,"sum_other_doc_count":7,"buckets":[' +
        '{"key":"Harbour","doc_count":8,"sum":{"value":9007199254740993},"pages":{"min":1.50,"max":2}},' +
        '{"key":"North \\"1\\"","doc_count":2,"sum":{"value":null},"pages":{"min":0.10,"max":3}}]}}',
    )
    expect(said(text)).toEqual([
      {
        name: 'by_branch',
        columns: ['sum', 'pages.min', 'pages.max'],
        lines: ['Harbour|8|100|9007199254740993|1.50|2', 'North "1"|2|25|null|0.10|3'],
        facts: [['sum_other_doc_count', '7']],
      },
    ])
  })

  it('can have more buckets than a function takes arguments', () => {
    const buckets = Array.from({ length: 200_000 }, (_, n) => `{"key":${n},"doc_count":${n === 1 ? 4 : 2}}`).join(',')
    const searched = searchedIn(readTree(response(`{"ids":{"buckets":[${buckets}]}}`)), form('hits.hits', '_source'))
    const [ids] = searched?.aggregations ?? []
    expect(ids?.count).toBe(200_000)
    expect(ids?.lines.slice(0, 2).map(({ share }) => share)).toEqual([50, 100])
    const facets = `{"hits":[],"facet_counts":[{"field_name":"id","counts":[${buckets.replaceAll('"key"', '"value"').replaceAll('doc_', '')}]}]}`
    expect(searchedIn(readTree(facets), form('hits', 'document'))?.aggregations[0]?.lines[0]?.share).toBe(50)
  })

  it('contain those inside of buckets, and tell dates and their numbers', () => {
    const text = response(
      '{"date_histogram#by_day":{"buckets":[{"key_as_string":"2026-11-22","key":1795305600000,"doc_count":4,' +
        '"sterms#tags":{"buckets":[{"key":"a","doc_count":3},{"key":"b","doc_count":1}]},"filter#new":{"doc_count":2,"avg#n":{"value":1.0}}}]}}',
    )
    expect(said(text)).toEqual([
      {
        name: 'by_day (date_histogram)',
        columns: ['n'],
        lines: ['2026-11-22 (1795305600000)|4|100', '  [tags]||0', '    a|3|100', '    b|1|33', '  new|2|0|1.0'],
        facts: [],
      },
    ])
  })

  it.each([
    ['a metric alone', '{"top":{"value":18.50}}', ['top||0|18.50']],
    ['percentiles', '{"p":{"values":{"50.0":1.0,"99.0":2.5}}}', ['p||0|1.0|2.5']],
    [
      'keyed buckets',
      '{"r":{"buckets":{"low":{"to":5.0,"doc_count":1},"high":{"from":5.0,"doc_count":2}}}}',
      ['low|1|50', 'high|2|100'],
    ],
    ['composite keys', '{"c":{"after_key":{"a":1},"buckets":[{"key":{"a":1},"doc_count":2}]}}', ['{"a":1}|2|100']],
    ['no buckets', '{"t":{"buckets":[]}}', []],
  ])('can be %s', (_, aggregations, lines) => {
    expect(said(response(aggregations))?.[0]?.lines).toEqual(lines)
  })

  // SPEC: CNS-04
  it('and highlights are found where the hits are in groups', () => {
    const hit = (id: string) =>
      `{"document":{"id":"${id}"},"highlights":[{"field":"t","snippet":"<mark>${id}</mark>"}]}`
    const groups = `"grouped_hits":[{"group_key":["a"],"hits":[${hit('1')},${hit('2')}]},{"hits":[${hit('3')}]}]`
    const facets = '"facet_counts":[{"field_name":"f","counts":[{"value":"x","count":2}]}]'
    const text = `{"results":[{${facets},"found":2,"found_docs":9,${groups}}]}`
    const searched = searchedIn(readTree(text), form('results.0.grouped_hits.*.hits', 'document'))
    expect(searched?.called).toBe('Facets')
    expect(searched?.aggregations.map(({ name }) => name)).toEqual(['f'])
    expect(searched?.highlights.map(({ id }) => id)).toEqual(['1', '2', '3'])
  })

  it('are facets on Typesense', () => {
    const text =
      '{"facet_counts":[{"field_name":"brand","counts":[{"count":4,"value":"a"},{"count":1,"value":"b"}],"stats":{"avg":1.50}}],"found":5,"out_of":9,"search_time_ms":1,"hits":[]}'
    expect(said(text, 'hits', 'document')).toEqual([
      { name: 'brand', columns: [], lines: ['a|4|100', 'b|1|25'], facts: [['avg', '1.50']] },
    ])
    expect(searchedIn(readTree(text), form('hits', 'document'))?.facts).toEqual([['Searched documents', '9']])
    expect(searchedIn(readTree(text), form('hits', 'document'))?.called).toBe('Facets')
  })

  it('are cut where there are too many to draw, and counted', () => {
    const buckets = Array.from({ length: mostLines + 5 }, (_, i) => `{"key":${i},"doc_count":1}`).join()
    const [first] =
      searchedIn(readTree(response(`{"t":{"buckets":[${buckets}]}}`)), form('hits.hits', '_source'))?.aggregations ?? []
    expect([first?.lines.length, first?.count]).toEqual([mostLines, mostLines + 5])
  })
})

it('a search tells its shards and whether it timed out', () => {
  expect(searchedIn(readTree(response('{}')), form('hits.hits', '_source'))?.facts).toEqual([
    ['Timed out', 'false'],
    ['Shards', '3 successful, 0 failed'],
  ])
  const long = searchedIn(readTree(response('{}')), form('hits.hits', '_source'))
  expect([long?.took, long?.total, long?.atLeast]).toEqual(['12', '1', false])
  const async = `{"is_partial":false,"response":${response('{"n":{"value":1}}')}}`
  expect(said(async, 'response.hits.hits')?.length).toBe(1)
})

it.each([
  ['{"error":"x"}', 'hits.hits'],
  ['[{"a":1}]', ''],
  ['', 'hits.hits'],
  ['{"hits":{"hits":{}}}', 'hits.hits'],
])('%s is no search', (text, rows) => {
  expect(searchedIn(readTree(text), form(rows, '_source'))).toBeNull()
})

describe('highlights', () => {
  it.each([
    [
      'of Elasticsearch',
      '{"hits":{"hits":[{"_id":"a","highlight":{"title":["<em>Tide</em> &\\n pools","the <em>tide</em>"]}},{"_id":"b"}]}}',
      'hits.hits',
      '_source',
      [['a', 'title', '[Tide] &\n pools', 'the [tide]']],
    ],
    [
      'of Typesense',
      '{"hits":[{"document":{"id":"7"},"highlight":{"name":{"snippet":"a <mark>lamp</mark>"},"of":{"x":{"snippet":"<mark>y</mark>"}}},"highlights":[]}]}',
      'hits',
      'document',
      [
        ['7', 'name', 'a [lamp]'],
        ['7', 'of.x', '[y]'],
      ],
    ],
    [
      'of an earlier Typesense',
      '{"hits":[{"document":{"id":"7"},"highlights":[{"field":"name","snippet":"a <mark>lamp</mark>"}]}]}',
      'hits',
      'document',
      [['7', 'name', 'a [lamp]']],
    ],
  ])('%s are told by hit and field, with the words that matched', (_, text, rows, doc, want) => {
    const hits = searchedIn(readTree(text), form(rows, doc))?.highlights ?? []
    const shown = hits.flatMap(({ id, fields }) =>
      fields.map(({ name, fragments }) => [
        id,
        name,
        ...fragments.map((pieces) => pieces.map(({ text, marked }) => (marked ? `[${text}]` : text)).join('')),
      ]),
    )
    expect(shown).toEqual(want)
  })

  it('leave tags alone that the engine did not set', () => {
    expect(piecesOf('<b>x</b> <em>y')).toEqual([{ text: '<b>x</b> <em>y', marked: false }])
  })
})

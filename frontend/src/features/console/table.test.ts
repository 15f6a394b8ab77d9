// SPEC: CNS-03, CNS-04
import { describe, expect, it } from 'vitest'
import { readTree } from '../../ui/text/json'
import { tableOf } from './table'

/** The table of a response as texts, its columns first. */
function shown(text: string, rows = '', doc = '') {
  const table = tableOf(readTree(text), rows, doc)
  if (!table) return null
  const cells = Array.from({ length: table.rowCount }, (_, row) =>
    table.columns.map((_, column) => table.cell(row, column).text),
  )
  return [table.columns.map(({ title }) => title), ...cells]
}

describe('a response as a table', () => {
  it('has the rows of a search, with every digit', () => {
    const text =
      '{"hits":{"hits":[{"_id":"a","_score":1.50,"_source":{"n":9007199254740993,"o":{"p":"x\\n\\"y\\"","q":[1.0]}}},{"_id":"b","_source":{"n":null,"r":true,"o":{}}}]}}'
    expect(shown(text, 'hits.hits', '_source')).toEqual([
      ['_id', '_score', 'n', 'o.p', 'o.q', 'r', 'o'],
      ['a', '1.50', '9007199254740993', 'x\n"y"', '[1.0]', '', ''],
      ['b', '', '', '', '', 'true', '{}'],
    ])
  })

  it('has the elements of an array of objects', () => {
    expect(shown('[{"index":"a","docs.count":"1"},{"index":"b"}]')).toEqual([
      ['index', 'docs.count'],
      ['a', '1'],
      ['b', ''],
    ])
  })

  it('has the values of lines', () => {
    expect(shown('{"id":"1"}\n{"id":"2","x":1e2}\n')).toEqual([
      ['id', 'x'],
      ['1', ''],
      ['2', '1e2'],
    ])
  })

  it('has the hits of a search that is the only one of several, and of none otherwise', () => {
    const search = '{"hits":[{"document":{"id":"1"}}]}'
    expect(shown(`{"results":[${search}]}`, 'results.0.hits', 'document')).toEqual([['id'], ['1']])
    expect(shown(`{"results":[${search},${search}]}`, 'results.0.hits', 'document')).toBeNull()
  })

  it.each([
    ['an object', '{"a":1}', ''],
    ['an array of numbers', '[1,2]', ''],
    ['an array of both', '[{"a":1},2]', ''],
    ['nothing', '', ''],
    ['no hits', '{"hits":{"hits":[]}}', 'hits.hits'],
    ['an error', '{"error":"x"}', 'hits.hits'],
    ['a text', 'green open books', ''],
  ])('is none of %s', (_, text, rows) => {
    expect(shown(text, rows)).toBeNull()
  })

  it('shows the rows that are there where a response is not read to its end', () => {
    expect(shown('[{"a":1},{"a":2},{"a"')).toEqual([['a'], ['1'], ['2'], ['']])
  })
})

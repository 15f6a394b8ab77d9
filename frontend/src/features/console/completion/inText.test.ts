// SPEC: CNS-07
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { complete } from './complete'
import { type FactsFile, factsOf } from './facts'
import { Grammar } from './grammar'
import type { Live } from './live'

const file: FactsFile = JSON.parse(readFileSync(resolve('../drivers/typesense/completion.json'), 'utf8'))
const live: Live = {
  names: [
    { name: 'books', kind: 'collection' },
    { name: 'notes', kind: 'collection' },
  ],
  fields: (object) =>
    object === 'books'
      ? [
          { name: 'title', type: 'string', nested: '' },
          { name: 'pages', type: 'int32', nested: '' },
          { name: 'a & b', type: 'string', nested: '' },
          { name: 'author', type: 'object', nested: '' },
        ]
      : [],
}

/** The fields of a schema: one for each way to use a field, and ways that a schema rules out. */
const usable: Live = {
  names: live.names,
  fields: () =>
    [
      ['id', 'string', '', '', '', ''],
      ['title', 'string', 'no', 'yes', 'no', ''],
      ['tag', 'string[]', 'no', 'yes', 'yes', ''],
      ['year', 'int32', 'yes', 'yes', 'yes', ''],
      ['code', 'string', 'yes', 'yes', 'no', ''],
      ['note', 'string', 'no', 'no', 'no', ''],
      ['place', 'geopoint', 'yes', 'yes', 'no', ''],
      ['vector', 'float[]', 'no', 'yes', 'no', '384'],
    ].map(([name = '', type = '', Sort = '', Index = '', Facet = '', Dimensions = '']) => ({
      ...{ name, type, nested: '', attributes: { Sort, Index, Facet, Dimensions } },
    })),
}

/** What is offered at ¦ in a text, and the text after choosing the first of it. */
function offered(text: string, version = '29.0', names = live) {
  const at = text.indexOf('¦')
  const plain = text.replace('¦', '')
  const found = complete(plain, at, new Grammar(factsOf(file, `Typesense ${version}`)), names)
  const [first] = found?.options ?? []
  const after = found && first ? plain.slice(0, found.from) + first.apply + plain.slice(found.to) : plain
  return { labels: found?.options.map(({ label }) => label) ?? [], after }
}

const get = 'GET /collections/books/documents/search?'
const body = (text: string) => `POST /multi_search\n{"searches": [{"collection": "books", ${text}}]}`

describe('completions of Typesense', () => {
  it.each([
    ['paths', 'GET /coll¦', ['collections']],
    ['names of collections', 'GET /collections/¦', ['books', 'notes']],
    [
      'parameters',
      `${get}quer¦`,
      [
        'query_by',
        'query_by_weights',
        'facet_query',
        'facet_query_num_typos',
        'nl_query',
        'nl_query_debug',
        'nl_query_prompt_cache_ttl',
        'pre_segmented_query',
        'vector_query',
        'voice_query',
      ],
    ],
    [
      'words of a parameter',
      'POST /collections/books/documents/import?action=¦',
      ['create', 'update', 'upsert', 'emplace'],
    ],
    ['keys of a search', body('"sort¦"'), ['sort_by']],
    ['names in a body', 'POST /multi_search\n{"searches": [{"collection": "¦"}]}', ['books', 'notes']],
    ['types of fields', 'POST /collections\n{"fields": [{"name": "a", "type": "int3¦"}]}', ['int32', 'int32[]']],
    ['fields of a filter', `${get}filter_by=¦`, ['title', 'pages', 'a & b']],
    ['operators', `${get}filter_by=pages:¦`, ['=', '!=', '>', '>=', '<', '<=', '[']],
    ['and, or', `${get}filter_by=pages:>5 ¦`, ['&&', '||']],
    ['fields after and', `${get}filter_by=pages:>5 && ti¦`, ['title']],
    ['fields in a group', `${get}q=*&filter_by=pages:>5 && (ti¦`, ['title']],
    ['no words in a value', `${get}filter_by=title:ab¦`, []],
    ['directions', `${get}sort_by=pages:¦`, ['asc', 'desc']],
    ['fields after a comma', `${get}query_by=pages,ti¦`, ['title']],
    ['fields of a filter in a body', body('"filter_by": "pa¦"'), ['pages']],
    ['operators in a body', body('"filter_by": "pages:¦"'), ['=', '!=', '>', '>=', '<', '<=', '[']],
    ['and, or in a body', body('"filter_by": "pages:>5 ¦"'), ['&&', '||']],
    ['directions in a body', body('"sort_by": "pages:asc,title:d¦"'), ['desc']],
  ])('%s', (_, text, want) => {
    expect(offered(text).labels).toEqual(want)
  })

  it.each([
    [`${get}filter_by=pa¦`, `${get}filter_by=pages:`],
    [`${get}filter_by=pa¦:>5`, `${get}filter_by=pages:>5`],
    [`${get}filter_by=a¦`, `${get}filter_by=a%20%26%20b:`],
    [`${get}sort_by=pages:d¦&q=*`, `${get}sort_by=pages:desc&q=*`],
    [body('"filter_by": "pages:>5 && ti¦", "q": "*"'), body('"filter_by": "pages:>5 && title:", "q": "*"')],
  ])('%s is completed in place', (text, want) => {
    expect(offered(text).after).toBe(want)
  })

  it.each([
    ['sort_by', ['_text_match:', 'year', 'code']],
    ['filter_by', ['id', 'title', 'tag', 'year', 'code', 'place', 'vector']],
    ['facet_by', ['tag', 'year']],
    ['group_by', ['tag', 'year']],
    ['query_by', ['title', 'tag', 'code', 'vector']],
    ['highlight_fields', ['title', 'tag', 'code']],
    ['include_fields', ['id', 'title', 'tag', 'year', 'code', 'note', 'place', 'vector']],
  ])('%s offers the fields that can be used there', (parameter, want) => {
    const sorted = (labels: string[]) => labels.toSorted()
    expect(sorted(offered(`${get}${parameter}=¦`, '29.0', usable).labels)).toEqual(sorted(want))
    expect(sorted(offered(body(`"${parameter}": "¦"`), '29.0', usable).labels)).toEqual(sorted(want))
  })

  it('of a list in a body are those that can be used there', () => {
    expect(offered(body('"facet_by": ["¦"]'), '29.0', usable).labels).toEqual(['tag', 'year'])
  })

  it('are judged by attributes that the facts name', () => {
    const { attributes } = new Grammar(factsOf(file, 'Typesense 29.0')).fits
    expect(attributes).toEqual(['Dimensions', 'Facet', 'Index', 'Sort'])
  })

  it('fit the version', () => {
    expect(offered('GET /syn¦').labels).toEqual([])
    expect(offered('GET /syn¦', '30.0').labels).toEqual(['synonym_sets'])
    expect(offered('GET /collections/books/o¦').labels).toEqual(['overrides'])
    expect(offered('GET /collections/books/o¦', '30.0').labels).toEqual([])
  })
})

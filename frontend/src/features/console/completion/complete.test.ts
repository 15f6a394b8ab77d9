// SPEC: CNS-07
import { describe, expect, it } from 'vitest'
import { complete } from './complete'
import { cluster, grammarOf, twenty } from './fixture'
import type { Option } from './option'
import { placeOf } from './scan'

const eight = grammarOf('Elasticsearch 8.16.3')

/** The options at the mark in a text. */
function at(marked: string, grammar = eight) {
  const [before = '', after = ''] = marked.split('¦')
  return { text: before + after, completion: complete(before + after, before.length, grammar, cluster) }
}

function offered(marked: string, grammar = eight): string[] {
  return (at(marked, grammar).completion?.options ?? []).map(({ label }) => label)
}

/** The text after choosing an option at the mark, with a mark at the new cursor. */
function chosen(marked: string, label: string): string {
  const { text, completion } = at(marked)
  const option = completion?.options.find((one: Option) => one.label === label)
  if (!completion || !option) return `${label} is not offered`
  const stop = option.stops[0] ?? option.apply.length
  return `${text.slice(0, completion.from)}${option.apply.slice(0, stop)}¦${option.apply.slice(stop)}${text.slice(completion.to)}`
}

describe.each(twenty.requests)('in $title', ({ text, offers }) => {
  const plain = text.replaceAll('¦', '')
  const places = [...text.matchAll(/¦/g)].map((mark, i) => mark.index - i)

  it('each place offers what Kibana offers there, while it is typed', () => {
    const missing = places.map((place, i) => without(plain.slice(0, place), place, offers[i]))
    expect(missing.filter((one) => one !== null)).toEqual([])
  })

  it('each place offers the same in the finished text, but for what its object has', () => {
    const missing = places.map((place, i) => without(plain, place, offers[i]))
    expect(missing.filter((one) => one !== null)).toEqual([])
  })
})

/** The options that are missing at a position. */
function without(text: string, place: number, wanted: readonly string[] = []) {
  const labels = new Set(complete(text, place, eight, cluster)?.options.map(({ label }) => label))
  const line = text.lastIndexOf('\n', place - 1) + 1
  const lines = /_bulk|_msearch/.test(text)
  const end = text.indexOf('\n', place) < 0 ? text.length : text.indexOf('\n', place)
  const { frames } = lines ? placeOf(text, line, place, end) : placeOf(text, text.indexOf('\n') + 1, place, text.length)
  const given = line === 0 ? text.slice(place).split(/[&=,?]/) : [...(frames.at(-1)?.keys.keys() ?? [])]
  const lacks = wanted.filter((one) => !labels.has(one) && !given.includes(one))
  return lacks.length > 0 ? { after: text.slice(0, place), lacks } : null
}

const search = 'GET books/_search\n'

it('a calendar interval is one of a few also in the sources of a composite aggregation', () => {
  const sources = `${search}{"aggs": {"a": {"composite": {"sources": [{"b": {"date_histogram": {"calendar_interval": "¦`
  expect(offered(sources)).toEqual(
    expect.arrayContaining(['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year']),
  )
})

it('a request begins on a blank line after a complete one, and not inside one', () => {
  expect(offered(`${search}{"size": 1}\n¦`)).toEqual(['GET', 'POST', 'PUT', 'DELETE', 'HEAD'])
  expect(offered(`${search}{"size": 1}\np¦`)).toEqual(['POST', 'PUT'])
  expect(offered(`${search}{"size": \n¦`)).toEqual([])
  expect(offered('¦')).toContain('GET')
  expect(at('\n¦').completion?.quiet).toBe(true)
})

it('a part of a path that must go on ends with a slash, and parts that can only follow come with it', () => {
  expect(chosen('GET _cl¦', '_cluster')).toBe('GET _cluster/¦')
  expect(chosen('GET _cl¦/health', '_cluster')).toBe('GET _cluster¦/health')
  expect(offered('GET _cluster/allo¦')).toEqual(['allocation/explain'])
  expect(chosen('GET boo¦', 'books')).toBe('GET books¦')
  expect(chosen('GET /books,we¦/_search', 'weblog-2026.11')).toBe('GET /books,weblog-2026.11¦/_search')
  expect(offered('GET /books,¦')).not.toContain('books')
  expect(offered('GET books/_search ¦')).toEqual([])
})

it('a path offers what its method can do', () => {
  expect(offered('DELETE books/¦')).not.toContain('_search')
  expect(offered('PUT books/¦')).toContain('_mapping')
  expect(offered('PUT books/¦')).not.toContain('_search')
})

it('a parameter that needs no value comes without an equals sign, and none comes twice', () => {
  expect(chosen('GET _cat/indices?¦', 'v')).toBe('GET _cat/indices?v¦')
  expect(chosen('GET _cat/indices?by¦', 'bytes')).toBe('GET _cat/indices?bytes=¦')
  expect(offered('GET _cat/indices?v&¦')).not.toContain('v')
  expect(offered('GET nothing/of/this/kind?¦')).toEqual([])
})

it('a key comes with its quotes, its colon and what its value must have', () => {
  expect(chosen(`${search}{\n  "query": {"te¦`, 'term')).toBe(
    `${search}{\n  "query": {"term": {\n    "¦": { "value": "" }\n  }`,
  )
  expect(chosen(`${search}{"query": {"exi¦"}}`, 'exists')).toBe(`${search}{"query": {"exists": { "field": "¦" }}}`)
  expect(chosen(`${search}{"query": {"exi¦sts": {}}}`, 'exists')).toBe(`${search}{"query": {"exists"¦: {}}}`)
  expect(chosen(`${search}{"aggs": {"a": {"te¦`, 'terms')).toBe(
    `${search}{"aggs": {"a": {"terms": { "field": "¦", "size": 10 }`,
  )
})

it('a comma follows what is written before another key or value', () => {
  expect(chosen(`${search}{\n  "si¦"\n  "from": 1\n}`, 'size')).toBe(`${search}{\n  "size": 20,¦\n  "from": 1\n}`)
  expect(chosen(`${search}{"sort": ["¦" "price"]}`, 'pages')).toBe(`${search}{"sort": ["pages",¦ "price"]}`)
})

it('a query has one name: once it is there, nothing else is offered beside it', () => {
  expect(offered(`${search}{"query": {"match_all": {}, "¦`)).toEqual([])
  expect(offered(`${search}{"query": {"¦", "match_all": {}}}`)).toEqual([])
  expect(offered(`${search}{"aggs": {"a": {"terms": {}, "¦`)).toEqual(['aggregations', 'aggs', 'meta'])
})

it('the type of a field decides its other settings', () => {
  const mapping = (rest: string) => `PUT books/_mapping\n{"properties": {"x": {${rest}`
  expect(offered(mapping('"type": "keyword", "¦'))).toContain('ignore_above')
  expect(offered(mapping('"type": "keyword", "¦'))).not.toContain('analyzer')
  expect(offered(mapping('"¦", "type": "text"}}}'))).not.toContain('split_queries_on_whitespace')
})

it('a mapping is followed as deep as it goes', () => {
  const deep = '"properties": {"x": {'.repeat(20)
  expect(offered(`PUT books/_mapping\n{${deep}"ty¦`)[0]).toBe('type')
  const queries = '{"bool": {"must": ['.repeat(30)
  expect(offered(`${search}{"query": ${queries}{"exi¦`)).toEqual(['exists'])
  const inside = '"aggs": {"a": {'.repeat(30)
  expect(offered(`${search}{${inside}"carte¦`)).toEqual(['cartesian_bounds', 'cartesian_centroid'])
})

it('a field is offered where it can be searched, counted or sorted', () => {
  const keys = (body: string) => offered(search + body)
  expect(keys('{"query": {"geo_distance": {"¦')).toContain('place')
  expect(keys('{"query": {"term": {"¦')).not.toContain('place')
  expect(keys('{"query": {"term": {"¦')).not.toContain('authors')
  expect(keys('{"aggs": {"a": {"terms": {"field": "¦')).toEqual(expect.arrayContaining(['language', 'title.keyword']))
  expect(keys('{"aggs": {"a": {"terms": {"field": "¦')).not.toContain('title')
  expect(keys('{"aggs": {"a": {"avg": {"field": "¦')).toEqual(['price', 'pages', 'published'])
  expect(keys('{"aggs": {"a": {"date_histogram": {"field": "¦')).toEqual(['published'])
  expect(keys('{"sort": ["¦')).not.toContain('title')
  const functions = '{"query": {"function_score": {"functions": [{'
  expect(keys(`${functions}"gauss": {"¦`)).toEqual(['multi_value_mode', 'pages', 'place', 'price', 'published'])
  expect(keys(`${functions}"field_value_factor": {"field": "¦`)).toEqual(['price', 'pages'])
  expect(keys('{"query": {"percolate": {"field": "¦')).toEqual([])
})

it('a query offers the fields of the nested object around it, and no others', () => {
  const nested = `${search}{"query": {"nested": {"path": "authors", "query": {"term": {"¦`
  expect(offered(nested)).toEqual(['authors.name', 'authors.name.keyword', 'authors.role'])
  expect(offered(`${search}{"query": {"term": {"¦`)).not.toContain('authors.role')
  expect(offered(`${search}{"query": {"nested": {"query": {"term": {"a¦`)).toContain('authors.role')
})

it('the documents of an index are offered their fields', () => {
  expect(offered('PUT books/_doc/1\n{"¦')).toEqual(expect.arrayContaining(['title', 'price', 'authors']))
  expect(offered('PUT books/_doc/1\n{"¦')).not.toContain('title.keyword')
  expect(offered('PUT books/_doc/1\n{"authors": [{"¦')).toEqual(['name', 'role'])
  expect(offered('POST books/_update/1\n{"doc": {"authors": {"¦')).toEqual(['name', 'role'])
  expect(chosen('PUT books/_doc/1\n{"pri¦', 'price')).toBe('PUT books/_doc/1\n{"price": ¦')
})

it('where a value of a field is written, its values are asked for', () => {
  const wanted = (body: string) => at(search + body).completion?.values
  expect(wanted('{"query": {"term": {"language": "e¦')).toMatchObject({
    object: 'books',
    typed: 'e',
    field: { name: 'language' },
  })
  expect(wanted('{"query": {"term": {"language": {"value": "¦"}}}')).toMatchObject({ field: { name: 'language' } })
  expect(wanted('{"query": {"terms": {"pages": [1, ¦]}}}')?.option('12', '3').apply).toBe('12')
  expect(wanted('{"query": {"term": {"language": "¦"}}')?.option('a "b"', '3').apply).toBe('"a \\"b\\""')
  expect(wanted('{"query": {"nothing": {"language": "¦')).toBeUndefined()
  expect(wanted('{"size": ¦')).toBeUndefined()
})

it('nothing is offered in comments, in """, behind a value, and in the body of an unknown path', () => {
  const silent = [
    '{ # ¦',
    '{ // "qu¦',
    '{ /* "qu¦ */ }',
    '{"query": {"script": {"script": {"source": """ "¦',
    '{"size": 1 ¦',
    '{"query" ¦',
  ]
  for (const body of silent) expect(offered(search + body)).toEqual([])
  expect(offered('GET nothing/of/this/kind\n{"¦')).toEqual([])
  expect(offered(`${search}{/* "x": */ "si¦`)).toContain('size')
})

it('only the request of the place is read, and a line inside """ begins none', () => {
  expect(offered(`PUT books\n{"mappings": {\n\n${search}{"qu¦`)).toContain('query')
  const script = 'POST _scripts/x\n{"script": {"source": """\nGET books\n""", "la¦'
  expect(offered(script)).toContain('lang')
})

it('lines of a body of lines are read one by one', () => {
  expect(offered('POST books/_bulk\n{"delete": {"_id": "1"}}\n\n{"¦')).toContain('index')
  expect(offered('POST _bulk\n{"index": {"_index": "books"}}\n{"¦')).toContain('title')
  expect(offered('GET weblog-2026.11/_msearch\n{}\n{"query": {"term": {"¦')).toContain('client')
})

describe('the version of the server decides', () => {
  const seven = grammarOf('Elasticsearch 7.17.15')
  const nine = grammarOf('Elasticsearch 9.4.3')

  it('what a search can be', () => {
    for (const key of ['knn', 'retriever']) {
      expect(offered(`${search}{"${key}¦`, seven)).not.toContain(key)
      expect(offered(`${search}{"${key}¦`)).toContain(key)
    }
    expect(offered(`${search}{"query": {"semantic¦`)).toEqual(['semantic'])
    expect(offered(`${search}{"query": {"semantic¦`, grammarOf('8.14.0'))).toEqual([])
  })

  it('which parameters there are', () => {
    expect(offered('GET books/_field_caps?t¦')).toContain('types')
    expect(offered('GET books/_field_caps?t¦', seven)).not.toContain('types')
  })

  it('which paths there are', () => {
    expect(offered('POST books/_f¦', seven)).toContain('_freeze')
    expect(offered('POST books/_f¦')).not.toContain('_freeze')
    expect(offered('GET _q¦', seven)).not.toContain('_query_rules')
    expect(offered('GET _q¦', nine)).toContain('_query_rules')
    expect(offered('GET books/_knn¦')).toEqual(['_knn_search'])
    expect(offered('GET books/_knn¦', nine)).toEqual([])
  })

  it('which types a field can have', () => {
    const mapping = 'PUT books\n{"mappings": {"properties": {"x": {"type": "¦'
    expect(offered(mapping)).toContain('semantic_text')
    expect(offered(mapping, seven)).not.toContain('semantic_text')
  })
})

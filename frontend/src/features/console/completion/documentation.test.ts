// SPEC: CNS-11
import { describe, expect, it } from 'vitest'
import { documentationAt } from './documentation'
import { file, grammarOf } from './fixture'

const guide = 'https://www.elastic.co/guide/en/elasticsearch/reference'
const reference = 'https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-'

describe('the documentation of a request', () => {
  it.each([
    ['8.16.3', 'GET books/_search', `${guide}/8.16/search-search.html`],
    ['7.17.15', 'post /books/_search?size=1', `${guide}/7.17/search-search.html`],
    ['8.16.3', 'PUT /{{index}}/_mapping', `${guide}/8.16/indices-put-mapping.html`],
    ['8.16.3', 'GET _cat/indices', `${guide}/8.16/cat-indices.html`],
    ['9.4.0', 'GET books/_search', `${reference}search`],
    ['9.4.0', 'PUT books/_mapping', `${reference}indices-put-mapping`],
    ['9.4.0', 'DELETE _async_search/x', `${reference}async-search-submit`],
    ['8.16.3', 'GET _plugin/other', ''],
    ['8.16.3', 'SELECT 1', ''],
  ])('of a server of %s for %s is %s', (version, request, want) => {
    const text = `# a comment\n${request}\n{\n}\n`
    expect(documentationAt(text, text.length - 3, grammarOf(version))).toBe(want)
  })

  it('is known for nearly every endpoint, and only on the pages of Elastic', () => {
    for (const { pages } of [file.docs.base, file.docs.newer]) {
      const whole = Object.values(pages).filter((page) => page.includes('://'))
      expect(whole.filter((page) => !page.startsWith('https://www.elastic.co/'))).toEqual([])
    }
    expect(Object.keys(file.docs.base.pages).length).toBeGreaterThan(500)
    expect(Object.values(file.docs.newer.pages).filter((page) => page === '').length).toBeLessThan(20)
  })
})

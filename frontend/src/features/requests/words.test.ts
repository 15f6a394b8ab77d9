// SPEC: APP-11
import { describe, expect, it } from 'vitest'
import type { Gap, RequestEntry } from './entry'
import { entryLabel, gapWords, isFailure, matching, noCurlWords, outcomeWords } from './words'

function entry(id: number, part: Partial<RequestEntry>): RequestEntry {
  const plain = { started: '0', query: '', purpose: '', status: 200, kind: '', millis: 1, bytes: '0', sent: 0 }
  return { id, ...plain, method: 'GET', path: '/', hasBody: false, gap: '', ...part }
}

const entries = [
  entry(1, { purpose: 'connect' }),
  entry(2, { path: '/_cat/indices', query: 'format=json', purpose: 'list' }),
  entry(3, { method: 'POST', path: '/books/_search', purpose: 'page', status: 404 }),
  entry(4, { method: 'POST', path: '/Logs/_search', purpose: 'page', status: 0, kind: 'timeout' }),
  entry(5, { path: '/books/_count', purpose: 'count', status: 0, kind: 'cancelled' }),
]

describe('the filter of the request log', () => {
  it.each([
    ['', false, [1, 2, 3, 4, 5]],
    ['  ', false, [1, 2, 3, 4, 5]],
    ['post', false, [3, 4]],
    ['logs', false, [4]],
    ['search page books', false, [3]],
    ['page post 404', false, [3]],
    ['format=json', false, [2]],
    ['indices?format', false, [2]],
    ['timed out', false, [4]],
    ['timeout', false, [4]],
    ['connect', false, [1]],
    ['nowhere', false, []],
    ['', true, [3, 4]],
    ['books', true, [3]],
    ['count', true, []],
  ])('finds for "%s", failures only: %s', (text, failed, want) => {
    expect(matching(entries, text, failed).map((e) => e.id)).toEqual(want)
  })
})

describe('the words of an entry', () => {
  it.each([
    [200, '', '200', false],
    [301, '', '301', false],
    [404, '', '404', true],
    [0, 'connect', 'No connection', true],
    [0, 'timeout', 'Timed out', true],
    [0, 'tls', 'TLS failed', true],
    [302, 'refused', '302 Refused', true],
    [200, 'unsupported', '200 Too large', true],
    [0, 'cancelled', 'Cancelled', false],
    [0, 'another', 'another', true],
  ])('status %i and kind "%s" are "%s", a failure: %s', (status, kind, words, failed) => {
    expect(outcomeWords({ status, kind })).toBe(words)
    expect(isFailure({ status, kind })).toBe(failed)
  })

  it.each<[Gap, boolean]>([
    ['', true],
    ['write', false],
    ['large', false],
    ['secret', false],
    ['old', false],
    ['private', false],
  ])('with the gap "%s" there is a command line: %s', (gap, there) => {
    expect(noCurlWords(gap) === '').toBe(there)
    expect(gapWords(gap) === '').toBe(there)
    if (!there) expect(noCurlWords(gap)).toContain(gapWords(gap))
  })

  it('name it for a screen reader', () => {
    const at = String(new Date(2026, 10, 20, 10, 42, 5).getTime())
    const page = entry(3, {
      method: 'POST',
      path: '/books/_search',
      query: 'a=1',
      purpose: 'page',
      bytes: '84000',
      started: at,
    })
    expect(entryLabel(page)).toBe('POST /books/_search?a=1, 200, 1 ms, 84 kB, page, 10:42:05')
  })
})

// SPEC: CNS-02, CNS-07
import { readFileSync } from 'node:fs'
import { Tree, type TreeBuffer, TreeFragment } from '@lezer/common'
import { describe, expect, it } from 'vitest'
import { parser } from './console.grammar'
import { requestAt, requestOf, requestsIn } from './requests'

interface Split {
  text: string
  requests: [from: number, line: number, end: number][]
}

const splits: Split[] = JSON.parse(readFileSync('../testdata/console/splits.json', 'utf8'))

const requestsOf = (tree: Tree, text: string) =>
  Array.from({ length: requestsIn(tree) }, (_, number) => requestOf(tree, characters(text), number))
const characters = (text: string) => ({ sliceString: (from: number, to: number) => text.slice(from, to) })

describe('the grammar', () => {
  it('splits every text as the backend does', () => {
    for (const { text, requests } of splits) {
      const found = requestsOf(parser.parse(text), text).map((place) => place && [place.from, place.line, place.end])
      if (JSON.stringify(found) !== JSON.stringify(requests)) expect(found, text).toEqual(requests)
    }
    expect(splits.length).toBeGreaterThan(1000)
  })

  it('knows which request each line belongs to', () => {
    for (const { text, requests } of splits) {
      const tree = parser.parse(text)
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
        const above = requests.findLastIndex(([from]) => from <= end)
        const wanted = requests.length === 0 ? -1 : Math.max(0, above)
        const found = requestAt(tree, characters(text), end)
        if (found !== wanted) expect(found, `${JSON.stringify(text)} at ${end}`).toBe(wanted)
      }
      expect(requestOf(tree, characters(text), requests.length)).toBeNull()
    }
  })

  it('reads only what is around a change again, however long the text is', () => {
    const leaves = (part: Tree | TreeBuffer): (Tree | TreeBuffer)[] =>
      part instanceof Tree && part.children.length > 0 ? part.children.flatMap(leaves) : [part]
    const text = 'GET /books/_search\n{ "query": { "match": { "title": "sea" } } }\n\n'.repeat(3000)
    const tree = parser.parse(text)
    const at = text.length / 2 + 25
    const change = [{ fromA: at, toA: at, fromB: at, toB: at + 1 }]
    const changed = `${text.slice(0, at)}x${text.slice(at)}`
    const next = parser.parse(changed, TreeFragment.applyChanges(TreeFragment.addTree(tree), change))
    const before = new Set(leaves(tree))
    const read = leaves(next).filter((part) => !before.has(part))
    expect(read.reduce((all, { length }) => all + length, 0)).toBeLessThan(text.length / 50)
    expect(requestsIn(next)).toBe(3000)
  })

  it('finds nothing wrong in any text', () => {
    const wrong = splits.filter(({ text }) => parser.parse(text).toString().includes('⚠'))
    expect(wrong).toEqual([])
  })
})

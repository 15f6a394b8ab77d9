// SPEC: CNS-02, CNS-07
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parser } from './console.grammar'
import { requestsOf } from './requests'

interface Split {
  text: string
  requests: [from: number, line: number, end: number][]
}

const splits: Split[] = JSON.parse(readFileSync('../testdata/console/splits.json', 'utf8'))

const characters = (text: string) => ({ sliceString: (from: number, to: number) => text.slice(from, to) })

describe('the grammar', () => {
  it('splits every text as the backend does', () => {
    for (const { text, requests } of splits) {
      const found = requestsOf(parser.parse(text), characters(text)).map(({ from, line, end }) => [from, line, end])
      if (JSON.stringify(found) !== JSON.stringify(requests)) expect(found, text).toEqual(requests)
    }
    expect(splits.length).toBeGreaterThan(1000)
  })

  it('finds nothing wrong in any text', () => {
    const wrong = splits.filter(({ text }) => parser.parse(text).toString().includes('⚠'))
    expect(wrong).toEqual([])
  })
})

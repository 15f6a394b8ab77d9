// SPEC: APP-02, A-BRO-06
import { describe, expect, it } from 'vitest'
import { Kind } from '../lib/block'
import { seededRandom } from '../lib/random'
import { completeCells, copiedSentence, copyRefusal, isLoaded, readCells, writeCells } from './copy'
import { cellOf, columnOf, sourceOf, string } from './fixture'
import type { Cell, CopyFormat, Range } from './types'

const columns = ['_id', 'a,"b"', 'note', 'n|x'].map((id) => columnOf({ id }))
const rows: Cell[][] = [
  [string('bk-1'), cellOf(Kind.number, '9223372036854775807'), string('two\nlines\t"x"'), cellOf(Kind.null)],
  [string('bk-2'), cellOf(Kind.json, '[1.0,1e2,{"k":-0}]'), cellOf(Kind.missing), cellOf(Kind.bool, 'true')],
  [
    string(''),
    cellOf(Kind.json, '[1,2...', 48213),
    cellOf(Kind.escaped, 'a\\ud800"'.replace('"', '\\"')),
    string('p|q'),
  ],
]
const source = sourceOf(rows)
const all: Range = { top: 0, left: 0, bottom: 2, right: 3 }
const write = (range: Range, format: CopyFormat) => writeCells(readCells(source, columns, range), format)

describe('a copied range', () => {
  it.each<[string, CopyFormat, Range, string]>([
    [
      'TSV quotes where it must, NULL and missing are empty',
      'tsv',
      { ...all, bottom: 1 },
      'bk-1\t9223372036854775807\t"two\nlines\t""x"""\t\nbk-2\t"[1.0,1e2,{""k"":-0}]"\t\ttrue',
    ],
    ['one cell is its bare text', 'tsv', { top: 0, bottom: 0, left: 2, right: 2 }, 'two\nlines\t"x"'],
    ['one NULL is empty', 'tsv', { top: 0, bottom: 0, left: 3, right: 3 }, ''],
    [
      'CSV has a header and CR LF',
      'csv',
      { ...all, bottom: 0, right: 1 },
      '_id,"a,""b"""\r\nbk-1,9223372036854775807\r\n',
    ],
    [
      'JSON keeps digits and leaves missing values out',
      'json',
      { ...all, bottom: 1 },
      '[\n  {"_id": "bk-1", "a,\\"b\\"": 9223372036854775807, "note": "two\\nlines\\t\\"x\\"", "n|x": null},\n  {"_id": "bk-2", "a,\\"b\\"": [1.0,1e2,{"k":-0}], "n|x": true}\n]',
    ],
    [
      'JSON of a fragment is a string, of an escaped string its escapes',
      'json',
      { ...all, top: 2 },
      '[\n  {"_id": "", "a,\\"b\\"": "[1,2...", "note": "a\\ud800\\"", "n|x": "p|q"}\n]',
    ],
    ['JSON of nothing but missing is empty objects', 'json', { top: 1, bottom: 1, left: 2, right: 2 }, '[\n  {}\n]'],
    ['Markdown escapes bars', 'markdown', { ...all, top: 2, left: 3 }, '| n\\|x |\n| --- |\n| p\\|q |\n'],
    [
      'Markdown breaks lines',
      'markdown',
      { top: 0, bottom: 0, left: 2, right: 2 },
      '| note |\n| --- |\n| two<br>lines\t"x" |\n',
    ],
  ])('%s', (_, format, range, expected) => {
    expect(write(range, format)).toBe(expected)
  })

  it('counts the cells that hold only a beginning', () => {
    expect(readCells(source, columns, all).cutCells).toBe(1)
  })

  it('is completed by whole values where the source has them', async () => {
    const whole = { ...source, whole: async (row: number, column: number) => `[${row},${column}]` }
    const table = await completeCells(whole, readCells(whole, columns, all), all)
    expect(table.cutCells).toBe(0)
    expect(writeCells(table, 'json')).toContain('"a,\\"b\\"": [2,1]')
  })

  it('is completed by the values of its own rows where others come above them meanwhile', async () => {
    let above = 0
    const at = (row: number) => row - above
    const moving = {
      ...source,
      key: (row: number) => `k${at(row)}`,
      rowOf: (key: string) => Number(key.slice(1)) + above,
      whole: async (row: number) => {
        const text = `whole ${at(row)}`
        above += 1
        return text
      },
    }
    const cut = { ...moving, cell: (row: number) => cellOf(Kind.string, `${at(row)}`, 5) }
    const two: Range = { top: 0, left: 0, bottom: 1, right: 0 }
    expect(writeCells(await completeCells(cut, readCells(cut, columns, two), two), 'tsv')).toBe('whole 0\nwhole 1')
  })

  it('is refused where a row is not loaded', () => {
    const half = { ...source, cell: (row: number, column: number) => (row < 1 ? rows[row]?.[column] : undefined) }
    expect(isLoaded(half, all)).toBe(false)
    expect(isLoaded(half, { ...all, bottom: 0 })).toBe(true)
    expect(() => readCells(half, columns, all)).toThrow('row 2 is not loaded')
  })

  it('is valid JSON and gives strings back, whatever they hold', () => {
    const random = seededRandom(9)
    const letters = ['a', '"', '\\', '\n', '\u0000', '🚀', '\u2028', '/']
    for (let round = 0; round < 200; round++) {
      const text = Array.from({ length: 12 }, () => letters[Math.floor(random() * letters.length)]).join('')
      const table = { columns: columns.slice(0, 1), rows: [[string(text)]], cutCells: 0 }
      expect(JSON.parse(writeCells(table, 'json'))).toEqual([{ _id: text }])
    }
  })

  it('gives TSV fields back, whatever they hold', () => {
    const random = seededRandom(10)
    const letters = ['a', '"', '\t', '\n', '\r', ' ']
    for (let round = 0; round < 200; round++) {
      const texts = Array.from({ length: 6 }, () =>
        Array.from({ length: 5 }, () => letters[Math.floor(random() * letters.length)]).join(''),
      )
      const table = {
        columns: columns.slice(0, 3),
        rows: [texts.slice(0, 3).map(string), texts.slice(3).map(string)],
        cutCells: 0,
      }
      expect(parseTSV(writeCells(table, 'tsv'))).toEqual([texts.slice(0, 3), texts.slice(3)])
    }
  })
})

describe('what is said of a copy', () => {
  const square = (height: number, width: number): Range[] => [{ top: 0, left: 0, bottom: height - 1, right: width - 1 }]
  it.each([
    ['one cell', square(1, 1), 0, '1 cell copied'],
    ['one row', square(1, 4), 0, '1 row copied'],
    ['rows', square(1200, 4), 0, '1,200 rows copied'],
    ['cells of some columns', square(3, 3), 0, '9 cells copied'],
    ['a fragment', square(2, 2), 1, '4 cells copied, 1 value truncated'],
    ['fragments', square(2, 4), 3, '2 rows copied, 3 values truncated'],
  ])('%s', (_, range, cut, sentence) => {
    expect(copiedSentence(range, cut, 4)).toBe(sentence)
  })

  it('refuses more than a hundred thousand cells', () => {
    expect(copyRefusal(square(1000, 100))).toBeUndefined()
    expect(copyRefusal(square(1001, 100))).toBe('Not copied: 100,100 cells selected, limit 100,000.')
  })
})

/** Reads quoted TSV as a spreadsheet does. */
function parseTSV(text: string): string[][] {
  const table: string[][] = [['']]
  let inside = false
  const put = (sign: string) => {
    const line = table.at(-1) as string[]
    line[line.length - 1] += sign
  }
  for (let i = 0; i < text.length; i++) {
    const sign = text[i] as string
    if (inside && sign === '"' && text[i + 1] === '"') put(text[++i] as string)
    else if (sign === '"') inside = !inside
    else if (!inside && sign === '\t') table.at(-1)?.push('')
    else if (!inside && sign === '\n') table.push([''])
    else put(sign)
  }
  return table
}

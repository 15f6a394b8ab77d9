// SPEC: B-MET-01, B-MET-02
import { describe, expect, it } from 'vitest'
import { gaugeOf, pointOf, taskOf } from './fixture'
import { linesOf } from './lines'
import { chartLabel, gaugeWords, runningWords, shareOf, shareWords, taskWords, valueWords } from './words'

describe('a figure', () => {
  it.each([
    ['a word', { text: 'Yellow' }, 'Yellow', ''],
    ['an exact number of the driver', { text: '0.05', unit: 'ratio' }, '0.05', 'ratio'],
    ['a count', { value: '9007199254740993', unit: 'active' }, '9,007,199,254,740,993', 'active'],
    [
      'a part, in the unit of the whole',
      { value: '11200000000', of: '24000000000', bytes: true },
      '11.2',
      'of 24.0 GB',
    ],
    ['a small part', { value: '1310000000', of: '2000000000000', bytes: true }, '0.00', 'of 2.00 TB'],
    ['bytes without a whole', { value: '3420000000', bytes: true, unit: 'resident' }, '3.42', 'GB resident'],
    [
      'bytes whose whole is only a bar',
      { value: '34000000', of: '16000000000', bytes: true, unit: 'resident' },
      '34.0',
      'MB resident',
    ],
    ['nothing', { value: '0', bytes: true }, '0', 'B'],
  ])('is written as %s', (_, part, figure, rest) => {
    expect(gaugeWords(gaugeOf(part))).toEqual({ figure, rest })
  })
})

describe('a share', () => {
  it.each([
    ['3', '8', 37.5, '38%'],
    ['9', '8', 100, '100%'],
    ['', '8', undefined, '–'],
    ['3', '0', undefined, '–'],
    ['3', '', undefined, '–'],
  ])('of %j in %j', (part, whole, share, words) => {
    expect([shareOf(part, whole), shareWords(part, whole)]).toEqual([share, words])
  })
})

describe('a value of a curve', () => {
  it.each([
    ['', '–'],
    [undefined, '–'],
    ['0.00', '0'],
    ['0.7200', '0.72'],
    ['9.876', '9.88'],
    ['73.25', '73.3'],
    ['1234.5', '1,235'],
  ])('%j is written %j', (value, words) => {
    expect(valueWords(value)).toBe(words)
  })

  it('is said with the name of its chart', () => {
    const lines = [
      { title: 'primaries', value: '412.5' },
      { title: 'with replicas', value: undefined },
    ]
    expect(chartLabel('Indexing', lines)).toBe('Indexing: primaries 413, with replicas –')
  })
})

describe('a task', () => {
  it('says what it does, how far it is and how long it has been running', () => {
    expect(taskWords(taskOf())).toBe('from books to books-v2, 31,200 of 48,213')
    expect(taskWords(taskOf({ total: '0', cancelled: true }))).toBe('from books to books-v2, stopping')
    expect(taskWords(taskOf({ total: '0', description: '' }))).toBe('')
    expect(runningWords(taskOf())).toBe('1 min 12 s')
    expect(runningWords(taskOf({ nanos: '400000000' }))).toBe('400 ms')
  })
})

describe('the lines of a chart', () => {
  it('are those of its own series, broken where there is no value and where nothing was read', () => {
    const late = { ...pointOf(3, ['7', '8', '9']), time: String(Number(pointOf(2, []).time) + 100_000) }
    const [xs, ...ys] = linesOf([pointOf(1, ['1', '', '3']), pointOf(2, ['4', '5', '6']), late], 1, 2)
    expect(ys).toEqual([
      [null, 5, null, 8],
      [3, 6, null, 9],
    ])
    const first = xs[0] ?? 0
    expect(xs.map((x) => x - first)).toEqual([0, 5, 55, 105])
  })
})

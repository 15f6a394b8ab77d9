// SPEC: A-BRO-11, A-BRO-12, A-SRT-02, B-SRT-02
import { describe, expect, it } from 'vitest'
import { columnOf, sourceOf, string } from '../../../grid/fixture'
import { HostError } from '../../../host'
import { sessionOf, viewOf } from '../fixture'
import { fittedWidths, sortChoices } from './columns'
import { errorTitle } from './errors'
import type { Pages } from './pages'
import {
  emptyWords,
  hiddenWords,
  loadedWords,
  pagingOf,
  reachWords,
  readingWords,
  sortWords,
  totalWords,
  typedPage,
  waitWords,
} from './status'

const pages = (rowCount: number, rowCountKnown: boolean) => ({ rowCount, rowCountKnown, loaded: 2 }) as unknown as Pages
const failure = {
  kind: 'engine',
  message: 'm',
  hint: '',
  code: '',
  detail: 'd',
  op: '',
  status: 400,
  tls: null,
} as const
const error = new HostError(failure)

describe('the status bar', () => {
  it.each([
    ['12', 20, 12],
    ['1,200', 5000, 1200],
    ['99', 20, 20],
    ['0', 20, 1],
    ['', 20, 0],
    ['two', 20, 0],
    ['-3', 20, 0],
  ])('goes for "%s" of %i pages to %i', (typed, last, want) => {
    expect(typedPage(typed, last)).toBe(want)
  })

  it.each([
    ['the page in sight of a known number', pages(5, true), 1, { page: 2, last: 3, open: false }],
    ['more that may follow', pages(2, false), 0, { page: 1, last: 1, open: true }],
    ['no rows', pages(0, true), 0, { page: 1, last: 1, open: false }],
  ])('tells %s', (_, shown, page, want) => {
    expect(pagingOf({ view: viewOf('books'), pages: shown, page })).toEqual(want)
  })

  it.each([
    ['a counted total', { total: '48213', totalError: '', error: null, pages: null }, 'of 48,213'],
    ['a total that is counted', { total: '', totalError: '', error: null, pages: null }, 'of …'],
    ['a total that cannot be counted', { total: '', totalError: 'no', error: null, pages: null }, 'total unknown'],
    ['nothing read', { total: '', totalError: '', error, pages: null }, ''],
    ['nothing there', { total: '0', totalError: '', error: null, pages: null }, ''],
  ])('writes %s', (_, state, want) => {
    expect(totalWords(state)).toBe(want)
  })

  it.each([
    ['while rows are read', { reading: { page: 0, since: 1 }, error: null }, 'Loading'],
    ['after a failure', { reading: null, error }, 'Not loaded'],
    ['where there are none', { reading: null, error: null }, 'No rows'],
  ])('says in place of a figure %s: %s', (_, state, want) => {
    expect(waitWords(state)).toBe(want)
  })

  it('says why pages end only where they end before the last row', () => {
    const view = { ...viewOf('books'), reach: '10000', reachNote: 'Pages end here.' }
    expect(reachWords({ view, total: '10000' })).toBe('')
    expect(reachWords({ view, total: '10001' })).toBe('Pages end here.')
    expect(reachWords({ view, total: '' })).toBe('')
    expect(reachWords({ view: viewOf('books'), total: '99999' })).toBe('')
  })

  it('says which rows are being read', () => {
    expect(readingWords('books', 0, 0, '')).toBe('Opening books')
    expect(readingWords('books', 2, 1000, '')).toBe('Loading rows 2,001 to 3,000 of books')
    expect(readingWords('books', 2, 1000, '2600')).toBe('Loading rows 2,001 to 2,600 of books')
    expect(readingWords('books', 0, 1000, '0')).toBe('Loading books')
  })

  it.each([
    ['the words of the driver for an index', 'index', 'This index has no documents'],
    ['its name for anything else, such as a pattern', 'pattern', 'No documents in books*'],
    ['its name for what was never listed', '', 'No documents in books*'],
  ])('an object without rows has %s', (_, kind, words) => {
    const session = sessionOf({ emptyText: 'This index has no documents' })
    expect(emptyWords(session, { name: 'books*', kind })).toBe(words)
  })

  it('an object without rows has its name if the driver has no words', () => {
    expect(emptyWords(sessionOf(), { name: 'books', kind: 'index' })).toBe('No documents in books')
  })
})

describe('the menu of a column', () => {
  const column = columnOf({ id: 'price' })
  const titles = (sort: Parameters<typeof sortChoices>[1], part = {}, most = 3) =>
    sortChoices({ ...column, ...part }, sort, most, 'full').map((c) => `${c.title}${c.why === '' ? '' : `: ${c.why}`}`)

  it.each([
    ['without an order', [], {}, 3, ['Sort Ascending', 'Sort Descending']],
    [
      'beside another column',
      [{ column: 'a', desc: false }],
      {},
      3,
      ['Sort Ascending', 'Sort Descending', 'Add to Sort'],
    ],
    [
      'where the order is full',
      [{ column: 'a', desc: false }],
      {},
      1,
      ['Sort Ascending', 'Sort Descending', 'Add to Sort: full'],
    ],
    [
      'in the order',
      [{ column: 'price', desc: false }],
      {},
      3,
      ['Sort Ascending', 'Sort Descending', 'Remove from Sort'],
    ],
    ['that cannot be sorted', [], { sortable: false, sortReason: 'It is text.' }, 3, ['Sort: It is text.']],
  ])('%s', (_, sort, part, most, want) => {
    expect(titles(sort, part, most)).toEqual(want)
  })

  it('keeps the other columns when one is taken out', () => {
    const sort = [
      { column: 'a', desc: true },
      { column: 'price', desc: false },
    ]
    expect(sortChoices(column, sort, 3, '').at(-1)?.sort).toEqual([{ column: 'a', desc: true }])
  })
})

describe('the first widths', () => {
  it('stay within bounds', () => {
    const source = sourceOf([[string('x'.repeat(500))]])
    const width = fittedWidths([columnOf({ id: 'a' })], source).get('a') ?? 0
    expect(width).toBeGreaterThanOrEqual(64)
    expect(width).toBeLessThanOrEqual(280)
  })
})

describe('an error in place of rows', () => {
  it('has a title by its kind', () => {
    expect(errorTitle(error)).toBe('The server rejected the request')
    expect(errorTitle(new HostError({ ...failure, kind: 'cancelled' }))).toBe('Loading was cancelled')
  })
})

describe('how the rows are arranged', () => {
  it.each([
    [[], ''],
    [[{ column: 'price', desc: true }], 'sorted by price, descending'],
    [[{ column: 'sold', desc: true }], 'sorted by sold, newest first'],
    [[{ column: 'sold', desc: false }], 'sorted by sold'],
    [
      [
        { column: 'price', desc: true },
        { column: 'title', desc: false },
      ],
      'sorted by price, descending, then title',
    ],
  ])('names the order %j', (sort, words) => {
    expect(sortWords(sort, [{ name: 'sold', kind: 'date' }])).toBe(words)
  })

  it('counts the columns that are hidden', () => {
    const column = (name: string, hidden: boolean) => ({ name, hidden, pinned: false, width: 0 })
    expect(hiddenWords({ columns: [], hideEmpty: false })).toBe('')
    expect(hiddenWords({ columns: [column('a', true), column('b', false)], hideEmpty: false })).toBe('1 hidden')
  })
})

it.each([
  [600, '600', '600 rows'],
  [1, '1', '1 row'],
  [3000, '1200000', '3,000 loaded'],
  [1000, '', '1,000 loaded'],
])('says that %i of %s rows were read: %s', (loaded, total, words) => {
  expect(loadedWords(loaded, total)).toBe(words)
})

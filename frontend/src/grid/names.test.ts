// SPEC: APP-02, A-SRT-02, A-BRO-07
import { describe, expect, it } from 'vitest'
import { Kind } from '../lib/block'
import { cellOf, columnOf, string } from './fixture'
import { cellName, cutTip, displayText, grouped, headName, rowName } from './names'
import type { Cell, Column, Mark } from './types'

describe('the name of a cell', () => {
  const price = columnOf({ id: 'price' })
  const id = columnOf({ id: '_id', readOnly: true })
  it.each<[string, Column, Cell | undefined, Mark | undefined, string]>([
    ['a value', price, cellOf(Kind.number, '27.00'), undefined, 'price, 27.00, row 4'],
    ['NULL', price, cellOf(Kind.null), undefined, 'price, NULL, row 4'],
    ['missing', price, cellOf(Kind.missing), undefined, 'price, no value, row 4'],
    ['an empty string', price, string(''), undefined, 'price, empty, row 4'],
    ['loading', price, undefined, undefined, 'price, loading, row 4'],
    ['read-only', id, string('bk-1'), undefined, '_id, bk-1, row 4, read-only'],
    ['escaped', price, cellOf(Kind.escaped, '\\ud800'), undefined, 'price, \\ud800, row 4, read-only'],
    [
      'edited',
      price,
      cellOf(Kind.number, '1'),
      { state: 'edited', text: 'was 18.50' },
      'price, 1, row 4, edited, was 18.50',
    ],
    [
      'refused',
      price,
      cellOf(Kind.number, '1'),
      { state: 'invalid', text: 'not an integer' },
      'price, 1, row 4, invalid: not an integer',
    ],
    ['cut', price, cellOf(Kind.json, '[1', 48213), undefined, 'price, [1, row 4, cut, 48,213 characters'],
  ])('says %s', (_, column, cell, mark, name) => {
    expect(cellName(column, cell, '4', column.readOnly, mark)).toBe(name)
  })
})

describe('the name of a head', () => {
  it.each<[string, Partial<Column>, string]>([
    ['plain', {}, 'published, date'],
    ['sorted alone', { sort: { direction: 'asc', rank: 1, of: 1 } }, 'published, date, sorted ascending'],
    [
      'sorted first of two',
      { sort: { direction: 'desc', rank: 1, of: 2 } },
      'published, date, sorted descending, first of 2',
    ],
    ['sorted fourth', { sort: { direction: 'desc', rank: 4, of: 5 } }, 'published, date, sorted descending, 4th of 5'],
    ['not sortable', { sortable: false, sortReason: 'It is text.' }, 'published, date, cannot be sorted: It is text.'],
    [
      'of several types',
      { conflict: 'long in a, text in b.' },
      'published, date, has different types: long in a, text in b.',
    ],
    ['without a type', { type: '', readOnly: true }, 'published, read-only'],
  ])('says that it is %s', (_, part, name) => {
    expect(headName(columnOf({ id: 'published', type: 'date', ...part }))).toBe(name)
  })
})

describe('what a cell shows', () => {
  it.each([
    ['a number exactly', cellOf(Kind.number, '-0.10e+2'), '-0.10e+2'],
    ['line ends and tabs as signs', string('a\r\nb\nc\td\re'), 'a↵b↵c⇥d↵e'],
    ['spaces as they are', string('  a  b '), '  a  b '],
    ['200 characters whole', string('x'.repeat(200)), 'x'.repeat(200)],
    ['the beginning of more', string('x'.repeat(201)), `${'x'.repeat(200)}…`],
    ['no half of a pair', string(`${'x'.repeat(199)}🚀yz`), `${'x'.repeat(199)}…`],
    ['nothing for a missing value', cellOf(Kind.missing), ''],
  ])('is %s', (_, cell, text) => {
    expect(displayText(cell)).toBe(text)
  })
})

it('a row number says its state', () => {
  expect([rowName('6', { state: 'deleted' }), rowName('7')]).toEqual(['row 6, deleted', 'row 7'])
  expect(rowName('6', { state: 'deleted', text: 'it went' })).toBe('row 6, deleted, it went')
})

it('the tooltip of a cut cell says how long the value is', () => {
  expect(cutTip(cellOf(Kind.json, `${'😀'.repeat(10_000)}...`, 48213))).toBe(
    'First 10,000 of 48,213 characters. Enter opens the whole value.',
  )
})

describe('a count with separators', () => {
  it.each([0, 7, 999, 1000, 9999, 10_000, 123_456, 1_000_000, 1_234_567_890])(
    '%d is as the language writes it',
    (count) => {
      expect(grouped(count)).toBe(count.toLocaleString('en-GB'))
    },
  )
})

describe('A nested value in a cell', () => {
  it.each([
    ['[null,[{"code": "basalt"}, {}],null]', '[null,[{"code":"basalt"},{}],null]'],
    ['{"a": "x,  y: \\"z\\" ", "b" : 1e2}', '{"a":"x,  y: \\"z\\" ","b":1e2}'],
    ['{\n\t"cut": "in a te  x', '{"cut":"in a te  x'],
  ])('%s is shown without the spaces of its writer', (text, shown) => {
    expect(displayText({ text, kind: Kind.json, cut: 0 })).toBe(shown)
  })

  it('keeps every space of a text', () => {
    expect(displayText({ text: '{"a":  1}', kind: Kind.string, cut: 0 })).toBe('{"a":  1}')
  })
})

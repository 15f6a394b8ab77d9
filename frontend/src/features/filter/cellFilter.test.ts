// SPEC: A-FIL-09
import { describe, expect, it } from 'vitest'
import { filterClassOf } from '../../host'
import { operators as listed } from '../../host/fixture'
import { Kind } from '../../lib/block'
import { cellFilter, valueFilter } from './cellFilter'
import { Operators } from './operators'

const operators = new Operators(listed)
const anything = filterClassOf({}, { name: 'a' })
const cell = (kind: number, text: string, cut = 0) => ({ kind, text, cut })

describe('the filter by the value of a cell', () => {
  it.each([
    ['a text', cell(Kind.string, ' a"*\\ '), 'equals', [' a"*\\ '], 'not equals'],
    [
      'a number with every digit',
      cell(Kind.number, '12345678901234567890.10'),
      'equals',
      ['12345678901234567890.10'],
      'not equals',
    ],
    ['NULL', cell(Kind.null, ''), 'is null', [], 'is not null'],
    ['no value', cell(Kind.missing, ''), 'is null', [], 'is not null'],
    [
      'several values',
      cell(Kind.json, '["a\\u0041", null, 1.0, "aA", 1e400]'),
      'in list',
      ['aA', '1.0', '1e400'],
      'not in list',
    ],
    ['an array of one value', cell(Kind.json, '[["b"],["b"]]'), 'equals', ['b'], 'not equals'],
    ['an array without values', cell(Kind.json, '[null,[]]'), 'is null', [], 'is not null'],
  ])('of %s', (_, of, operator, values, excluded) => {
    expect(cellFilter(of, anything, false, operators)).toEqual({ why: '', operator, values })
    expect(cellFilter(of, anything, true, operators)).toEqual({ why: '', operator: excluded, values })
  })

  it.each([
    ['a row that is not loaded', undefined, 'the row is not loaded'],
    ['the beginning of a value', cell(Kind.string, 'abc', 12_000), 'the value is too long'],
    ['a text that cannot be sent', cell(Kind.escaped, '\\ud800'), 'the value has characters that cannot be sent'],
    ['an object', cell(Kind.json, '[{"a":1}]'), 'the value is an object'],
    [
      'very many values',
      cell(Kind.json, `[${Array.from({ length: 101 }, (_, n) => n)}]`),
      'the cell has more than 100 values',
    ],
  ])('of %s is refused', (_, of, why) => {
    expect(cellFilter(of, anything, false, operators).why).toBe(why)
  })

  it('is refused where the column cannot be compared so', () => {
    const column = { ...anything, refused: [{ operator: 'not equals', reason: 'a is a vector' }] }
    expect(cellFilter(cell(Kind.string, 'x'), column, true, operators).why).toBe('a is a vector')
    expect(cellFilter(cell(Kind.string, 'x'), column, false, operators).why).toBe('')
  })
})

it('no filter is made where the engine has no operator for it', () => {
  const few = new Operators(listed.filter(({ role }) => role === 'value'))
  expect(cellFilter(cell(Kind.string, 'x'), anything, false, few).operator).toBe('equals')
  expect(cellFilter(cell(Kind.string, 'x'), anything, true, few).why).toBe('the engine does not support this filter')
})

describe('the filter by a value that the engine lists', () => {
  it.each([
    ['1.0', false, 'equals', ['1.0']],
    ['1.0', true, 'not equals', ['1.0']],
    ['', false, 'is empty', []],
    ['', true, 'is not empty', []],
  ])('of "%s", excluded: %s', (value, excludes, operator, values) => {
    expect(valueFilter(value, anything, excludes, operators)).toEqual({ why: '', operator, values })
  })
})

// SPEC: A-FIL-01, A-FIL-06
import { describe, expect, it } from 'vitest'
import { operators as listed } from '../../host/fixture'
import {
  type FilledRow,
  filledRowOf,
  filterOf,
  linked,
  newFilledRow,
  openValues,
  sentRows,
  sentValues,
} from './filledRows'
import { columns } from './fixture'
import { Operators } from './operators'

const operators = new Operators(listed)
const op = (id: string) => operators.of(id) ?? operators.first

const row = (id: number, column: string, part: Partial<FilledRow> = {}): FilledRow => ({
  ...newFilledRow(id, column, operators.first),
  ...part,
})

describe('the values of a row', () => {
  it.each<[string, string[], string[]]>([
    ['equals', ['a'], ['a']],
    ['between', ['1', '2'], ['1', '2']],
    ['between', ['1'], ['1', '']],
    ['in list', ['a', 'b', ''], ['a', 'b']],
    ['in list', ['a', 'being typed'], ['a', 'being typed']],
    ['in list', [''], []],
    ['is null', ['left over'], []],
    ['query string', ['title:x'], ['title:x']],
  ])('of %s are sent as they are meant: %j', (operator, values, sent) => {
    expect(sentValues({ operator: op(operator), values })).toEqual(sent)
  })

  it('go along from one operator to another', () => {
    expect(openValues(op('between'), ['1970'])).toEqual(['1970', ''])
    expect(openValues(op('in list'), ['a'])).toEqual(['a', ''])
    expect(openValues(op('in list'), ['a', ''])).toEqual(['a', ''])
    expect(openValues(op('equals'), ['a', 'b', ''])).toEqual(['a'])
    expect(openValues(op('is null'), ['a'])).toEqual(['a'])
  })
})

describe('rows about the same element', () => {
  const sent = (...drafts: FilledRow[]) =>
    sentRows(drafts).map(({ column, sameElement }) => `${column}${sameElement ? '+' : ''}`)
  const tied = { sameElement: true }
  const off = { on: false }

  it('are tied to the ticked row before, across those that are not', () => {
    expect(sent(row(1, 'a'), row(2, 'b', tied), row(3, 'c', tied))).toEqual(['a', 'b+', 'c+'])
    expect(sent(row(1, 'a'), row(2, 'b', { ...tied, ...off }), row(3, 'c', tied))).toEqual(['a', 'c+'])
  })

  it('are tied to none where the rows that they are tied to are not ticked', () => {
    expect(sent(row(1, 'a', off), row(2, 'b', tied), row(3, 'c', tied))).toEqual(['b', 'c+'])
    expect(sent(row(1, 'a'), row(2, 'b', off), row(3, 'c', tied))).toEqual(['a', 'c'])
  })

  it('are untied where another array comes between them', () => {
    const drafts = [row(1, 'authors.role'), row(2, 'offers.price', tied), row(3, 'authors.born', tied)]
    expect(linked(drafts, columns).map((draft) => draft.sameElement)).toEqual([false, false, false])
    const both = [row(1, 'authors.role'), row(2, 'authors.born', tied)]
    expect(linked(both, columns)[1]?.sameElement).toBe(true)
    expect(linked(drafts, [])[1]?.sameElement).toBe(true)
  })
})

it('a filter has only its ticked rows, and none has no rows at all', () => {
  expect(filterOf(true, [row(1, 'a', { on: false })])).toEqual({ any: false, rows: [] })
  const folded = row(2, 'b', { foldCase: true, values: ['x'] })
  expect(filterOf(true, [row(1, 'a', { on: false }), folded])).toEqual({
    any: true,
    rows: [{ column: 'b', operator: 'equals', values: ['x'], foldCase: true }],
  })
})

it('a row of an operator that is not known here is filled in with equals', () => {
  const row = { column: 'a', operator: 'sounds like', values: ['x'] }
  expect(filledRowOf(1, row, operators).operator.id).toBe('equals')
})

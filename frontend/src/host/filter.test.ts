// SPEC: A-FIL-02
import { expect, it } from 'vitest'
import { filterClassOf } from './filter'

const view = {
  filters: [
    {
      refused: [{ operator: 'contains', reason: '{name} is an integer. Use equals for {name}.' }],
      noFold: '{name} has no letters.',
      noSuggest: '',
      note: '',
    },
  ],
}

it('a column says what it cannot be filtered by, with its own name', () => {
  const known = filterClassOf(view, { name: 'price $& net', filter: 0 })
  expect(known.refused).toEqual([
    { operator: 'contains', reason: 'price $& net is an integer. Use equals for price $& net.' },
  ])
  expect(known.noFold).toBe('price $& net has no letters.')
})

it('a column about which nothing is known refuses nothing', () => {
  expect(filterClassOf(view, { name: 'a', filter: -1 }).refused).toEqual([])
  expect(filterClassOf({}, { name: 'a' }).refused).toEqual([])
})

// SPEC: APP-15
import { expect, it } from 'vitest'
import type { GridColumn } from '../../../host'
import { dateColumns, isNewest, whyNotNewest } from './newest'

const column = (name: string, kind: string, sortable = true) =>
  ({ name, kind, sortable, reason: sortable ? '' : 'Its mapping has doc_values: false.' }) as GridColumn

it('takes the usual column of events, else the only date, else offers all of them', () => {
  const [born, died] = [column('born', 'date'), column('died', 'date')]
  expect(dateColumns([column('title', 'text'), born])).toEqual(['born'])
  expect(dateColumns([born, died])).toEqual(['born', 'died'])
  expect(dateColumns([born, died, column('@timestamp', 'date')])).toEqual(['@timestamp'])
  expect(dateColumns([born, column('@timestamp', 'keyword'), column('hidden', 'date', false)])).toEqual(['born'])
})

it('says why the newest rows cannot come first', () => {
  expect(whyNotNewest([column('born', 'date')])).toBe('')
  expect(whyNotNewest([column('title', 'text')])).toBe('There is no date column.')
  expect(whyNotNewest([column('born', 'date', false)])).toBe(
    'born cannot be sorted: Its mapping has doc_values: false.',
  )
})

it('knows an order by which they do', () => {
  expect(
    isNewest(
      [
        { column: 'born', desc: true },
        { column: 'title', desc: false },
      ],
      'born',
    ),
  ).toBe(true)
  expect(isNewest([{ column: 'born', desc: false }], 'born')).toBe(false)
  expect(isNewest([], 'born')).toBe(false)
})

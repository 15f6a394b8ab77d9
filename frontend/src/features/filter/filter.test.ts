// SPEC: A-FIL-01, B-FIL-01
import { describe, expect, it, vi } from 'vitest'
import type { Filter, FilterResult, GridColumn } from '../../host'
import { Filtering } from './filter'
import { emptyText, filteredWords } from './words'

const columnOf = (name: string, sortable = true): GridColumn => ({
  ...{ name, type: 'keyword', kind: 'text', integer: false, primary: false, readOnly: false },
  ...{ sortable, reason: '', conflict: '' },
})
const columns = [columnOf('note', false), columnOf('genre'), columnOf('pages')]

function open(answer: (filter: Filter) => FilterResult | Promise<FilterResult> = done) {
  const apply = vi.fn(async (filter: Filter) => answer(filter))
  const filtering = new Filtering(apply, () => columns)
  filtering.show()
  return { apply, filtering, now: () => filtering.store.getState() }
}

const done = (filter: Filter): FilterResult => ({
  ...{ generation: 2, refusals: [], clauses: filter.rows.map(({ column }) => `{"term":{"${column}"}}`) },
})

describe('a filter', () => {
  it('begins with a row of a column that can be compared', () => {
    const { now } = open()
    expect(now().drafts.map(({ column, operator }) => [column, operator])).toEqual([['genre', 'equals']])
  })

  it('is applied as its rows say, and shows what each is for the engine', async () => {
    const { filtering, apply, now } = open()
    filtering.set(1, { value: 'poetry' })
    filtering.add('pages')
    filtering.set(2, { operator: 'is not null', value: 'left over' })
    filtering.match(true)
    expect(filtering.changed).toBe(true)
    await filtering.apply()
    const wanted = {
      any: true,
      rows: [
        { column: 'genre', operator: 'equals', values: ['poetry'] },
        { column: 'pages', operator: 'is not null', values: [] },
      ],
    }
    expect(apply).toHaveBeenCalledExactlyOnceWith(wanted)
    expect(now()).toMatchObject({ applied: wanted, applying: false })
    expect(now().drafts.map(({ clause }) => clause)).toEqual(['{"term":{"genre"}}', '{"term":{"pages"}}'])
    expect(filtering.changed).toBe(false)
    expect(filteredWords(now().applied)).toBe('Filtered: genre equals poetry, or pages is not NULL')
    expect(emptyText(now().applied)).toBe('2 filters are applied, combined with Any.')
  })

  it('that was refused says why at its row, and the filter that holds stays', async () => {
    const refusals = [{ row: 1, column: 'pages', message: 'x is not a whole number.' }]
    const { filtering, now } = open((filter) => ({ ...done(filter), refusals }))
    filtering.set(1, { value: 'poetry' })
    filtering.add('pages')
    await filtering.apply()
    expect(now().drafts.map(({ refusal }) => refusal)).toEqual(['', 'x is not a whole number.'])
    expect(now().applied.rows).toEqual([])
    filtering.set(2, { value: '3' })
    expect(now().drafts[1]?.refusal).toBe('')
  })

  it('that could not be applied says why and keeps what was filled in', async () => {
    const { filtering, now } = open(() =>
      Promise.reject(new Error('{"kind":"connect","message":"Connection refused."}')),
    )
    filtering.set(1, { value: 'poetry' })
    await filtering.apply()
    expect(now()).toMatchObject({ applying: false, error: { kind: 'connect' }, drafts: [{ value: 'poetry' }] })
    filtering.set(1, { value: 'prose' })
    expect(now().error).toBeNull()
  })

  it('answered late says nothing after another one was applied', async () => {
    const answers: ((result: FilterResult) => void)[] = []
    const { filtering, now } = open(() => new Promise((resolve) => answers.push(resolve)))
    filtering.set(1, { value: 'first' })
    const first = filtering.apply()
    filtering.set(1, { value: 'second' })
    const second = filtering.apply()
    answers[1]?.({ generation: 3, refusals: [], clauses: ['second'] })
    await second
    answers[0]?.({ generation: 2, refusals: [{ row: 0, column: 'genre', message: 'late' }], clauses: [''] })
    await first
    expect(now().applied.rows[0]?.values).toEqual(['second'])
    expect(now().drafts[0]).toMatchObject({ refusal: '', clause: 'second' })
  })

  it('says nothing of a row that was changed while it was applied', async () => {
    const answers: ((result: FilterResult) => void)[] = []
    const { filtering, now } = open(() => new Promise((resolve) => answers.push(resolve)))
    const applied = filtering.apply()
    filtering.set(1, { value: 'typed meanwhile' })
    answers[0]?.({
      generation: 2,
      refusals: [{ row: 0, column: 'genre', message: 'Equals needs a value.' }],
      clauses: [''],
    })
    await applied
    expect(now().drafts[0]).toMatchObject({ value: 'typed meanwhile', refusal: '' })
  })

  it('is taken away as a whole, and only asked for again where one was applied', async () => {
    const { filtering, apply, now } = open()
    await filtering.clear()
    expect(apply).not.toHaveBeenCalled()
    filtering.show()
    await filtering.apply()
    await filtering.clear()
    expect(apply).toHaveBeenLastCalledWith({ any: false, rows: [] })
    expect([now().applied.rows, now().drafts]).toEqual([[], []])
  })

  it('is extended by the value of a cell, and by the lack of one', async () => {
    const { filtering, apply, now } = open()
    filtering.set(1, { value: 'half-typed' })
    await filtering.only('genre', 'poetry')
    await filtering.only('pages', null)
    expect(apply.mock.lastCall?.[0].rows).toEqual([
      { column: 'genre', operator: 'equals', values: ['poetry'] },
      { column: 'pages', operator: 'is null', values: [] },
    ])
    expect(now().open).toBe(true)
  })

  it('takes back what was filled in since it was applied', async () => {
    const { filtering, now } = open()
    filtering.set(1, { value: 'poetry' })
    await filtering.apply()
    filtering.add('pages')
    filtering.match(true)
    filtering.restore()
    expect(now().drafts.map(({ column, value }) => [column, value])).toEqual([['genre', 'poetry']])
    expect(filtering.changed).toBe(false)
  })
})

// SPEC: A-FIL-01, A-FIL-02, A-FIL-12, B-FIL-01
import { describe, expect, it } from 'vitest'
import { type Filter, HostError } from '../../host'
import type { Told } from './checks'
import { accepted, columns, filteringOf, refusing } from './fixture'
import { emptyText, filteredWords } from './words'

function open(answer?: (filter: Filter) => Told | Promise<Told>) {
  const opened = filteringOf(answer)
  opened.filtering.show()
  return opened
}

const rowOf = (column: string, values: string[], operator = 'equals') => ({ column, operator, values })

describe('a filter', () => {
  it('begins with a row of a column that can be compared', () => {
    const { now } = open()
    expect(now().drafts.map(({ column, operator }) => [column, operator.id])).toEqual([['genre', 'equals']])
  })

  it('is applied as its rows say, with what to know of them', async () => {
    const { filtering, asked, now } = open()
    filtering.set(1, { values: ['poetry'] })
    filtering.add('pages')
    filtering.set(2, { operator: 'is not null', values: ['left over'] })
    filtering.match(true)
    expect(filtering.changed).toBe(true)
    await filtering.apply()
    const wanted = { any: true, rows: [rowOf('genre', ['poetry']), rowOf('pages', [], 'is not null')] }
    expect(asked).toEqual([wanted])
    expect(now()).toMatchObject({ applied: wanted, applying: false })
    expect(now().drafts.map(({ note }) => note)).toEqual(['about genre', 'about pages'])
    expect(filtering.changed).toBe(false)
    expect(filteredWords(now().applied, filtering.operators)).toBe(
      'Filtered: genre equals poetry, or pages is not NULL',
    )
    expect(emptyText(now().applied)).toBe('2 filters are applied, combined with Any.')
  })

  it('leaves out the rows that are not ticked, and keeps them in the bar', async () => {
    const { filtering, asked, now } = open()
    filtering.set(1, { values: ['poetry'] })
    filtering.add('pages')
    filtering.set(2, { values: ['3'] })
    filtering.tick(false, 1)
    await filtering.apply()
    expect(asked).toEqual([{ any: false, rows: [rowOf('pages', ['3'])] }])
    filtering.set(2, { values: ['4'] })
    filtering.restore()
    expect(now().drafts.map(({ on, values }) => [on, values])).toEqual([
      [false, ['poetry']],
      [true, ['3']],
    ])
    filtering.tick(false)
    await filtering.apply()
    expect(asked[1]).toEqual({ any: false, rows: [] })
    expect(now().drafts).toHaveLength(2)
  })

  it('that was refused says why at its row, and the filter that holds stays', async () => {
    const { filtering, now } = open(refusing({ pages: 'x is not a whole number.' }))
    filtering.set(1, { values: ['poetry'] })
    filtering.add('pages')
    await filtering.apply()
    expect(now().drafts.map(({ refusal }) => refusal)).toEqual(['', 'x is not a whole number.'])
    expect(now().applied.rows).toEqual([])
    filtering.set(2, { operator: 'is null' })
    expect(now().drafts[1]?.refusal).toBe('')
  })

  it('that is taken away while its rows are awaited does not come back with them', async () => {
    const rows: (() => void)[] = []
    const { filtering, asked, now } = open((filter) => new Promise((go) => rows.push(() => go(accepted(filter)))))
    filtering.set(1, { values: ['poetry'] })
    const applying = filtering.apply()
    const clearing = filtering.clear()
    for (const go of rows) go()
    await Promise.all([applying, clearing])
    expect(asked.map((filter) => filter.rows.length)).toEqual([1, 0])
    expect(now()).toMatchObject({ applied: { rows: [] }, drafts: [], applying: false })
  })

  it('that could not be applied says why and keeps what was filled in', async () => {
    const failure = new Error('{"kind":"connect","message":"Connection refused."}')
    const { filtering, now } = open(() => Promise.reject(failure))
    filtering.set(1, { values: ['poetry'] })
    await filtering.apply()
    expect(now()).toMatchObject({ applying: false, error: { kind: 'connect' }, drafts: [{ values: ['poetry'] }] })
    filtering.set(1, { values: ['prose'] })
    expect(now().error).toBeNull()
  })

  it('answered late says nothing after another one was applied', async () => {
    const answers: ((result: Told) => void)[] = []
    const { filtering, now } = open(() => new Promise((resolve) => answers.push(resolve)))
    filtering.set(1, { values: ['first'] })
    const first = filtering.apply()
    filtering.set(1, { values: ['second'] })
    const second = filtering.apply()
    answers[1]?.({ refusals: [], notes: [{ row: 0, text: 'second' }] })
    await second
    answers[0]?.({ refusals: [{ row: 0, column: 'genre', message: 'late' }] })
    await first
    expect(now().applied.rows[0]?.values).toEqual(['second'])
    expect(now().drafts[0]).toMatchObject({ refusal: '', note: 'second' })
  })

  it('says nothing of a row that was changed while it was applied', async () => {
    const answers: ((result: Told) => void)[] = []
    const { filtering, now } = open(() => new Promise((resolve) => answers.push(resolve)))
    const applied = filtering.apply()
    filtering.set(1, { values: ['typed meanwhile'] })
    answers[0]?.({ refusals: [{ row: 0, column: 'genre', message: 'No value.' }] })
    await applied
    expect(now().drafts).toMatchObject([{ values: ['typed meanwhile'], refusal: '' }])
  })

  it('is taken away as a whole, and only asked for again where one was applied', async () => {
    const { filtering, asked, now } = open()
    await filtering.clear()
    expect(asked).toEqual([])
    filtering.show()
    await filtering.apply()
    await filtering.clear()
    expect(asked.at(-1)).toEqual({ any: false, rows: [] })
    expect([now().applied.rows, now().drafts]).toEqual([[], []])
  })

  it('takes back what was filled in since it was applied', async () => {
    const { filtering, now } = open()
    filtering.set(1, { values: ['poetry'] })
    await filtering.apply()
    filtering.add('pages')
    filtering.match(true)
    filtering.restore()
    expect(now().drafts.map(({ column, values }) => [column, values])).toEqual([['genre', ['poetry']]])
    expect(filtering.changed).toBe(false)
  })

  it('moves its rows, and unties those that are then beside another array', () => {
    const { filtering, now } = open()
    filtering.set(1, { column: 'authors.role' })
    filtering.add('authors.born')
    filtering.tie(2, true)
    filtering.add('offers.price')
    const order = () => now().drafts.map(({ id, sameElement }) => `${id}${sameElement ? '+' : ''}`)
    expect(order()).toEqual(['1', '2+', '3'])
    filtering.move(3, -1)
    expect(order()).toEqual(['1', '3', '2'])
    filtering.move(3, -2)
    filtering.move(1, -1)
    expect(order()).toEqual(['1', '3', '2'])
  })

  it('sends and shows each value of a list on its own', async () => {
    const { filtering, asked, now } = filteringOf()
    filtering.show()
    filtering.set(1, { operator: 'in list', values: ['one', 'basalt, cedar'] })
    filtering.set(1, { values: ['one', 'basalt, cedar'] })
    await filtering.apply()
    expect(asked[0]?.rows[0]?.values).toEqual(['one', 'basalt', 'cedar'])
    expect(now().drafts[0]?.values).toEqual(['one', 'basalt', 'cedar', ''])
  })
})

// SPEC: A-FIL-02, A-FIL-10
describe('a row that cannot be sent', () => {
  it('says why while it is typed, and blocks the filter until it is mended or unticked', async () => {
    const { filtering, asked, now, rest } = open(refusing({ pages: 'many is not a whole number.' }))
    filtering.set(1, { values: ['poetry'] })
    filtering.add('pages')
    filtering.set(2, { values: ['many'] })
    expect(filtering.blocked).toBe(0)
    await rest()
    expect(now().drafts.map(({ refusal }) => refusal)).toEqual(['', 'many is not a whole number.'])
    expect(filtering.blocked).toBe(2)
    await filtering.apply()
    expect(asked).toEqual([])
    filtering.tick(false, 2)
    await filtering.apply()
    expect(asked).toEqual([{ any: false, rows: [rowOf('genre', ['poetry'])] }])
  })

  it('is no mistake while a value is still missing, until it is to be applied', async () => {
    const { filtering, host, now, rest } = open(refusing({ genre: 'Equals needs a value.', '': 'Enter a query.' }))
    await rest()
    filtering.set(1, { operator: 'between', values: ['a'] })
    await rest()
    filtering.set(1, { operator: 'query string' })
    await rest()
    filtering.set(1, { column: 'genre', operator: 'equals' })
    await rest()
    expect(host.called('Grid.FilterPreview')).toBe(0)
    expect(now().drafts[0]?.refusal).toBe('')
    await filtering.apply()
    expect(now().drafts[0]?.refusal).toBe('Equals needs a value.')
    filtering.set(1, { operator: 'query string' })
    await rest()
    expect(now().drafts[0]?.refusal).toBe('')
  })

  it('says nothing of a value that was taken out again', async () => {
    const { filtering, now, rest } = open(refusing({ genre: 'many is not a number.' }))
    filtering.set(1, { values: ['many'] })
    await rest()
    expect(now().drafts[0]?.refusal).toBe('many is not a number.')
    filtering.set(1, { values: [''] })
    await rest()
    expect(now().drafts[0]?.refusal).toBe('')
  })

  it('is judged by what was typed last, however late the answers come', async () => {
    const { filtering, host, now, rest } = open()
    const answers: ((refused: string) => void)[] = []
    host.answers.set('Grid.FilterPreview', () => {
      return new Promise((resolve) =>
        answers.push((message) => resolve({ clauses: [''], refusals: [{ row: 0, column: 'genre', message }] })),
      )
    })
    filtering.set(1, { values: ['a'] })
    await rest()
    filtering.set(1, { values: ['ab'] })
    await rest()
    answers[1]?.('of ab')
    answers[0]?.('of a')
    await rest()
    expect(now().drafts[0]?.refusal).toBe('of ab')
  })

  it('names a column that is gone, and is not sent', async () => {
    const { filtering, asked, now, host } = open()
    filtering.set(1, { column: 'gone', values: ['x'] })
    await filtering.apply()
    expect(now().drafts[0]?.refusal).toBe('Column gone no longer exists.')
    expect([asked, host.called('Grid.FilterPreview')]).toEqual([[], 0])
  })
})

// SPEC: A-FIL-08
describe('the query of a filter', () => {
  it('is shown as it will be sent, and nothing is sent for it', async () => {
    const { filtering, asked, now } = open()
    filtering.set(1, { values: ['poetry'] })
    await filtering.showPreview()
    expect(now().preview?.request).toEqual({ method: 'POST', path: '/books/_search', body: '{"query":{}}' })
    expect(asked).toEqual([])
    filtering.closePreview()
    expect(now().preview).toBeNull()
  })

  it('of a filter that is refused is the reason', async () => {
    const { filtering, now } = open(refusing({ genre: 'No.' }))
    await filtering.showPreview()
    expect([now().preview, now().drafts[0]?.refusal]).toEqual([null, 'No.'])
  })
})

// SPEC: A-FIL-09
describe('a filter by a value', () => {
  it('is added to what holds, and rows that are being typed stay as they are', async () => {
    const { filtering, asked, now, rest } = open()
    filtering.set(1, { values: ['poetry'] })
    filtering.add('pages')
    filtering.set(2, { values: ['3'] })
    await filtering.apply()
    filtering.set(1, { values: ['poetry and pro'] })
    filtering.remove(2)
    const typed = filtering.add('note')
    filtering.set(typed, { values: ['half'] })
    await filtering.only('old', 'true')
    const rows = [rowOf('genre', ['poetry']), rowOf('pages', ['3']), rowOf('old', ['true'])]
    expect(asked.at(-1)).toEqual({ any: false, rows })
    expect(now().applied.rows).toEqual(rows)
    const shown = () => now().drafts.map(({ column, values }) => [column, ...values])
    expect(shown()).toEqual([
      ['genre', 'poetry and pro'],
      ['note', 'half'],
      ['old', 'true'],
    ])
    await rest()
    expect(now().drafts.map(({ note }) => note)).toEqual(['about genre', 'about note', 'about old'])
    expect([filtering.takeBack(1), shown()[0]]).toEqual([true, ['genre', 'poetry']])
    filtering.restore()
    expect(shown()).toEqual([
      ['genre', 'poetry'],
      ['pages', '3'],
      ['old', 'true'],
    ])
  })

  it('says why at its row if a row that holds can no longer be sent, also if the bar no longer shows that one', async () => {
    const reasons: Record<string, string> = {}
    const { filtering, now } = open((filter) => refusing(reasons)(filter))
    filtering.set(1, { values: ['poetry'] })
    await filtering.apply()
    filtering.set(1, { column: 'note', values: ['half'] })
    reasons.genre = 'There is no genre.'
    await filtering.only('old', 'true')
    expect(now().drafts.map(({ column, refusal }) => [column, refusal])).toEqual([
      ['note', ''],
      ['old', ''],
      ['genre', 'There is no genre.'],
    ])
    expect(now().applied.rows).toEqual([rowOf('genre', ['poetry'])])
  })

  it('is added to what holds, in the place of a row without a value', async () => {
    const { filtering, asked, now } = open()
    await filtering.only('genre', 'poetry')
    await filtering.only('pages', null)
    await filtering.only('pages', null)
    await filtering.by('genre', { why: '', operator: 'not in list', values: ['a', 'b'] })
    const rows = [rowOf('genre', ['poetry']), rowOf('pages', [], 'is null'), rowOf('genre', ['a', 'b'], 'not in list')]
    expect(asked.at(-1)?.rows).toEqual(rows)
    expect(now().drafts).toHaveLength(3)
    expect(now().open).toBe(true)
  })

  it('is not added to rows of which any has to match: it would not narrow them down', async () => {
    const { filtering, asked } = open()
    const flags = { sameElement: false, foldCase: false, off: false }
    const one = { ...rowOf('genre', ['a']), ...flags }
    const value = { why: '', operator: 'equals', values: ['x'] } as const
    await filtering.use({ any: true, rows: [one] })
    expect(filtering.whyNotBy({ ...value, values: ['x'] })).toBe('')
    await filtering.use({ any: true, rows: [one, { ...one, values: ['b'] }] })
    expect(filtering.whyNotBy({ ...value, values: ['x'] })).toBe('the filter matches Any')
    await filtering.only('genre', 'x')
    expect(asked).toHaveLength(2)
  })

  it('joins the row of a filter of one row with All', async () => {
    const { filtering, asked } = open()
    filtering.set(1, { values: ['a'] })
    filtering.match(true)
    await filtering.apply()
    await filtering.only('pages', '3')
    expect(asked.at(-1)).toEqual({ any: false, rows: [rowOf('genre', ['a']), rowOf('pages', ['3'])] })
  })
})

// SPEC: A-FIL-09
describe('the filter of the last time', () => {
  const last = {
    any: true,
    rows: [
      { ...rowOf('genre', ['poetry']), sameElement: false, foldCase: true, off: false },
      { ...rowOf('pages', ['3']), sameElement: false, foldCase: false, off: true },
    ],
  }
  const wanted = { any: true, rows: [{ ...rowOf('genre', ['poetry']), foldCase: true }] }
  const { signal } = new AbortController()
  const begun = async (kept = last, answer = accepted) => {
    const opened = filteringOf()
    opened.host.answers.set('Presets.List', () => ({ presets: [], last: kept, at: '1795269720000' }))
    const asked: Filter[] = []
    const ask = async (filter: Filter) => {
      asked.push(filter)
      return answer(filter)
    }
    const filter = await opened.filtering.begin({ columns }, ask, signal)
    return { ...opened, asked, filter }
  }

  it('comes with the object that is opened, and is not read again then', async () => {
    const { filtering, host, now } = filteringOf()
    const presets = { presets: [{ name: 'Poems', filter: last }], last, at: '1795269720000' }
    const filter = await filtering.begin({ columns, presets }, async (asked) => accepted(asked), signal)
    expect(filter).toEqual(wanted)
    expect(now().restored).toBe('1795269720000')
    expect(filtering.presets.has('poems')).toBe(true)
    expect(host.called('Presets.List')).toBe(0)
  })

  it('is what its object is opened with', async () => {
    const { filter, asked, now, filtering } = await begun()
    expect([filter, asked]).toEqual([wanted, [wanted]])
    expect(now()).toMatchObject({ open: true, any: true, applied: wanted, restored: '1795269720000' })
    expect(now().drafts.map(({ on, note }) => [on, note])).toEqual([
      [true, 'about genre'],
      [false, ''],
    ])
    await filtering.apply()
    expect(now().restored).toBe('')
  })

  it('of a column that is gone is shown refused and not sent', async () => {
    const gone = { any: false, rows: [{ ...rowOf('gone', ['x']), sameElement: false, foldCase: false, off: false }] }
    const { filter, asked, now } = await begun(gone)
    expect([filter, asked]).toEqual([null, []])
    expect(now()).toMatchObject({ open: true, applied: { rows: [] }, restored: '' })
    expect(now().drafts[0]?.refusal).toBe('Column gone no longer exists.')
  })

  it('that is refused now says so', async () => {
    const { filter, now } = await begun(last, refusing({ genre: 'No.' }))
    expect([filter, now().drafts[0]?.refusal, now().applied.rows]).toEqual([null, 'No.', []])
  })

  it('that cannot be applied leaves the rows unfiltered and says why', async () => {
    const { filter, now } = await begun(last, () => {
      throw new HostError({ ...JSON.parse('{"kind":"engine","message":"Broken."}') })
    })
    expect([filter, now().error?.failure.message, now().applied.rows]).toEqual([null, 'Broken.', []])
  })

  it('is kept whenever a filter is applied or taken away', async () => {
    const { host, filtering } = open()
    const kept: unknown[] = []
    host.answers.set('Presets.Keep', ({ filter }) => kept.push(filter))
    filtering.set(1, { values: ['poetry'] })
    filtering.add('pages')
    filtering.tick(false, 2)
    await filtering.apply()
    await filtering.clear()
    await Promise.resolve()
    const flags = { sameElement: false, foldCase: false }
    const rows = [
      { ...rowOf('genre', ['poetry']), ...flags, off: false },
      { ...rowOf('pages', ['']), ...flags, off: true },
    ]
    expect(kept).toEqual([
      { any: false, rows },
      { any: false, rows: [] },
    ])
  })
})

// SPEC: A-FIL-09
describe('presets', () => {
  it('are filled in and applied as they are', async () => {
    const { filtering, asked, now } = open()
    const row = { ...rowOf('pages', ['1', '2'], 'between'), sameElement: false, foldCase: false, off: false }
    await filtering.use({ any: false, rows: [row, { ...row, off: true }] })
    expect(asked).toEqual([{ any: false, rows: [rowOf('pages', ['1', '2'], 'between')] }])
    expect(now().drafts).toHaveLength(2)
  })

  it('are saved, replaced, renamed and removed, and say why that failed', async () => {
    const { filtering, host } = open()
    const { presets } = filtering
    const calls: unknown[] = []
    const filter = filtering.shown
    host.answers.set('Presets.Save', ({ name, replace }) => {
      calls.push([name, replace])
      return { presets: [{ name, filter }] }
    })
    expect(await presets.save(' Mine ', filter)).toBe(true)
    expect(await presets.save('mine', filter)).toBe(true)
    expect(calls).toEqual([
      ['Mine', false],
      ['mine', true],
    ])
    host.fail('Presets.Rename', 'conflict', 'There is already a preset named x.')
    expect(await presets.rename('mine', 'x')).toBe(false)
    expect(presets.store.getState()).toMatchObject({
      presets: [{ name: 'mine' }],
      error: { failure: { message: 'There is already a preset named x.' } },
    })
    host.answers.set('Presets.Remove', () => ({ presets: [] }))
    await presets.remove('mine')
    expect(presets.store.getState()).toMatchObject({ presets: [], error: null })
  })
})

// SPEC: A-FIL-09
describe('suggested values', () => {
  it('are asked for by what was typed among the other rows, and one is taken over', async () => {
    const { filtering, host, now } = open()
    let asked: unknown
    host.answers.set('Grid.Suggest', (request) => {
      asked = request
      return { values: [{ text: 'poetry', count: '12' }], more: true, estimated: false }
    })
    filtering.set(1, { values: ['po'] })
    filtering.add('pages')
    filtering.set(2, { values: ['3'] })
    await filtering.suggest(1)
    expect(asked).toEqual({ view: 'v1', any: false, rows: [rowOf('pages', ['3'])], column: 'genre', text: 'po' })
    filtering.take('poetry')
    expect(now().drafts[0]?.values).toEqual(['poetry'])
    expect(filtering.suggesting.store.getState().row).toBe(0)
  })

  it('become values of a list', async () => {
    const { filtering, host, now } = open()
    host.answers.set('Grid.Suggest', () => ({ values: [], more: false, estimated: false }))
    filtering.set(1, { operator: 'in list' })
    filtering.set(1, { values: ['a', 'b'] })
    await filtering.suggest(1, 1)
    filtering.take('beta')
    expect(now().drafts[0]?.values).toEqual(['a', 'beta', ''])
  })

  it('that come late are dropped, and an error is said', async () => {
    const { filtering, host } = open()
    const { suggesting } = filtering
    let answer: (value: unknown) => void = () => undefined
    host.answers.set('Grid.Suggest', () => new Promise((resolve) => (answer = resolve)))
    const first = filtering.suggest(1)
    await Promise.resolve()
    suggesting.close()
    answer({ values: [{ text: 'late', count: '1' }], more: false, estimated: false })
    await first
    expect(suggesting.store.getState()).toMatchObject({ row: 0, found: null, error: null })
    host.fail('Grid.Suggest', 'engine', 'Fielddata is disabled.')
    await filtering.suggest(1)
    expect(suggesting.store.getState()).toMatchObject({ row: 1, loading: false, error: { kind: 'engine' } })
  })
})

// SPEC: A-FIL-01
describe('a filter that matches nothing', () => {
  it('says on demand what each of its rows matches on its own', async () => {
    const { filtering, host, now } = open()
    filtering.set(1, { values: ['poetry'] })
    filtering.add('pages')
    filtering.set(2, { values: ['1'] })
    await filtering.apply()
    let asked: unknown
    host.answers.set('Grid.FilterCounts', ({ rows }) => {
      asked = rows
      return { counts: [{ row: 0, count: '12', error: '' }] }
    })
    const counts = () => filtering.counting.store.getState().counts
    const counting = filtering.count()
    expect(counts()?.map(({ count }) => count)).toEqual(['', ''])
    await counting
    expect(asked).toEqual(now().applied.rows)
    expect(counts()).toEqual([{ row: 0, count: '12', error: '' }])
    await filtering.matchAny()
    expect([counts(), now().applied.any]).toEqual([null, true])
  })
})

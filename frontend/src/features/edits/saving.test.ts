// SPEC: A-EDT-01, A-EDT-09, A-EDT-11, B-EDT-08, CON-22
import { describe, expect, it, vi } from 'vitest'
import type { EditedRow, PlanInfo, SavedRow, SaveResult } from '../../host'
import { Kind } from '../../lib/block'
import { EditedRows } from './editedRows'
import { Edits } from './edits'
import { columnOf, FakeHost, FakeRows, failureOf, number, planOf, roles, seqOf, text } from './fixture'
import { Saving } from './saving'
import { progressEvery } from './sending'
import type { ShownRow } from './staged'

const columns = [columnOf('title'), columnOf('price', { kind: 'number' }), columnOf('pages', { kind: 'number' })]
const rowOf = (id: string) => ({
  ...{ id, seq: '4', hash: `h ${id}` },
  cells: { title: text(id), price: number('18.50'), pages: number('212') },
})

function open(safeMode = 'confirm', ids = ['a', 'b']) {
  const host = new FakeHost()
  const rows = new FakeRows(columns, ['a', 'b', 'c'].map(rowOf))
  const edits = new Edits(roles)
  const edited = new EditedRows(rows, columns, edits)
  const saving = new Saving(host, edits, () => ({ view: 's1.1', columns, safeMode }))
  ids.forEach((id, at) => {
    edited.stage(['a', 'b', 'c'].indexOf(id), 1, { text: `16.9${at}`, null: false })
  })
  let plans = 0
  host.answers.set('Edits.Plan', (q) => {
    plans += 1
    return planOf(
      `p${plans}`,
      (q.rows as unknown[]).map((_, at) => at),
      { safe: safeMode },
    )
  })
  host.answers.set('Edits.Send', () => ({ rows: ids.map((_, row) => done(row)) }))
  return { host, edits, edited, saving, rows }
}

const done = (row: number): SavedRow => ({ row, outcome: 'done', revision: seqOf('5'), error: null, document: '' })
const failed = (row: number, outcome: SavedRow['outcome'], message: string, document = ''): SavedRow => ({
  ...{ row, outcome, document, revision: document === '' ? [] : [{ name: '#hash', value: 'theirs' }] },
  error: failureOf(outcome === 'conflict' ? 'conflict' : 'engine', message),
})

/** The bases of the rows of a request for a plan. */
const basesOf = (request: Record<string, unknown> | undefined) =>
  ((request?.rows ?? []) as { base: unknown }[]).map(({ base }) => base)

describe('a save', () => {
  it('is sent although what is staged could not be stored before', async () => {
    const { host, edits } = open('off')
    const hooks = { sending: () => Promise.reject(new RangeError('Invalid string length')) }
    const saving = new Saving(host, edits, () => ({ view: 's1.1', columns, safeMode: 'off' }), hooks)
    await saving.save()
    expect([host.requests('Edits.Send').length, saving.store.getState().outcomes]).toEqual([1, []])
  })

  it('of a row that is taken back while it is sent is known all the same', async () => {
    const { edits, edited, saving, host } = open('off', ['a'])
    host.answers.set('Edits.Send', () => {
      edits.undo()
      edited.stage(1, 1, { text: '1', null: false })
      return { rows: [done(0)] }
    })
    await saving.save()
    const shown = edited.hidden(0)
    expect(edits.hidden('a', shown)).toEqual(expect.arrayContaining(seqOf('5')))
    expect(edits.changes().map(({ key }) => key)).toEqual(['b'])
  })

  // SPEC: A-BRO-01
  it.each([
    ['created', 'create', 'done', 1],
    ['deleted', 'delete', 'done', 1],
    ['deleted, or may have', 'delete', 'unknown', 1],
    ['not deleted', 'delete', 'refused', 0],
    ['only edited', '', 'done', 0],
  ] as const)('says that the object has another number of rows where one was %s', async (_, act, outcome, want) => {
    const { host, edits, edited } = open('off', act === '' ? ['a'] : [])
    const resized = vi.fn()
    const saving = new Saving(host, edits, () => ({ view: 's1.1', columns, safeMode: 'off' }), { resized })
    if (act === 'delete') edits.remove([{ key: 'a', row: () => edited.shown(0) }])
    if (act === 'create') edits.add({ hidden: [{ name: '#index', value: 'books' }] })
    host.answers.set('Edits.Send', () => ({ rows: [outcome === 'done' ? done(0) : failed(0, outcome, 'No.')] }))
    await saving.save()
    expect(resized).toHaveBeenCalledTimes(want)
  })

  it('plans every edited row with its key, its base and what was typed', async () => {
    const { host, saving } = open()
    await saving.save()
    expect(host.requests('Edits.Plan')).toEqual([
      {
        view: 's1.1',
        rows: ['a', 'b'].map((id, at) => ({
          key: [
            { name: '#index', value: 'books' },
            { name: '#id', value: id },
          ],
          base: [...seqOf('4'), { name: '#hash', value: `h ${id}` }],
          cells: [{ column: 'price', text: `16.9${at}`, null: false }],
        })),
      },
    ])
  })

  it('shows the requests first under Confirm, and sends them as they were shown', async () => {
    const { host, saving, edits } = open()
    await saving.save()
    expect(saving.store.getState()).toMatchObject({ phase: 'preview', shown: { info: { id: 'p1' } } })
    expect(host.requests('Edits.Send')).toEqual([])
    await saving.send()
    expect(host.requests('Edits.Send')).toEqual([{ plan: 'p1', digest: 'digest of p1' }])
    expect([edits.rows, saving.store.getState().phase]).toEqual([0, 'idle'])
    expect([saving.takeSaid(), saving.takeSaid()]).toEqual(['Saved 2 changes', ''])
    expect(host.requests('Edits.Drop')).toEqual([{ plan: 'p1' }])
  })

  it('says what stays staged where the requests that could be sent succeeded', async () => {
    const { host, saving } = open()
    const error = failureOf('conflict', 'It was changed.')
    const refused = { row: 1, column: '', error, theirs: '', revision: [] }
    host.answers.set('Edits.Plan', () => planOf('p1', [0], { refusals: [refused] }))
    host.answers.set('Edits.Send', () => ({ rows: [done(0)] }))
    await saving.save()
    await saving.send()
    expect([saving.store.getState().phase, saving.takeSaid()]).toEqual(['idle', 'Saved 1 change. 1 row stays staged.'])
  })

  it('goes without a preview where writes are not confirmed', async () => {
    const { host, saving, edits } = open('off')
    await saving.save()
    expect(host.requests('Edits.Send')).toHaveLength(1)
    expect(edits.rows).toBe(0)
  })

  it('shows a preview all the same where a row is refused, since the save is not what was asked for', async () => {
    const { host, saving, edited } = open('off')
    const refused = { row: 1, column: 'price', error: failureOf('invalid', 'Not a double.'), theirs: '', revision: [] }
    host.answers.set('Edits.Plan', () => planOf('p1', [0], { safe: 'off', refusals: [refused] }))
    await saving.save()
    expect(host.requests('Edits.Send')).toEqual([])
    expect(saving.store.getState().phase).toBe('preview')
    expect(edited.overlay(1, 1)).toEqual({ state: 'invalid', text: 'Not a double.' })
  })

  it('plans nothing on a read-only connection, and says why', async () => {
    const { host, saving } = open('read-only')
    await saving.save()
    await saving.preview()
    expect(host.calls).toEqual([])
    expect(saving.reason).toContain('This connection is read-only')
  })

  it('is not started twice', async () => {
    const { host, saving } = open('off')
    let answer: (result: SaveResult) => void = () => undefined
    host.answers.set('Edits.Send', () => new Promise((resolve) => (answer = resolve)))
    const first = saving.save()
    await vi.waitFor(() => expect(saving.store.getState().phase).toBe('sending'))
    await saving.save()
    await saving.preview()
    await saving.send()
    expect([host.requests('Edits.Plan').length, host.requests('Edits.Send').length]).toEqual([1, 1])
    expect(saving.reason).toBe('A save is in progress.')
    answer({ rows: [done(0), done(1)] })
    await first
    expect(saving.store.getState().phase).toBe('idle')
  })

  it('that could not be planned says why and keeps everything', async () => {
    const { host, saving, edits } = open()
    host.fail('Edits.Plan', 'connect', 'Connection refused.')
    await saving.save()
    expect(saving.store.getState()).toMatchObject({
      phase: 'idle',
      error: { failure: { message: 'Connection refused.' } },
    })
    expect(edits.rows).toBe(2)
  })

  it('whose planning the backend gave up can be tried again', async () => {
    const { host, saving } = open()
    host.fail('Edits.Plan', 'cancelled', 'The connection was closed.')
    await saving.save()
    expect([saving.store.getState().phase, saving.reason]).toEqual(['idle', ''])
    expect(saving.store.getState().error?.failure.message).toBe('The connection was closed.')
  })

  it('sends nothing if an edit changed after it was confirmed, and can be planned again', async () => {
    const { host, saving, edits, edited } = open()
    await saving.save()
    edited.stage(0, 1, { text: '1', null: false })
    await saving.send()
    expect(host.requests('Edits.Send')).toEqual([])
    expect(saving.store.getState().error?.failure.message).toContain('edited after the requests were prepared')
    await saving.preview()
    await saving.send()
    expect(host.requests('Edits.Send')).toEqual([{ plan: 'p2', digest: 'digest of p2' }])
    expect(edits.rows).toBe(0)
  })

  it('sends nothing if the backend has another plan by now, and says so', async () => {
    const { host, saving, edits } = open()
    await saving.save()
    host.fail('Edits.Send', 'refused', 'These requests are not the ones you were shown. Nothing was sent.')
    await saving.send()
    expect(saving.store.getState()).toMatchObject({ phase: 'preview', error: { kind: 'refused' } })
    expect([edits.rows, edits.store.getState().problems.size]).toEqual([2, 0])
  })

  it('is given up by closing its preview, and a plan that comes later is dropped', async () => {
    const { host, saving, edits } = open()
    await saving.save()
    saving.close()
    expect(host.requests('Edits.Drop')).toEqual([{ plan: 'p1' }])
    let answer: (plan: PlanInfo) => void = () => undefined
    host.answers.set('Edits.Plan', () => new Promise((resolve) => (answer = resolve)))
    const late = saving.save()
    await vi.waitFor(() => expect(host.requests('Edits.Plan')).toHaveLength(2))
    saving.close()
    answer(planOf('late', [0, 1]))
    await late
    await vi.waitFor(() => expect(host.requests('Edits.Drop')).toContainEqual({ plan: 'late' }))
    expect([saving.store.getState().phase, edits.rows]).toEqual(['idle', 2])
  })

  it('that is under way is stopped: what was sent is known, and the rest stays staged', async () => {
    const { host, saving, edits } = open('off')
    host.answers.set('Edits.Send', async () => {
      saving.stop()
      return { rows: [done(0), failed(1, 'unsent', 'Not sent: saving was stopped.')] }
    })
    await saving.save()
    expect(host.requests('Edits.Stop')).toEqual([{ plan: 'p1' }])
    expect(saving.store.getState().outcomes.map(({ outcome }) => outcome)).toEqual(['done', 'unsent'])
    expect([...edits.store.getState().staged.keys()]).toEqual(['b'])
  })
})

it('a save that is stopped while what is staged is stored first sends nothing', async () => {
  const { host, edits } = open('off')
  let stored = () => {}
  const hooks = { sending: () => new Promise<void>((resolve) => (stored = resolve)) }
  const saving = new Saving(host, edits, () => ({ view: 'v', columns, safeMode: 'off' }), hooks)
  const save = saving.save()
  await vi.waitFor(() => expect(saving.store.getState().phase).toBe('sending'))
  saving.stop()
  stored()
  await save
  expect(host.requests('Edits.Send')).toEqual([])
  expect(saving.store.getState()).toMatchObject({ phase: 'preview', stopping: false, error: { kind: 'refused' } })
  expect([edits.rows, edits.store.getState().problems.size]).toEqual([2, 0])
})

describe('what became of a save', () => {
  it('is said row by row; what was not saved stays staged with the reason', async () => {
    const { host, saving, edits, edited } = open('off', ['a', 'b', 'c'])
    host.answers.set('Edits.Send', () => ({
      rows: [done(0), failed(1, 'refused', 'mapper_parsing_exception'), failed(2, 'unsent', 'Not sent.')],
    }))
    await saving.save()
    const { phase, outcomes } = saving.store.getState()
    expect(phase).toBe('outcome')
    expect(outcomes.map(({ row, outcome }) => [row.title, outcome])).toEqual([
      ['a', 'done'],
      ['b', 'refused'],
      ['c', 'unsent'],
    ])
    expect([...edits.store.getState().staged.keys()]).toEqual(['b', 'c'])
    expect(edited.overlay(1, -1)).toEqual({ state: 'refused', text: 'mapper_parsing_exception' })
    expect(edited.overlay(2, -1)).toEqual({ state: 'edited' })
    saving.close()
    expect(saving.store.getState().phase).toBe('idle')
  })

  it('bases the next save of a row on the revision that it was saved under', async () => {
    const { host, saving, edited } = open('off', ['a'])
    await saving.save()
    edited.stage(0, 1, { text: '15.00', null: false })
    await saving.save()
    expect(basesOf(host.requests('Edits.Plan')[1])[0]).toEqual(seqOf('5'))
  })

  it('is unknown if the backend itself did not answer; the row is read again before it can be saved again', async () => {
    const { host, saving, edits } = open('off', ['a'])
    host.answers.set('Edits.Send', () => {
      throw new Error('Failed to fetch')
    })
    await saving.save()
    expect(saving.store.getState().outcomes.map(({ outcome }) => outcome)).toEqual(['unknown'])
    expect(edits.rows).toBe(1)
    await saving.save()
    const [, again] = host.requests('Edits.Plan')
    expect(again?.rows).toEqual([])
    expect(saving.store.getState().shown?.left).toBe(1)
    expect(host.requests('Edits.Send')).toHaveLength(1)
    saving.close()
    await saving.check('a')
    expect(edits.store.getState().problems.size).toBe(0)
    expect(host.requests('Edits.Send')).toHaveLength(1)
  })

  it('is looked up for one row after the other, since a plan replaces the one before', async () => {
    const { host, saving, edits } = open('off')
    host.fail('Edits.Send', 'timeout', 'No response.')
    await saving.save()
    saving.close()
    let plans = 1
    host.answers.set('Edits.Plan', (q) => {
      const plan = `p${++plans}`
      const [{ cells }] = q.rows as [EditedRow]
      host.answers.set(`/data/edits?plan=p${plans - 1}&number=7`, () => {
        throw new Error('The plan was replaced.')
      })
      host.answers.set(`/data/edits?plan=${plan}&number=7`, () => `{"price":${cells[0]?.text}}`)
      const error = failureOf('conflict', 'It was changed.')
      const refused = { row: 0, column: '', error, theirs: '7', revision: [{ name: '#hash', value: 'theirs' }] }
      return planOf(plan, [], { refusals: [refused] })
    })
    await Promise.all(['a', 'b'].map((key) => saving.check(key)))
    expect([edits.rows, edits.store.getState().problems.size]).toEqual([0, 0])
  })

  it('is a conflict if the document was changed meanwhile: theirs is shown, and mine is kept', async () => {
    const { host, saving, edits, edited } = open('off', ['a'])
    host.answers.set('/data/edits?plan=p1&number=7', () => '{"title":"a","price":17.25,"pages":216}')
    host.answers.set('Edits.Send', () => ({ rows: [failed(0, 'conflict', 'It was changed.', '7')] }))
    await saving.save()
    expect(saving.conflicts).toEqual(['a'])
    expect(edits.store.getState().problems.get('a')).toEqual([
      {
        ...{ kind: 'conflict', column: '', message: 'It was changed.', hint: '' },
        ...{ theirs: '{"title":"a","price":17.25,"pages":216}', revision: [{ name: '#hash', value: 'theirs' }] },
      },
    ])
    saving.resolve('a', new Set(['price']))
    expect(saving.conflicts).toEqual([])
    expect(edits.typed('a', 'price')).toEqual({ text: '16.90', null: false })
    expect(edited.overlay(0, 1)).toEqual({ state: 'edited', text: 'was 17.25' })
    expect(edited.cell(0, 2)).toEqual(number('216'))
    saving.close()
    host.answers.set('Edits.Send', () => ({ rows: [done(0)] }))
    await saving.save()
    expect(basesOf(host.requests('Edits.Plan')[1])[0]).toEqual([{ name: '#hash', value: 'theirs' }])
    expect(edits.rows).toBe(0)
  })

  it('ends a conflict by taking theirs: nothing is staged, and the row shows what the server has', async () => {
    const { host, saving, edits, edited } = open('confirm', ['a'])
    host.answers.set('/data/edits?plan=p1&number=7', () => '{"title":"b","price":17.25}')
    const refused = {
      ...{ row: 0, column: '', error: failureOf('conflict', 'It was changed.'), theirs: '7' },
      revision: [{ name: '#hash', value: 'theirs' }],
    }
    host.answers.set('Edits.Plan', () => planOf('p1', [], { refusals: [refused] }))
    await saving.save()
    expect(saving.conflicts).toEqual(['a'])
    saving.resolve('a', new Set())
    expect(edits.rows).toBe(0)
    expect([edited.cell(0, 0)?.text, edited.cell(0, 1)?.text, edited.cell(0, 2)?.kind]).toEqual(['b', '17.25', 0])
  })

  it('leaves the edits of a deleted document staged until they are discarded', async () => {
    const { host, saving, edits } = open('off', ['a'])
    host.answers.set('Edits.Send', () => ({ rows: [failed(0, 'conflict', 'It was deleted.')] }))
    await saving.save()
    saving.resolve('a', new Set())
    expect(edits.rows).toBe(1)
    edits.revert('a')
    expect([edits.rows, saving.conflicts]).toEqual([0, []])
  })
})

/** Deletes the row of an id, and duplicates or adds another one. */
function staged(safeMode = 'off') {
  const all = open(safeMode, ['a'])
  const { edits, rows } = all
  const shown = (id: string): ShownRow => {
    const at = ['a', 'b', 'c'].indexOf(id)
    const hidden = rows.hidden(at).map(([name, value]) => ({ name, value }))
    return { title: id, hidden, shown: hidden, before: new Map(Object.entries(rowOf(id).cells)) }
  }
  const place = [{ name: '#index', value: 'books' }]
  const added = edits.add({ hidden: place, values: new Map([['price', { text: '1.10', null: false }]]) })
  edits.remove([{ key: 'c', row: () => shown('c') }])
  const madeKey = [...place, { name: '#id', value: 'made' }]
  const results = () => ({
    rows: [done(0), { ...done(1), key: madeKey }, { ...done(2), revision: seqOf('6') }],
    undo: true,
  })
  all.host.answers.set('Edits.Send', results)
  return { ...all, added, place, madeKey, shown }
}

describe('new and deleted rows', () => {
  it('are planned with what becomes of them, and a duplicate with the row that it copies', async () => {
    const { host, saving, edits, place, shown } = staged('confirm')
    edits.add({ copyOf: { key: 'b', ...shown('b') }, values: new Map() })
    await saving.preview()
    const rows = host.requests('Edits.Plan')[0]?.rows as EditedRow[]
    expect(rows.map(({ act, key, base, cells }) => [act, key.at(-1)?.value, base.length, cells.length])).toEqual([
      [undefined, 'a', 3, 1],
      ['create', 'books', 0, 1],
      ['delete', 'c', 3, 0],
      ['create', 'books', 0, 0],
    ])
    expect(rows[1]?.key).toEqual(place)
    expect([rows[3]?.copyKey?.at(-1)?.value, rows[3]?.copyBase]).toEqual([
      'b',
      [...seqOf('4'), { name: '#hash', value: 'h b' }],
    ])
    expect(saving.store.getState().shown?.rows.map(({ act }) => act)).toEqual(['', 'create', 'delete', 'create'])
  })

  it('are taken over: a created row has its key from now on, a deleted one is gone', async () => {
    const { saving, edits, madeKey } = staged()
    await saving.save()
    expect([saving.takeSaid(), saving.store.getState().last]).toMatchObject(['', { saved: 3 }])
    expect(edits.rows).toBe(0)
    const made = edits.inserted.find(({ saved }) => saved)
    expect(made?.base.hidden).toEqual([...madeKey, ...seqOf('5')])
    expect(edits.isGone('c', [...seqOf('4'), { name: '#hash', value: 'h c' }])).toBe(true)
  })

  it('without an id whose save got no response say that they may exist, and are planned again only by their user', async () => {
    const { host, saving, edits, added } = staged()
    host.answers.set('Edits.Send', () => ({ rows: [done(0), failed(1, 'unknown', 'No response.'), done(2)] }))
    await saving.save()
    expect(edits.store.getState().problems.get(added)?.[0]?.kind).toBe('unknown')
    saving.close()
    await saving.check(added)
    expect(host.requests('Edits.Plan')).toHaveLength(1)
    expect(edits.store.getState().problems.get(added)?.[0]).toMatchObject({ kind: 'refused' })
    expect(edits.store.getState().problems.get(added)?.[0]?.message).toContain('It may have been created')
  })

  it('whose save got no response are not sent again after more was typed into them, or after undo brought them back', async () => {
    const { host, saving, edits, added } = staged()
    host.answers.set('Edits.Send', () => ({ rows: [done(0), failed(1, 'unknown', 'No response.'), done(2)] }))
    await saving.save()
    saving.close()
    edits.stage(added, 'title', { text: 'x', null: false }, () => {
      throw new Error('it is staged already')
    })
    edits.revert(added)
    edits.undo()
    edits.discard()
    edits.undo()
    await saving.save()
    expect(host.requests('Edits.Plan').at(-1)?.rows).toEqual([])
    expect(saving.store.getState().shown?.left).toBe(1)
    saving.close()
    edits.revert(added, 'title')
    await saving.save()
    expect(host.requests('Edits.Plan').at(-1)?.rows).toEqual([])
    expect(host.requests('Edits.Send')).toHaveLength(1)
  })
})

describe('a save that is undone', () => {
  it('is shown as requests of its own, sent from there, and taken over', async () => {
    const { host, saving, edits, edited, madeKey } = staged()
    await saving.save()
    host.answers.set('Edits.Undo', () => planOf('u1', [0, 1, 2], { safe: 'off' }))
    await saving.undo()
    expect(host.requests('Edits.Undo')).toEqual([{ plan: 'p1' }])
    const { shown } = saving.store.getState()
    expect(shown?.rows.map(({ act, title }) => [act, title])).toEqual([
      ['', 'a'],
      ['delete', 'made'],
      ['create', 'c'],
    ])
    expect(shown?.rows[0]?.cells.get('price')).toEqual({ text: '18.50', null: false })
    expect(host.requests('Edits.Send')).toHaveLength(1)
    host.answers.set('Edits.Send', () => ({ rows: [0, 1, 2].map((row) => ({ ...done(row), revision: seqOf('9') })) }))
    await saving.send()
    expect(saving.takeSaid()).toBe('Undid 3 changes')
    expect(edited.cell(0, 1)).toEqual(number('18.50'))
    expect(edits.inserted).toEqual([])
    expect(edits.isGone('c', [...seqOf('4'), { name: '#hash', value: 'h c' }])).toBe(false)
    expect(saving.whyNoUndo).toBe('No save to undo in this tab.')
    expect(host.requests('Edits.Drop')).toEqual([{ plan: 'p1' }, { plan: 'u1' }])
    expect(madeKey).toHaveLength(2)
  })

  it('shows what the rows had before, also where they were read between the save and its undoing', async () => {
    const { host, saving, edited, rows } = staged()
    await saving.save()
    const [first] = rows.rows
    if (first) rows.rows[0] = { ...first, seq: '5', hash: 'saved', cells: { ...first.cells, price: number('16.90') } }
    host.answers.set('Edits.Undo', () => planOf('u1', [0], { safe: 'off' }))
    host.answers.set('Edits.Send', () => ({ rows: [{ ...done(0), revision: seqOf('9') }] }))
    await saving.undo()
    await saving.send()
    expect(edited.cell(edited.rowOf('a') ?? -1, 1)).toEqual(number('18.50'))
  })

  it('shows a value of which only the beginning was here as the rows have it, and never as none', async () => {
    const { host, saving, edited, rows } = staged()
    saving.close()
    const cut = { ...text('only the beginning'), cut: 20_000 }
    const [, b] = rows.rows
    if (b) rows.rows[1] = { ...b, cells: { ...b.cells, title: cut } }
    const at = edited.rowOf('b') ?? -1
    edited.stage(at, 0, { text: 'x', null: false })
    host.answers.set('Edits.Send', () => ({ rows: [0, 1, 2, 3].map(done), undo: true }))
    await saving.save()
    expect(edited.cell(edited.rowOf('b') ?? -1, 0)?.text).toBe('x')
    host.answers.set('Edits.Undo', () => planOf('u1', [3], { safe: 'off' }))
    host.answers.set('Edits.Send', () => ({ rows: [{ ...done(3), revision: seqOf('9') }] }))
    await saving.undo()
    expect(saving.store.getState().shown?.rows[3]?.cells.get('title')?.remove).toBeUndefined()
    await saving.send()
    expect(edited.cell(edited.rowOf('b') ?? -1, 0)).toEqual(cut)
  })

  it('lists of a document that comes back only what is in it, and lets no column appear', async () => {
    const { host } = open('off')
    const own = { readOnly: true, beside: true }
    const all = [
      columnOf('_id', { ...own, primary: true, kind: 'id' }),
      ...columns,
      columnOf('day', { readOnly: true, computed: true }),
      columnOf('_index', own),
      columnOf('_score', { ...own, kind: 'number' }),
      columnOf('_routing', { ...own, rare: true }),
    ]
    const none = { kind: Kind.missing, text: '', cut: 0 }
    const beside = { _id: text('a'), day: text('Monday'), _index: text('books'), _score: number('1.0'), _routing: none }
    const row = rowOf('a')
    const edits = new Edits(roles)
    const edited = new EditedRows(new FakeRows(all, [{ ...row, cells: { ...row.cells, ...beside } }]), all, edits)
    const saving = new Saving(host, edits, () => ({ view: 's1.1', columns: all, safeMode: 'off' }))
    edits.remove([{ key: 'a', row: () => edited.shown(0) }])
    host.answers.set('Edits.Send', () => ({ rows: [done(0)], undo: true }))
    await saving.preview()
    expect([...(saving.store.getState().shown?.rows[0]?.before.keys() ?? [])]).toEqual(['title', 'price', 'pages'])
    await saving.send()
    host.answers.set('Edits.Undo', () => planOf('u1', [0], { safe: 'off' }))
    await saving.undo()
    expect([...(saving.store.getState().shown?.rows[0]?.cells.keys() ?? [])]).toEqual(['title', 'price', 'pages'])
    host.answers.set('Edits.Send', () => ({ rows: [{ ...done(0), revision: seqOf('9') }] }))
    await saving.send()
    expect([edited.key(0), edited.cell(0, 5)]).toEqual(['a', text('books')])
    expect(all.filter(({ name }) => edits.touches(name)).map(({ name }) => name)).toEqual(['title', 'price', 'pages'])
  })

  it('keeps what someone wrote since, says so, and can be tried again', async () => {
    const { host, saving, edits } = staged()
    await saving.save()
    const error = failureOf('conflict', 'It was changed since.')
    const refused = { row: 0, column: '', error, theirs: '', revision: [] }
    host.answers.set('Edits.Undo', () => planOf('u1', [], { refusals: [refused] }))
    await saving.undo()
    expect(saving.store.getState()).toMatchObject({ phase: 'preview', shown: { info: { refusals: [refused] } } })
    expect([edits.store.getState().problems.size, saving.conflicts]).toEqual([0, []])
    saving.close()
    expect(saving.whyNoUndo).toBe('')
  })

  it('is none where the backend keeps nothing of it', async () => {
    const { host, saving } = open('off')
    await saving.save()
    expect(saving.whyNoUndo).toBe('No save to undo in this tab.')
    await saving.undo()
    expect(host.requests('Edits.Undo')).toEqual([])
  })
})

describe('a save of many rows', () => {
  it('says how far it is, and stores first which rows are sent', async () => {
    vi.useFakeTimers()
    const { host, edits } = open('off')
    const sending: number[] = []
    const hooks = { sending: async () => void sending.push(saving.sent.size) }
    const saving = new Saving(host, edits, () => ({ view: 'v', columns, safeMode: 'off' }), hooks)
    let answer: (result: SaveResult) => void = () => undefined
    host.answers.set('Edits.Send', () => new Promise((resolve) => (answer = resolve)))
    host.answers.set('Edits.Progress', () => ({ total: 2, ended: 1, failed: 0 }))
    const save = saving.save()
    await vi.advanceTimersByTimeAsync(progressEvery)
    expect(saving.store.getState()).toMatchObject({ phase: 'sending', progress: { total: 2, ended: 1 } })
    expect([sending, saving.sent.size]).toEqual([[2], 2])
    answer({ rows: [done(0), done(1)] })
    await save
    const asked = host.requests('Edits.Progress').length
    await vi.advanceTimersByTimeAsync(progressEvery * 3)
    expect([host.requests('Edits.Progress').length, saving.sent.size]).toEqual([asked, 0])
    vi.useRealTimers()
  })
})

describe('what is staged again after a crash', () => {
  const conflict = (row: number, theirs: string) => ({
    ...{ row, column: '', error: failureOf('conflict', 'It was changed.'), theirs },
    revision: [{ name: '#hash', value: 'theirs' }],
  })

  it('is compared with the documents as they are: what was changed since is a conflict, and nothing is sent', async () => {
    const { host, saving, edits } = open('off')
    host.answers.set('/data/edits?plan=p1&number=7', () => '{"title":"a","price":17.25,"pages":216}')
    host.answers.set('Edits.Plan', () => planOf('p1', [1], { refusals: [conflict(0, '7')] }))
    await saving.compare(new Set())
    expect([saving.conflicts, edits.rows, saving.store.getState().phase]).toEqual([['a'], 2, 'idle'])
    expect([host.requests('Edits.Send'), host.requests('Edits.Drop')]).toEqual([[], [{ plan: 'p1' }]])
  })

  it('is taken for saved where its save had arrived', async () => {
    const { host, saving, edits, added } = staged()
    host.answers.set('/data/edits?plan=p1&number=7', () => '{"title":"a","price":16.90,"pages":212}')
    host.answers.set('Edits.Plan', () => planOf('p1', [1], { refusals: [conflict(0, '7'), conflict(2, '')] }))
    await saving.compare(new Set(['a', 'c', added]))
    expect([...edits.store.getState().staged.keys()]).toEqual([added])
    expect(edits.store.getState().problems.get(added)?.[0]?.message).toContain('It may have been created')
  })
})

it('what is typed into a row while it is looked up stays staged, and is compared with the document', async () => {
  const { host, saving, edits, edited } = open('off', ['a'])
  host.fail('Edits.Send', 'timeout', 'No response.')
  await saving.save()
  saving.close()
  host.answers.set('/data/edits?plan=p2&number=7', () => '{"title":"a","price":16.90,"pages":212}')
  host.answers.set('Edits.Plan', () => {
    edited.stage(0, 0, { text: 'typed meanwhile', null: false })
    const error = failureOf('conflict', 'It was changed.')
    const refused = { row: 0, column: '', error, theirs: '7', revision: [{ name: '#hash', value: 'theirs' }] }
    return planOf('p2', [], { refusals: [refused] })
  })
  await saving.check('a')
  expect(edits.typed('a', 'title')).toEqual({ text: 'typed meanwhile', null: false })
  expect(saving.conflicts).toEqual(['a'])
})

describe('conflicts', () => {
  async function conflicting() {
    const all = open('confirm')
    const documents = ['{"title":"A","price":1,"pages":212}', '{"title":"B","price":2,"pages":212}']
    documents.forEach((text, at) => {
      all.host.answers.set(`/data/edits?plan=p1&number=${at + 1}`, () => text)
    })
    const refusals = [0, 1].map((row) => ({
      ...{ row, column: '', error: failureOf('conflict', 'It was changed.'), theirs: String(row + 1) },
      revision: [{ name: '#hash', value: 'theirs' }],
    }))
    all.host.answers.set('Edits.Plan', () => planOf('p1', [], { refusals }))
    await all.saving.save()
    return all
  }

  it('end all at once with theirs, or with mine over theirs', async () => {
    const theirs = await conflicting()
    theirs.saving.resolveAll('theirs')
    expect([theirs.edits.rows, theirs.saving.conflicts]).toEqual([0, []])
    const mine = await conflicting()
    mine.saving.resolveAll('mine')
    expect([mine.edits.rows, mine.saving.conflicts]).toEqual([2, []])
    expect(mine.edited.overlay(0, 1)).toEqual({ state: 'edited', text: 'was 1' })
  })

  // SPEC: A-EDT-15
  it('of an empty text and no text are not over: mine is sent', async () => {
    for (const theirs of ['{"title":null,"price":1}', '{"price":1}']) {
      const { host, saving, edits, edited } = open('confirm', [])
      edited.stage(0, 0, { text: '', null: false })
      host.answers.set('/data/edits?plan=p1&number=7', () => theirs)
      const error = failureOf('conflict', 'It was changed.')
      const refused = { row: 0, column: '', error, theirs: '7', revision: [{ name: '#hash', value: 'theirs' }] }
      host.answers.set('Edits.Plan', () => planOf('p1', [], { refusals: [refused] }))
      await saving.compare(new Set(['a']))
      expect(saving.conflicts).toEqual(['a'])
      saving.resolveAll('mine')
      expect(edits.typed('a', 'title')).toEqual({ text: '', null: false })
    }
  })

  it('of a document that could not be read are not taken for a deletion', async () => {
    const { host, saving, edits } = open('off', ['a'])
    host.answers.set('Edits.Send', () => ({ rows: [failed(0, 'conflict', 'It was changed.', '9')] }))
    await saving.save()
    expect(saving.conflicts).toEqual([])
    expect(edits.store.getState().problems.get('a')?.[0]).toMatchObject({ kind: 'refused', theirs: null })
  })
})

describe('rows whose save got no response', () => {
  it('are all checked while a preview is made, which they do not replace', async () => {
    const { host, edits, saving } = open('confirm', ['a', 'b', 'c'])
    const unknown = { ...{ kind: 'unknown' as const, column: '', message: 'No response.', hint: '' }, theirs: null }
    for (const key of ['a', 'b', 'c']) edits.report(key, [{ ...unknown, revision: [] }])
    edits.stage('d', 'price', { text: '1', null: false }, () => ({
      ...{ title: 'd', hidden: [{ name: '#id', value: 'd' }], shown: [] },
      before: new Map([['price', number('2')]]),
    }))
    const checks = ['a', 'b', 'c'].map((key) => saving.check(key))
    const shown = saving.preview()
    await Promise.all([...checks, shown])
    expect([...edits.store.getState().problems.keys()]).toEqual([])
    const plans = host.requests('Edits.Plan').map(({ compare, rows }) => [compare === true, (rows as object[]).length])
    expect(plans.filter(([compare]) => compare)).toHaveLength(3)
    expect(saving.store.getState().phase).toBe('preview')
  })
})

// SPEC: APP-03
describe('a save that ended with Quarry', () => {
  it('is told of row by row: which were saved before, and which are still staged', async () => {
    const { host, edits, saving } = open('confirm', ['a', 'b', 'c'])
    edits.add({ hidden: [{ name: '#index', value: 'books' }] })
    const written = { ...failureOf('conflict', 'It was changed.'), hint: '' }
    const theirs = { row: 0, column: '', error: written, theirs: '7', revision: [{ name: '#hash', value: 'theirs' }] }
    host.answers.set('Edits.Plan', () => planOf('p1', [1, 2, 3], { refusals: [theirs] }))
    host.answers.set('/data/edits?plan=p1&number=7', () => '{"title":"a","price":16.90,"pages":212}')
    await saving.compare(new Set(['a', 'b', 'new:1']))
    expect(saving.store.getState().recovered.map(({ title, state }) => [title, state])).toEqual([
      ['a', 'saved'],
      ['b', 'left'],
      ['New row', 'unknown'],
    ])
    expect(edits.rows).toBe(3)
    saving.endRecovery()
    expect(saving.store.getState().recovered).toEqual([])
  })
})

// SPEC: A-EDT-01, A-EDT-03, A-EDT-04, A-EDT-15, APP-03
import { describe, expect, it } from 'vitest'
import { Edits } from './edits'
import { number, roles, seqOf, text } from './fixture'
import { mostRows } from './staged'
import { type Typed, typedNull, typedRemoval } from './values'

const typed = (value: string): Typed => ({ text: value, null: false })
const hiddenOf = (id: string) => [
  { name: '#index', value: 'books' },
  { name: '#id', value: id },
]
const shownOf = (id: string, seq = '4') => ({
  ...{ title: id, hidden: [...hiddenOf(id), ...seqOf(seq)], shown: [...hiddenOf(id), ...seqOf(seq)] },
  before: new Map([
    ['title', text(`title of ${id}`)],
    ['price', number('18.50')],
  ]),
})
const place = [{ name: '#index', value: 'books' }]
const keyOf = (id: string) =>
  JSON.stringify([
    ['#index', 'books'],
    ['#id', id],
  ])

/** What is staged, in a form that is easy to compare. */
const staged = (edits: Edits) =>
  edits.changes().map(({ key, act, base, cells, copy }) => ({
    ...{ key, act, title: base.title, hidden: base.hidden.map(({ value }) => value) },
    ...{ cells: Object.fromEntries([...cells].map(([name, { text }]) => [name, text])), copy: copy?.title },
  }))

describe('a new row', () => {
  it('is created with what was typed, in the index that it was added to', () => {
    const edits = new Edits(roles)
    const key = edits.add({ hidden: place, idColumn: '_id', values: new Map([['title', typed('Salt')]]) })
    edits.stage(key, 'price', typed('16.90'), () => shownOf('never asked'))
    expect(staged(edits)).toEqual([
      {
        ...{ key, act: 'create', title: 'New row', hidden: ['books'], copy: undefined },
        cells: { title: 'Salt', price: '16.90' },
      },
    ])
  })

  it('has a typed id in its key and not among its cells', () => {
    const edits = new Edits(roles)
    const key = edits.add({ hidden: place, idColumn: '_id' })
    edits.stage(key, '_id', typed('bk-1'), () => shownOf('never asked'))
    expect(staged(edits)).toMatchObject([{ title: 'bk-1', hidden: ['books', 'bk-1'], cells: {} }])
  })

  it('stays staged with nothing typed into it, until it is taken back', () => {
    const edits = new Edits(roles)
    const key = edits.add({ hidden: place })
    edits.stage(key, 'title', typed('x'), () => shownOf('never asked'))
    edits.revert(key, 'title')
    expect(edits.rows).toBe(1)
    edits.remove([{ key, row: () => shownOf('never asked') }])
    expect(edits.rows).toBe(0)
    edits.undo()
    expect(staged(edits)).toMatchObject([{ key, act: 'create' }])
  })

  it('duplicates another one: only what differs from it is typed', () => {
    const edits = new Edits(roles)
    const copyOf = { key: 'a', ...shownOf('a') }
    const key = edits.add({ after: 'a', copyOf, idColumn: '_id', values: new Map([['price', typed('20')]]) })
    edits.stage(key, 'title', typed('title of a'), () => shownOf('never asked'))
    const [change] = edits.changes()
    expect(staged(edits)).toMatchObject([{ copy: 'a', hidden: ['books'], cells: { price: '20' } }])
    expect([change?.copy?.hidden, change?.base.after]).toEqual([shownOf('a').hidden, 'a'])
  })

  it('is a row of the server once it was saved, and keeps what was typed meanwhile', () => {
    const edits = new Edits(roles)
    const key = edits.add({ hidden: place, idColumn: '_id', values: new Map([['title', typed('Salt')]]) })
    const sent = edits.changes()[0]?.cells ?? new Map()
    edits.stage(key, 'price', typed('16.90'), () => shownOf('never asked'))
    edits.saved(key, sent, new Map([['title', text('Salt')]]), seqOf('9'), hiddenOf('x1'))
    expect(staged(edits)).toEqual([
      {
        ...{ key: keyOf('x1'), act: '', title: 'x1', hidden: ['books', 'x1', '9', '1'], copy: undefined },
        cells: { price: '16.90' },
      },
    ])
    expect(edits.inserted.map(({ key, saved }) => [key, saved])).toEqual([[keyOf('x1'), true]])
    edits.undo()
    expect(staged(edits)).toMatchObject([{ key: keyOf('x1'), act: '' }])
    edits.refreshed()
    expect(edits.inserted).toEqual([])
  })
})

describe('a deleted row', () => {
  it('gives up its edits, and undo brings them back', () => {
    const edits = new Edits(roles)
    edits.stage('a', 'price', typed('1'), () => shownOf('a'))
    edits.remove(['a', 'b'].map((key) => ({ key, row: () => shownOf(key) })))
    expect(staged(edits)).toMatchObject([
      { key: 'a', act: 'delete', cells: {} },
      { key: 'b', act: 'delete', title: 'b' },
    ])
    edits.stage('a', 'price', typed('2'), () => shownOf('a'))
    expect(edits.cells).toBe(0)
    edits.undo()
    expect(staged(edits)).toMatchObject([{ key: 'a', act: '', cells: { price: '1' } }])
    edits.redo()
    edits.revert('a')
    expect(staged(edits)).toMatchObject([{ key: 'b', act: 'delete' }])
  })

  it('is gone once it was saved, until the rows are newer', () => {
    const edits = new Edits(roles)
    edits.remove([{ key: 'a', row: () => shownOf('a') }])
    edits.saved('a', new Map(), new Map(), seqOf('7'))
    expect([edits.rows, edits.isGone('a', shownOf('a').shown), edits.isGone('b', [])]).toEqual([0, true, false])
    edits.refreshed()
    expect(edits.isGone('a', shownOf('a').shown)).toBe(true)
    expect(edits.isGone('a', shownOf('a', '8').shown)).toBe(false)
    edits.undo()
    expect(edits.rows).toBe(0)
  })

  it('stays deleted after a conflict only if that is asked for', () => {
    const edits = new Edits(roles)
    const theirs = new Map([['title', text('theirs')]])
    edits.remove(['a', 'b'].map((key) => ({ key, row: () => shownOf(key) })))
    edits.rebase('a', theirs, seqOf('7'), new Set(['']))
    edits.rebase('b', theirs, seqOf('7'), new Set())
    expect(staged(edits)).toMatchObject([{ key: 'a', act: 'delete', hidden: ['books', 'a', '7', '1'] }])
  })
})

it('a value, NULL and no field are three different things', () => {
  const edits = new Edits(roles)
  const stage = (value: Typed) => edits.stage('a', 'title', value, () => shownOf('a'))
  for (const value of [typed(''), typedNull, typedRemoval]) {
    stage(value)
    expect(edits.typed('a', 'title')).toEqual(value)
  }
  for (const _ of [1, 2, 3]) edits.undo()
  expect(edits.rows).toBe(0)
})

it('what is staged together is undone together', () => {
  const edits = new Edits(roles)
  edits.together(() => {
    edits.stage('a', 'price', typed('1'), () => shownOf('a'))
    edits.stage('b', 'price', typed('2'), () => shownOf('b'))
    edits.add({ hidden: place })
  })
  expect(edits.rows).toBe(3)
  edits.undo()
  expect([edits.rows, edits.store.getState().canUndo]).toEqual([0, false])
  edits.redo()
  const none = { deleted: 0, invalid: 0, refused: 0, conflict: 0, unknown: 0 }
  expect(edits.counts).toEqual({ ...none, edited: 2, created: 1 })
  for (const kind of ['refused', 'invalid', 'conflict', 'unknown'] as const) {
    edits.report('a', [{ kind, column: 'price', message: 'No', hint: '', theirs: null, revision: [] }])
    expect(edits.counts).toEqual({ ...none, edited: 1, created: 1, [kind]: 1 })
  }
})

// SPEC: A-EDT-09
describe('an edit that undo brings back', () => {
  const seqs = (edits: Edits) => edits.changes().map(({ base, cells }) => [...cells.keys(), base.hidden.at(-2)?.value])

  it('is based on the revision that it was made on, not on one that the row was edited on since', () => {
    const edits = new Edits(roles)
    edits.stage('a', 'price', typed('1'), () => shownOf('a'))
    edits.revert('a')
    edits.stage('a', 'title', typed('x'), () => shownOf('a', '5'))
    expect(seqs(edits)).toEqual([['title', '5']])
    edits.undo()
    edits.undo()
    expect(seqs(edits)).toEqual([['price', '4']])
    edits.redo()
    edits.redo()
    expect(seqs(edits)).toEqual([['title', '5']])
  })

  it('is based on the document that its conflict was ended with', () => {
    const edits = new Edits(roles)
    edits.stage('a', 'price', typed('1'), () => shownOf('a'))
    edits.rebase('a', new Map([['price', number('2')]]), seqOf('7'), new Set(['price']))
    edits.revert('a')
    edits.remove([{ key: 'a', row: () => shownOf('a', '9') }])
    edits.undo()
    edits.undo()
    expect(seqs(edits)).toEqual([['price', '7']])
  })
})

it('a row more than can be staged is refused with the number', () => {
  const edits = new Edits(roles)
  edits.together(() => {
    for (let i = 0; i < mostRows; i++) edits.stage(`r${i}`, 'price', typed('1'), () => shownOf(`r${i}`))
  })
  expect([edits.whyFull(['r1']), edits.rows]).toEqual(['', mostRows])
  const full = 'At most 1,000 rows can be staged at once. Save or discard some first.'
  expect([edits.whyFull(['other']), edits.whyFull([], 1)]).toEqual([full, full])
})

describe('a draft', () => {
  it('brings everything back that was staged', () => {
    const edits = new Edits(roles)
    edits.stage('a', 'big', typed('9007199254740993'), () => shownOf('a'))
    edits.stage('a', 'title', typedRemoval, () => shownOf('a'))
    edits.remove([{ key: 'b', row: () => shownOf('b') }])
    const first = edits.add({ hidden: place, idColumn: '_id', values: new Map([['_id', typed('x')]]) })
    edits.add({ after: first, copyOf: { key: 'a', ...shownOf('a') }, values: new Map([['title', typedNull]]) })
    const again = new Edits(roles)
    again.add({ hidden: place })
    expect(again.restore(edits.draft())).toBe(true)
    const [, ...restored] = again.changes()
    const renamed = (key: string | undefined) => key?.replace(/^new:(\d+)$/, (_, n) => `new:${Number(n) + 1}`)
    expect(restored).toEqual(
      edits.changes().map((change) => {
        const after = renamed(change.base.after)
        const base = { ...change.base, key: renamed(change.base.key), ...(after && { after }) }
        return { ...change, key: renamed(change.key), base }
      }),
    )
    again.undo()
    expect(again.rows).toBe(1)
  })

  it('of a single new row comes back, and what the rows showed where a save was newer', () => {
    const edits = new Edits(roles)
    edits.add({ hidden: place, values: new Map([['title', typed('x')]]) })
    const again = new Edits(roles)
    expect(again.restore(edits.draft())).toBe(true)
    expect(again.changes()).toEqual(edits.changes())
    const row = { ...shownOf('a'), hidden: [...hiddenOf('a'), ...seqOf('5')] }
    const before = new Map([
      ['long', { ...text('cut'), cut: 9 }],
      ['none', { kind: 0, text: '', cut: 0 }],
    ])
    edits.stage('a', 'price', typed('1'), () => ({ ...row, before }))
    const third = new Edits(roles)
    third.restore(edits.draft())
    expect(third.changes()).toEqual(edits.changes())
  })

  it('is nothing while nothing is staged, and another text is refused', () => {
    const edits = new Edits(roles)
    expect(edits.draft()).toBe('')
    for (const text of ['', '{}', '[]', '{"version":2,"rows":[]}', '{"version":1,"rows":[{"act":"burn"}]}'])
      expect(edits.restore(text)).toBe(false)
    expect(edits.rows).toBe(0)
  })

  it('of an earlier version comes back as well', () => {
    const edits = new Edits(roles)
    const cell = ['title', { kind: 4, text: 'Salt', cut: 0 }]
    const copy = { key: 'a', title: 'a', hidden: seqOf('4'), shown: seqOf('3'), before: [cell] }
    const base = { key: 'b', title: 'b', hidden: hiddenOf('b'), shown: [], before: [cell], copy }
    const rows = [{ act: '', cells: [['title', typed('x')]], base }]
    expect(edits.restore(JSON.stringify({ version: 1, rows }))).toBe(true)
    const before = new Map([['title', text('Salt')]])
    const want = { ...base, before, copy: { ...copy, before } }
    expect(edits.changes()).toMatchObject([{ key: 'b', base: want, cells: new Map([['title', typed('x')]]) }])
  })

  it('leaves a row alone that is edited meanwhile', () => {
    const edits = new Edits(roles)
    edits.stage('a', 'price', typed('1'), () => shownOf('a'))
    const draft = edits.draft()
    edits.stage('a', 'price', typed('2'), () => shownOf('a'))
    expect(edits.restore(draft)).toBe(true)
    expect(edits.typed('a', 'price')).toEqual(typed('2'))
  })
})

describe('many rows that were staged one by one', () => {
  it('are settled in one change, and undo brings none of them back', () => {
    const edits = new Edits(roles)
    const row = (id: string) => () => ({
      ...{ title: id, hidden: [{ name: '#id', value: id }], shown: [{ name: '#id', value: id }] },
      before: new Map([['price', number('1')]]),
    })
    const ids = Array.from({ length: 500 }, (_, at) => `r${at}`)
    for (const id of ids) edits.stage(id, 'price', { text: '2', null: false }, row(id))
    let changes = 0
    edits.store.subscribe(() => (changes += 1))
    edits.settleTogether(() => {
      for (const id of ids) edits.saved(id, new Map([['price', { text: '2', null: false }]]), new Map(), seqOf('5'))
    })
    expect([edits.rows, changes]).toEqual([0, 1])
    edits.undo()
    expect(edits.rows).toBe(0)
  })
})

describe('what is remembered of saved rows', () => {
  const save = (edits: Edits, keys: string[]) => {
    edits.together(() => {
      for (const key of keys) edits.stage(key, 'price', typed('1'), () => shownOf(key))
    })
    edits.settleTogether(() => {
      for (const key of keys)
        edits.saved(key, new Map([['price', typed('1')]]), new Map([['price', text('1')]]), seqOf('7'))
    })
  }

  it('is what the last save can be undone with, and what is staged or can be undone', () => {
    const edits = new Edits(roles)
    save(edits, ['a', 'b'])
    edits.stage('s', 'price', typed('1'), () => shownOf('s'))
    edits.stage('u', 'price', typed('1'), () => shownOf('u'))
    edits.undo()
    save(edits, ['c'])
    edits.restored('c', new Map([['price', text('2')]]), seqOf('8'))
    expect([...edits.store.getState().bases.keys()].sort()).toEqual(['c', 's'])
  })

  it('is not more than can be staged, and nothing of rows that were read again', () => {
    const edits = new Edits(roles)
    save(edits, ['a'])
    expect(edits.hidden('a', shownOf('a', '8').shown)).toEqual(shownOf('a', '8').shown)
    edits.refreshed()
    expect(edits.none).toBe(true)
    const many = Array.from({ length: 1500 }, (_, i) => `k${i}`)
    for (const part of [many.slice(0, 750), many.slice(750)]) {
      edits.remove(part.map((key) => ({ key, row: () => shownOf(key) })))
      edits.settleTogether(() => {
        for (const key of part) edits.saved(key, new Map(), new Map(), seqOf('7'))
      })
    }
    edits.refreshed()
    expect([...edits.gone].length).toBe(1000)
    expect([...edits.gone].at(-1)).toBe('k1499')
  })
})

// SPEC: A-EDT-01, A-EDT-03, A-EDT-04, A-EDT-14, A-EDT-15
import { describe, expect, it } from 'vitest'
import type { ViewInfo } from '../../host'
import { EditedRows } from './editedRows'
import { Edits } from './edits'
import { columnOf, FakeRows, nothing, number, roles, text } from './fixture'
import { mostRows } from './staged'
import { Staging } from './staging'

const columns = [
  columnOf('_id', { primary: true, readOnly: true, kind: 'id' }),
  columnOf('title'),
  columnOf('price', { kind: 'number', type: 'double' }),
  columnOf('score', { readOnly: true }),
]
const [id, title, price, score] = [0, 1, 2, 3]
const all = ['create', 'delete', 'remove', 'restore', 'drop']
const rowOf = (key: string) => ({
  ...{ id: key, seq: '4' },
  cells: { _id: text(key), title: text(`title ${key}`), price: number('1.50'), score: text('x') },
})

interface Opened {
  keys?: string[]
  view?: Partial<ViewInfo>
  safeMode?: string
}

function open({ keys = ['a', 'b', 'c', 'd'], view = {}, safeMode = 'off' }: Opened = {}) {
  const rows = new FakeRows(columns, keys.map(rowOf))
  const edits = new Edits(roles)
  const source = new EditedRows(rows, columns, edits)
  const part = { columns, readOnly: '', readOnlyRows: null, acts: all, targets: ['books'], ...view }
  const staging = new Staging(
    edits,
    () => ({ source, view: part as unknown as ViewInfo }),
    () => safeMode,
  )
  const shown = () =>
    [...Array(source.rowCount).keys()].map((row) =>
      [id, title, price].map((at) => {
        const cell = source.cell(row, at)
        return cell?.kind === 0 ? '-' : cell?.kind === 1 ? 'NULL' : cell?.text
      }),
    )
  return { rows, edits, source, staging, shown }
}

const at = (top: number, bottom: number, ...columns: number[]) => ({ rows: [{ top, bottom }], columns })
const rows = (top: number, bottom = top) => [{ top, bottom }]

describe('rows', () => {
  it('are added on top in the index that was chosen', () => {
    const { staging, edits, shown } = open({ view: { targets: ['books', 'more'] } })
    expect([staging.targets, staging.whyNotAdded()]).toEqual([['books', 'more'], ''])
    staging.add('more')
    expect(shown()[0]).toEqual(['-', '-', '-'])
    expect(edits.changes()[0]?.base.hidden).toEqual([{ name: '#index', value: 'more' }])
  })

  it('are duplicated each after itself, in one step, and in the index of the original', () => {
    const { staging, edits, source } = open()
    const keys = staging.duplicate(rows(1, 2))
    expect([...Array(6).keys()].map((row) => source.key(row))).toEqual(['a', 'b', keys[0], 'c', keys[1], 'd'])
    expect(edits.changes().map(({ base, copy }) => [base.hidden[0]?.value, copy?.key])).toEqual([
      ['books', 'b'],
      ['books', 'c'],
    ])
    edits.undo()
    expect(edits.rows).toBe(0)
  })

  it('are duplicated in a chosen index where their own takes no new ones', () => {
    const { staging, edits } = open({ view: { targets: ['x', 'y'] } })
    expect(staging.choices(rows(0))).toEqual(['x', 'y'])
    staging.duplicate(rows(0), 'y')
    expect(edits.changes()[0]?.base.hidden).toEqual([{ name: '#index', value: 'y' }])
    expect(open({ view: { targets: ['books', 'y'] } }).staging.choices(rows(0))).toEqual([])
    const stream = open({ view: { targets: ['stream'] } })
    stream.staging.duplicate(rows(0))
    expect(stream.edits.changes()[0]?.base.hidden).toEqual([{ name: '#index', value: 'stream' }])
  })

  it('are deleted together; a new one is taken back, a protected one is left out with its reason', async () => {
    const readOnlyRows = [{ key: '#id', prefix: 'c', chars: '', reason: 'It is a route.' }]
    const { staging, edits } = open({ view: { readOnlyRows } })
    staging.add('books')
    expect(await staging.remove(rows(0, 4))).toBe('3 rows marked for deletion; 1 skipped: It is a route.')
    expect(edits.changes().map(({ key, act }) => [key, act])).toEqual([
      ['a', 'delete'],
      ['b', 'delete'],
      ['d', 'delete'],
    ])
    edits.undo()
    expect(edits.changes().map(({ act }) => act)).toEqual(['create'])
  })

  it('that are deleted are neither edited nor deleted again', async () => {
    const { staging } = open()
    await staging.remove(rows(1))
    const why = 'This row is marked for deletion. Discard its changes to edit it.'
    expect([staging.whyNotRemoved(rows(1)), staging.whyNotTyped(1, title), staging.whyNotDuplicated(rows(1))]).toEqual([
      ...[why, why, why],
    ])
    staging.discard(at(1, 1, title), false)
    expect(staging.whyNotTyped(1, title)).toBe('')
  })

  it('are not more than can be staged', async () => {
    const many = Array.from({ length: mostRows + 1 }, (_, i) => `r${i}`)
    const { staging, edits } = open({ keys: many })
    const why = '1,001 rows are selected, but at most 1,000 rows can be staged at once.'
    expect(staging.whyNotRemoved(rows(0, mostRows))).toBe(why)
    expect(await staging.setNull(at(0, mostRows, title))).toBe(why)
    expect(await staging.setNull(at(0, mostRows - 1, title))).toBe('1,000 cells set to NULL.')
    const full = 'At most 1,000 rows can be staged at once. Save or discard some first.'
    expect([staging.whyNotAdded(), staging.whyNotTyped(mostRows, title), staging.whyNotTyped(0, title)]).toEqual([
      ...[full, full, ''],
    ])
    expect(await staging.remove(rows(mostRows))).toBe(full)
    expect(edits.rows).toBe(mostRows)
  })

  it('that could not be loaded are said to be left out', async () => {
    const { rows: server, staging, edits } = open()
    server.key = (row) => (row === 2 ? undefined : ['a', 'b', '', 'd'][row])
    expect(await staging.setNull(at(0, 3, title))).toBe('3 cells set to NULL; 1 skipped: The row is not loaded yet.')
    expect([...edits.store.getState().staged.keys()]).toEqual(['a', 'b', 'd'])
  })

  it('that have moved before they were loaded are left alone', async () => {
    const { staging, source, edits } = open()
    const key = source.key.bind(source)
    source.key = (row) => (row === 3 ? undefined : key(row))
    source.load = async () => {
      source.key = key
      staging.add('books')
    }
    expect(await staging.remove(rows(2, 3))).toBe('The rows have changed, so nothing was staged.')
    expect(edits.changes().map(({ act }) => act)).toEqual(['create'])
  })
})

describe('what cannot be done', () => {
  it.each<[string, Opened, string]>([
    ['on a read-only connection', { safeMode: 'read-only' }, 'This connection is read-only'],
    ['in an object that cannot be edited', { view: { readOnly: 'No _source.' } }, 'No _source.'],
    ['where the driver has no such act', { view: { acts: [] } }, 'here.'],
    ['where an older driver says nothing of acts', { view: { acts: undefined } }, 'here.'],
  ])('is said: %s', (_, opened, reason) => {
    const { staging } = open(opened)
    const reasons = [staging.whyNotAdded(), staging.whyNotDuplicated(rows(0)), staging.whyNotRemoved(rows(0))]
    for (const why of [...reasons, staging.whyNotWithout(at(0, 0, title))]) expect(why).toContain(reason)
  })

  it('is said of a column, unless another one of the selection can be written', () => {
    const { staging } = open()
    expect(staging.whyNotNull(at(0, 1, score))).toBe(
      'score is not part of the stored document, so it cannot be edited.',
    )
    expect(staging.whyNotNull(at(0, 1, score, title))).toBe('')
    expect(staging.whyNotFilled(at(0, 0, title))).toBe('Select more than one cell first.')
  })

  it('an empty text is no number', () => {
    const { staging } = open()
    expect(staging.whyNotText(0, title, '')).toBe('')
    expect(staging.whyNotText(0, price, '')).toBe(
      'price is of type double, so it cannot hold empty text. Use Set to NULL or Remove Field.',
    )
    staging.add('books')
    expect([staging.whyNotText(0, price, ''), staging.whyNotTyped(0, id)]).toEqual(['', ''])
    expect(staging.whyNotTyped(1, id)).toBe('_id identifies the row, so it cannot be edited.')
  })
})

describe('cells', () => {
  it('are set to NULL, lose their field and are filled together, each in one step', async () => {
    const { staging, edits, shown } = open()
    expect(await staging.setNull(at(0, 1, title, price))).toBe('4 cells set to NULL.')
    expect(await staging.removeField(at(2, 2, price))).toBe('')
    expect(shown()).toMatchObject([
      ['a', 'NULL', 'NULL'],
      ['b', 'NULL', 'NULL'],
      ['c', 'title c', '-'],
      ['d', 'title d', '1.50'],
    ])
    expect(await staging.fill(at(2, 3, title, score))).toBe(
      '2 skipped: score is not part of the stored document, so it cannot be edited.',
    )
    expect(shown()[3]).toEqual(['d', 'title c', '1.50'])
    for (const _ of [1, 2, 3]) edits.undo()
    expect(edits.rows).toBe(0)
  })

  it('are discarded by cell and by row', async () => {
    const { staging, edits } = open()
    await staging.setNull(at(0, 1, title, price))
    expect(staging.whyNotDiscarded(at(3, 3, title), true)).toBe('Nothing is staged here.')
    staging.discard(at(0, 0, title), true)
    expect(edits.cells).toBe(3)
    staging.discard(at(0, 0, title), false)
    expect([edits.cells, edits.rows]).toEqual([2, 1])
  })
})

describe('a paste', () => {
  it('writes a table from the first cell on, with every digit', async () => {
    const { staging, shown, edits } = open()
    const said = await staging.paste(at(1, 1, title, price), '"a\nb"\t9007199254740993\r\nx\t1.0\r\n', false)
    expect(said).toBe('4 values pasted.')
    expect(shown().slice(1, 3)).toEqual([
      ['b', 'a\nb', '9007199254740993'],
      ['c', 'x', '1.0'],
    ])
    edits.undo()
    expect(edits.rows).toBe(0)
  })

  it('writes a single value over everything that is selected', async () => {
    const { staging, shown } = open()
    await staging.paste(at(0, 1, title), 'a\tb', true)
    await staging.paste(at(2, 3, title), 'c', false)
    expect(shown().map(([, title]) => title)).toEqual(['a\tb', 'a\tb', 'c', 'c'])
  })

  it('says what does not fit: a read-only column, columns that are not there, a cut value, an empty number', async () => {
    const { staging, rows, shown } = open()
    Object.assign(rows.rows[1]?.cells ?? {}, { title: { kind: 4, text: 'begin', cut: 20_000 }, price: nothing })
    expect(await staging.paste(at(0, 0, title, price, score), 'A\t\ty\tz\nB\t\tx\tz', false)).toBe(
      [
        '3 values pasted',
        '1 skipped: price is of type double, so it cannot hold empty text. Use Set to NULL or Remove Field',
        '1 skipped: score is not part of the stored document, so it cannot be edited',
        '2 skipped: More columns were copied than fit here',
        '1 skipped: Only the beginning of this value is loaded here.',
      ].join('; '),
    )
    expect(shown()[0]).toEqual(['a', 'A', '1.50'])
  })

  it('adds rows after the last one, and from a new row on', async () => {
    const { staging, shown, edits } = open({ keys: ['a'] })
    expect(await staging.paste(at(0, 0, id, title, price), 'a\tA\t1\nb\tB\t\nc\tC\t3', false)).toBe('8 values pasted.')
    expect(shown()).toEqual([
      ['a', 'A', '1'],
      ['b', 'B', '-'],
      ['c', 'C', '3'],
    ])
    expect(edits.counts).toMatchObject({ edited: 1, created: 2, deleted: 0, refused: 0 })
    await staging.paste(at(2, 2, title), 'x\ny', false)
    expect(shown().map(([, title]) => title)).toEqual(['A', 'B', 'x', 'y'])
    edits.undo()
    edits.undo()
    expect(edits.rows).toBe(0)
  })

  it('never goes on from new rows into those of the server', async () => {
    const { staging, shown } = open({ keys: ['a', 'b'] })
    staging.add('books')
    await staging.paste(at(0, 0, title), 'x\ny', false)
    expect(shown().map(([, title]) => title)).toEqual(['x', 'y', 'title a', 'title b'])
  })

  it('is refused as a whole where it has more rows than can be staged', async () => {
    const { staging, edits } = open({ keys: ['a'] })
    const said = await staging.paste(at(0, 0, title), 'x\n'.repeat(mostRows + 1), false)
    expect(said).toContain('at most 1,000 rows can be staged')
    expect(edits.rows).toBe(0)
  })
})

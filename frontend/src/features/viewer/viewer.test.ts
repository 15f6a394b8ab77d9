// SPEC: A-BRO-07, A-BRO-08, APP-02, APP-12
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cellOf, string } from '../../grid/fixture'
import type { Cell } from '../../grid/types'
import { type GridColumn, HostError, toHostError } from '../../host'
import { Kind } from '../../lib/block'
import { readTreeSlowly } from '../../ui/text/json'
import { fieldsOf, recordWords } from './record'
import { type Rows, shownText, Viewer, wayOf, waysOf } from './viewer'
import { clockWords, footOf, noteOf } from './words'

const columnOf = (name: string, kind: GridColumn['kind'], part: Partial<GridColumn> = {}): GridColumn => ({
  ...{
    name,
    type: kind,
    kind,
    integer: false,
    primary: false,
    readOnly: false,
    sortable: true,
    reason: '',
    conflict: '',
  },
  ...part,
})
const columns = [
  columnOf('_id', 'id', { primary: true, readOnly: true }),
  columnOf('chapters', 'json'),
  columnOf('at', 'date'),
  columnOf('n', 'number', { integer: true }),
]
const fragment = `[${'1,'.repeat(5000).slice(0, 9999)}...`
const whole = `[${'1,'.repeat(24_000)}1.50]`

/** Rows of a test, which determines when whole values arrive. */
class FakeRows implements Rows {
  readonly rowCount = 2
  readonly asked: string[] = []
  answer: (row: number, column: number) => Promise<{ kind: number; text: string; changed: boolean }> = async () => ({
    kind: Kind.json,
    text: whole,
    changed: false,
  })
  readonly cells: Cell[][] = [
    [
      string('b1'),
      cellOf(Kind.json, fragment, 48_005),
      string('2026-11-20T14:02:05.25Z'),
      cellOf(Kind.number, '1795183325'),
    ],
    [string('b2'), cellOf(Kind.null), cellOf(Kind.missing), cellOf(Kind.number, '190')],
  ]
  cell(row: number, column: number): Cell | undefined {
    return this.cells[row]?.[column]
  }
  prefetch(): void {}
  value(row: number, column: number, signal?: AbortSignal) {
    this.asked.push(`${row} ${column}`)
    return new Promise<{ kind: number; text: string; changed: boolean }>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new Error('It was cancelled.')))
      this.answer(row, column).then(resolve, reject)
    })
  }
}

let rows: FakeRows
let viewer: Viewer

describe('the value that is shown', () => {
  it('is that of its cell and as whole as is said, whenever it is looked at', async () => {
    const seen: string[] = []
    viewer.store.subscribe(({ shown, content }) => {
      if (shown) seen.push(`${shown.name} ${shown.row} ${shown.state}: ${content?.text.slice(-5)}`)
    })
    await viewer.open(1, 3)
    await viewer.open(0, 1)
    const json = [`chapters 0 loading: ${fragment.slice(-5)}`, 'chapters 0 loaded: 1.50]']
    expect([...new Set(seen)]).toEqual(['n 1 whole: 190', ...json])
  })
})

describe('a long value', () => {
  it('is not shown where the focus went back before it was read', async () => {
    const long = `[${'1,'.repeat(500_000)}1]`
    rows.cells[1] = [string('b2'), cellOf(Kind.json, long)]
    await viewer.open(0, 0)
    viewer.follow(1, 1)
    viewer.follow(0, 0)
    await readTreeSlowly(long, new AbortController().signal)
    await new Promise((go) => setTimeout(go))
    expect(viewer.store.getState()).toMatchObject({ shown: { row: 0, column: 0 }, content: { text: 'b1' } })
  })
})

beforeEach(() => {
  rows = new FakeRows()
  viewer = new Viewer()
  viewer.attach(rows, columns)
})
const state = () => viewer.store.getState()
const said = () => {
  const { shown, content } = state()
  return shown && content ? { foot: footOf(shown, content), note: noteOf(shown) } : undefined
}

describe('the viewer', () => {
  it('shows a whole value at once and reads nothing', async () => {
    await viewer.open(0, 0)
    expect(state().content).toMatchObject({ text: 'b1', tree: null })
    expect(said()).toEqual({ foot: 'Whole value, 2 characters', note: undefined })
    expect(rows.asked).toEqual([])
  })

  it('reads the whole of a cut value', async () => {
    const opening = viewer.open(0, 1)
    expect(state().shown?.state).toBe('loading')
    await opening
    expect(state().content?.text).toBe(whole)
    expect(state().content?.tree?.sizes[0]).toBe(24_001)
    expect(said()?.foot).toBe('Whole value, 48,006 characters')
    expect(said()?.note).toMatchObject({ tone: 'plain' })
    expect(rows.asked).toEqual(['0 1'])
  })

  it('says that a value was written since its row was read', async () => {
    rows.answer = async () => ({ kind: Kind.json, text: '[2]', changed: true })
    await viewer.open(0, 1)
    expect(said()?.note?.text).toContain('It has changed since this row was loaded')
  })

  it('shows the fragment as such where the whole cannot be loaded, and loads it again when asked', async () => {
    rows.answer = () => Promise.reject(new HostError({ ...toHostError('').failure, message: 'connection refused' }))
    await viewer.open(0, 1)
    expect(state().content?.text).toBe(fragment)
    expect(said()).toEqual({
      foot: 'Fragment, 10,000 of 48,005 characters',
      note: {
        tone: 'warning',
        strong: 'Only 10,000 of 48,005 characters are loaded.',
        text: 'The whole value could not be loaded: connection refused',
      },
    })
    rows.answer = async () => ({ kind: Kind.json, text: whole, changed: false })
    await viewer.loadAgain()
    expect(state().shown?.state).toBe('loaded')
  })

  it('follows the focus, reads only where it rests, and drops a late answer', async () => {
    vi.useFakeTimers()
    rows.answer = () => new Promise(() => undefined)
    viewer.follow(1, 0)
    expect(state().shown).toBeNull()
    void viewer.open(1, 0)
    viewer.follow(0, 1)
    await vi.advanceTimersByTimeAsync(100)
    viewer.follow(1, 1)
    await vi.advanceTimersByTimeAsync(1000)
    expect(rows.asked).toEqual([])
    viewer.follow(0, 1)
    await vi.advanceTimersByTimeAsync(1000)
    expect(rows.asked).toEqual(['0 1'])
    viewer.follow(1, 1)
    await vi.advanceTimersByTimeAsync(0)
    expect(state().content).toMatchObject({ kind: Kind.null })
    expect(said()?.foot).toBe('NULL')
    vi.useRealTimers()
  })

  it('shows what it shows of other rows when these come, and closes with them', async () => {
    await viewer.open(0, 0)
    const others = new FakeRows()
    others.cells[0] = [string('other')]
    viewer.attach(others, columns)
    await vi.waitFor(() => expect(state().content?.text).toBe('other'))
    viewer.attach(null, columns)
    expect(state()).toMatchObject({ shown: null, content: null })
  })

  it('shows values of a sort as they were shown last', () => {
    const json = { kind: Kind.json, text: '[1]', points: 3, tree: null }
    const odd = { kind: Kind.escaped, text: '\\ud83e', points: 6, tree: null }
    expect(wayOf(odd, state().way)).toBe('escapes')
    viewer.choose('hex')
    viewer.choose('text')
    expect([wayOf(odd, state().way), shownText(odd, 'hex').slice(0, 12)]).toEqual(['hex', '000000  d83e'])
    expect(wayOf(json, state().way)).toBe('raw')
    expect(state().way.json).toBe('text')
    expect([Kind.json, Kind.escaped, Kind.string].map((kind) => waysOf(kind).length)).toEqual([3, 2, 0])
  })

  it('tells local time and UTC of a date and of a likely epoch', async () => {
    const words = async (row: number, column: number) => {
      await viewer.open(row, column)
      const { shown, content } = state()
      return shown && content ? clockWords(shown, content, 'Asia/Tokyo') : undefined
    }
    expect(await words(0, 2)).toBe('Local Fri 20 Nov 2026, 23:02:05.25 · UTC Fri 20 Nov 2026, 14:02:05.25')
    expect(await words(0, 3)).toBe(
      'Local Fri 20 Nov 2026, 23:02:05 · UTC Fri 20 Nov 2026, 14:02:05 · read as seconds since 1970',
    )
    expect(await words(1, 3)).toBe('')
    expect(await words(0, 0)).toBe('')
  })
})

describe('a record', () => {
  it('lists its columns in their order with what each holds', () => {
    const fields = fieldsOf(columns, [3, 0, 1, 2], '', (column) => rows.cell(0, column))
    expect(fields.map(({ name, state: of, cut }) => [name, of, cut])).toEqual([
      ['n', 'value', ''],
      ['_id', 'value', ''],
      ['chapters', 'value', '48,005 characters'],
      ['at', 'value', ''],
    ])
    expect(fields[2]?.value.length).toBe(401)
    expect(fields[3]?.clocks).toContain('UTC Fri 20 Nov 2026, 14:02:05.25')
    expect(recordWords(fields, 4, '')).toBe('4 fields')
  })

  it('is filtered by name and says how many have no value', () => {
    const all = fieldsOf(columns, [0, 1, 2, 3], '', (column) => rows.cell(1, column))
    expect(all.map((field) => field.value)).toEqual(['b2', 'NULL', '', '190'])
    expect(recordWords(all, 4, '')).toBe('4 fields, 2 without a value')
    const some = fieldsOf(columns, [0, 1, 2, 3], ' A', (column) => rows.cell(1, column))
    expect(some.map((field) => field.name)).toEqual(['chapters', 'at'])
    expect(recordWords(some, 4, 'A')).toBe('2 of 4 fields')
    expect(fieldsOf(columns, [0], '', () => undefined)).toEqual([])
  })
})

describe('a viewer whose rows get other columns', () => {
  it('goes on with the column of the same name, and closes where that is gone', async () => {
    const viewer = new Viewer()
    viewer.attach(new FakeRows(), columns)
    await viewer.open(0, 3)
    const rows = new FakeRows()
    rows.cells[0]?.splice(1, 0, string('new'))
    viewer.attach(rows, [columns[0], columnOf('added', 'text'), ...columns.slice(1)] as GridColumn[])
    await vi.waitFor(() => expect(viewer.store.getState().content?.text).toBe('1795183325'))
    expect(viewer.store.getState().shown).toMatchObject({ name: 'n', column: 4 })
    viewer.attach(new FakeRows(), columns.slice(0, 3))
    expect(viewer.isOpen).toBe(false)
  })
})

// SPEC: APP-02
describe('the value that is shown', () => {
  /** Rows with these keys, whose first value is the key. */
  const keyed = (...keys: string[]) => {
    const rows: Rows = new FakeRows()
    return Object.assign(rows, {
      rowCount: keys.length,
      cell: (row: number) => (keys[row] === undefined ? undefined : string(keys[row])),
      key: (row: number) => keys[row],
      rowOf: (key: string) => (keys.includes(key) ? keys.indexOf(key) : undefined),
    })
  }
  const text = () => state().content?.text

  it('stays that of its row wherever the rows that come have it', async () => {
    viewer.attach(keyed('a', 'b'), columns)
    await viewer.open(1, 0)
    viewer.attach(keyed('x', 'y', 'b'), columns)
    await vi.waitFor(() => expect(state().shown?.row).toBe(2))
    expect(text()).toBe('b')
  })

  it('is that of the focused row where its own is gone, in place of another one under its header', async () => {
    viewer.attach(keyed('a', 'b'), columns)
    await viewer.open(1, 0)
    viewer.follow(0, 0)
    viewer.follow(1, 0)
    viewer.attach(keyed('x', 'y'), columns)
    await vi.waitFor(() => expect(text()).toBe('y'))
    expect(state().shown).toMatchObject({ key: 'y', row: 1 })
  })

  it('follows the focus to another row that came to the place of its own', async () => {
    let keys = ['a', 'b']
    const rows = Object.assign(keyed(), {
      cell: (row: number) => string(keys[row] ?? ''),
      key: (row: number) => keys[row],
    })
    viewer.attach(rows, columns)
    await viewer.open(0, 0)
    keys = ['c', 'b']
    viewer.follow(0, 0)
    await vi.waitFor(() => expect(text()).toBe('c'))
  })
})

it('says that a cell has no value in place of showing nothing', () => {
  expect(shownText({ kind: Kind.missing, text: '', points: 0, tree: null }, 'text')).toBe('no value')
})

// SPEC: APP-02
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef, StrictMode, useLayoutEffect, useRef } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Kind } from '../lib/block'
import { cellOf, columnOf, sourceOf, string } from './fixture'
import { GridView, type GridViewProps } from './GridView'
import type { Grid } from './grid'
import { selectCell } from './selection'
import type { Source } from './types'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const columns = [columnOf({ id: '_id', primary: true, readOnly: true }), columnOf({ id: 'title' })]
const rows = [
  [string('bk-1'), string('Harbour')],
  [string('bk-2'), string('Lamp')],
]

function eventsOf(): GridViewProps['events'] {
  return { onSort: vi.fn(), onOpen: vi.fn(), onSelect: vi.fn(), onMenu: vi.fn(), onResize: vi.fn() }
}

function show(part: Partial<GridViewProps> = {}) {
  const props = { columns, source: sourceOf(rows), revision: 0, events: eventsOf(), label: 'books', ...part }
  const view = render(<GridView {...props} />, { wrapper: StrictMode })
  return { props, again: (more: Partial<GridViewProps>) => view.rerender(<GridView {...props} {...more} />), ...view }
}

describe('a grid in React', () => {
  it('is one grid with its counts, in strict mode too', () => {
    show()
    const grid = screen.getByRole('grid', { name: 'books' })
    expect(grid.getAttribute('aria-rowcount')).toBe('3')
    expect(grid.getAttribute('aria-colcount')).toBe('3')
  })

  it('says that the count of rows is unknown while more may follow', () => {
    show({ source: { ...sourceOf(rows), rowCountKnown: false } })
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('-1')
  })

  it('is busy while rows in sight are awaited, not while the focused row is that was left behind', () => {
    const loaded = new Set([0])
    const ref = createRef<Grid>()
    const source: Source = {
      rowCount: 1000,
      cell: (row) => (loaded.has(row) ? string(`${row}`) : undefined),
      prefetch() {},
    }
    const { again } = show({ source, ref })
    const busy = () => screen.getByRole('grid').getAttribute('aria-busy')
    ref.current?.scrollTo(900)
    expect(busy()).toBe('true')
    for (let row = 1; row < 1000; row += 1) loaded.add(row)
    again({ source, ref, revision: 1 })
    expect(busy()).toBe('false')
    loaded.delete(0)
    again({ source, ref, revision: 2 })
    expect(screen.getAllByRole('row').map((row) => row.getAttribute('aria-rowindex'))).toContain('2')
    expect(busy()).toBe('false')
    ref.current?.scrollTo(0)
    expect(busy()).toBe('true')
  })

  it('has no tooltip over it when it gets the focus without rows, only when the keys go to a head', async () => {
    const ref = createRef<Grid>()
    const unsortable = [columnOf({ id: '_id', sortable: false, sortReason: 'Not here.' }), ...columns.slice(1)]
    const source = sourceOf([])
    const { again } = show({ ref, columns: unsortable, source })
    ref.current?.focus()
    expect(document.activeElement?.getAttribute('role')).toBe('columnheader')
    expect(screen.queryByRole('tooltip')).toBeNull()
    await userEvent.keyboard('{ArrowRight}{ArrowLeft}')
    expect(screen.getByRole('tooltip').textContent).toContain('_id cannot be sorted')
    again({ ref, columns: unsortable, source, revision: 1 })
    expect(screen.getByRole('tooltip').textContent).toContain('_id cannot be sorted')
    again({ ref, columns, source, revision: 2 })
    expect(screen.queryByRole('tooltip')).toBeNull()
  })

  it('shows a changed source after another revision, pulling no cell in between', () => {
    let text = 'Harbour'
    const source: Source = { ...sourceOf(rows), cell: vi.fn(() => string(text)) }
    const { again } = show({ source })
    const pulled = vi.mocked(source.cell).mock.calls.length
    text = 'Tide'
    expect(screen.queryByText('Tide')).toBeNull()
    expect(vi.mocked(source.cell).mock.calls.length).toBe(pulled)
    again({ source, revision: 1 })
    expect(screen.getAllByText('Tide').length).toBeGreaterThan(0)
  })

  it('tells the events of the last render, not of the first', async () => {
    const first = eventsOf()
    const second = eventsOf()
    const ref = createRef<Grid>()
    const { again } = show({ events: first, ref })
    again({ events: second, ref })
    ref.current?.focus()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(first.onOpen).not.toHaveBeenCalled()
    expect(second.onOpen).toHaveBeenCalledWith(1, 0)
  })

  it('says what was copied in its live region', async () => {
    const user = userEvent.setup()
    const ref = createRef<Grid>()
    show({ ref })
    ref.current?.focus()
    await user.keyboard('{Control>}ac{/Control}')
    await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe('2 rows copied'))
    expect(await navigator.clipboard.readText()).toBe('bk-1\tHarbour\nbk-2\tLamp')
  })

  it('says why a copy failed', async () => {
    const user = userEvent.setup()
    const ref = createRef<Grid>()
    const source: Source = {
      ...sourceOf(rows),
      load: () => Promise.reject(new Error('the connection is lost')),
      cell: () => undefined,
    }
    show({ ref, source })
    ref.current?.focus()
    await user.keyboard('{Control>}c{/Control}')
    await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe('Not copied: the connection is lost'))
  })

  it('leaves nothing behind', () => {
    const { unmount } = show()
    unmount()
    expect(document.querySelectorAll('[role=grid], [role=tooltip]').length).toBe(0)
  })

  it('focuses a head where there are no rows', () => {
    const ref = createRef<Grid>()
    show({ ref, source: sourceOf([]) })
    ref.current?.focus()
    expect(document.activeElement?.getAttribute('role')).toBe('columnheader')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('_id, keyword, read-only')
  })
})

// SPEC: A-EDT-07
describe('an edit', () => {
  const cells = [
    [string('bk-1'), string('Harbour'), cellOf(Kind.json, '{"a":1}'), cellOf(Kind.string, 'long', 20_000)],
    [string('bk-2'), cellOf(Kind.null), cellOf(Kind.missing), string('short')],
  ]
  const four = [...columns, columnOf({ id: 'meta', opens: true }), columnOf({ id: 'text' })]
  /** An editor takes the focus when it appears. */
  function Input() {
    const field = useRef<HTMLInputElement>(null)
    useLayoutEffect(() => field.current?.focus(), [])
    return <input ref={field} aria-label="title" defaultValue="x" />
  }
  const shown = (part: Partial<GridViewProps['events']> = {}, source = sourceOf(cells), columns = four) => {
    const ref = createRef<Grid>()
    const spies = { onOpen: vi.fn(), onEdit: vi.fn(), onDelete: vi.fn(), onPaste: vi.fn() }
    const events = { ...eventsOf(), ...spies, ...part }
    const given = { ref, columns, source, events }
    const { again } = show(given)
    ref.current?.focus()
    return {
      grid: ref,
      events: { onSelect: events.onSelect, ...spies },
      again: (more: Partial<GridViewProps>) => again({ ...given, ...more }),
    }
  }

  it.each([
    ['F2', '{F2}', undefined],
    ['a character', 'é', 'é'],
    ['a digit', '7', '7'],
  ])('is asked for by %s, whatever the cell holds: the owner decides', async (_, keys, text) => {
    const { events, grid } = shown()
    for (const column of [0, 1, 2, 3]) {
      grid.current?.goTo(0, column)
      await userEvent.keyboard(keys)
      expect(events.onEdit.mock.lastCall).toEqual(text === undefined ? [0, column, undefined] : [0, column, text])
    }
    expect(events.onOpen).not.toHaveBeenCalled()
  })

  it.each([
    ['the key of the row', 0, 0, 'open'],
    ['a value', 0, 1, 'edit'],
    ['null', 1, 1, 'edit'],
    ['JSON', 0, 2, 'open'],
    ['nothing where JSON would be', 1, 2, 'open'],
    ['the beginning of a long value', 0, 3, 'open'],
  ])('is begun by Enter and by a double click, or the value opened: %s', async (_, row, column, want) => {
    const { events, grid } = shown()
    grid.current?.goTo(row, column)
    await userEvent.keyboard('{Enter}')
    expect(events.onEdit.mock.calls).toEqual(want === 'edit' ? [[row, column]] : [])
    expect(events.onOpen.mock.calls).toEqual(want === 'open' ? [[row, column]] : [])
  })

  // SPEC: A-EDT-03, B-EDT-01
  it('is begun in a cell that can be typed in its row although its column is read-only, and its name says so', async () => {
    const source = { ...sourceOf(cells), canType: (row: number, column: number) => row === 1 && column === 0 }
    const { events, grid } = shown({}, source)
    const key = columns[0]?.title
    for (const [row, readOnly, want] of [
      [0, true, 'open'],
      [1, false, 'edit'],
    ] as const) {
      grid.current?.goTo(row, 0)
      const cell = await screen.findByRole('gridcell', {
        name: new RegExp(`^${key}, .*row ${row + 1}${readOnly ? ', read-only' : ''}$`),
      })
      expect(cell.getAttribute('aria-readonly')).toBe(readOnly ? 'true' : null)
      expect(cell.getAttribute('contenteditable')).toBe(readOnly ? null : 'plaintext-only')
      expect(cell.classList.contains('ro')).toBe(readOnly)
      await userEvent.keyboard('{Enter}')
      expect(events.onEdit.mock.calls).toEqual(want === 'edit' ? [[row, 0]] : [])
      expect(events.onOpen.mock.calls).toEqual([[0, 0]])
    }
  })

  it.each([
    [10_000, 'edit'],
    [10_001, 'open'],
  ])('has room for a text of 10,000 characters; a longer one is opened: %i', async (length, want) => {
    const { events } = shown({}, sourceOf([[string('a'.repeat(length))]]), [columnOf({ id: 'note' })])
    await userEvent.keyboard('{Enter}')
    expect([events.onEdit.mock.calls.length, events.onOpen.mock.calls.length]).toEqual(
      want === 'edit' ? [1, 0] : [0, 1],
    )
  })

  it('is not offered by a grid whose owner edits nothing', async () => {
    const { events } = shown({ onEdit: undefined, onDelete: undefined, onPaste: undefined })
    await userEvent.keyboard('{ArrowRight}x{Delete}')
    expect(events.onOpen).not.toHaveBeenCalled()
    await userEvent.keyboard('{F2}{Enter}')
    expect(events.onOpen.mock.calls).toEqual([
      [0, 1],
      [0, 1],
    ])
  })

  it('deletes and pastes over what is selected', async () => {
    const { events, grid } = shown()
    await userEvent.keyboard(' {Delete}')
    expect(events.onDelete).toHaveBeenCalledExactlyOnceWith(grid.current?.selection)
    expect(grid.current?.selection.rows).toBe(true)
    const clipboardData = { getData: () => 'a\tb' }
    fireEvent.paste(document.activeElement ?? document.body, { clipboardData })
    expect(events.onPaste).toHaveBeenCalledExactlyOnceWith(grid.current?.selection, 'a\tb')
  })

  it('lies over the focused cell, keeps its keys, its clipboard and the pointer, and gives the focus back', async () => {
    const { events, grid, again } = shown()
    grid.current?.goTo(1, 1)
    again({ editor: <Input /> })
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'title' })
    expect(document.activeElement).toBe(input)
    expect([
      input.closest('[role=row]')?.getAttribute('aria-rowindex'),
      input.closest('[role=gridcell]')?.getAttribute('aria-colindex'),
    ]).toEqual(['3', '3'])
    const calls = vi.mocked(events.onSelect).mock.calls.length
    await userEvent.keyboard('yz{ArrowLeft}{Delete}{Enter}{Control>}a{/Control}{F2}')
    expect(input.value).toBe('xy')
    fireEvent.paste(input, { clipboardData: { getData: () => 'a' } })
    fireEvent.pointerDown(input, { button: 0 })
    fireEvent.dblClick(input)
    again({ editor: <Input />, revision: 2 })
    expect(document.activeElement).toBe(input)
    for (const event of [events.onEdit, events.onDelete, events.onPaste, events.onOpen]) {
      expect(event).not.toHaveBeenCalled()
    }
    expect(vi.mocked(events.onSelect).mock.calls.length).toBe(calls)
    again({ editor: undefined })
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(document.activeElement?.textContent).toBe('NULL')
  })
})

describe('every row', () => {
  it('is selected only as far as its page goes', async () => {
    const ref = createRef<Grid>()
    const many = Array.from({ length: 9 }, (_, i) => [string(`bk-${i}`), string('x')])
    const pageOf = (row: number) => ({ first: row - (row % 4), last: Math.min(8, row - (row % 4) + 3) })
    show({ ref, source: { ...sourceOf(many), pageOf } })
    ref.current?.goTo(5, 1)
    ref.current?.focus()
    await userEvent.keyboard('{Control>}a{/Control}')
    expect(ref.current?.selection).toMatchObject({ rows: true, range: { top: 4, bottom: 7 }, focus: { row: 5 } })
  })
})

describe('selected rows', () => {
  /** Rows whose key is their first cell; '' for one that is not loaded. */
  const keyed = (...keys: string[]): Source => ({
    ...sourceOf(keys.map((key) => [string(key), string(`title of ${key}`)])),
    cell: (row, column) => (keys[row] ? string(column === 0 ? (keys[row] ?? '') : `title of ${keys[row]}`) : undefined),
    key: (row) => keys[row] || undefined,
    rowOf: (key) => (keys.includes(key) ? keys.indexOf(key) : undefined),
  })
  const shown = (source: Source) => {
    const ref = createRef<Grid>()
    const { again, props } = show({ ref, source })
    ref.current?.focus()
    const told = () => vi.mocked(props.events.onSelect).mock.lastCall?.[0].range
    return { grid: ref, again: (more: Partial<GridViewProps>) => again({ ref, ...more }), told, props }
  }
  const focused = () => document.activeElement?.textContent

  it('stay the same rows after a refresh that moved them, with the focus, and their owner is told', async () => {
    const { again, told } = shown(keyed('a', 'b', 'c'))
    await userEvent.keyboard('{ArrowDown}{Shift>}{ArrowDown}{/Shift}')
    again({ source: keyed('x', 'a', 'b', 'c'), keepPlace: true })
    expect(told()).toEqual({ top: 2, left: 0, bottom: 3, right: 0 })
    expect(focused()).toBe('c')
  })

  it('stay the same where rows of the same source move', async () => {
    let source = keyed('a', 'b')
    const moving: Source = {
      ...source,
      cell: (row, column) => source.cell(row, column),
      key: (row) => source.key?.(row),
      rowOf: (key) => source.rowOf?.(key),
    }
    const { again, told } = shown(moving)
    await userEvent.keyboard('{ArrowDown}')
    source = keyed('b', 'a')
    again({ source: moving, revision: 1 })
    expect([told()?.top, focused()]).toEqual([0, 'b'])
  })

  it('get the focus where they moved while a dialog had it, which gives it back to the element that had it', async () => {
    const { again, grid } = shown(keyed('a', 'b', 'c'))
    await userEvent.keyboard('{ArrowDown}')
    const before = document.activeElement as HTMLElement
    before.blur()
    again({ source: keyed('b', 'c'), keepPlace: true })
    before.focus()
    expect([grid.current?.selection.focus.row, focused()]).toEqual([0, 'b'])
  })

  it('stay the same after a sort where they are loaded, and are the first row where they are not', async () => {
    const { again, grid } = shown(keyed('a', 'b', 'c'))
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    again({ source: keyed('c', 'b', 'a') })
    expect([grid.current?.selection.focus.row, focused()]).toEqual([0, 'c'])
    await userEvent.keyboard('{ArrowDown}')
    again({ source: keyed('x', 'y', 'z') })
    expect([grid.current?.selection.focus.row, focused()]).toEqual([0, 'x'])
  })

  it('wait at their place until it is loaded: one cell is left where other rows are there', async () => {
    const { again, grid, told, props } = shown(keyed('a', 'b', 'c', 'd'))
    await userEvent.keyboard('{ArrowDown}{Shift>}{ArrowDown}{/Shift}')
    const range = told()
    const source = keyed('a', '', '', '')
    again({ source, keepPlace: true })
    expect(grid.current?.selection.range).toEqual(range)
    again({ source: keyed('a', 'x', 'y', 'z'), keepPlace: true })
    expect(grid.current?.selection.range).toEqual({ top: 2, left: 0, bottom: 2, right: 0 })
    again({ source: keyed('b', 'c', 'y', 'z'), keepPlace: true })
    expect(grid.current?.selection.range.top).toBe(2)
    vi.mocked(props.events.onSelect).mockClear()
    again({ source: keyed('b', 'c', 'w', 'z'), keepPlace: true })
    expect(told()?.top).toBe(2)
  })

  /** Makes new grids large enough for every row; call the returned function to tell them. */
  const large = () => {
    const told: ResizeObserverCallback[] = []
    class Sized {
      constructor(tell: ResizeObserverCallback) {
        told.push(tell)
      }
      observe() {}
      disconnect() {}
    }
    vi.stubGlobal('ResizeObserver', Sized)
    const entries = [{ contentRect: { width: 800, height: 400 } }] as ResizeObserverEntry[]
    return () => {
      for (const tell of told) tell(entries, {} as ResizeObserver)
    }
  }
  /** Presses the pointer on the number of a row. */
  const press = (row: number, keys: { ctrlKey?: boolean; metaKey?: boolean; shiftKey?: boolean } = {}) => {
    const body = document.querySelector('.qg-body') as HTMLElement
    fireEvent.pointerDown(body, { button: 0, clientX: 5, clientY: 28 + row * 24 + 5, ...keys })
    fireEvent.pointerUp(body)
  }
  const marked = () =>
    screen
      .getAllByRole('row')
      .filter((row) => row.classList.contains('sel'))
      .map((row) => Number(row.getAttribute('aria-rowindex')) - 2)
      .sort((a, b) => a - b)

  it.each([
    ['Ctrl', false, { ctrlKey: true }],
    ['Cmd on macOS', true, { metaKey: true }],
  ])('are added and taken away by %s and a click on their numbers, copied, and told', async (_, mac, keys) => {
    userEvent.setup()
    const ref = createRef<Grid>()
    const resize = large()
    const { props } = show({ ref, mac, source: keyed('a', 'b', 'c', 'd', 'e', 'f') })
    resize()
    press(1)
    press(3, keys)
    press(4, { shiftKey: true })
    expect(marked()).toEqual([1, 3, 4])
    press(3, keys)
    expect(marked()).toEqual([1, 4])
    expect(await ref.current?.copy('json')).toBe(
      '[\n  {"_id": "b", "title": "title of b"},\n  {"_id": "e", "title": "title of e"}\n]',
    )
    expect(screen.getByRole('status').textContent).toBe('2 rows copied')
    fireEvent.contextMenu(document.querySelector('.qg-body') as HTMLElement, { clientX: 5, clientY: 28 + 24 + 5 })
    expect(props.events.onMenu).toHaveBeenCalled()
    expect(marked()).toEqual([1, 4])
    press(2)
    expect(marked()).toEqual([2])
  })

  it('are added and taken away by the keyboard, and left by Escape', async () => {
    const { grid } = shown(keyed('a', 'b', 'c', 'd'))
    await userEvent.keyboard(' {Alt>}{ArrowDown}{ArrowDown}{/Alt}')
    expect(marked()).toEqual([0])
    expect(focused()).toBe('c')
    await userEvent.keyboard(' ')
    expect(marked()).toEqual([0, 2])
    expect(screen.getByRole('status').textContent).toBe('2 rows selected')
    await userEvent.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt} ')
    expect(marked()).toEqual([2])
    await userEvent.keyboard('{Escape}')
    expect(grid.current?.selection).toMatchObject({ rows: false, focus: { row: 0 } })
  })

  it('that are apart stay the same rows wherever a sort puts them', async () => {
    const resize = large()
    const { again } = shown(keyed('a', 'b', 'c', 'd'))
    resize()
    press(1)
    press(3, { ctrlKey: true })
    again({ source: keyed('d', 'c', 'b', 'a') })
    expect(marked()).toEqual([0, 2])
  })

  it('are where they were scrolled aside to when the grid comes back to them', () => {
    const ref = createRef<Grid>()
    const resize = large()
    const wide = Array.from({ length: 30 }, (_, at) => columnOf({ id: `c${at}`, width: 100 }))
    show({ ref, columns: wide, source: keyed('a', 'b') })
    resize()
    const place = { row: 0, left: 330, selection: selectCell({ row: 1, column: 4 }) }
    ref.current?.restore(place)
    expect(ref.current?.place).toMatchObject(place)
  })

  it('are found again where the grid comes back to them', () => {
    const { grid, again } = shown(keyed('a', 'b', 'c'))
    if (grid.current) grid.current.scrollToRow(2)
    const place = grid.current?.place
    again({ source: keyed('x', 'y', 'a', 'b', 'c') })
    if (place) grid.current?.restore(place)
    expect(grid.current?.selection.focus.row).toBe(4)
  })
})

describe('what was copied', () => {
  const copyAll = async (part: Partial<GridViewProps>) => {
    const ref = createRef<Grid>()
    show({ ref, ...part })
    await ref.current?.copy('tsv')
  }

  it('is told to everyone', async () => {
    userEvent.setup()
    const tell = vi.fn()
    await copyAll({ events: { ...eventsOf(), tell } })
    expect(tell).toHaveBeenCalledExactlyOnceWith('1 cell copied')
    expect(screen.getByRole('status').textContent).toBe('')
  })

  it('is told with the reason where nothing was', async () => {
    const tell = vi.fn()
    const ref = createRef<Grid>()
    show({ ref, source: { ...sourceOf(rows), rowCount: 1_000_000 }, events: { ...eventsOf(), tell } })
    ref.current?.focus()
    await userEvent.keyboard('{Control>}a{/Control}')
    await ref.current?.copy('tsv')
    expect(tell).toHaveBeenCalledExactlyOnceWith('Not copied: 2,000,000 cells selected, limit 100,000.')
  })
})

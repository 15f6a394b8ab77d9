// SPEC: APP-02
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { columnOf, sourceOf, string } from './fixture'
import { GridView } from './GridView'
import type { Grid } from './grid'
import { rowsOf, selectRows } from './selection'

let sized = () => {}

beforeEach(() => {
  Element.prototype.setPointerCapture = () => undefined
  class Sized {
    constructor(tell: ResizeObserverCallback) {
      sized = () => tell([{ contentRect: { width: 800, height: 400 } }] as ResizeObserverEntry[], this as never)
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', Sized)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const columns = ['a', 'b', 'c'].map((id) => columnOf({ id }))
const rows = [1, 2, 3, 4].map((at) => columns.map(({ id }) => string(`${id}${at}`)))

function show(mac = false, more: object = {}) {
  const grid = createRef<Grid>()
  const events = {
    ...{ onSort: vi.fn(), onOpen: vi.fn(), onSelect: vi.fn(), onMenu: vi.fn(), onResize: vi.fn() },
    ...{ onMove: vi.fn(), onPaste: vi.fn(), tell: vi.fn(), onEdit: vi.fn() },
    ...more,
  }
  render(<GridView {...{ columns, source: sourceOf(rows), revision: 0, label: 'books', events, mac }} ref={grid} />)
  act(() => sized())
  return { grid, events }
}

const head = (name: string) => screen.getByRole('columnheader', { name: new RegExp(`^${name}`) })

describe('a column head', () => {
  it('is no longer dragged once the button is up, wherever that was', () => {
    const { events } = show()
    fireEvent.pointerDown(head('a'), { button: 0, buttons: 1, clientX: 60, clientY: 10 })
    // The button is released over the rows, so the heads get no event.
    fireEvent.pointerMove(head('b'), { buttons: 0, clientX: 200, clientY: 10 })
    fireEvent.pointerMove(head('c'), { buttons: 0, clientX: 290, clientY: 10 })
    fireEvent.pointerUp(head('c'), { button: 0, buttons: 0, clientX: 290, clientY: 10 })
    expect(events.onMove).not.toHaveBeenCalled()
  })

  it('is dragged while the button is down', () => {
    const { events } = show()
    fireEvent.pointerDown(head('a'), { button: 0, buttons: 1, clientX: 60, clientY: 10 })
    fireEvent.pointerMove(head('c'), { buttons: 1, clientX: 340, clientY: 10 })
    fireEvent.pointerUp(head('c'), { button: 0, buttons: 0, clientX: 340, clientY: 10 })
    expect(events.onMove).toHaveBeenCalledOnce()
  })
})

describe('Ctrl and a click on macOS', () => {
  it('asks for the menu of all selected rows, and selects none by itself', () => {
    const { grid, events } = show(true)
    const selection = selectRows({ row: 2, column: 0 }, [{ top: 0, bottom: 2 }], { rows: 4, columns: 3 })
    if (grid.current) grid.current.selection = selection
    const cell = screen.getByText('a2')
    fireEvent.pointerDown(cell, { button: 0, buttons: 1, ctrlKey: true, clientX: 60, clientY: 60 })
    fireEvent.contextMenu(cell, { button: 0, ctrlKey: true, clientX: 60, clientY: 60 })
    expect(rowsOf(grid.current?.selection ?? selection)).toBe(3)
    expect(events.onMenu).toHaveBeenCalledOnce()
  })

  it('does not sort by a head', () => {
    const { events } = show(true)
    fireEvent.click(head('a'), { button: 0, ctrlKey: true })
    expect(events.onSort).not.toHaveBeenCalled()
  })
})

describe('pasting what is no text', () => {
  it.each([
    ['a picture', { types: ['Files'], getData: () => '' }],
    ['an empty text', { types: ['text/plain'], getData: () => '' }],
    ['nothing', undefined],
  ])('leaves the cells alone and says so: %s', (_, clipboardData) => {
    const { grid, events } = show()
    grid.current?.focus()
    fireEvent.paste(document.activeElement ?? document.body, { clipboardData })
    expect(events.onPaste).not.toHaveBeenCalled()
    expect(events.tell).toHaveBeenCalledExactlyOnceWith('The clipboard has no text.')
  })
})

// SPEC: APP-20
describe('a grid that cannot be edited', () => {
  const typed = () => fireEvent.keyDown(screen.getByRole('gridcell', { name: /^a, a1/ }), { key: 'x' })
  const grid = () => screen.getByRole('grid')

  it('says so to a screen reader, and when something is typed', () => {
    const onTyped = vi.fn()
    const { grid: made } = show(false, { onEdit: undefined, onTyped })
    expect(grid().getAttribute('aria-readonly')).toBe('true')
    act(() => made.current?.focus())
    expect(typed()).toBe(false)
    expect(onTyped.mock.calls).toEqual([[0, 0]])
  })

  it('is not one where cells can be edited', () => {
    const onTyped = vi.fn()
    const { grid: made, events } = show(false, { onTyped })
    expect(grid().getAttribute('aria-readonly')).toBe('false')
    act(() => made.current?.focus())
    typed()
    expect(onTyped).not.toHaveBeenCalled()
    expect(events.onEdit.mock.calls).toEqual([[0, 0, 'x']])
  })
})

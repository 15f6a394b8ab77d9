// SPEC: APP-20
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { columnOf, sourceOf, string } from './fixture'
import { GridView } from './GridView'
import type { Grid } from './grid'

let sized = () => {}

beforeEach(() => {
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

const columns = ['a', 'b'].map((id) => columnOf({ id }))
const rows = [1, 2, 3].map((at) => columns.map(({ id }) => string(`${id}${at}`)))

/** A grid with the keyboard in its first cell. */
function show(more: object = {}) {
  const grid = createRef<Grid>()
  const events = {
    ...{ onSort: vi.fn(), onOpen: vi.fn(), onSelect: vi.fn(), onMenu: vi.fn(), onResize: vi.fn(), onEdit: vi.fn() },
    ...more,
  }
  render(<GridView {...{ columns, source: sourceOf(rows), revision: 0, label: 'books', events }} ref={grid} />)
  act(() => sized())
  act(() => grid.current?.focus())
  const cell = screen.getByRole('gridcell', { name: /^a, a1/ })
  return { grid, events, cell }
}

/** A composition event: happy-dom has none with a text. */
const composing = (cell: Element, type: 'compositionstart' | 'compositionend', data: string) =>
  fireEvent(cell, Object.assign(new Event(type, { bubbles: true }), { data }))
const input = (cell: Element, inputType: string, data: string, isComposing: boolean) =>
  fireEvent(cell, new InputEvent('beforeinput', { inputType, data, isComposing, bubbles: true, cancelable: true }))

describe('the focused cell', () => {
  it('takes text, and no other cell does', () => {
    const { cell } = show()
    expect(cell.getAttribute('contenteditable')).toBe('plaintext-only')
    fireEvent.keyDown(cell, { key: 'ArrowDown' })
    expect(cell.hasAttribute('contenteditable')).toBe(false)
    expect(document.querySelectorAll('[contenteditable]').length).toBe(1)
  })

  it('takes none where nothing can be edited', () => {
    const { cell } = show({ onEdit: undefined })
    expect(cell.hasAttribute('contenteditable')).toBe(false)
  })

  it('begins the edit with what was composed, in the order of WebView2', () => {
    const { cell, events } = show()
    fireEvent.keyDown(cell, { key: 'Process', keyCode: 229 })
    composing(cell, 'compositionstart', '')
    expect(cell.textContent).toBe('')
    expect(input(cell, 'insertCompositionText', 'に', true)).toBe(true)
    if (cell.firstChild) cell.firstChild.nodeValue = 'に'
    fireEvent.keyDown(cell, { key: 'Process', keyCode: 229, isComposing: true })
    expect(input(cell, 'insertCompositionText', '日本', true)).toBe(true)
    cell.append('日本')
    fireEvent.keyDown(cell, { key: 'Enter', keyCode: 229, isComposing: true })
    expect(events.onEdit).not.toHaveBeenCalled()
    composing(cell, 'compositionend', '日本')
    fireEvent.keyUp(cell, { key: 'Enter' })
    expect(events.onEdit.mock.calls).toEqual([[0, 0, '日本']])
    expect(cell.textContent, 'its value again').toBe('a1')
  })

  it('begins the edit with what was composed, in the order of WKWebView', () => {
    const { cell, events, grid } = show()
    composing(cell, 'compositionstart', '')
    input(cell, 'insertCompositionText', 'に', true)
    fireEvent.keyDown(cell, { key: 'n', keyCode: 229, isComposing: true })
    input(cell, 'deleteCompositionText', '', true)
    input(cell, 'insertFromComposition', '日本', false)
    composing(cell, 'compositionend', '日本')
    fireEvent.keyDown(cell, { key: 'Enter', keyCode: 229 })
    expect(events.onEdit.mock.calls).toEqual([[0, 0, '日本']])
    expect(grid.current?.selection.focus, 'the Enter that ends it goes nowhere').toEqual({ row: 0, column: 0 })
  })

  it('keeps its value where nothing was composed after all', () => {
    const { cell, events } = show()
    composing(cell, 'compositionstart', '')
    composing(cell, 'compositionend', '')
    expect(events.onEdit).not.toHaveBeenCalled()
    expect(cell.textContent).toBe('a1')
  })

  it('is edited by text without a key, and changed by nothing else', () => {
    const { cell, events } = show()
    expect(input(cell, 'insertText', 'é', false)).toBe(false)
    expect(events.onEdit.mock.calls).toEqual([[0, 0, 'é']])
    expect(input(cell, 'deleteContentBackward', '', false)).toBe(false)
    expect(input(cell, 'insertFromDrop', 'x', false)).toBe(false)
    expect(events.onEdit).toHaveBeenCalledTimes(1)
    expect(cell.textContent).toBe('a1')
  })
})

// SPEC: APP-14
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { columnOf, sourceOf, string } from './fixture'
import { GridView } from './GridView'
import type { Source } from './types'

afterEach(cleanup)

/** A grid whose source records the drawn rows that are reported to it. */
function show() {
  const prefetch = vi.fn()
  const source: Source = { ...sourceOf([[string('a')], [string('b')]]), prefetch }
  const events = { onSort: vi.fn(), onOpen: vi.fn(), onSelect: vi.fn(), onMenu: vi.fn(), onResize: vi.fn() }
  const props = { columns: [columnOf({ id: '_id' })], source, events, label: 'books' }
  const { rerender } = render(<GridView {...props} revision={0} />)
  let revision = 0
  const again = () => {
    revision += 1
    rerender(<GridView {...props} revision={revision} />)
  }
  prefetch.mockClear()
  return { prefetch, again, scroller: screen.getByRole('grid') }
}

describe('while the pointer holds the scroll bar', () => {
  it.each([
    ['it is let go', () => fireEvent.pointerUp(window)],
    ['it moves without a button, where the webview does not tell', () => fireEvent.pointerMove(window, { buttons: 0 })],
    ['the window is left', () => fireEvent.blur(window)],
  ])('no rows are asked for until %s', (_, release) => {
    const { prefetch, again, scroller } = show()
    fireEvent.pointerDown(scroller, { button: 0, buttons: 1 })
    again()
    fireEvent.pointerMove(window, { buttons: 1 })
    fireEvent.blur(scroller)
    expect(prefetch).not.toHaveBeenCalled()
    release()
    expect(prefetch).toHaveBeenCalledExactlyOnceWith(0, expect.any(Number))
    again()
    expect(prefetch).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['a cell', () => screen.getAllByRole('gridcell')[0] as HTMLElement, 0],
    ['the other button', () => screen.getByRole('grid'), 2],
  ])('a press on %s is none on the scroll bar', (_, target, button) => {
    const { prefetch, again } = show()
    fireEvent.pointerDown(target(), { button })
    prefetch.mockClear()
    again()
    expect(prefetch).toHaveBeenCalledOnce()
  })
})

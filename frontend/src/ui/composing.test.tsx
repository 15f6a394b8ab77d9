// SPEC: APP-20
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { InWindow } from '../window/fixture'
import { FindField } from './FindField'
import { SearchField } from './SearchField'

afterEach(cleanup)

describe.each([
  ['Chromium', { isComposing: true, keyCode: 13 }],
  ['WebKit, which ends the composition before it tells the key', { isComposing: false, keyCode: 229 }],
])('a key that ends the composition of an input method, in %s', (_, composing) => {
  it('neither empties a search field nor goes on to what the field is in', () => {
    const [text, key] = [vi.fn(), vi.fn()]
    render(<SearchField label="Filter" text="abc" onText={text} onKeyDown={key} />)
    for (const name of ['Escape', 'Enter'])
      fireEvent.keyDown(screen.getByLabelText('Filter'), { key: name, ...composing })
    expect([text.mock.calls, key.mock.calls]).toEqual([[], []])
    fireEvent.keyDown(screen.getByLabelText('Filter'), { key: 'Escape' })
    expect(text.mock.calls).toEqual([['']])
  })

  it('does not go to the next match', () => {
    const step = vi.fn()
    render(<FindField label="Find" text="abc" found="1 of 2" onText={() => undefined} onStep={step} />, {
      wrapper: InWindow,
    })
    fireEvent.keyDown(screen.getByLabelText('Find'), { key: 'Enter', ...composing })
    expect(step).not.toHaveBeenCalled()
    fireEvent.keyDown(screen.getByLabelText('Find'), { key: 'Enter' })
    expect(step).toHaveBeenCalledWith(1)
  })
})

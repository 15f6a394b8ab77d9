// SPEC: APP-02
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Settings } from 'lucide-react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { IconButton } from './IconButton'
import { SmallIcon } from './SmallIcon'
import { Tip } from './Tip'
import { withTip } from './tips'

const pressed = vi.fn()

function page(shown = true) {
  return (
    <>
      {shown && <IconButton icon={Settings} label="Settings" mac="⌘," win="Ctrl+," onClick={pressed} />}
      <Tip />
    </>
  )
}

let draw: ReturnType<typeof render>
beforeEach(() => {
  pressed.mockClear()
  vi.useFakeTimers()
  draw = render(page())
})
afterEach(() => {
  act(() => fireEvent.keyDown(window, { key: 'Escape' }))
  cleanup()
  vi.useRealTimers()
})

const button = () => screen.getByRole('button')
const tip = () => screen.queryByRole('tooltip')
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const rest = () => {
  fireEvent.pointerEnter(button())
  wait(400)
}

it('stands there when the pointer has rested on its button, with the name and the key', () => {
  fireEvent.pointerEnter(button())
  wait(399)
  expect(tip()).toBeNull()
  wait(1)
  expect(tip()?.textContent).toContain('Settings')
  expect(tip()?.querySelector('[data-part=key]')?.getAttribute('data-win')).toBe('Ctrl+,')
})

it.each([
  ['the pointer goes', () => fireEvent.pointerLeave(button())],
  ['its button is pressed', () => fireEvent.pointerDown(button())],
  ['its button is pressed with a key', () => fireEvent.click(button())],
  ['the focus goes', () => fireEvent.blur(button())],
  ['Escape is pressed', () => fireEvent.keyDown(window, { key: 'Escape' })],
  ['the window gets another size', () => fireEvent(window, new Event('resize'))],
  ['its button is no longer there', () => draw.rerender(page(false))],
])('goes when %s', async (_, happen) => {
  rest()
  expect(tip()).not.toBeNull()
  act(() => void happen())
  await act(() => vi.advanceTimersByTimeAsync(400))
  expect(tip()).toBeNull()
})

it('stays while the pointer is on it', () => {
  rest()
  fireEvent.pointerLeave(button())
  fireEvent.pointerEnter(tip() as HTMLElement)
  wait(1000)
  expect(tip()).not.toBeNull()
})

it('is there at once when the keyboard comes to its button', () => {
  fireEvent.keyDown(button(), { key: 'Tab' })
  act(() => button().focus())
  expect(tip()?.textContent).toContain('Settings')
})

it('says why a button cannot act, and to a screen reader too', () => {
  draw.rerender(
    <>
      <SmallIcon icon={Settings} label="Next record" why="last record" onClick={pressed} />
      <Tip />
    </>,
  )
  rest()
  expect(tip()?.textContent?.trim()).toBe('Next record: last record')
  expect(button().getAttribute('aria-description')).toBe('last record')
})

it('shows a text that is cut, and none that is not', () => {
  draw.rerender(
    <>
      <p {...withTip()}>a long sentence</p>
      <Tip />
    </>,
  )
  const text = screen.getByText('a long sentence')
  fireEvent.pointerEnter(text)
  wait(400)
  expect(tip()).toBeNull()
  fireEvent.pointerLeave(text)
  vi.spyOn(text, 'scrollWidth', 'get').mockReturnValue(200)
  fireEvent.pointerEnter(text)
  wait(400)
  expect(tip()?.textContent?.trim()).toBe('a long sentence')
})

it('leaves the click to its button', () => {
  fireEvent.click(button())
  expect(pressed).toHaveBeenCalledOnce()
})

it('says what its button says now', async () => {
  rest()
  await act(async () => button().setAttribute('data-tip', 'Preferences'))
  expect(tip()?.textContent).toContain('Preferences')
  await act(async () => button().removeAttribute('data-tip'))
  expect(tip()).toBeNull()
})

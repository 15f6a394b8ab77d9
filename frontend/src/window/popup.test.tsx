// SPEC: APP-02, APP-20
import { Menu } from '@base-ui/react/menu'
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { InWindow } from './fixture'
import { CoverContext, Overlays } from './overlays'
import { usePopup } from './popup'

afterEach(cleanup)

it('a sheet over the window closes an open menu, which does not come back with its end', () => {
  const overlays = new Overlays<string>()
  const wrapper = ({ children }: { children: ReactNode }) => <CoverContext value={overlays}>{children}</CoverContext>
  const { result } = renderHook(() => usePopup(), { wrapper })
  act(() => result.current.onOpenChange(true))
  expect(result.current.open).toBe(true)
  act(() => overlays.show('a sheet'))
  expect(result.current.open).toBe(false)
  act(() => overlays.show(null))
  expect(result.current.open).toBe(false)
})

it('a sheet over the window closes a menu that others open too', () => {
  const overlays = new Overlays<string>()
  const wrapper = ({ children }: { children: ReactNode }) => <CoverContext value={overlays}>{children}</CoverContext>
  const { result } = renderHook(
    () => {
      const [open, onOpenChange] = useState(true)
      return usePopup({ open, onOpenChange })
    },
    { wrapper },
  )
  expect(result.current.open).toBe(true)
  act(() => overlays.show('a sheet'))
  expect(result.current.open).toBe(false)
  act(() => overlays.show(null))
  expect(result.current.open).toBe(false)
})

function Sorts({ onPick }: { onPick(): void }) {
  return (
    <Menu.Root {...usePopup()}>
      <Menu.Trigger>Sort</Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner>
          <Menu.Popup>
            <Menu.Item onClick={onPick}>By name</Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

it.each(['Enter', 'Escape'])(
  "the next key after %s in a menu is its button's, while the menu is still there",
  async (key) => {
    const pick = vi.fn()
    render(<Sorts onPick={pick} />, { wrapper: InWindow })
    const button = screen.getByText('Sort')
    button.focus()
    fireEvent.click(button)
    const item = await screen.findByText('By name')
    act(() => item.focus())
    fireEvent.keyDown(item, { key })
    expect([pick.mock.calls.length, document.activeElement]).toEqual([key === 'Enter' ? 1 : 0, button])
    await vi.waitFor(() => expect(screen.queryByText('By name')).toBeNull())
    expect(document.activeElement).toBe(button)
  },
)

it('a press elsewhere keeps the focus that it gives', async () => {
  render(
    <>
      <Sorts onPick={() => undefined} />
      <input aria-label="Name" />
    </>,
    { wrapper: InWindow },
  )
  fireEvent.click(screen.getByText('Sort'))
  await screen.findByText('By name')
  const field = screen.getByLabelText('Name')
  act(() => field.focus())
  fireEvent.pointerDown(field)
  fireEvent.mouseDown(field)
  await vi.waitFor(() => expect(screen.queryByText('By name')).toBeNull())
  expect(document.activeElement).toBe(field)
})

import { act, renderHook } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { expect, it } from 'vitest'
import { CoverContext, Overlays } from './overlays'
import { usePopup } from './popup'

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

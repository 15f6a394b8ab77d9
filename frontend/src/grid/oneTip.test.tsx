// SPEC: APP-02
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Settings } from 'lucide-react'
import { expect, it, vi } from 'vitest'
import { IconButton } from '../ui/IconButton'
import { Tip as WindowTip } from '../ui/Tip'
import { Tip } from './tip'

it('only one tooltip is shown: that of the grid or that of the window, whichever came last', () => {
  vi.useFakeTimers()
  render(
    <>
      <IconButton icon={Settings} label="Settings" onClick={() => {}} />
      <WindowTip />
    </>,
  )
  const host = document.body.appendChild(document.createElement('div'))
  const grid = new Tip(host)
  const rest = () => {
    fireEvent.pointerEnter(screen.getByRole('button'))
    act(() => vi.advanceTimersByTime(400))
  }
  rest()
  expect(screen.getByRole('tooltip').textContent).toContain('Settings')
  act(() => grid.now(host, () => ({ heading: 'published', body: 'Local Tue 10 Mar 2020', warning: false })))
  expect(screen.getByRole('tooltip').textContent).toContain('published')
  rest()
  expect(grid.open).toBe(false)
  expect(screen.getByRole('tooltip').textContent).toContain('Settings')
  cleanup()
  host.remove()
  vi.useRealTimers()
})

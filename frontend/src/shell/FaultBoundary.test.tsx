// SPEC: APP-01
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { FaultBoundary } from './FaultBoundary'

afterEach(cleanup)

it('shows what it holds, and in its place what to do once that cannot be drawn', () => {
  const onReload = vi.fn()
  vi.spyOn(console, 'error').mockReturnValue()
  const Part = ({ broken }: { broken: boolean }) => {
    if (broken) throw new TypeError('it is not a function')
    return <p>rows</p>
  }
  const { rerender } = render(<FaultBoundary onReload={onReload}>{<Part broken={false} />}</FaultBoundary>)
  expect(screen.getByText('rows')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  rerender(<FaultBoundary onReload={onReload}>{<Part broken />}</FaultBoundary>)
  expect(screen.getByRole('alert').textContent).toContain('Your unsaved changes are kept.')
  expect(screen.getByText('TypeError: it is not a function')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Reload' }))
  expect(onReload).toHaveBeenCalledOnce()
})

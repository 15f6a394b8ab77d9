// SPEC: APP-15
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Kind } from '../../lib/block'
import { InWindow } from '../../window/fixture'
import { SelectionFigures } from './SelectionFigures'
import { SelectedFigures } from './selected'

afterEach(cleanup)

it('shows the figures of the selected cells, says what was left out, and copies them', async () => {
  const user = userEvent.setup()
  const selected = new SelectedFigures((work) => {
    work()
    return () => undefined
  })
  render(<SelectionFigures selected={selected} gives={{ whole: 1, each: 2 }} />, { wrapper: InWindow })
  expect(screen.queryByRole('button')).toBeNull()
  const cells = ['0.1', '0.2', ''].map((text) => ({ kind: text === '' ? Kind.null : Kind.number, text, cut: 0 }))
  const areas = [{ top: 0, left: 0, bottom: 2, right: 0 }]
  selected.select({ areas, column: () => 0, source: { cell: (row) => cells[row] } })
  const name = 'Selection summary: Count 2, Sum 0.3, Average 0.15, Min 0.1, Max 0.2, Distinct 2'
  const button = await screen.findByRole('button', { name })
  expect(button.getAttribute('data-tip')).toBe('Excluded:  1 cell NULL or missing')
  await user.click(button)
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await user.click(await screen.findByRole('button', { name: 'Copy' }))
  await waitFor(() => expect(screen.getByText('Copied')).toBeTruthy())
  expect(copied).toHaveBeenCalledExactlyOnceWith('Count\t2\nSum\t0.3\nAverage\t0.15\nMin\t0.1\nMax\t0.2\nDistinct\t2')
})

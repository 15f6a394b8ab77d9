// SPEC: A-BRO-07, APP-02
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { cellOf, string } from '../../grid/fixture'
import type { Cell } from '../../grid/types'
import { Kind } from '../../lib/block'
import { FakeWindow, InWindow } from '../../window/fixture'
import { CellViewer } from './CellViewer'
import { type Rows, Viewer } from './viewer'

afterEach(cleanup)

const column = { ...{ type: 'text', kind: 'string', integer: false, primary: false }, name: 'note' } as never

/** Opens one cell in a stage of 1000 x 800, in whose upper left corner the cell is. */
async function open(cell: Cell) {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1000, 800))
  const viewer = new Viewer()
  viewer.attach({ rowCount: 1, cell: () => cell, prefetch: () => undefined } as unknown as Rows, [column])
  render(
    <InWindow of={new FakeWindow()}>
      <CellViewer
        viewer={viewer}
        mac={false}
        panel={{ current: null }}
        cellBox={() => new DOMRect(0, 30, 100, 24)}
        onLeave={() => undefined}
      />
    </InWindow>,
  )
  await act(() => viewer.open(0, 0))
  return screen.getByRole('dialog', { name: 'Cell note of row 1' })
}

it.each([
  ['an empty text', string(''), 'Empty text'],
  ['NULL', cellOf(Kind.null), 'NULL'],
  ['no value', cellOf(Kind.missing), 'no value'],
])('a cell with %s opens a small viewer that says so', async (_, cell, words) => {
  const viewer = await open(cell)
  expect(screen.getAllByText(words).length).toBeGreaterThan(0)
  expect(Number.parseInt(viewer.style.height, 10)).toBeLessThanOrEqual(220)
})

it('a brief value opens a small viewer', async () => {
  const viewer = await open(string('a value'))
  expect(Number.parseInt(viewer.style.height, 10)).toBeLessThanOrEqual(220)
})

it.each([
  ['a long value', string('a value '.repeat(50))],
  ['a value of many lines', string('a\n'.repeat(9))],
  ['JSON', cellOf(Kind.json, '{"a":1}')],
])('a cell with %s opens a viewer with room for it', async (_, cell) => {
  const viewer = await open(cell)
  expect(screen.queryByText('Empty text')).toBeNull()
  expect(Number.parseInt(viewer.style.height, 10)).toBeGreaterThan(400)
})

// SPEC: A-BRO-08, APP-02
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FakeWindow, InWindow } from '../../window/fixture'
import { RecordJSON } from './RecordJSON'
import type { Rows } from './viewer'

afterEach(cleanup)

const window = new FakeWindow()
const told = () => window.messages.store.getState().text

/** A record as JSON whose documents arrive when the test lets them. */
function show() {
  const waiting: ((text: string) => void)[] = []
  const rows = {
    rowCount: 2,
    value: () => new Promise((resolve) => waiting.push((text) => resolve({ kind: 4, text, changed: false }))),
  } as unknown as Rows
  const at = (row: number) => (
    <InWindow of={window}>
      <RecordJSON pages={rows} row={row} />
    </InWindow>
  )
  const { rerender } = render(at(0))
  return { waiting, go: (row: number) => rerender(at(row)) }
}

const copyButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Copy' })

describe('the document of a record', () => {
  it('is gone with its record: nothing of it is shown or copied under the next one', async () => {
    const { waiting, go } = show()
    await waitFor(() => expect(waiting).toHaveLength(1))
    waiting[0]?.('{"id":1}')
    await waitFor(() => expect(copyButton().disabled).toBe(false))
    go(1)
    expect(copyButton().disabled).toBe(true)
    expect(screen.getByRole('status').textContent).toBe('Loading the document')
    await waitFor(() => expect(waiting).toHaveLength(2))
    waiting[1]?.('{"id":20}')
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('9 characters'))
  })

  it.each([
    ['says that it was copied', () => Promise.resolve(), 'Copied'],
    [
      'says that it could not be copied',
      () => Promise.reject(new Error('no')),
      'Not copied: the clipboard is not available',
    ],
  ])('%s', async (_, write, said) => {
    const user = userEvent.setup()
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(write)
    const { waiting } = show()
    await waitFor(() => expect(waiting).toHaveLength(1))
    waiting[0]?.('{"id":1}')
    await waitFor(() => expect(copyButton().disabled).toBe(false))
    await user.click(copyButton())
    await waitFor(() => expect(told()).toBe(said))
  })
})

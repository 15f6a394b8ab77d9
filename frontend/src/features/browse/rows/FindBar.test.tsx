// SPEC: APP-02, A-BRO-18
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { string } from '../../../grid/fixture'
import type { Grid } from '../../../grid/grid'
import { encodeBlock } from '../../../lib/block.fixture'
import { InWindow } from '../../../window/fixture'
import { FakeHost, sessionOf } from '../fixture'
import { FindBar } from './FindBar'
import { RowsTab } from './rowsTab'

afterEach(cleanup)

/** One page of two rows. */
class TwoRows extends FakeHost {
  override async data<R>(path: string): Promise<{ about: R; bytes: ArrayBuffer }> {
    const { about } = await super.data<R>(path)
    return { about, bytes: encodeBlock(['_id'], [[string('harbour')], [string('winter')]]) }
  }
}

/** The bar over loaded rows, and the cells it went to. */
async function open() {
  const tab = new RowsTab(
    { id: 't1', host: new TwoRows(), session: sessionOf(), changed: vi.fn() },
    { state: { object: 'books' } },
  )
  await act(async () => tab.show())
  await waitFor(() => expect(tab.rows.store.getState().pages?.loaded).toBeGreaterThan(0))
  const goTo = vi.fn()
  const grid = { current: { selection: { focus: { row: 0, column: 0 } }, goTo, setFound: vi.fn(), focus: vi.fn() } }
  const columns = [{ name: '_id', width: 100 }] as never
  const said: string[] = []
  render(
    <InWindow>
      <FindBar tab={tab} grid={grid as unknown as { current: Grid }} columns={columns} onClose={() => undefined} />
    </InWindow>,
  )
  const watch = new MutationObserver(() => {
    const text = screen.queryByRole('status')?.textContent ?? ''
    if (said.at(-1) !== text) said.push(text)
  })
  watch.observe(document.body, { childList: true, subtree: true, characterData: true })
  return {
    tab,
    goTo,
    said,
    user: userEvent.setup(),
    field: screen.getByRole('textbox', { name: 'Find in loaded rows' }),
  }
}

it('says nothing of a text before the rows were looked through for it', async () => {
  const { user, field, said } = await open()
  await user.type(field, 'x')
  await screen.findByText(/^Nothing found in \d loaded rows$/)
  await user.clear(field)
  await user.type(field, 'winter')
  await screen.findByText(/^1 in /)
  const wrong = said.filter((text) => / 0 loaded rows/.test(text))
  expect(wrong).toEqual([])
})

it('goes to a match of the text that is there, also when Enter comes before the rows were looked through', async () => {
  const { tab, field, goTo } = await open()
  act(() => tab.bars.setState({ text: 'harbour' }))
  await screen.findByText(/^1 in /)
  act(() => tab.bars.setState({ text: 'winter' }))
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(goTo).toHaveBeenCalled())
  expect(goTo.mock.calls).toEqual([[1, 0]])
})

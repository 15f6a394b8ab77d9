// SPEC: A-BRO-11, A-SRT-02
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { string } from '../../../grid/fixture'
import { encodeBlock } from '../../../lib/block.fixture'
import { InWindow } from '../../../window/fixture'
import { FakeHost, pageOf, sessionOf } from '../fixture'
import { RowsTab } from './rowsTab'
import { StatusBar } from './StatusBar'

afterEach(cleanup)

/** Pages whose rows have keys. */
class KeyedHost extends FakeHost {
  override async data<R>(path: string): Promise<{ about: R; bytes: ArrayBuffer }> {
    const { about } = await super.data<R>(path)
    const cells = ['a', 'b'].map((text) => [string(text), string(text)])
    return { about, bytes: encodeBlock(['_id', '#id'], cells) }
  }
}

/** The status bar of a tab that shows its first page. */
async function show(host = new FakeHost()) {
  const tab = new RowsTab({ id: 't1', host, session: sessionOf(), changed: vi.fn() }, { state: { object: 'books' } })
  const onColumns = vi.fn()
  render(
    <InWindow>
      <StatusBar tab={tab} onGo={() => undefined} onColumns={onColumns} />
    </InWindow>,
  )
  await act(async () => tab.show())
  await screen.findByText('of 6')
  return { tab, onColumns, user: userEvent.setup() }
}

it('names the order of the rows, wherever its columns are', async () => {
  const { tab } = await show()
  expect(screen.queryByText(/^sorted by /)).toBeNull()
  await act(() => tab.rows.sort('price', false))
  await screen.findByText('sorted by price')
})

// SPEC: A-EDT-04
it('counts without the rows that a save deleted since they were read', async () => {
  const { tab } = await show(new KeyedHost())
  const key = tab.shown.getState().pages?.key(0) ?? ''
  expect(key).not.toBe('')
  act(() => {
    const hidden = [{ name: '#id', value: 'a' }]
    tab.edits.remove([{ key, row: () => ({ title: 'a', hidden, shown: hidden, before: new Map() }) }])
    tab.edits.saved(key, new Map(), new Map(), [])
  })
  expect(tab.shown.getState().pages?.rowOf(key)).toBeUndefined()
  await screen.findByText('of 5')
  screen.getByText('1 loaded')
  act(() => {
    const made = tab.edits.add({ hidden: [] })
    tab.edits.saved(made, new Map(), new Map(), [], [{ name: '#id', value: 'x' }])
  })
  await screen.findByText('of 6')
  screen.getByText('2 loaded')
})

it('counts the hidden columns, and leads to the list of columns', async () => {
  const { tab, user, onColumns } = await show()
  expect(screen.queryByText(/hidden/)).toBeNull()
  const columns = [{ name: 'price', hidden: true, pinned: false, width: 0 }]
  act(() => tab.columns.store.setState({ layout: { columns, hideEmpty: false } }))
  await user.click(screen.getByRole('button', { name: '1 hidden' }))
  expect(onColumns).toHaveBeenCalledOnce()
})

it('shows the time that the user waited, with that of the engine beside it', async () => {
  const host = new FakeHost()
  host.answers.set('/data/page', () => ({ ...pageOf(['a', 'b']), elapsed: 3300, millis: 211 }))
  await show(host)
  expect(screen.getByText('3.3 s').textContent).toBe('3.3 s, engine 211 ms')
})

it('offers the sizes that a page can have', async () => {
  const { user } = await show()
  await user.click(screen.getByRole('button', { name: 'Rows per page: 2' }))
  const sizes = screen.getAllByRole('menuitemradio').map((item) => item.textContent)
  expect(sizes).toContain('1,000 Rows per Page')
  expect(screen.getByRole('menuitemradio', { checked: true }).textContent).toBe('2 Rows per Page')
})

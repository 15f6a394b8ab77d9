// SPEC: A-FIL-01, APP-02
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeWindow, InWindow } from '../../window/fixture'
import { Picker } from './Picker'

afterEach(cleanup)

it('Ctrl+Enter right after a value was picked goes on to the filter, while the list is still there', async () => {
  const keys = vi.fn()
  const picked: string[] = []
  const items = ['true', 'false'].map((id) => ({ id, title: id }))
  render(
    <InWindow of={new FakeWindow()}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the bar around it. */}
      <div
        onKeyDown={(event) => {
          keys(event.key, event.ctrlKey, event.defaultPrevented)
          event.stopPropagation()
        }}
      >
        <Picker label="Value" items={items} value="" onPick={(id) => picked.push(id)} />
      </div>
    </InWindow>,
  )
  fireEvent.click(screen.getByRole('combobox'))
  const list = await screen.findByRole('listbox')
  fireEvent.keyDown(list, { key: 'ArrowDown' })
  fireEvent.keyDown(list, { key: 'Enter' })
  expect([picked, keys.mock.calls]).toEqual([['false'], []])
  fireEvent.keyDown(list, { key: 'Enter', ctrlKey: true })
  expect(keys.mock.calls).toEqual([['Enter', true, false]])
})

it.each([true, false])(
  "the next key after a pick is the button's, while the list is still there; searched: %s",
  async (searched) => {
    const items = ['true', 'false'].map((id) => ({ id, title: id }))
    render(
      <InWindow of={new FakeWindow()}>
        <Picker label="Value" items={items} value="" searched={searched} onPick={() => undefined} />
      </InWindow>,
    )
    for (const key of ['Enter', 'Escape']) {
      const button = screen.getByRole('combobox')
      button.focus()
      fireEvent.keyDown(button, { key: 'ArrowDown' })
      await vi.waitFor(() => expect(document.activeElement).not.toBe(button))
      fireEvent.keyDown(document.activeElement ?? document.body, { key })
      expect(document.activeElement).toBe(button)
      await vi.waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
      expect(document.activeElement).toBe(button)
    }
  },
)

it('starts anew when it is reopened before it has vanished', async () => {
  const items = ['true', 'false'].map((id) => ({ id, title: id }))
  const picked: string[] = []
  render(
    <InWindow of={new FakeWindow()}>
      <Picker label="Value" items={items} value="" searched onPick={(id) => picked.push(id)} />
    </InWindow>,
  )
  for (const letters of ['fa', 'tr']) {
    fireEvent.click(screen.getByRole('combobox'))
    fireEvent.change(await screen.findByLabelText('Find value'), { target: { value: letters } })
    fireEvent.keyDown(screen.getByLabelText('Find value'), { key: 'Enter' })
    expect(screen.queryByRole('listbox')).not.toBeNull()
  }
  expect(picked).toEqual(['false', 'true'])
  fireEvent.click(screen.getByRole('combobox'))
  expect((await screen.findByLabelText<HTMLInputElement>('Find value')).value).toBe('')
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Find value')))
})

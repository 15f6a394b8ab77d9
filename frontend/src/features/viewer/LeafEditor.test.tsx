// SPEC: A-EDT-08
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { LeafEditor } from './LeafEditor'

afterEach(cleanup)

function open(value: string) {
  const onDone = vi.fn()
  const onCancel = vi.fn()
  const { unmount } = render(<LeafEditor label="name" value={value} onDone={onDone} onCancel={onCancel} />)
  return { onDone, onCancel, unmount, field: screen.getByRole('textbox', { name: 'name' }) }
}

it.each([
  ['a text without quotes', '"Ada"', 'Grace', '"Grace"'],
  ['a text with characters that JSON escapes', '"Ada"', 'a "b" \\c', '"a \\"b\\" \\\\c"'],
  ['a text with its quotes', '"Ada"', '"Grace"', '"Grace"'],
  ['nothing in place of a text', '"Ada"', '', '""'],
  ['a number with every digit', '1', '9007199254740993.10', '9007199254740993.10'],
])('%s that takes the place of all that was there is JSON', async (_, value, typed, done) => {
  const { onDone, field } = open(value)
  fireEvent.change(field, { target: { value: typed } })
  await userEvent.keyboard('{Enter}')
  expect(onDone.mock.calls).toEqual([[done]])
})

it('what was typed is taken where a key of the window takes the field away, and nothing else is', () => {
  const typed = open('1')
  fireEvent.change(typed.field, { target: { value: '12' } })
  typed.unmount()
  expect(typed.onDone.mock.calls).toEqual([['12']])
  const looked = open('1')
  looked.unmount()
  expect(looked.onDone).not.toHaveBeenCalled()
})

it('what is not JSON stays in the field on Enter, and is not lost when the field is left', async () => {
  const { onDone, onCancel, field } = open('1')
  fireEvent.change(field, { target: { value: '12a' } })
  await userEvent.keyboard('{Enter}')
  expect([onDone.mock.calls, field.getAttribute('aria-invalid')]).toEqual([[], 'true'])
  fireEvent.blur(field)
  expect([onDone.mock.calls, onCancel.mock.calls]).toEqual([[['12a']], []])
})

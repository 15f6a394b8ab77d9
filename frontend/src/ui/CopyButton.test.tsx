// SPEC: APP-02
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { CopyButton } from './CopyButton'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const button = () => screen.getByRole('button')

it.each([
  ['it copied', () => Promise.resolve(), 'Copied'],
  ['it could not copy', () => Promise.reject(new Error('no')), 'Not copied'],
])('says for a moment that %s', async (_, write, said) => {
  userEvent.setup() // installs the clipboard
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(write)
  render(<CopyButton label="Copy Details" text="the details" />)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  button().click()
  await act(() => Promise.resolve())
  expect(button().textContent).toBe(said)
  act(() => void vi.advanceTimersByTime(1500))
  expect(button().textContent).toBe('Copy Details')
})

it('copies nothing while it is off', async () => {
  const user = userEvent.setup()
  const write = vi.spyOn(navigator.clipboard, 'writeText')
  render(<CopyButton label="Copy" text="" off />)
  await user.click(button())
  await waitFor(() => expect(button().textContent).toBe('Copy'))
  expect(write).not.toHaveBeenCalled()
})

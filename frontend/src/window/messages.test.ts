// SPEC: APP-13
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Messages, shownFor } from './messages'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('shows a message for a moment, counted from the last one', () => {
  const messages = new Messages()
  const shown = () => messages.store.getState().text
  messages.tell('There is no closed tab to reopen.')
  vi.advanceTimersByTime(shownFor - 1)
  messages.tell('No index is open.')
  vi.advanceTimersByTime(shownFor - 1)
  expect(shown()).toBe('No index is open.')
  vi.advanceTimersByTime(1)
  expect(shown()).toBe('')
})

// SPEC: APP-13
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Host } from '../host'
import type { ThemeSwitch } from '../lib/theme'
import { momentLong, Shell } from './store'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('says something for a moment, counted from the last time that it did', () => {
  const shell = new Shell({} as Host, {} as ThemeSwitch)
  const told = () => shell.store.getState().told
  shell.tell('No tab was closed.')
  vi.advanceTimersByTime(momentLong - 1)
  shell.tell('No index is open.')
  vi.advanceTimersByTime(momentLong - 1)
  expect(told()).toBe('No index is open.')
  vi.advanceTimersByTime(1)
  expect(told()).toBe('')
})

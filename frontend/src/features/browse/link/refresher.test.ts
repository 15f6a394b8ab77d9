// SPEC: APP-12
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { refreshEvery } from './refresher'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A window that a test hides and shows. */
class FakeWindow {
  hidden = false
  readonly #listeners = new Set<() => void>()
  addEventListener(_: string, listener: () => void): void {
    this.#listeners.add(listener)
  }
  removeEventListener(_: string, listener: () => void): void {
    this.#listeners.delete(listener)
  }
  show(seen: boolean): void {
    this.hidden = !seen
    for (const listener of this.#listeners) listener()
  }
  get listeners(): number {
    return this.#listeners.size
  }
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

it('reads again after each interval, counted from the end of the reading before, failed or not', async () => {
  const refresh = vi.fn(() => new Promise((_, failed) => setTimeout(() => failed(new Error('lost')), 3000)))
  const end = refreshEvery(5, refresh, new FakeWindow())
  await pass(4.9)
  expect(refresh).toHaveBeenCalledTimes(0)
  await pass(0.2)
  expect(refresh).toHaveBeenCalledTimes(1)
  await pass(7.8)
  expect(refresh).toHaveBeenCalledTimes(1)
  await pass(0.2)
  expect(refresh).toHaveBeenCalledTimes(2)
  end()
  await pass(60)
  expect(refresh).toHaveBeenCalledTimes(2)
})

it('rests while the window is hidden, and reads once when it is seen again where that was due', async () => {
  const refresh = vi.fn(() => Promise.resolve())
  const screen = new FakeWindow()
  const end = refreshEvery(5, refresh, screen)
  screen.show(false)
  await pass(120)
  expect(refresh).toHaveBeenCalledTimes(0)
  screen.show(true)
  expect(refresh).toHaveBeenCalledTimes(1)
  screen.show(false)
  screen.show(true)
  expect(refresh).toHaveBeenCalledTimes(1)
  await pass(5.1)
  expect(refresh).toHaveBeenCalledTimes(2)
  end()
  expect(screen.listeners).toBe(0)
})

import { afterEach, describe, expect, it, vi } from 'vitest'
import { painted } from './painted'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('what was drawn is on the screen', () => {
  it('a moment after the second frame, whose callbacks run once the first is painted', async () => {
    vi.useFakeTimers()
    const waiting: FrameRequestCallback[] = []
    vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => waiting.push(callback))
    const frame = async () => {
      for (const callback of waiting.splice(0)) callback(0)
      await vi.advanceTimersByTimeAsync(120)
    }
    let over = false
    void painted().then(() => {
      over = true
    })
    await frame()
    expect(over).toBe(false)
    await frame()
    expect(over).toBe(false)
    await frame()
    expect(over).toBe(true)
  })
})

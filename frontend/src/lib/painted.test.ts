import { afterEach, describe, expect, it, vi } from 'vitest'
import { painted } from './painted'

afterEach(() => vi.unstubAllGlobals())

describe('what was drawn is on the screen', () => {
  it('in the frame after the one whose callbacks run before it is painted', async () => {
    const waiting: FrameRequestCallback[] = []
    vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => waiting.push(callback))
    const frame = async () => {
      for (const callback of waiting.splice(0)) callback(0)
      await new Promise((done) => setTimeout(done, 5))
    }
    let over = false
    void painted().then(() => {
      over = true
    })
    await frame()
    expect(over).toBe(false)
    await frame()
    expect(over).toBe(true)
  })
})

// SPEC: B-KEY-02
import { describe, expect, it } from 'vitest'
import { daysUntil, millisOf, usualExpiry } from './expiry'

describe('an expiry', () => {
  it.each([
    ['2026-12-31 23:59', new Date(2026, 11, 31, 23, 59)],
    ['2026-12-31T23:59', new Date(2026, 11, 31, 23, 59)],
    [' 2026-12-31 ', new Date(2026, 11, 31)],
  ])('is read by the clock of this computer: %s', (text, time) => {
    expect(millisOf({ never: false, text })).toBe(String(time.getTime()))
  })

  it.each(['', 'tomorrow', '2026-02-30', '2026-13-01', '2026-12-31 24:00', '2026-12-31 23:60', '31.12.2026'])(
    'is not read: %s',
    (text) => {
      expect(millisOf({ never: false, text })).toBeUndefined()
      expect(millisOf({ never: true, text })).toBe('')
    },
  )

  it('is never at first, with a time a month away beside it', () => {
    const now = new Date(2026, 10, 28, 15, 0)
    const expiry = usualExpiry(now)
    expect(expiry).toEqual({ never: true, text: '2026-12-28 23:59' })
    expect(daysUntil(millisOf({ ...expiry, never: false }) ?? '', now.getTime())).toBe(31)
    expect(daysUntil('0', now.getTime())).toBe(0)
  })
})

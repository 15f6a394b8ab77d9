/** When a key expires, as the user typed it: never, or at a time by the clock of this computer. */
export interface Expiry {
  never: boolean
  /** "2026-12-31 23:59", or a day alone, which means its beginning. */
  text: string
}

const day = 86_400_000

/** An expiry that starts at "never", with the end of a day a month from now beside it. */
export function usualExpiry(now = new Date()): Expiry {
  const then = new Date(now.getTime() + 30 * day)
  const two = (n: number) => String(n).padStart(2, '0')
  return { never: true, text: `${then.getFullYear()}-${two(then.getMonth() + 1)}-${two(then.getDate())} 23:59` }
}

/** The time in milliseconds since 1970: '' for never, undefined if the text is not a time. */
export function millisOf({ never, text }: Expiry): string | undefined {
  if (never) return ''
  const read = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2}))?$/.exec(text.trim())
  if (!read) return undefined
  const [year = 0, month = 0, date = 0, hours = 0, minutes = 0] = read.slice(1).map((part) => Number(part ?? 0))
  const time = new Date(year, month - 1, date, hours, minutes)
  const same = time.getMonth() === month - 1 && time.getDate() === date && time.getHours() === hours
  return same && minutes < 60 ? String(time.getTime()) : undefined
}

/** How many days are left until a time, 0 if it has passed. */
export function daysUntil(millis: string, now = Date.now()): number {
  return Math.max(0, Math.ceil((Number(millis) - now) / day))
}

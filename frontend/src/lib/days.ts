/** A day of the calendar. */
export interface Day {
  year: number
  /** From 1. */
  month: number
  day: number
}

/** A parsed date, and how to replace its day. */
export interface WrittenDate {
  day: Day
  /** The text with another day; time, zone and their spelling are unchanged. */
  write(day: Day): string
}

const iso = /^(\d{4})-(\d\d)-(\d\d)(?=$|[T ])/i
const millis = /^-?\d{12,14}$/
const millisPerDay = 86_400_000n

/** A day as a moment: midnight in UTC. */
function utcOf({ year, month, day }: Day): Date {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date
}

function dayOf(date: Date): Day {
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** Today, by the computer's clock. */
export function today(now = new Date()): Day {
  return { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() }
}

/** A day in ISO 8601: 2026-11-20. */
export function isoDay({ year, month, day }: Day): string {
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
}

/** The day some days later, within the four-digit years of ISO 8601. */
export function addDays(day: Day, days: number): Day {
  const date = utcOf(day)
  date.setUTCDate(date.getUTCDate() + days)
  return within(dayOf(date))
}

/** The same day some months later, or the last day of a shorter month. */
export function addMonths({ year, month, day }: Day, months: number): Day {
  const first = within(dayOf(utcOf({ year, month: month + months, day: 1 })))
  return { ...first, day: Math.min(day, daysOf(first)) }
}

function daysOf({ year, month }: Day): number {
  return dayOf(utcOf({ year, month: month + 1, day: 0 })).day
}

function within(day: Day): Day {
  if (day.year < 1) return { year: 1, month: 1, day: 1 }
  return day.year > 9999 ? { year: 9999, month: 12, day: 31 } : day
}

/** The weekday of a day: Monday is 0. */
export function weekday(day: Day): number {
  return (utcOf(day).getUTCDay() + 6) % 7
}

/** The six weeks, starting on Mondays, that cover a month. */
export function weeksOf(month: Day): Day[][] {
  const first = utcOf({ ...month, day: 1 })
  first.setUTCDate(1 - weekday({ ...month, day: 1 }))
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, at) => {
      const date = new Date(first)
      date.setUTCDate(first.getUTCDate() + week * 7 + at)
      return dayOf(date)
    }),
  )
}

export function sameDay(a: Day, b: Day): boolean {
  return a.year === b.year && a.month === b.month && a.day === b.day
}

/**
 * Parses a date and its format: ISO 8601 with or without a time and a zone, or milliseconds since 1970. Undefined for
 * any other text, since only the user knows its format.
 */
export function readWritten(text: string): WrittenDate | undefined {
  const found = iso.exec(text)
  if (!found) return readMillis(text)
  const day = { year: Number(found[1]), month: Number(found[2]), day: Number(found[3]) }
  if (day.year < 1 || !sameDay(dayOf(utcOf(day)), day)) return undefined
  return { day, write: (other) => isoDay(other) + text.slice(10) }
}

function readMillis(text: string): WrittenDate | undefined {
  // Fewer digits are more likely seconds than a day around 1970.
  if (!millis.test(text)) return undefined
  const moment = BigInt(text)
  const before = ((moment % millisPerDay) + millisPerDay) % millisPerDay
  const days = (moment - before) / millisPerDay
  const day = dayOf(new Date(Number(days * millisPerDay)))
  const write = (other: Day) => String(BigInt(utcOf(other).getTime()) + before)
  return { day, write }
}

/** A date in the format of another one, for a cell without a value: the same spelling, at midnight. */
export function likeWritten(sample: string, day: Day): WrittenDate {
  const form = readWritten(sample)
  const midnight = (text: string) => {
    const [date, time = ''] = [text.slice(0, 10), text.slice(10)]
    const zone = /(Z|[+-]\d\d:?\d*)$/i.exec(time)?.[0] ?? ''
    return date + time.slice(0, time.length - zone.length).replace(/\d/g, '0') + zone
  }
  if (!form) return { day, write: isoDay }
  if (millis.test(sample)) return { day, write: (other) => String(utcOf(other).getTime()) }
  return { day, write: (other) => midnight(form.write(other)) }
}

const months = 'January February March April May June July August September October November December'.split(' ')
export const weekdays = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')

/** A month in words: "November 2026". */
export const monthWords = ({ year, month }: Day) => `${months[month - 1]} ${year}`

/** A day in words: "Friday 20 November 2026". */
export const dayWords = (day: Day) => `${weekdays[weekday(day)]} ${day.day} ${monthWords(day)}`

// SPEC: A-EDT-08
import { expect, it } from 'vitest'
import { addDays, addMonths, dayWords, isoDay, likeWritten, readWritten, weekday, weeksOf } from './days'

const on = (text: string) => {
  const day = readWritten(text)?.day
  if (!day) throw new Error(text)
  return day
}

it.each([
  ['2024-09-17', '2026-11-20'],
  ['2024-09-17T13:45:10.250+02:00', '2026-11-20T13:45:10.250+02:00'],
  ['2024-09-17T13:45:10.123456789Z', '2026-11-20T13:45:10.123456789Z'],
  ['2024-09-17 13:45', '2026-11-20 13:45'],
  ['1726580710250', '1795182310250'],
  ['-126580710250', '1795214489750'],
])('%s with another day keeps everything else', (text, want) => {
  expect(readWritten(text)?.write({ year: 2026, month: 11, day: 20 })).toBe(want)
})

it.each([
  '17/09/2024',
  '2024/09/17',
  '2024-09-17x',
  '2023-02-29',
  '0000-01-01',
  '2024',
  '["2024-09-17"]',
  '1726580710',
  '1726580710.5',
])('%s is left to the keyboard', (text) => {
  expect(readWritten(text)).toBeUndefined()
})

it.each([
  ['2024-09-17T13:45:10.250+02:00', '2026-11-20T00:00:00.000+02:00'],
  ['2024-09-17T13:45Z', '2026-11-20T00:00Z'],
  ['1726580710250', '1795132800000'],
  ['', '2026-11-20'],
  ['17.9.2024', '2026-11-20'],
])('a new date is written like %s, at midnight', (sample, want) => {
  const day = { year: 2026, month: 11, day: 20 }
  expect(likeWritten(sample, day).write(day)).toBe(want)
})

it('days and months go on over the ends of months and years', () => {
  expect(isoDay(addDays(on('2024-02-28'), 2))).toBe('2024-03-01')
  expect(isoDay(addDays(on('2024-01-01'), -1))).toBe('2023-12-31')
  expect(isoDay(addMonths(on('2024-01-31'), 1))).toBe('2024-02-29')
  expect(isoDay(addMonths(on('2024-01-31'), -14))).toBe('2022-11-30')
  expect(isoDay(addDays(on('0001-01-01'), -1))).toBe('0001-01-01')
  expect(isoDay(addMonths(on('9999-12-31'), 1))).toBe('9999-12-31')
  expect(weekday(on('2026-11-20'))).toBe(4)
  expect(dayWords(on('2026-11-20'))).toBe('Friday 20 November 2026')
})

it('a month has six weeks from Monday on', () => {
  const weeks = weeksOf(on('2026-11-20')).map((week) => week.map(isoDay))
  expect(weeks).toHaveLength(6)
  expect(weeks[0]?.[0]).toBe('2026-10-26')
  expect(weeks[5]?.[6]).toBe('2026-12-06')
  expect(weeksOf(on('0001-01-01')).flat()).toHaveLength(42)
})

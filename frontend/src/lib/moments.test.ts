// SPEC: APP-12
import { describe, expect, it } from 'vitest'
import { clock, clocks, readLikelyEpoch, readMoment } from './moments'

const utc = (text: string) => {
  const moment = readMoment(text)
  return moment && clock(moment, 'UTC')
}

describe('a text read as a moment', () => {
  it.each([
    ['2026-11-20', 'Fri 20 Nov 2026, 00:00:00'],
    ['2026-11', 'Sun 1 Nov 2026, 00:00:00'],
    ['2026-11-20T14:02:05Z', 'Fri 20 Nov 2026, 14:02:05'],
    ['2026-11-20T14:02:05.123456789Z', 'Fri 20 Nov 2026, 14:02:05.123456789'],
    ['2026-11-20T14:02:05,50+02:00', 'Fri 20 Nov 2026, 12:02:05.50'],
    ['2026-11-20 01:02-0330', 'Fri 20 Nov 2026, 04:32:00'],
    ['2026-11-20T14+05', 'Fri 20 Nov 2026, 09:00:00'],
    ['1969-12-31T23:59:59.999Z', 'Wed 31 Dec 1969, 23:59:59.999'],
    ['0001-01-01T00:00:00Z', 'Mon 1 Jan 1, 00:00:00'],
    ['0099-12-31T23:59:59+01:00', 'Thu 31 Dec 99, 22:59:59'],
    ['0000-02-29', 'Tue 29 Feb 1 BC, 00:00:00'],
    ['1899-12-31T00:00:00Z', 'Sun 31 Dec 1899, 00:00:00'],
  ])('%s is %s', (text, expected) => {
    expect(utc(text)).toBe(expected)
  })

  it.each([
    '',
    'now',
    '2026-02-30',
    '2026-13-01',
    '2026-11-20T24:00:00Z',
    '2026-11-20T14:60Z',
    '1.5',
    '12',
    '2026-11-20x',
  ])('%j is none', (text) => {
    expect(readMoment(text)).toBeUndefined()
  })
})

describe('a bare number in a column of dates', () => {
  it.each([
    ['1795183325250', 'milliseconds', 'Fri 20 Nov 2026, 14:02:05.250'],
    ['1795183325', 'seconds', 'Fri 20 Nov 2026, 14:02:05'],
    ['-1000000000001', 'milliseconds', 'Sun 24 Apr 1938, 22:13:19.999'],
    ['1460671200', 'milliseconds', 'Sat 17 Jan 1970, 21:44:31.200'],
    ['20240101', 'milliseconds', 'Thu 1 Jan 1970, 05:37:20.101'],
    ['1460671200000', 'seconds', 'Wed 29 Oct 48256, 16:00:00'],
  ] as const)('%s counts %s, whatever its size', (text, epoch, expected) => {
    const moment = readMoment(text, epoch)
    expect(moment && clock(moment, 'UTC')).toBe(expected)
    expect(moment?.unit).toBe(epoch)
  })

  it.each(['1795183325', '1795183325250'])('%s is none where nobody knows what it counts', (text) => {
    expect(readMoment(text)).toBeUndefined()
    expect(readMoment(text, '')).toBeUndefined()
  })
})

describe('a bare number in a column of numbers', () => {
  it.each([
    ['1795183325', 'seconds'],
    ['1795183325250', 'milliseconds'],
    ['999999999', undefined],
    ['4200000000', undefined],
    ['100000000000', undefined],
    ['-1795183325', undefined],
    ['9007199254740993', undefined],
  ])('%s is read as %s', (text, unit) => {
    expect(readLikelyEpoch(text)?.unit).toBe(unit)
  })
})

it('both clocks tell the same moment, each in its own zone', () => {
  const moment = readMoment('2026-07-01T23:30:00Z')
  expect(moment && clocks(moment, 'Asia/Tokyo')).toEqual({
    local: 'Thu 2 Jul 2026, 08:30:00',
    utc: 'Wed 1 Jul 2026, 23:30:00',
    read: '',
  })
})

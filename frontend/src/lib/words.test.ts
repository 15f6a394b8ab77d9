import { describe, expect, it } from 'vitest'
import { ago, count, counted, cutApart, cutMiddle, duration, nanoseconds, percent, shortCount, size } from './words'

describe('words', () => {
  it.each([
    ['0', '0'],
    ['48213', '48,213'],
    ['9007199254740993', '9,007,199,254,740,993'],
  ])('writes %s with separators and every digit', (text, want) => {
    expect(count(text)).toBe(want)
  })

  it.each([
    [counted(0, 'row'), '0 rows'],
    [counted(1, 'row'), '1 row'],
    [counted('1', 'document', 'documents'), '1 document'],
    [counted('48213', 'index', 'indices'), '48,213 indices'],
    [counted(1, 'entry', 'entries'), '1 entry'],
    [counted('11', 'loaded row'), '11 loaded rows'],
  ])('counts one as one and everything else as many: %s', (text, want) => {
    expect(text).toBe(want)
  })

  it.each([
    ['402118', '402,118'],
    ['12408331', '12.4 M'],
  ])('shortens %s for the sidebar', (text, want) => {
    expect(shortCount(text)).toBe(want)
  })

  it.each([
    ['249', '249 B'],
    ['1100000', '1.1 MB'],
    ['126000000', '126 MB'],
  ])('gives %s bytes a unit', (text, want) => {
    expect(size(text)).toBe(want)
  })

  it.each([
    [41, '41 ms'],
    [2400, '2.4 s'],
    [12_400, '12 s'],
    [126_000, '2 min 6 s'],
  ])('writes %d ms as a person reads it', (ms, want) => {
    expect(duration(ms)).toBe(want)
  })

  it.each([
    ['a name that fits stays whole', 'books', 5, 'books'],
    ['a long name keeps its end', 'weblog-2026.11.20', 13, 'weblog….11.20'],
    ['a character outside of the first plane is one character', '😀😀😀😀😀😀', 5, '😀😀…😀😀'],
    ['where nothing fits the first and the last character stay', 'books', 1, 'b…s'],
  ])('%s', (_, name, room, want) => {
    expect(cutMiddle(name, (part) => [...part].length <= room)).toBe(want)
  })

  // SPEC: APP-03
  it.each([
    ['one that fits stays whole', 'books', [], 5, 'books'],
    ['one that no other is like is cut in the middle', 'GET books/_search', ['logs'], 9, 'GET …arch'],
    ['one that another is cut like shows where it differs', 'GET books/_search', ['GET logs/_search'], 9, 'GE…books…'],
    ['the other one too', 'GET logs/_search', ['GET books/_search'], 9, 'GE…logs/…'],
    ['a difference near the end keeps the end', 'logs-checkout-a-app', ['logs-checkout-b-app'], 8, 'lo…a-app'],
    ['two of one name are cut in the middle', 'GET books/_search', ['GET books/_search'], 9, 'GET …arch'],
  ])('of names beside each other, %s', (_, name, others, room, want) => {
    expect(cutApart(name, others, (part) => [...part].length <= room)).toBe(want)
  })

  it('says how long ago something was', () => {
    const now = new Date('2026-03-10T12:00:00')
    expect(ago('2026-03-10T11:58:00', now)).toBe('2 min ago')
    expect(ago('2026-03-09T23:58:00', now)).toBe('Yesterday')
    expect(ago('2026-03-08T23:58:00', now)).toBe('8 Mar')
    expect(ago('', now)).toBe('')
  })
})

describe('a time in nanoseconds', () => {
  it.each([
    [0, '0 ns'],
    [999, '999 ns'],
    [1000, '1.0 µs'],
    [9949, '9.9 µs'],
    [9950, '10 µs'],
    [999_499, '999 µs'],
    [999_500, '1.0 ms'],
    [153_647_000, '154 ms'],
    [999_500_000, '1.0 s'],
    [90_000_000_000, '1 min 30 s'],
  ])('%i is %s', (ns, want) => {
    expect(nanoseconds(ns)).toBe(want)
  })
})

describe('a share', () => {
  it.each([
    [0, '0%'],
    [0.004, '<1%'],
    [0.625, '63%'],
    [1, '100%'],
  ])('%d is %s', (share, want) => {
    expect(percent(share)).toBe(want)
  })
})

import { describe, expect, it, vi } from 'vitest'
import { Fit } from './fit'

/** Every character is 10 px wide, an i 4, an 8 12, the ellipsis 10. */
const widthOf = (text: string) => [...text].reduce((sum, sign) => sum + ({ i: 4, '8': 12 }[sign] ?? 10), 0)

describe('how much of a text fits into a cell', () => {
  it.each<[name: string, text: string, room: number, shown: string | undefined]>([
    ['all of a text that fits exactly', 'abcd', 40, 'abcd'],
    ['room for the ellipsis is kept where it does not fit', 'abcde', 40, 'abc'],
    ['narrow letters count as what they are', 'iiiiiiii', 30, 'iiiii'],
    ['digits are all as wide as the widest', '1111', 40, '11'],
    ['nothing where not even a letter fits beside the ellipsis', 'abc', 15, ''],
    ['an empty text', '', 40, ''],
    ['a combining sign behind the edge does not count', 'abcde\u0301fgh', 40, 'abc'],
    ['no answer where a combining sign comes before the edge', 'a\u0301bcdefgh', 40, undefined],
    ['none for a text in another script', 'نص طويل جدا', 40, undefined],
    ['none where the first sign beyond the edge is of another script', 'abcd日本語', 40, undefined],
    ['none for pairs, of which half could be shown', '😀😀😀😀😀', 40, undefined],
  ])('%s', (_, text, room, shown) => {
    const end = new Fit(widthOf).shown(text, room)
    expect(end === undefined ? undefined : text.slice(0, end)).toBe(shown)
  })

  it.each<[name: string, text: string, most: number | undefined, width: number]>([
    ['letters and digits', 'ai1', undefined, 26],
    ['no further than is asked for', 'abcdefgh', 25, 30],
    ['a text of another script as a whole', 'a日本', undefined, 30],
    ['nothing', '', undefined, 0],
  ])('the width of a text: %s', (_, text, most, width) => {
    expect(new Fit(widthOf).width(text, most)).toBe(width)
  })

  it('measures no letter twice', () => {
    const measure = vi.fn(widthOf)
    const fit = new Fit(measure)
    fit.shown('abcabc', 1000)
    fit.shown('cba 123', 1000)
    const asked = measure.mock.calls.map(([text]) => text)
    expect(new Set(asked).size).toBe(asked.length)
    expect(asked).toHaveLength('abc '.length + '0123456789'.length + '…'.length)
  })
})

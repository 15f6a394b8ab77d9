// SPEC: A-BRO-16
import { describe, expect, it } from 'vitest'
import { piecesOf } from './pieces'
import { LongText, longestLine, mostPlaces } from './text'

const textOf = (text: string) => new LongText(new TextEncoder().encode(text).buffer as ArrayBuffer)

describe('a long text', () => {
  it.each([
    ['one line', 'abc', ['abc']],
    ['nothing', '', ['']],
    ['several lines', '{\n  "a": 1\n}', ['{', '  "a": 1', '}']],
    ['a line break at the end', 'a\n', ['a', '']],
    ['other letters', 'größe\n😀', ['größe', '😀']],
  ])('has its lines: %s', (_, text, lines) => {
    const long = textOf(text)
    expect(long.lineCount).toBe(lines.length)
    expect(lines.map((_, i) => long.line(i).text)).toEqual(lines)
    expect(long.whole()).toBe(text)
  })

  it('shows the beginning of a very long line, ends it between characters and says how much follows', () => {
    const long = textOf(`x${'é'.repeat(longestLine)}\nnext`)
    const { text, cut } = long.line(0)
    expect(text).toBe(`x${'é'.repeat(longestLine / 2 - 1)}`)
    expect(cut).toBe(1 + 2 * longestLine - (longestLine - 1))
    expect(long.line(1)).toEqual({ text: 'next', cut: 0 })
  })

  it('finds every place whatever the case of ASCII letters, and nothing of another letter', () => {
    const long = textOf('Type type\n"TYPE": Ä\n')
    expect(long.find('type')).toEqual([
      { line: 0, nth: 0 },
      { line: 0, nth: 1 },
      { line: 1, nth: 0 },
    ])
    expect(long.find('ä')).toEqual([])
    expect(long.find('Ä')).toHaveLength(1)
    expect(long.find('')).toEqual([])
    expect(long.find('types')).toEqual([])
  })

  it('counts places that lie side by side, and never one within another', () => {
    expect(textOf('aaaa a').find('aa')).toHaveLength(2)
  })

  it('ends a search that finds too much', () => {
    expect(textOf('ab'.repeat(mostPlaces + 5)).find('a')).toHaveLength(mostPlaces)
  })
})

describe('the pieces of a line', () => {
  const looks = (line: string, wanted = '') =>
    piecesOf(line, wanted).map((p) => `${p.look || '-'} ${p.text}${p.found >= 0 ? ` #${p.found}` : ''}`)

  it.each([
    ['a member', '  "a b": "x\\"y",', ['-   ', 'x-k "a b"', 'x-p :', '-  ', 'x-s "x\\"y"', 'x-p ,']],
    ['a number', '"n": -9007199254740993.10,', ['x-k "n"', 'x-p :', '-  ', 'x-n -9007199254740993.10', 'x-p ,']],
    ['a literal', '"t": true', ['x-k "t"', 'x-p :', '-  ', 'x-l true']],
    ['an opening', '"o": {', ['x-k "o"', 'x-p :', '-  ', 'x-p {']],
    ['a string that was cut', '  "abc', ['-   ', 'x-s "abc']],
  ])('are coloured: %s', (_, line, want) => {
    expect(looks(line)).toEqual(want)
  })

  it('hold the whole line, whatever it is', () => {
    for (const line of ['', '}}', 'no json at all', '"\\', '-', '1e', 'tru', 'nulls', '"a":"b"{[', 'é😀 "😀"']) {
      const pieces = piecesOf(line, 'a')
      expect(pieces.map((p) => p.text).join('')).toBe(line)
    }
  })

  it('set apart what was looked for, also across the pieces, counted as the text counts it', () => {
    const line = '"type": "TYPE",'
    expect(looks(line, 'type')).toEqual([
      'x-k "',
      'x-k type #0',
      'x-k "',
      'x-p :',
      '-  ',
      'x-s "',
      'x-s TYPE #1',
      'x-s "',
      'x-p ,',
    ])
    expect(looks(line, 'e": "t')).toEqual([
      'x-k "typ',
      'x-k e" #0',
      'x-p : #0',
      '-   #0',
      'x-s "T #0',
      'x-s YPE"',
      'x-p ,',
    ])
    expect(
      textOf(line)
        .find('type')
        .map((p) => p.nth),
    ).toEqual([0, 1])
  })
})

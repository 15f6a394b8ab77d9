// SPEC: APP-01
import { describe, expect, it } from 'vitest'
import { digitOf, letterOf } from '../lib/keys'
import { cellCommand } from './keyboard'

const key = (character: string, code: string, held: { shift?: boolean; ctrl?: boolean } = { ctrl: true }) => ({
  ...{ key: character, code, shiftKey: held.shift ?? false, ctrlKey: held.ctrl ?? false },
  ...{ metaKey: false, altKey: false },
})

describe('the letter of a key', () => {
  it.each([
    ['a plain layout', 'r', 'KeyR', 'r'],
    ['Caps Lock or Shift', 'R', 'KeyR', 'r'],
    ['AZERTY, by the letter', 'a', 'KeyQ', 'a'],
    ['Dvorak, by the letter', 'c', 'KeyI', 'c'],
    ['a Cyrillic layout, by the place', 'к', 'KeyR', 'r'],
    ['a Greek layout, by the place', 'ρ', 'KeyR', 'r'],
    ['Option on macOS, by the place', 'ç', 'KeyC', 'c'],
    ['a digit', '1', 'Digit1', ''],
    ['a named key', 'Enter', 'Enter', ''],
  ])('%s', (_, character, code, letter) => {
    expect(letterOf(key(character, code))).toBe(letter)
  })

  it('is no digit of AZERTY, where Shift types it', () => {
    expect([digitOf(key('&', 'Digit1')), digitOf(key('1', 'Digit1')), digitOf(key('a', 'KeyQ'))]).toEqual([1, 1, 0])
  })
})

describe('shortcuts', () => {
  it.each([
    ['Ctrl+A on AZERTY', key('a', 'KeyQ'), { kind: 'all' }],
    ['Ctrl+Q on AZERTY', key('q', 'KeyA'), undefined],
    ['Ctrl+C on a Cyrillic layout', key('с', 'KeyC'), { kind: 'copy', format: 'tsv' }],
  ])('of the grid: %s', (_, pressed, command) => {
    expect(cellCommand(pressed, false)).toEqual(command)
  })
})

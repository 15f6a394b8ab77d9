// SPEC: APP-02
import { describe, expect, it } from 'vitest'
import type { KeyInput } from '../lib/keys'
import { cellCommand, headCommand, target, typedBy } from './keyboard'

/** Turns "Shift+Control+KeyC" into the event of that key. */
function key(combination: string): KeyInput {
  const parts = combination.split('+')
  const code = parts.at(-1) ?? ''
  const name = code === 'Space' ? ' ' : code.startsWith('Key') ? code.slice(3).toLowerCase() : code
  const held = (modifier: string) => parts.slice(0, -1).includes(modifier)
  return {
    key: name,
    code,
    shiftKey: held('Shift'),
    ctrlKey: held('Control'),
    metaKey: held('Meta'),
    altKey: held('Alt'),
  }
}

const move = (rows: number, columns: number, extend = false) => ({ kind: 'move', rows, columns, extend })
const edge = (rows: number, columns: number, extend = false) => ({ kind: 'edge', rows, columns, extend })

describe('a key on a cell', () => {
  it.each([
    ['ArrowUp', move(-1, 0)],
    ['Shift+ArrowRight', move(0, 1, true)],
    ['Control+ArrowDown', edge(1, 0)],
    ['Control+Shift+ArrowLeft', edge(0, -1, true)],
    ['Home', edge(0, -1)],
    ['Shift+End', edge(0, 1, true)],
    ['Control+Home', edge(-1, -1)],
    ['Control+Shift+End', edge(1, 1, true)],
    ['PageUp', { kind: 'page', direction: -1, extend: false }],
    ['Shift+PageDown', { kind: 'page', direction: 1, extend: true }],
    ['Space', { kind: 'row', extend: false }],
    ['Shift+Space', { kind: 'row', extend: true }],
    ['Alt+ArrowUp', { kind: 'pass', rows: -1 }],
    ['Alt+ArrowDown', { kind: 'pass', rows: 1 }],
    ['Control+KeyA', { kind: 'all' }],
    ['Enter', { kind: 'open' }],
    ['F2', { kind: 'edit' }],
    ['Delete', { kind: 'delete' }],
    ['Shift+F10', { kind: 'menu' }],
    ['ContextMenu', { kind: 'menu' }],
    ['Escape', { kind: 'narrow' }],
    ['Control+KeyC', { kind: 'copy', format: 'tsv' }],
    ['Control+Shift+KeyC', { kind: 'copy', format: 'json' }],
  ])('%s is a command', (combination, command) => {
    expect(cellCommand(key(combination), false)).toEqual(command)
  })

  it.each([
    ['Meta+KeyC', { kind: 'copy', format: 'tsv' }],
    ['Meta+Shift+KeyC', { kind: 'copy', format: 'json' }],
    ['Meta+Alt+KeyC', { kind: 'copy', format: 'json' }],
    ['Meta+ArrowUp', edge(-1, 0)],
    ['Meta+KeyA', { kind: 'all' }],
    ['Backspace', { kind: 'delete' }],
  ])('%s is a command on macOS', (combination, command) => {
    expect(cellCommand(key(combination), true)).toEqual(command)
  })

  it.each([
    ['a letter', 'KeyA', false],
    ['page back', 'Alt+PageUp', false],
    ['page on', 'Alt+PageDown', false],
    ['inspector', 'Alt+Enter', false],
    ['a column aside', 'Alt+ArrowLeft', false],
    ['apply', 'Control+Enter', false],
    ['AltGr and C', 'Control+Alt+KeyC', false],
    ['Windows key', 'Meta+KeyC', false],
    ['terminal copy on macOS', 'Control+KeyC', true],
    ['delete with Shift, which cuts on Windows', 'Shift+Delete', false],
    ['a word deleted', 'Control+Delete', false],
    ['backspace', 'Backspace', false],
    ['Tab', 'Tab', false],
    ['select all with Shift', 'Control+Shift+KeyA', false],
  ])('is left to the window: %s', (_, combination, mac) => {
    expect(cellCommand(key(combination), mac)).toBeUndefined()
  })
})

describe('a key that types', () => {
  it.each<[string, string, boolean, boolean, string | undefined]>([
    ['a letter', 'KeyA', false, false, 'a'],
    ['with Shift', 'Shift+5', false, false, '5'],
    ['a character beyond the basic plane', '😀', false, false, '😀'],
    ['with AltGr', 'Control+Alt+@', true, false, '@'],
    ['with Option', 'Alt+å', false, true, 'å'],
    ['not with Alt', 'Alt+å', false, false, undefined],
    ['not a shortcut', 'Control+KeyK', false, false, undefined],
    ['not a shortcut of macOS', 'Meta+KeyK', false, true, undefined],
    ['not a space, which selects the row', 'Space', false, false, undefined],
    ['not a key with a name', 'Tab', false, false, undefined],
    ['not a dead key', 'Dead', false, false, undefined],
  ])('%s', (_, combination, altGr, mac, text) => {
    expect(typedBy(key(combination), altGr, mac)).toBe(text)
  })
})

describe('a key on a head', () => {
  it.each([
    ['ArrowLeft', { kind: 'move', columns: -1 }],
    ['Control+ArrowRight', { kind: 'edge', columns: 1 }],
    ['Home', { kind: 'edge', columns: -1 }],
    ['End', { kind: 'edge', columns: 1 }],
    ['ArrowDown', { kind: 'leave' }],
    ['Enter', { kind: 'sort', add: false }],
    ['Shift+Enter', { kind: 'sort', add: true }],
    ['Space', { kind: 'sort', add: false }],
    ['Control+Enter', { kind: 'menu' }],
    ['Shift+F10', { kind: 'menu' }],
    ['Alt+ArrowRight', { kind: 'resize', by: 8 }],
    ['Alt+ArrowLeft', { kind: 'resize', by: -8 }],
    ['Escape', { kind: 'hideTip' }],
  ])('%s is a command', (combination, command) => {
    expect(headCommand(key(combination), false)).toEqual(command)
  })

  it.each(['ArrowUp', 'Tab', 'Alt+Enter', 'Control+KeyK', 'Alt+ArrowUp'])('%s is left to the window', (combination) => {
    expect(headCommand(key(combination), false)).toBeUndefined()
  })
})

describe('a move', () => {
  const bounds = { rows: 100, columns: 5 }
  it.each([
    ['one down', 'ArrowDown', [11, 2]],
    ['to the last row', 'Control+ArrowDown', [99, 2]],
    ['to the first column', 'Home', [10, 0]],
    ['to the last cell', 'Control+End', [99, 4]],
    ['a page on', 'PageDown', [30, 2]],
    ['a page back, not past the first row', 'PageUp', [0, 2]],
  ])('leads %s', (_, combination, [row, column]) => {
    const command = cellCommand(key(combination), false) as Parameters<typeof target>[1]
    expect(target({ row: 10, column: 2 }, command, bounds, 20)).toEqual({ row, column })
  })
})

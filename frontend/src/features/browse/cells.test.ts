// SPEC: APP-02
import { expect, it } from 'vitest'
import { rowsCommandOf } from './cells'

const key = (name: string, ...held: string[]) => ({
  key: name,
  code: name.length === 1 ? `Key${name.toUpperCase()}` : name,
  shiftKey: held.includes('shift'),
  ctrlKey: held.includes('ctrl'),
  metaKey: held.includes('meta'),
  altKey: held.includes('alt'),
})

it.each([
  ['Ctrl+F', false, key('f', 'ctrl'), 'find'],
  ['Ctrl+Shift+F is the filter bar', false, key('F', 'ctrl', 'shift'), undefined],
  ['⌘F', true, key('f', 'meta'), 'find'],
  ['Ctrl+F moves the cursor on macOS', true, key('f', 'ctrl'), undefined],
  ['Alt+Enter', false, key('Enter', 'alt'), 'inspector'],
  ['⌘I', true, key('i', 'meta'), 'inspector'],
  ['Ctrl+I elsewhere', false, key('i', 'ctrl'), undefined],
  ['Enter', false, key('Enter'), undefined],
  ['Escape belongs to the window', true, key('Escape'), undefined],
])('%s', (_, mac, pressed, command) => {
  expect(rowsCommandOf(pressed, mac)).toBe(command)
})

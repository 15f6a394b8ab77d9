// SPEC: APP-01, APP-20
import { describe, expect, it } from 'vitest'
import type { KeyInput } from '../lib/keys'
import { commandsOf, shownKey, shownKeys } from './keys'
import { type CommandId, commandSections, keysOf, table } from './table'

const plain: KeyInput = { key: '', code: '', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }
const asked = (part: Partial<KeyInput>, mac = false) =>
  commandsOf({ ...plain, ...part }, mac).map(({ id, argument }) => (argument === '' ? id : `${id} ${argument}`))

describe('the command of a key', () => {
  it.each<[string, Partial<KeyInput>, boolean, string[]]>([
    ['Ctrl+R refreshes', { key: 'r', ctrlKey: true }, false, ['refresh']],
    ['F5 refreshes', { key: 'F5' }, false, ['refresh']],
    ['⌘R refreshes on macOS', { key: 'r', metaKey: true }, true, ['refresh']],
    ['Ctrl+R means nothing on macOS', { key: 'r', ctrlKey: true }, true, []],
    ['Ctrl+W closes', { key: 'w', ctrlKey: true }, false, ['tab.close']],
    ['Ctrl+Shift+T opens again', { key: 'T', code: 'KeyT', ctrlKey: true, shiftKey: true }, false, ['tab.reopen']],
    ['Ctrl+. stops', { key: '.', ctrlKey: true }, false, ['rows.stop', 'console.stop']],
    [
      'Ctrl+. stops where the layout types the dot with Shift',
      { key: '.', ctrlKey: true, shiftKey: true },
      false,
      ['rows.stop', 'console.stop'],
    ],
    ['Escape closes what is on top', { key: 'Escape' }, false, ['dismiss']],
    ['Ctrl+L filters', { key: 'l', ctrlKey: true }, false, ['sidebar.filter']],
    ['Ctrl+B hides the sidebar', { key: 'b', ctrlKey: true }, false, ['sidebar.toggle']],
    ['⌃⌘S hides it on macOS', { key: 's', code: 'KeyS', ctrlKey: true, metaKey: true }, true, ['sidebar.toggle']],
    ['Ctrl+Tab goes on', { key: 'Tab', ctrlKey: true }, false, ['tab.next']],
    ['Ctrl+Shift+Tab goes back', { key: 'Tab', ctrlKey: true, shiftKey: true }, true, ['tab.previous']],
    ['Ctrl+3 shows the third tab', { key: '3', ctrlKey: true }, false, ['tab.number 3']],
    ['Alt+2 shows the structure', { key: '2', code: 'Digit2', altKey: true }, false, ['view.structure']],
    ['⌥⌘3 shows the JSON on macOS', { key: '£', code: 'Digit3', altKey: true, metaKey: true }, true, ['view.json']],
    ['⌥3 types a sign on macOS', { key: '£', code: 'Digit3', altKey: true }, true, []],
    ['Ctrl+Alt+2 may be AltGr', { key: '@', code: 'Digit2', ctrlKey: true, altKey: true }, false, []],
    ['Alt+PageDown goes a page on', { key: 'PageDown', altKey: true }, false, ['page.next']],
    ['⌘[ goes a page back on macOS', { key: '[', metaKey: true }, true, ['page.previous']],
    ['Ctrl+Alt+R means nothing: it may be AltGr', { key: 'r', ctrlKey: true, altKey: true }, false, []],
    ['a plain letter means nothing', { key: 'r' }, false, []],
    ['Ctrl+F searches', { key: 'f', ctrlKey: true }, false, ['find']],
    ['⌘F searches on macOS', { key: 'f', metaKey: true }, true, ['find']],
    ['Ctrl+F moves the cursor on macOS', { key: 'f', ctrlKey: true }, true, []],
    ['Alt+Enter shows the inspector', { key: 'Enter', altKey: true }, false, ['inspector.toggle']],
    ['⌘I shows it on macOS', { key: 'i', metaKey: true }, true, ['inspector.toggle']],
    ['Ctrl+I means nothing', { key: 'i', ctrlKey: true }, false, []],
    ['Enter belongs to what has the focus', { key: 'Enter' }, false, []],
    ['Ctrl+C belongs to what has the focus', { key: 'c', ctrlKey: true }, false, []],
    ['Shift+F6 goes to the pane before', { key: 'F6', shiftKey: true }, false, ['pane.previous']],
    ['Ctrl+, opens the settings', { key: ',', ctrlKey: true }, false, ['app.settings']],
    ['Ctrl+/ lists the shortcuts', { key: '/', ctrlKey: true }, false, ['app.shortcuts']],
    [
      'Ctrl+/ lists them where the layout types it with Shift',
      { key: '/', ctrlKey: true, shiftKey: true },
      false,
      ['app.shortcuts'],
    ],
    ['Ctrl++ makes the text larger', { key: '+', code: 'NumpadAdd', ctrlKey: true }, false, ['text.larger']],
    ['Ctrl+= does so without Shift', { key: '=', code: 'Equal', ctrlKey: true }, false, ['text.larger']],
    ['⌘+ does so on macOS', { key: '+', code: 'Equal', metaKey: true, shiftKey: true }, true, ['text.larger']],
    ['Ctrl+- makes the text smaller', { key: '-', code: 'Minus', ctrlKey: true }, false, ['text.smaller']],
    ['Ctrl+0 makes it as usual', { key: '0', code: 'Digit0', ctrlKey: true }, false, ['text.usual']],
    ['Ctrl+0 on AZERTY', { key: 'à', code: 'Digit0', ctrlKey: true }, false, ['text.usual']],
    ['Ctrl+R with Caps Lock', { key: 'R', code: 'KeyR', ctrlKey: true }, false, ['refresh']],
    ['Ctrl+W on a Cyrillic layout', { key: 'ц', code: 'KeyW', ctrlKey: true }, false, ['tab.close']],
    ['Ctrl+B on a Greek layout', { key: 'β', code: 'KeyB', ctrlKey: true }, false, ['sidebar.toggle']],
    ['Ctrl+Z on AZERTY, which is at the place of W', { key: 'z', code: 'KeyW', ctrlKey: true }, false, ['edit.undo']],
    ['Ctrl+1 on AZERTY', { key: '&', code: 'Digit1', ctrlKey: true }, false, ['tab.number 1']],
    ['Ctrl+Shift+O on Dvorak', { key: 'O', code: 'KeyS', ctrlKey: true, shiftKey: true }, false, ['object.openByName']],
  ])('%s', (_, part, mac, commands) => {
    expect(asked(part, mac)).toEqual(commands)
  })

  it.each([false, true])('is the only one of its scope, on macOS: %s', (mac) => {
    const ids = (Object.keys(table) as CommandId[]).filter((id) => !table[id].focus)
    const taken = ids.flatMap((id) => keysOf(id, mac).map((keys) => `${table[id].scope} ${keys}`))
    expect(taken.filter((keys, at) => taken.indexOf(keys) !== at)).toEqual([])
  })

  it('never uses Ctrl+Alt outside of macOS, where it is AltGr', () => {
    const ids = Object.keys(table) as CommandId[]
    expect(ids.flatMap((id) => keysOf(id, false)).filter((keys) => /Ctrl\+Alt|Alt\+Ctrl/.test(keys))).toEqual([])
  })
})

describe('a key as it is shown', () => {
  it.each([
    ['Mod+W', '⌘W', 'Ctrl+W'],
    ['Mod+Shift+O', '⇧⌘O', 'Ctrl+Shift+O'],
    ['Ctrl+Cmd+S', '⌃⌘S', 'Ctrl+S'],
    ['Alt+Cmd+C', '⌥⌘C', 'Alt+C'],
    ['Mod+Shift+Left', '⇧⌘←', 'Ctrl+Shift+←'],
    ['Enter', '↩', 'Enter'],
    ['Esc', 'esc', 'Esc'],
    ['Mod+1..9', '⌘1 to 9', 'Ctrl+1 to 9'],
    ['Mod++', '⌘+', 'Ctrl++'],
    ['Mod+-', '⌘-', 'Ctrl+-'],
    ['', '', ''],
  ])('%s is %s on macOS and %s elsewhere', (keys, mac, other) => {
    expect([shownKey(keys, true), shownKey(keys, false)]).toEqual([mac, other])
  })

  it('is the first of several, and its own on each system', () => {
    expect(shownKeys('refresh')).toEqual({ mac: '⌘R', win: 'Ctrl+R' })
    expect(shownKeys('inspector.toggle')).toEqual({ mac: '⌘I', win: 'Alt+Enter' })
    expect(shownKeys('tab.keep')).toEqual({ mac: '', win: '' })
  })
})

it('every command is in one section of the list', () => {
  const ids = commandSections.flatMap((section) => section.ids)
  expect(ids.toSorted()).toEqual(Object.keys(table).toSorted())
})

import { digitOf, type KeyInput, letterOf } from '../lib/keys'
import { type CommandId, keysOf, table } from './table'

/** A key with its modifiers, as in commands.json: "Ctrl+Shift+O". */
export interface Chord {
  ctrl: boolean
  alt: boolean
  shift: boolean
  meta: boolean
  /** "A", "1", "1..9", "F5", "Enter", "." */
  key: string
}

/** What a key requests: a command, and the pressed digit if the command has a key for each digit. */
export interface Asked {
  id: CommandId
  argument: string
}

/** The KeyboardEvent names of the keys that have a different name here. */
const named: Record<string, string> = {
  ...{ Esc: 'Escape', Del: 'Delete', Space: ' ', PgUp: 'PageUp', PgDn: 'PageDown' },
  ...{ Up: 'ArrowUp', Down: 'ArrowDown', Left: 'ArrowLeft', Right: 'ArrowRight' },
}

/** Parses "Mod+Shift+O": Mod is Cmd on macOS and Ctrl elsewhere. */
export function chordOf(text: string, mac: boolean): Chord {
  const [, before = '', key = ''] = /^(?:(.*)\+)?(.+)$/.exec(text) ?? []
  const held = new Set(before.split('+').map((name) => (name === 'Mod' ? (mac ? 'Cmd' : 'Ctrl') : name)))
  return { ctrl: held.has('Ctrl'), alt: held.has('Alt'), shift: held.has('Shift'), meta: held.has('Cmd'), key }
}

/**
 * Whether a key matches a chord. Letters are compared as letters on Latin layouts and by position on others; for
 * symbols Shift is ignored, since some layouts need it to type them.
 */
export function isChord(input: KeyInput, chord: Chord): boolean {
  if (input.ctrlKey !== chord.ctrl || input.altKey !== chord.alt || input.metaKey !== chord.meta) return false
  const { key } = chord
  if (/^[^\w]$/.test(key)) return input.key === key
  if (input.shiftKey !== chord.shift) return false
  if (/^[A-Z]$/.test(key)) return letterOf(input) === key.toLowerCase()
  if (key === '1..9') return digitOf(input) > 0
  if (key === '0') return input.key === '0' || (input.code === 'Digit0' && letterOf(input) === '')
  if (/^[1-9]$/.test(key)) return digitOf(input) === Number(key)
  return input.key === (named[key] ?? key)
}

interface Binding extends Asked {
  chord: Chord
}

const bindings = new Map<boolean, Binding[]>()

/** The keys that the window's listener handles on a platform: all but those of the focused element and of the host. */
function bindingsOf(mac: boolean): readonly Binding[] {
  const known = bindings.get(mac)
  if (known) return known
  const ids = Object.keys(table) as CommandId[]
  const made = ids
    .filter((id) => !table[id].focus && table[id].scope !== 'system')
    .flatMap((id) => keysOf(id, mac).map((keys) => ({ id, argument: '', chord: chordOf(keys, mac) })))
  bindings.set(mac, made)
  return made
}

/**
 * The commands of a key, in the order of the table; several commands share a key if only one of them is shown at a
 * time.
 */
export function commandsOf(input: KeyInput, mac: boolean): Asked[] {
  return bindingsOf(mac)
    .filter(({ chord }) => isChord(input, chord))
    .map(({ id, chord }) => ({ id, argument: chord.key === '1..9' ? String(digitOf(input)) : '' }))
}

const macModifiers: [keyof Chord, string][] = [
  ['ctrl', '⌃'],
  ['alt', '⌥'],
  ['shift', '⇧'],
  ['meta', '⌘'],
]

const macKeys: Record<string, string> = {
  ...{ Enter: '↩', Esc: 'esc', Tab: '⇥', Backspace: '⌫', Del: '⌦', Space: 'space', PgUp: '⇞', PgDn: '⇟' },
  ...{ Up: '↑', Down: '↓', Left: '←', Right: '→' },
}

const otherKeys: Record<string, string> = { Up: '↑', Down: '↓', Left: '←', Right: '→', '1..9': '1 to 9' }

/** A key in words: "⇧⌘O" on macOS, "Ctrl+Shift+O" elsewhere; "" for none. */
export function shownKey(text: string, mac: boolean): string {
  if (text === '') return ''
  const chord = chordOf(text, mac)
  if (mac) {
    const held = macModifiers.filter(([name]) => chord[name]).map(([, sign]) => sign)
    return held.join('') + (macKeys[chord.key] ?? chord.key.replace('..', ' to '))
  }
  const held = [chord.ctrl && 'Ctrl', chord.alt && 'Alt', chord.shift && 'Shift'].filter((name) => name !== false)
  return [...held, otherKeys[chord.key] ?? chord.key].join('+')
}

/** The first key of a command in words, for each platform. */
export function shownKeys(id: CommandId): { mac: string; win: string } {
  return { mac: shownKey(keysOf(id, true)[0] ?? '', true), win: shownKey(keysOf(id, false)[0] ?? '', false) }
}

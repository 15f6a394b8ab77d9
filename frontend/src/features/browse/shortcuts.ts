import { digitOf, isMod, type KeyInput, letterOf } from '../../lib/keys'
import type { View } from '../structure/structure'

/** What a key does in an open connection. */
export type Command =
  | 'refresh'
  | 'stop'
  | 'close'
  | 'reopen'
  | 'sidebar'
  | 'filter'
  | 'next'
  | 'previous'
  | 'page back'
  | 'page on'
  | 'by name'
  | 'requests'
  | { tab: number }
  | { view: View }

const withMod: Record<string, Command> = {
  r: 'refresh',
  w: 'close',
  l: 'filter',
}

const withShift: Record<string, Command> = { t: 'reopen', o: 'by name', l: 'requests' }

/** The command of a key; undefined where the key means nothing here. */
export function commandOf(key: KeyInput, mac: boolean): Command | undefined {
  if (key.ctrlKey && !key.metaKey && !key.altKey && key.key === 'Tab') return key.shiftKey ? 'previous' : 'next'
  if (key.key === 'F5' && !key.shiftKey && !key.altKey) return 'refresh'
  if (mac && key.metaKey && key.ctrlKey && letterOf(key) === 's') return 'sidebar'
  const view = viewOf(key, mac)
  if (view) return { view }
  if (!mac && key.altKey && !key.ctrlKey && !key.shiftKey) return paged(key.key, 'PageUp', 'PageDown')
  if (!isMod(key, mac)) return undefined
  if (key.shiftKey) return withShift[letterOf(key)]
  if (key.key === '.') return 'stop'
  const tab = digitOf(key)
  if (tab > 0) return { tab }
  const letter = letterOf(key)
  if (mac) return paged(key.key, '[', ']') ?? withMod[letter]
  return letter === 'b' ? 'sidebar' : withMod[letter]
}

const views: Record<number, View> = { 1: 'data', 2: 'structure', 3: 'json' }

/** The view of a key: Alt and a digit, with the command key on macOS. */
function viewOf(key: KeyInput, mac: boolean): View | undefined {
  const alone = key.altKey && !key.shiftKey && !key.ctrlKey && key.metaKey === mac
  return alone ? views[Number(/^Digit([1-3])$/.exec(key.code)?.[1])] : undefined
}

function paged(key: string, back: string, on: string): Command | undefined {
  if (key === back) return 'page back'
  return key === on ? 'page on' : undefined
}

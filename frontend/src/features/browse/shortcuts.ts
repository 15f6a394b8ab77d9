import { isMod, type KeyInput } from '../../lib/keys'
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
  '.': 'stop',
  w: 'close',
  l: 'filter',
}

const withShift: Record<string, Command> = { KeyT: 'reopen', KeyO: 'by name', KeyL: 'requests' }

/** The command of a key; undefined where the key means nothing here. */
export function commandOf(key: KeyInput, mac: boolean): Command | undefined {
  if (key.ctrlKey && !key.metaKey && !key.altKey && key.key === 'Tab') return key.shiftKey ? 'previous' : 'next'
  if (key.key === 'F5' && !key.shiftKey && !key.altKey) return 'refresh'
  if (mac && key.metaKey && key.ctrlKey && key.code === 'KeyS') return 'sidebar'
  const view = viewOf(key, mac)
  if (view) return { view }
  if (!mac && key.altKey && !key.ctrlKey && !key.shiftKey) return paged(key.key, 'PageUp', 'PageDown')
  if (!isMod(key, mac)) return undefined
  if (key.shiftKey) return withShift[key.code]
  if (/^[1-9]$/.test(key.key)) return { tab: Number(key.key) }
  if (mac) return withMod[key.key] ?? paged(key.key, '[', ']')
  return key.key === 'b' ? 'sidebar' : withMod[key.key]
}

const views: Record<string, View> = { Digit1: 'data', Digit2: 'structure', Digit3: 'json' }

/** The view of a key: Alt and a digit, with the command key on macOS. */
function viewOf(key: KeyInput, mac: boolean): View | undefined {
  const alone = key.altKey && !key.shiftKey && !key.ctrlKey && key.metaKey === mac
  return alone ? views[key.code] : undefined
}

function paged(key: string, back: string, on: string): Command | undefined {
  if (key === back) return 'page back'
  return key === on ? 'page on' : undefined
}

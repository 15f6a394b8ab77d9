/** The parts of a KeyboardEvent that determine a shortcut. */
export interface KeyInput {
  key: string
  code: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** Whether only the platform's main modifier is down, ignoring Shift: the command key on macOS, Ctrl elsewhere. */
export function isMod(key: KeyInput, mac: boolean): boolean {
  const [main, other] = mac ? [key.metaKey, key.ctrlKey] : [key.ctrlKey, key.metaKey]
  return main && !other && !key.altKey
}

/**
 * The Latin letter of a key in lower case, regardless of Shift and Caps Lock; on other layouts, the letter at that
 * key's position. "" for every other key.
 */
export function letterOf({ key, code }: Pick<KeyInput, 'key' | 'code'>): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  return key.length === 1 || key === 'Dead' ? (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? '') : ''
}

/** The digit from 1 to 9 of a key, even if the layout needs Shift for it; 0 for every other key. */
export function digitOf({ key, code }: Pick<KeyInput, 'key' | 'code'>): number {
  if (/^[1-9]$/.test(key)) return Number(key)
  return /^[a-z]$/i.test(key) ? 0 : Number(/^Digit([1-9])$/.exec(code)?.[1] ?? 0)
}

/**
 * Whether a key belongs to an input method. WebKit ends a composition before it sends the key that ended it; that event
 * only has the key code that all keys of an input method have.
 */
export function isComposing({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229
}

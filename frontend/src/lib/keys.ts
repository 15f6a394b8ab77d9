/** The parts of a KeyboardEvent that decide a shortcut. */
export interface KeyInput {
  key: string
  code: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** Whether the platform's main modifier alone is down, Shift aside: the command key on macOS, Ctrl elsewhere. */
export function isMod(key: KeyInput, mac: boolean): boolean {
  const [main, other] = mac ? [key.metaKey, key.ctrlKey] : [key.ctrlKey, key.metaKey]
  return main && !other && !key.altKey
}

/**
 * The Latin letter of a key in lower case, whatever Shift and Caps Lock make of it; where the layout types none there, the
 * letter of the place. "" for every other key.
 */
export function letterOf({ key, code }: Pick<KeyInput, 'key' | 'code'>): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  return key.length === 1 || key === 'Dead' ? (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? '') : ''
}

/** The digit from 1 to 9 of a key, also where the layout types it with Shift; 0 for every other key. */
export function digitOf({ key, code }: Pick<KeyInput, 'key' | 'code'>): number {
  if (/^[1-9]$/.test(key)) return Number(key)
  return /^[a-z]$/i.test(key) ? 0 : Number(/^Digit([1-9])$/.exec(code)?.[1] ?? 0)
}

/**
 * Whether a key belongs to the input method, which puts letters together from several keys. WebKit ends a composition before
 * it tells the key that ended it, which then has the code of every key of an input method and says nothing else.
 */
export function isComposing({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229
}

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

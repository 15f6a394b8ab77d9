import { isTextField } from './textField'
/** Whether a key asks for the menu of what has the focus. */
export function isMenuKey({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): boolean {
  return key === 'ContextMenu' || (key === 'F10' && shiftKey)
}

/**
 * Asks what has the focus for its menu where the key for it was not used before, until what is returned is called. By
 * itself a webview asks at a point at the edge of it, where something else may be; a text field keeps the menu of the system.
 */
export function followMenuKey(target: Document): () => void {
  const menuless = (event: KeyboardEvent) =>
    event.defaultPrevented || !isMenuKey(event) || isTextField(target.activeElement)
  const pressed = (event: KeyboardEvent) => {
    if (menuless(event)) return
    event.preventDefault()
    target.activeElement?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
  }
  // Windows asks when the key is let go.
  const letGo = (event: KeyboardEvent) => {
    if (!menuless(event)) event.preventDefault()
  }
  target.addEventListener('keydown', pressed)
  target.addEventListener('keyup', letGo)
  return () => {
    target.removeEventListener('keydown', pressed)
    target.removeEventListener('keyup', letGo)
  }
}

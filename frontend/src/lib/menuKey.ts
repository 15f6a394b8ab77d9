import { isTextField } from './textField'
/** Whether a key requests the context menu of the focused element. */
export function isMenuKey({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): boolean {
  return key === 'ContextMenu' || (key === 'F10' && shiftKey)
}

/**
 * Requests the context menu of the focused element if nothing else has handled its key, until the returned function is
 * called. A webview would request it at the element's edge, where something else may be; a text field keeps the
 * system's menu.
 */
export function followMenuKey(target: Document): () => void {
  const menuless = (event: KeyboardEvent) =>
    event.defaultPrevented || !isMenuKey(event) || isTextField(target.activeElement)
  const pressed = (event: KeyboardEvent) => {
    if (menuless(event)) return
    event.preventDefault()
    target.activeElement?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
  }
  // Windows requests it when the key is released.
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

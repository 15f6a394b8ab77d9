import { isComposing } from '../lib/keys'
import { isTextField } from '../lib/textField'
import type { Registry } from './registry'

/** Handles the keys that nothing in the window has handled. The returned function removes the listener. */
export function followKeys(registry: Registry, target: Window = window): () => void {
  const pressed = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isComposing(event)) return
    if (registry.press(event, isTextField(event.target))) event.preventDefault()
  }
  target.addEventListener('keydown', pressed)
  return () => target.removeEventListener('keydown', pressed)
}

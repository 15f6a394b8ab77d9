import { isComposing } from '../lib/keys'
import { isTextField } from '../lib/textField'
import type { Registry } from './registry'

/** Takes the keys of the window that nothing in it took before, until what is returned is called. */
export function followKeys(registry: Registry, target: Window = window): () => void {
  const pressed = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isComposing(event)) return
    if (registry.press(event, isTextField(event.target))) event.preventDefault()
  }
  target.addEventListener('keydown', pressed)
  return () => target.removeEventListener('keydown', pressed)
}

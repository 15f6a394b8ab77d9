// SPEC: APP-18, APP-02
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followMenuKey } from './menuKey'

let end: () => void
beforeEach(() => {
  document.body.innerHTML = '<ul><li tabindex="0">books</li></ul><input>'
  end = followMenuKey(document)
})
afterEach(() => end())

function press(key: string, part: KeyboardEventInit = {}, type = 'keydown') {
  const event = new KeyboardEvent(type, { key, bubbles: true, cancelable: true, ...part })
  document.activeElement?.dispatchEvent(event)
  return event.defaultPrevented
}

/** Which element is asked for a menu, and where. */
function asked() {
  const seen = vi.fn()
  document.body.addEventListener('contextmenu', ({ target, clientX, clientY }) => {
    seen(target instanceof Element && target.tagName, clientX, clientY)
  })
  return seen
}

it.each([
  ['ContextMenu', {}],
  ['F10', { shiftKey: true }],
])('what has the focus is asked for its menu by %s, not what is at a point', (key, part) => {
  const seen = asked()
  document.querySelector('li')?.focus()
  expect(press(key, part)).toBe(true)
  expect(seen).toHaveBeenCalledExactlyOnceWith('LI', 0, 0)
  expect(press(key, part, 'keyup')).toBe(true)
  expect(seen).toHaveBeenCalledOnce()
})

it('is left to a text field, to who used it before, and F10 alone to the menu bar', () => {
  const seen = asked()
  document.querySelector('input')?.focus()
  expect(press('ContextMenu')).toBe(false)
  const line = document.querySelector('li')
  line?.focus()
  expect(press('F10')).toBe(false)
  line?.addEventListener('keydown', (event) => event.preventDefault())
  press('ContextMenu')
  expect(seen).not.toHaveBeenCalled()
})

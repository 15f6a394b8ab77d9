import type { KeyboardEvent } from 'react'

const stops = 'a[href], button, input, select, textarea, [tabindex]'

/**
 * Keeps Tab inside an element: it goes from the last stop to the first, and back with Shift. The focus moves at once,
 * so that the next key is never pressed outside.
 */
export function trapTab(e: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: box, target } = e
  if (e.key !== 'Tab' || e.defaultPrevented || e.altKey || e.ctrlKey || e.metaKey) return
  // Only in React's tree is a layer over the element inside of it.
  if (!(target instanceof HTMLElement) || !box.contains(target)) return
  const all = [...box.querySelectorAll<HTMLElement>(stops)].filter(isStop)
  const [from, to] = e.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]]
  if (!from || !to || !(target === box || isSame(target, from))) return
  if (target === box && !e.shiftKey) return
  e.preventDefault()
  to.focus()
}

function isStop(element: HTMLElement): boolean {
  if (element.tabIndex < 0 || element.matches(':disabled') || element.getAttribute('aria-hidden') === 'true')
    return false
  // In a radio group only the chosen option is a stop.
  if (element instanceof HTMLInputElement && element.type === 'radio' && !element.checked) {
    return !isAnswered(element)
  }
  return element.checkVisibility?.() ?? true
}

function isAnswered({ form, name }: HTMLInputElement): boolean {
  const choices = (form ?? document).querySelectorAll<HTMLInputElement>('input[type=radio]')
  return [...choices].some((choice) => choice.name === name && choice.checked)
}

/** Whether two elements are one stop: the same element, or options of one radio group. */
function isSame(a: HTMLElement, b: HTMLElement): boolean {
  if (a === b) return true
  const radios = a instanceof HTMLInputElement && b instanceof HTMLInputElement && a.type === 'radio'
  return radios && b.type === 'radio' && a.name === b.name
}

import { isComposing, isMod, letterOf } from './keys'
import { isTextField } from './textField'

/** The container of selectable text around the focus: its sheet, or its pane of the window. */
const holders = '[role=dialog], [role=alertdialog], [data-pane]'

/**
 * Selects the text of the focused sheet or pane when nothing else has handled the Select All key. A webview would
 * select the whole window, including fields and lists. A text field keeps the key. Returns a function that ends it.
 */
export function followSelectAll(target: Document, isMac: () => boolean): () => void {
  const pressed = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isComposing(event) || event.shiftKey) return
    if (!isMod(event, isMac()) || letterOf(event) !== 'a' || isTextField(target.activeElement)) return
    event.preventDefault()
    selectText(target, target.activeElement?.closest(holders))
  }
  target.addEventListener('keydown', pressed)
  return () => target.removeEventListener('keydown', pressed)
}

function selectText(page: Document, holder: Element | null | undefined): void {
  const parts = [...(holder?.querySelectorAll('*') ?? [])].filter(isSelectable)
  const [first, last] = [parts[0], parts.at(-1)]
  if (!first || !last) return
  const range = page.createRange()
  range.setStartBefore(first)
  range.setEndAfter(last)
  page.getSelection()?.removeAllRanges()
  page.getSelection()?.addRange(range)
}

function isSelectable(part: Element): boolean {
  if (isTextField(part)) return false
  const { userSelect, webkitUserSelect } = getComputedStyle(part)
  return (userSelect || webkitUserSelect) === 'text'
}

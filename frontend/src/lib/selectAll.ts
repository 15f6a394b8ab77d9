import { isComposing, isMod, letterOf } from './keys'
import { isTextField } from './textField'

/** What may hold text to select, seen from what has the focus: its sheet, or its pane of the window. */
const holders = '[role=dialog], [role=alertdialog], [data-pane]'

/**
 * Selects the text of the sheet or pane that has the focus, for the key of Select All where nothing else used it. A
 * webview would select the whole window, its fields and lists too. A text field keeps the key. Returns how to end it.
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

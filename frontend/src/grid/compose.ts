import { isEditing } from './editor'

/** What input methods do to a grid. */
export interface ComposeTarget {
  /** Something begins to be composed in the focused cell, which shows nothing else meanwhile. */
  begin(): void
  /** Nothing is composed any more: the cell shows its value again. */
  end(): void
  /** A text was composed, or came without a key: it replaces the value of the focused cell. */
  type(text: string): void
}

/**
 * Text that comes by an input method, by dead keys, by a picker of signs or by dictation. The focused cell takes it, so that
 * it can be composed there from its first key on; once it is complete, it begins the edit. Nothing else changes a cell.
 */
export function followComposing(scroller: HTMLElement, target: ComposeTarget): void {
  const own = (event: Event) => !isEditing(event.target)
  scroller.addEventListener('compositionstart', (event) => own(event) && target.begin())
  scroller.addEventListener('compositionend', (event) => {
    if (!own(event)) return
    target.end()
    if (event.data !== '') target.type(event.data)
  })
  scroller.addEventListener('beforeinput', (event) => {
    if (!own(event) || event.isComposing || /Composition/.test(event.inputType)) return
    event.preventDefault()
    if (event.inputType === 'insertText' && event.data) target.type(event.data)
  })
  scroller.addEventListener('dragstart', (event) => own(event) && event.preventDefault())
}

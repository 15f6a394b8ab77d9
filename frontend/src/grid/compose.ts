import { isEditing } from './editor'

/** What input methods do to a grid. */
export interface ComposeTarget {
  /** A composition has started in the focused cell, which shows nothing else until it ends. */
  begin(): void
  /** The composition has ended: the cell shows its value again. */
  end(): void
  /** A text was composed, or arrived without a key: it replaces the value of the focused cell. */
  type(text: string): void
}

/**
 * Text from an input method, dead keys, an emoji picker or dictation. The focused cell accepts it, so that it can be
 * composed there from the first key; the complete text starts the edit. Nothing else changes a cell.
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

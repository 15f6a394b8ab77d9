/**
 * Takes the focus from a field over a cell, so that what is being typed there is taken over. Every other field counts what
 * is typed at once, and keeps the focus.
 */
export function leaveField(root: Document): void {
  const { activeElement } = root
  if (activeElement instanceof HTMLElement && activeElement.matches('[role=grid] :is(input, textarea)')) {
    activeElement.blur()
  }
}

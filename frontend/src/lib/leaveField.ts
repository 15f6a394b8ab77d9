/**
 * Takes the focus from a field over a cell, so that its text is committed. Other fields apply their text while typing,
 * and keep the focus.
 */
export function leaveField(root: Document): void {
  const { activeElement } = root
  if (activeElement instanceof HTMLElement && activeElement.matches('[role=grid] :is(input, textarea)')) {
    activeElement.blur()
  }
}

/** Whether something is a cell of a grid. The focused one takes what input methods compose, but its keys are the grid's. */
export function isGridCell(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('[role=gridcell]')
}

/** Whether something is a text field or an editor. */
export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || isGridCell(target)) return false
  return target.isContentEditable || target.matches('input, textarea, select')
}

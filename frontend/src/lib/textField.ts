/**
 * Whether an element is a grid cell. The focused cell takes input from input methods, but its keys belong to the grid.
 */
export function isGridCell(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('[role=gridcell]')
}

export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || isGridCell(target)) return false
  return target.isContentEditable || target.matches('input, textarea, select')
}

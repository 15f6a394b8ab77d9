/** The attribute of an element that covers the window while open, so that only its own commands run. */
export const covers = { 'data-covers': '' } as const

/** Whether a sheet or an alert is open, no matter what opened it. */
export function isCovered(root: ParentNode): boolean {
  return root.querySelector('[data-covers][data-open]') !== null
}

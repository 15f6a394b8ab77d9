/** The attribute of whatever covers the window while it is open, so that only its own commands run. */
export const covers = { 'data-covers': '' } as const

/** Whether a sheet or an alert is open, whoever opened it. */
export function isCovered(root: ParentNode): boolean {
  return root.querySelector('[data-covers][data-open]') !== null
}

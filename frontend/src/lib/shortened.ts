// A cell has only the beginning of a long value, with an ellipsis behind it. Each driver says how long that is
// (driver.RowsPlan, Cut), so the page counts what a cell has.

const ellipsis = '...' // of backend/data/rows/cells.go

/** How many characters a text has; a pair of surrogates is one. */
export function points(text: string): number {
  let count = text.length
  for (const _ of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) count -= 1
  return count
}

/** How many characters of its value a shortened cell has. */
export function shownLength(text: string): number {
  return points(text) - ellipsis.length
}

// A cell has only the beginning of a long value, followed by an ellipsis. Each driver sets the length (driver.RowsPlan,
// Cut), so the page counts the cell's characters.

const ellipsis = '...' // of backend/data/rows/cells.go

/** How many characters a text has; a surrogate pair counts as one. */
export function points(text: string): number {
  let count = text.length
  for (const _ of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) count -= 1
  return count
}

/** How many characters of its value a shortened cell has. */
export function shownLength(text: string): number {
  return points(text) - ellipsis.length
}

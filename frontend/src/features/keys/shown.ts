import type { KeyInfo, KeyList } from '../../host'

/** The maximum number of keys in the list: a filter finds the others. */
export const mostShown = 500

/** The keys with a cell that contains the text of the filter, ignoring case. */
export function matching(keys: readonly KeyInfo[], filter: string): readonly KeyInfo[] {
  const text = filter.trim().toLowerCase()
  if (text === '') return keys
  return keys.filter(({ cells }) => cells.some((cell) => cell.text.toLowerCase().includes(text)))
}

/** The place of the column whose width is not fixed, which has room for more. */
export function roomiest(list: KeyList): number {
  return Math.max(
    0,
    list.columns.findIndex(({ width }) => width === 0),
  )
}

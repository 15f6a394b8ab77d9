// The text size is the size of 1rem: the build writes the px of all styles as rem (lib/rem.ts; lines of 1 px stay),
// a size in a script is rem(px), and what is laid out in px is scaled(px). Widths of columns and panes are kept as
// they are at 100 %. The webviews' own zoom cannot be reached through the windowing library, and CSS zoom reports
// other coordinates in each of them. Modules that only late scripts share must not import this one, or it becomes a
// file of its own.
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** The text sizes that can be chosen, in percent of the usual one. */
export const textSizes = [80, 90, 100, 110, 125, 150, 175, 200] as const
export type TextSize = (typeof textSizes)[number]

/** The row heights of the grid at the usual text size, in px. */
export const rowHeights = { compact: 24, normal: 28, relaxed: 34 } as const
export type RowHeight = keyof typeof rowHeights

/** How large the page is drawn. */
export interface Reading {
  size: TextSize
  rows: RowHeight
}

const usual: Reading = { size: 100, rows: 'compact' }
const kept = 'quarry.reading'

/** The current scale of the page. Styles scale by rem; what a script lays out in px uses this. */
export const reading: StoreApi<Reading> = createStore(() => usual)

/** Applies the text size of the last visit, since the backend is asked only after the first paint. */
export function startReading(root: HTMLElement): void {
  const [size, rows] = (localStorage.getItem(kept) ?? '').split(' ')
  draw(root, { size: textSizeOf(Number(size)), rows: rowHeightOf(rows) })
}

/** Applies a text size, and stores it for the next visit. */
export function chooseReading(root: HTMLElement, chosen: Reading): void {
  localStorage.setItem(kept, `${chosen.size} ${chosen.rows}`)
  draw(root, chosen)
}

function draw(root: HTMLElement, { size, rows }: Reading): void {
  const now = reading.getState()
  if (now.size === size && now.rows === rows) return
  if (size === usual.size) root.style.removeProperty('--text-size')
  else root.style.setProperty('--text-size', String(size / 100))
  reading.setState({ size, rows }, true)
}

/** The text size that a number names, the usual one for any other number. */
export function textSizeOf(percent: number): TextSize {
  return textSizes.find((size) => size === percent) ?? usual.size
}

/** The row height that a text names, the usual one for any other text. */
export function rowHeightOf(name: string | undefined): RowHeight {
  return name === 'normal' || name === 'relaxed' ? name : usual.rows
}

/** The text size that many steps larger, at most the largest. */
export function textSizeBy(size: TextSize, steps: number): TextSize {
  const at = textSizes.indexOf(size) + steps
  return textSizes[Math.min(Math.max(0, at), textSizes.length - 1)] as TextSize
}

/** The scale of the page: 1 is the usual size. */
export function textScale(): number {
  return reading.getState().size / 100
}

/** px scaled by the text size. */
export function scaled(px: number): number {
  return Math.round(px * textScale())
}

/** px scaled by the text size, as a hook. */
export function useScaled(px: number): number {
  return Math.round((px * useStore(reading, (at) => at.size)) / 100)
}

/** The drawn row height of a grid, as a hook: the user's choice, unless the grid has its own. */
export function useRowHeight(own?: number): number {
  return useStore(reading, ({ size, rows }) => Math.round(((own ?? rowHeights[rows]) * size) / 100))
}

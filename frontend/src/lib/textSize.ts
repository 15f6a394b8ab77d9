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

/** How tall the rows of the grid are at the usual text size, in px. */
export const rowHeights = { compact: 24, normal: 28, relaxed: 34 } as const
export type RowHeight = keyof typeof rowHeights

/** How large the page is drawn. */
export interface Reading {
  size: TextSize
  rows: RowHeight
}

const usual: Reading = { size: 100, rows: 'compact' }
const kept = 'quarry.reading'

/** How large the page is drawn at present. Styles follow by rem; what a script lays out in px follows this. */
export const reading: StoreApi<Reading> = createStore(() => usual)

/** Draws the page as large as at the last visit, since the backend is asked only after the first paint. */
export function startReading(root: HTMLElement): void {
  const [size, rows] = (localStorage.getItem(kept) ?? '').split(' ')
  draw(root, { size: textSizeOf(Number(size)), rows: rowHeightOf(rows) })
}

/** Draws the page larger or smaller, and remembers it for the next visit. */
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

/** The text size of a number, the usual one for any other number. */
export function textSizeOf(percent: number): TextSize {
  return textSizes.find((size) => size === percent) ?? usual.size
}

/** The row height that a text names; any other text is the usual one. */
export function rowHeightOf(name: string | undefined): RowHeight {
  return name === 'normal' || name === 'relaxed' ? name : usual.rows
}

/** The text size so many steps larger, the last one where there are no more. */
export function textSizeBy(size: TextSize, steps: number): TextSize {
  const at = textSizes.indexOf(size) + steps
  return textSizes[Math.min(Math.max(0, at), textSizes.length - 1)] as TextSize
}

/** How much larger than usual the page is drawn: 1 is as usual. */
export function textScale(): number {
  return reading.getState().size / 100
}

/** px as they are drawn at the text size. */
export function scaled(px: number): number {
  return Math.round(px * textScale())
}

/** px as they are drawn at the text size, followed. */
export function useScaled(px: number): number {
  return Math.round((px * useStore(reading, (at) => at.size)) / 100)
}

/** The height of a grid's rows as they are drawn, followed: as the user chose, unless the grid has its own. */
export function useRowHeight(own?: number): number {
  return useStore(reading, ({ size, rows }) => Math.round(((own ?? rowHeights[rows]) * size) / 100))
}

import type { ColumnLayout } from './columns'
import type { Fits } from './measure'
import { grouped } from './names'
import type { Cell, Column, Mark, Selection, Source } from './types'

/** Everything a row needs to draw itself. The grid sets its members; rows only read them. */
export interface Sheet {
  columns: readonly Column[]
  layout: ColumnLayout
  source: Source
  selection: Selection
  /** How much of a text fits into a cell. */
  fits: Fits
  /** True while a head has the focus instead of a cell. */
  headActive: boolean
  /** Whether input methods can compose in the focused cell. */
  composes: boolean
  /** Whether a cell is a search match. */
  found?: (row: number, column: number) => boolean
}

/** The source's column at a position of the grid. */
export function sourceColumn(columns: readonly Column[], column: number): number {
  return columns[column]?.at ?? column
}

/** The cell at a position of the grid, undefined while its row is not loaded. */
export function cellAt(sheet: Sheet, row: number, column: number, limit?: number): Cell | undefined {
  return sheet.source.cell(row, sourceColumn(sheet.columns, column), limit)
}

/** The staged mark of the cell at a position of the grid. */
export function markAt(sheet: Sheet, row: number, column: number): Mark | undefined {
  return sheet.source.overlay?.(row, sourceColumn(sheet.columns, column))
}

/** Whether the cell at a position of the grid is read-only because of its column. */
export function isFixed(sheet: Sheet, row: number, column: number): boolean {
  if (!sheet.columns[column]?.readOnly) return false
  return !sheet.source.canType?.(row, sourceColumn(sheet.columns, column))
}

/** The label in a row's gutter. */
export function rowLabel(source: Source, row: number): string {
  return source.rowLabel?.(row) ?? grouped(row + 1)
}

/** Whether a cell is the grid's focused cell. */
export function isFocus(sheet: Sheet, row: number, column: number): boolean {
  return sheet.selection.focus.row === row && sheet.selection.focus.column === column
}

/** Makes an element with a class and a role. */
export function element(className: string, role?: string): HTMLDivElement {
  const made = document.createElement('div')
  made.className = className
  if (role) made.setAttribute('role', role)
  return made
}

/**
 * Puts children into the given order, so that a screen reader reads them in visual order, with as few moves as
 * possible: a moved element is laid out and painted again. The focused element is never moved, since that would lose
 * the focus.
 */
export function reorder(parent: Element, wanted: readonly Element[]): void {
  const children = new Map([...parent.children].map((child, at) => [child, at]))
  const places = wanted.map((child) => children.get(child) ?? -1)
  const held = wanted.findIndex((child) => child.contains(document.activeElement))
  const stay = rising(places, held)
  for (let i = wanted.length - 1; i >= 0; i--) {
    if (!stay.has(i)) parent.insertBefore(wanted[i] as Element, wanted[i + 1] ?? null)
  }
}

/** The positions of a longest increasing subsequence. It includes the number at `held`, unless that is -1. */
export function rising(numbers: readonly number[], held = -1): Set<number> {
  const fits = (i: number) => held < 0 || i === held || i < held === (numbers[i] as number) < (numbers[held] as number)
  const ends: number[] = [] // the position that ends the best subsequence of each length so far
  const before: number[] = []
  numbers.forEach((number, i) => {
    if (!fits(i)) return
    let length = ends.findIndex((end) => (numbers[end] as number) >= number)
    if (length < 0) length = ends.length
    before[i] = ends[length - 1] ?? -1
    ends[length] = i
  })
  const found = new Set<number>()
  for (let i = ends.at(-1) ?? -1; i >= 0; i = before[i] as number) found.add(i)
  return found
}

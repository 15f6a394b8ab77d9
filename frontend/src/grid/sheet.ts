import type { ColumnLayout } from './columns'
import type { Fits } from './measure'
import { grouped } from './names'
import { contains } from './selection'
import type { Cell, Column, Mark, Selection, Source } from './types'

/** Everything that a row needs to draw itself. The grid replaces its members; rows only read them. */
export interface Sheet {
  columns: readonly Column[]
  layout: ColumnLayout
  source: Source
  selection: Selection
  /** How much of a text fits into a cell. */
  fits: Fits
  /** True while a head and no cell has the focus. */
  headActive: boolean
  /** Says whether a cell is one that was found. */
  found?: (row: number, column: number) => boolean
}

/** The source's column that stands at a place of the grid. */
export function sourceColumn(columns: readonly Column[], column: number): number {
  return columns[column]?.at ?? column
}

/** The cell at a place of the grid, undefined while its row is not loaded. */
export function cellAt(sheet: Sheet, row: number, column: number, limit?: number): Cell | undefined {
  return sheet.source.cell(row, sourceColumn(sheet.columns, column), limit)
}

/** What staged work says of the cell at a place of the grid. */
export function markAt(sheet: Sheet, row: number, column: number): Mark | undefined {
  return sheet.source.overlay?.(row, sourceColumn(sheet.columns, column))
}

/** What stands in the gutter of a row. */
export function rowLabel(source: Source, row: number): string {
  return source.rowLabel?.(row) ?? grouped(row + 1)
}

/** Whether a cell is the one that holds the focus of the grid. */
export function isFocus(sheet: Sheet, row: number, column: number): boolean {
  return sheet.selection.focus.row === row && sheet.selection.focus.column === column
}

/** Whether a cell is selected. */
export function isSelected(sheet: Sheet, row: number, column: number): boolean {
  return contains(sheet.selection.range, row, column)
}

/** Makes an element with a class and a role. */
export function element(className: string, role?: string): HTMLDivElement {
  const made = document.createElement('div')
  made.className = className
  if (role) made.setAttribute('role', role)
  return made
}

/**
 * Brings children into the given order, so that a screen reader meets them as they are seen. The element that holds the
 * focus is never moved, since moving it would take the focus away.
 */
export function reorder(parent: Element, wanted: readonly Element[]): void {
  const held = wanted.findIndex((child) => child.contains(document.activeElement))
  const before = held < 0 ? null : (wanted[held] as Element)
  for (let i = 1, ordered = true; ordered; i++) {
    if (i >= wanted.length) return
    ordered = wanted[i - 1]?.nextElementSibling === wanted[i]
  }
  wanted.forEach((child, i) => {
    if (i !== held) parent.insertBefore(child, i < held ? before : null)
  })
}

import type { ColumnLayout } from './columns'
import { grouped } from './names'
import { contains } from './selection'
import type { Column, Selection, Source } from './types'

/** Everything that a row needs to draw itself. The grid replaces its members; rows only read them. */
export interface Sheet {
  columns: readonly Column[]
  layout: ColumnLayout
  source: Source
  selection: Selection
  /** True while a head and no cell has the focus. */
  headActive: boolean
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

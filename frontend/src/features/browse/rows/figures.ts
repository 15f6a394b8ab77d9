import { type RefObject, useEffect } from 'react'
import type { Grid } from '../../../grid/grid'
import { areasOf } from '../../../grid/selection'
import { sourceColumn } from '../../../grid/sheet'
import type { Column, Selection, Source } from '../../../grid/types'
import type { RowsTab } from './rowsTab'

/** Sums up the selected cells of a grid as displayed, whenever the selection or its values change. */
export function useFigures(
  tab: RowsTab,
  grid: RefObject<Grid | null>,
  columns: readonly Column[],
  source: Source | null,
  revision: number,
): (selection: Selection) => void {
  const sumUp = (selection: Selection) => {
    if (source) tab.selected.select({ areas: areasOf(selection), column: (at) => sourceColumn(columns, at), source })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cells are others when the rows, the columns or the edits are.
  useEffect(() => {
    if (grid.current) sumUp(grid.current.selection)
  }, [tab, columns, source, revision])
  return sumUp
}

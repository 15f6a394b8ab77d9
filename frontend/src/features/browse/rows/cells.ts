import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { longestTyped } from '../../../grid/editor'
import { sourceColumn } from '../../../grid/sheet'
import type { Column } from '../../../grid/types'
import type { ValueEdits } from '../../viewer/typedValue'
import { Viewer } from '../../viewer/viewer'
import type { GridHandle } from '../link/gridLink'
import type { RowsEditing } from './editing'
import type { RowsTab } from './rowsTab'

/** The viewer of a tab's values: it shows the tab's rows and lives as long as the view. */
export function useViewer(tab: RowsTab): Viewer {
  const viewer = useMemo(() => new Viewer(editsOf(tab)), [tab])
  const pages = useStore(tab.shown, (s) => s.pages)
  const view = useStore(tab.shown, (s) => s.view)
  useEffect(() => viewer.attach(pages, view?.columns ?? []), [viewer, pages, view])
  useEffect(() => () => viewer.close(), [viewer])
  return viewer
}

/** Edits the values of a tab's rows in the viewer, however long they are. */
function editsOf(tab: RowsTab): ValueEdits {
  return {
    why: (row, column) => tab.staging.whyNotOpened(row, column),
    begin: (row, column) => {
      const edit = tab.shown.getState().pages?.edit(row, column)
      if (!edit) return undefined
      const before = tab.edits.store.getState().staged.get(edit.key)?.get(edit.column)
      return {
        stage: (text) => edit.stage({ text, null: false }),
        restore: () => (before ? edit.stage(before) : tab.edits.revert(edit.key, edit.column)),
      }
    },
  }
}

/** Row editing that opens values too large for a cell in the viewer. */
export function withRoom(editing: RowsEditing, tab: RowsTab, viewer: Viewer, columns: readonly Column[]): RowsEditing {
  const needsRoom = (row: number, at: number) => {
    const cell = editing.source?.cell(row, at)
    const json = tab.shown.getState().view?.columns[at]?.kind === 'json'
    return cell !== undefined && (json || cell.cut > 0 || cell.text.length > longestTyped)
  }
  return {
    ...editing,
    why: (row, column) => {
      const at = sourceColumn(columns, column)
      return needsRoom(row, at) ? (viewer.edits?.why(row, at) ?? '') : editing.why(row, column)
    },
    begin: (row, column, text) => {
      const at = sourceColumn(columns, column)
      if (!needsRoom(row, at)) return editing.begin(row, column, text)
      void viewer.openToEdit(row, at, text)
      return false
    },
  }
}

/** Gives others access to a tab's grid while it is shown, in its current state. */
export function useHandle(tab: RowsTab, shown: boolean, handle: GridHandle): void {
  const latest = useRef(handle)
  latest.current = handle
  useLayoutEffect(() => {
    if (!shown) return
    return tab.grid.attach({
      go: (spot, keepRows) => latest.current.go(spot, keepRows),
      open: (spot) => latest.current.open(spot),
      focus: () => latest.current.focus(),
      escape: () => latest.current.escape(),
      place: () => latest.current.place(),
      restore: (place) => latest.current.restore(place),
    })
  }, [tab, shown])
}

import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Grid } from '../../../grid/grid'
import { sourceColumn } from '../../../grid/sheet'
import type { Cell, Column } from '../../../grid/types'
import { useMessages } from '../../../window/messages'
import type { Leave } from '../../edits/CellEditor'
import type { CellEdit, EditedRows } from '../../edits/editedRows'
import type { Typed } from '../../edits/values'
import { keptEdit, rowNotLoaded } from '../words'
import type { RowsTab } from './rowsTab'

/** The edited cell, and the initial text of its input. */
export interface Editing {
  edit: CellEdit
  /** The view index of its column. */
  at: number
  row: number
  text: string
  selected: boolean
}

/** What a tab's rows provide for editing, while they are shown. */
export interface RowsEditing {
  /** The rows with their staged changes; null while there are none. */
  source: EditedRows | null
  editing: Editing | null
  /** Whether cells can be edited at all: in a read-only view they are opened. */
  able: boolean
  /** Why the cell at a position of the grid cannot be edited, '' if it can. */
  why(row: number, column: number): string
  /** Edits a cell, starting with a text or its value; false, with a message, if the cell cannot be edited. */
  begin(row: number, column: number, text?: string): boolean
  /** The server's value of a cell, undefined while its row is not loaded. */
  server(row: number, column: number): Cell | undefined
  commit(typed: Typed, to: Leave): void
  cancel(): void
}

/** Editing of the rows that a grid shows. */
export function useEditing(tab: RowsTab, grid: { current: Grid | null }, columns: readonly Column[]): RowsEditing {
  const messages = useMessages()
  const source = useStore(tab.shown, (s) => s.pages)
  const view = useStore(tab.shown, (s) => s.view)
  const [editing, setEditing] = useState<Editing | null>(null)
  const typing = editing !== null
  useEffect(() => {
    if (!typing) return
    tab.typesIn(true)
    return () => tab.typesIn(false)
  }, [tab, typing])
  const last = useRef(0)
  if (editing) last.current = source?.rowOf(editing.edit.key) ?? last.current
  const there = editing ? source?.key(last.current) : undefined
  // Over another row its text would seem to belong to that row. The editor stages its text when it is removed.
  const strayed = editing !== null && there !== undefined && there !== editing.edit.key
  useEffect(() => {
    if (strayed) setEditing(null)
  }, [strayed])
  const viewColumn = (column: number) => sourceColumn(columns, column)
  const why = (row: number, column: number) => tab.staging.whyNotTyped(row, viewColumn(column))
  const begin = (row: number, column: number, text?: string) => {
    const reason = why(row, column)
    const at = viewColumn(column)
    const edit = source?.edit(row, at)
    messages.tell(reason || (edit ? '' : rowNotLoaded))
    if (reason !== '' || !edit) return false
    grid.current?.goTo(row, column)
    last.current = row
    setEditing({ edit, at, row, text: text ?? source?.cell(row, at)?.text ?? '', selected: text === undefined })
    return true
  }
  const leave = (to: Leave, walks = true) => {
    setEditing(null)
    if (!editing || to === 'away') return
    const row = source?.rowOf(editing.edit.key) ?? editing.row
    const column = columns.findIndex((_, at) => viewColumn(at) === editing.at)
    if (to === 'down' || to === 'up') {
      const beside = row + (to === 'down' ? 1 : -1)
      if (beside >= 0 && beside < (source?.rowCount ?? 0)) grid.current?.goTo(beside, column)
    }
    if (to !== 'next' && to !== 'previous') return grid.current?.focus()
    const by = to === 'next' ? 1 : -1
    if (walks && walk(row, column, by)) return
    if (columns[column + by]) grid.current?.goTo(row, column + by)
    grid.current?.focus()
  }
  /** Moves on to the next cell of the row that can be edited in place. */
  const walk = (row: number, from: number, by: number) => {
    const inPlace = (column: number) => view?.columns[viewColumn(column)]?.kind !== 'json' && why(row, column) === ''
    for (let column = from + by; column >= 0 && column < columns.length; column += by) {
      if (inPlace(column)) return begin(row, column)
    }
    return false
  }
  return {
    source,
    editing: strayed ? null : editing,
    why,
    able: tab.safeMode !== 'read-only' && view?.readOnly === '',
    begin,
    server: (row, column) => source?.server(row, viewColumn(column)),
    commit: (typed, to) => {
      const changed = editing && (typed.null || typed.text !== editing.text || !editing.selected)
      const row = changed ? source?.rowOf(editing.edit.key) : undefined
      const empty = row !== undefined && !typed.null ? tab.staging.whyNotText(row, editing?.at ?? -1, typed.text) : ''
      if (empty !== '') messages.tell(empty)
      else if (changed) editing.edit.stage(typed)
      const away = changed && to === 'away' && tab.shown.getState().pages?.rowOf(editing.edit.key) === undefined
      if (away) messages.tell(keptEdit(editing.edit.title))
      leave(to, empty === '')
    },
    cancel: () => leave('stay'),
  }
}

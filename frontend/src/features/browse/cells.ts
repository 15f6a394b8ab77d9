import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import type { Grid } from '../../grid/grid'
import { sourceColumn } from '../../grid/sheet'
import type { Column } from '../../grid/types'
import { isMod, type KeyInput, letterOf } from '../../lib/keys'
import { useCover } from '../../window/overlays'
import { toggleInspector } from '../viewer/panes'
import { Viewer } from '../viewer/viewer'
import type { GridAct, Tab } from './tab'

/** What a key does with the rows of a tab, wherever in the window it is pressed. */
export type RowsCommand = 'find' | 'inspector'

/** The command of a key; undefined leaves it to the rest of the window. */
export function rowsCommandOf(key: KeyInput, mac: boolean): RowsCommand | undefined {
  if (!mac && key.key === 'Enter' && key.altKey && !key.ctrlKey && !key.shiftKey && !key.metaKey) return 'inspector'
  if (!isMod(key, mac) || key.shiftKey) return undefined
  if (letterOf(key) === 'f') return 'find'
  return mac && letterOf(key) === 'i' ? 'inspector' : undefined
}

/** The viewer of a tab's values: it shows the rows of the tab and ends with the view. */
export function useViewer(tab: Tab): Viewer {
  const viewer = useMemo(() => new Viewer(), [])
  const pages = useStore(tab.store, (s) => s.pages)
  const view = useStore(tab.store, (s) => s.view)
  useEffect(() => viewer.attach(pages, view?.columns ?? []), [viewer, pages, view])
  useEffect(() => {
    tab.onEscape = () => {
      const was = viewer.isOpen
      viewer.close()
      return was
    }
    return () => {
      tab.onEscape = undefined
      viewer.close()
    }
  }, [tab, viewer])
  return viewer
}

/** Lets others go to a cell of the tab, and open it, while its grid is shown. */
export function useGoing(tab: Tab, viewer: Viewer, grid: RefObject<Grid | null>, columns: readonly Column[]): void {
  useEffect(() => {
    tab.onGo = ({ row, column }) => {
      const place = columns.findIndex((_, at) => sourceColumn(columns, at) === column)
      grid.current?.goTo(row, Math.max(0, place))
    }
    tab.showOpened(({ row, column }) => void viewer.open(row, column))
    return () => {
      tab.onGo = undefined
      tab.showOpened(undefined)
    }
  }, [tab, viewer, grid, columns])
}

/** Lets the commands of the window act on the grid of the tab while it is shown. */
export function useActing(tab: Tab, grid: RefObject<Grid | null>, shown: boolean, onFindColumn: () => void): void {
  const find = useRef(onFindColumn)
  find.current = onFindColumn
  useEffect(() => {
    if (!shown) return
    tab.onAct = (act: GridAct) => {
      if (act === 'find column') find.current()
      else if (act === 'fit widths') grid.current?.fitColumns()
      else void grid.current?.copy(act.copy)
    }
    return () => {
      tab.onAct = undefined
    }
  }, [tab, grid, shown])
}

/** The keys of the rows, while nothing lies over the window. Find answers whether there are rows. */
export function useRowsKeys(mac: boolean, find: () => boolean): void {
  const cover = useCover()
  const latest = useRef(find)
  latest.current = find
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      if (event.defaultPrevented || cover.covered) return
      const command = rowsCommandOf(event, mac)
      if (!command) return
      if (command === 'inspector') toggleInspector()
      else if (!latest.current()) return
      event.preventDefault()
    }
    window.addEventListener('keydown', keys)
    return () => window.removeEventListener('keydown', keys)
  }, [cover, mac])
}

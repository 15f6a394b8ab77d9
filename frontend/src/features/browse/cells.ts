import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { isMod, type KeyInput, letterOf } from '../../lib/keys'
import { useCover } from '../../window/overlays'
import { toggleInspector } from '../viewer/panes'
import { Viewer } from '../viewer/viewer'
import type { GridHandle } from './gridLink'
import type { RowsTab } from './rowsTab'

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
export function useViewer(tab: RowsTab): Viewer {
  const viewer = useMemo(() => new Viewer(), [])
  const pages = useStore(tab.rows.store, (s) => s.pages)
  const view = useStore(tab.rows.store, (s) => s.view)
  useEffect(() => viewer.attach(pages, view?.columns ?? []), [viewer, pages, view])
  useEffect(() => () => viewer.close(), [viewer])
  return viewer
}

/** Lets others act on the grid of a tab while it is shown, as its parts are at that moment. */
export function useHandle(tab: RowsTab, shown: boolean, handle: GridHandle): void {
  const latest = useRef(handle)
  latest.current = handle
  useLayoutEffect(() => {
    if (!shown) return
    return tab.grid.attach({
      go: (spot) => latest.current.go(spot),
      open: (spot) => latest.current.open(spot),
      focus: () => latest.current.focus(),
      step: (pages) => latest.current.step(pages),
      act: (act) => latest.current.act(act),
      escape: () => latest.current.escape(),
      place: () => latest.current.place(),
      restore: (place) => latest.current.restore(place),
    })
  }, [tab, shown])
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

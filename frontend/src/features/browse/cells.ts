import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { Viewer } from '../viewer/viewer'
import type { GridHandle } from './gridLink'
import type { RowsTab } from './rowsTab'

/** The viewer of a tab's values: it shows the rows of the tab and ends with the view. */
export function useViewer(tab: RowsTab): Viewer {
  const viewer = useMemo(() => new Viewer(), [])
  const pages = useStore(tab.shown, (s) => s.pages)
  const view = useStore(tab.shown, (s) => s.view)
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
      go: (spot, keepRows) => latest.current.go(spot, keepRows),
      open: (spot) => latest.current.open(spot),
      focus: () => latest.current.focus(),
      escape: () => latest.current.escape(),
      place: () => latest.current.place(),
      restore: (place) => latest.current.restore(place),
    })
  }, [tab, shown])
}

import { useMemo } from 'react'
import { useStore } from 'zustand'
import { activeRow, isThere, type Row, rowsOf, type Section, sectionsOf, type View } from './list'
import { useSaved, useSavedState } from './saved'

const everything: View = { kind: 'all' }

/** The visible view: the chosen one, or everything if its group or tag is gone. */
export function useView(): View {
  const saved = useSaved()
  const connections = useSavedState((s) => s.connections)
  const groups = useSavedState((s) => s.groups)
  const view = useStore(saved.library.store, (s) => s.view)
  return isThere(view, { connections: connections ?? [], groups }) ? view : everything
}

/** The sections of the list, its lines from the top, and the focused one. */
export function useRows(): { sections: Section[]; rows: Row[]; active: Row | undefined } {
  const saved = useSaved()
  const connections = useSavedState((s) => s.connections)
  const groups = useSavedState((s) => s.groups)
  const search = useSavedState((s) => s.search)
  const selected = useSavedState((s) => s.selected)
  const view = useView()
  const collapsed = useStore(saved.library.store, (s) => s.recentCollapsed)
  const key = useStore(saved.library.store, (s) => s.active)
  const sections = useMemo(
    () => sectionsOf({ connections: connections ?? [], groups }, view, search, collapsed),
    [connections, groups, view, search, collapsed],
  )
  const rows = useMemo(() => rowsOf(sections), [sections])
  return { sections, rows, active: activeRow(rows, key, selected) }
}

import { ChevronDown, ChevronRight } from 'lucide-react'
import type { KeyboardEvent } from 'react'

/** The focus of a tree among its visible rows, and what can be done there. */
export interface TreePlace {
  /** The zero-based row, and how many rows there are. */
  row: number
  count: number
  /** Whether the row is open; undefined if it has no children. */
  open: boolean | undefined
  /** The parent row, -1 at the top. */
  parent: number
  /** Goes to a row, clamped to the first and last. */
  goTo(row: number): void
  toggle(): void
  /** Called for Enter on a row without children. */
  onEnter?(): void
}

/** How many rows Page Up and Page Down move in a tree. */
const page = 15

/** The keys of a tree (ARIA Authoring Practices, "Tree View Pattern"), plus a tree's own keys. */
export function treeKeys(event: KeyboardEvent, place: TreePlace, more: Record<string, () => void> = {}): void {
  const { row, count, open, parent, goTo, toggle, onEnter } = place
  const acts: Record<string, () => void> = {
    ArrowDown: () => goTo(row + 1),
    ArrowUp: () => goTo(row - 1),
    PageDown: () => goTo(row + page),
    PageUp: () => goTo(row - page),
    Home: () => goTo(0),
    End: () => goTo(count - 1),
    ArrowRight: () => (open === false ? toggle() : open && goTo(row + 1)),
    ArrowLeft: () => (open ? toggle() : parent >= 0 && goTo(parent)),
    Enter: () => (open === undefined ? onEnter?.() : toggle()),
    ...more,
  }
  const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : acts[event.key]
  if (!act) return
  event.preventDefault()
  event.stopPropagation()
  act()
}

/** The icon that expands and collapses a row of a tree; an empty space if there are no children. */
export function TreeSign({ open, blank, onToggle }: { open: boolean | undefined; blank?: string; onToggle(): void }) {
  if (open === undefined) return <span className={blank} />
  const Sign = open ? ChevronDown : ChevronRight
  return <Sign size={12} strokeWidth={1.75} aria-hidden="true" onClick={onToggle} />
}

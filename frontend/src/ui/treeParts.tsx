import { ChevronDown, ChevronRight } from 'lucide-react'
import type { KeyboardEvent } from 'react'

/** Where the focus of a tree is among its visible rows, and what can be done there. */
export interface TreePlace {
  /** The row, from 0, and how many there are. */
  row: number
  count: number
  /** Whether the row is open; undefined where there is nothing inside. */
  open: boolean | undefined
  /** The row that it is inside of, -1 at the top. */
  parent: number
  /** Goes to a row; one before the first or after the last is that one. */
  goTo(row: number): void
  toggle(): void
  /** Enter on a row with nothing inside. */
  onEnter?(): void
}

/** How many rows a page of a tree is. */
const page = 15

/** The keys of a tree (ARIA Authoring Practices, "Tree View Pattern"), with those that a tree has besides. */
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

/** The sign that opens and closes a row of a tree; only its room where there is nothing inside. */
export function TreeSign({ open, blank, onToggle }: { open: boolean | undefined; blank?: string; onToggle(): void }) {
  if (open === undefined) return <span className={blank} />
  const Sign = open ? ChevronDown : ChevronRight
  return <Sign size={12} strokeWidth={1.75} aria-hidden="true" onClick={onToggle} />
}

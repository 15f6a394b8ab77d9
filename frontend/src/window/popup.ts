// A menu or list stays on screen for a frame or more after it was closed. So its button or field gets the focus at
// once, or the next key would go to something that is about to vanish.
import { useEffect, useRef, useState } from 'react'
import { useCovered } from './overlays'

interface Popup {
  open: boolean
  onOpenChange(open: boolean, change?: Change): void
}

/** What opened or closed a menu. */
interface Change {
  reason: string
  trigger?: Element | undefined
}

/** The reasons that close a menu because the user went elsewhere; the focus stays there. */
const leaving: ReadonlySet<string> = new Set(['outside-press', 'focus-out', 'trigger-hover', 'window-resize'])

/** Whether a closing menu returns the focus: after a choice or Escape, not after a press elsewhere. */
export function givesBackFocus(by: { reason: string }): boolean {
  return !leaving.has(by.reason)
}

/**
 * The open state of a menu with its own button. A sheet or an alert over the window closes it, even if its state is
 * kept elsewhere. Its button gets the focus as soon as it closes, before the menu has vanished, so that the next key is
 * not lost.
 */
export function usePopup(held?: Popup): Popup {
  const own = useState(false)
  const button = useRef<Element | null>(null)
  const [open, setOpen] = held ? [held.open, held.onOpenChange] : own
  const covered = useCovered()
  useEffect(() => {
    if (held?.open && covered) held.onOpenChange(false)
  })
  if (!held && open && covered) setOpen(false) // for good: it does not reopen when the sheet is closed
  const change = (opens: boolean, by?: Change) => {
    if (opens) button.current = by?.trigger ?? document.activeElement
    else if ((!by || givesBackFocus(by)) && button.current instanceof HTMLElement) button.current.focus()
    setOpen(opens)
  }
  return { open: open && !covered, onOpenChange: change }
}

/**
 * Whether a menu without a button has been opened yet. Until then it is not rendered: unused menus would slow down
 * showing a tab.
 */
export function useOpenedOnce(open: boolean): boolean {
  const [opened, setOpened] = useState(open)
  if (open && !opened) setOpened(true)
  return open || opened
}

/**
 * How often a popup was opened: a key for what it holds, which thus starts anew even if the popup is reopened before it
 * has vanished.
 */
export function useOpenings(open: boolean): number {
  const [last, setLast] = useState({ open, openings: 0 })
  if (open === last.open) return last.openings
  const openings = last.openings + (open ? 1 : 0)
  setLast({ open, openings })
  return openings
}

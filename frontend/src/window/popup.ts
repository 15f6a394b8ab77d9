// A menu or a list is drawn for a frame or more after it was closed. So its button or field has the focus at once,
// or the next key would go to what is about to vanish.
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

/** How a menu is closed by going elsewhere, where the focus stays. */
const leaving: ReadonlySet<string> = new Set(['outside-press', 'focus-out', 'trigger-hover', 'window-resize'])

/** Whether a menu that closes gives back the focus: by a pick or Escape, not by a press that goes elsewhere. */
export function givesBackFocus(by: { reason: string }): boolean {
  return !leaving.has(by.reason)
}

/**
 * Whether a menu is open that its own button opens. A sheet or an alert over the window closes it, and one that others can
 * open too, which they hold. Once it is closed its button has the focus, before the menu has gone: the next key is not lost.
 */
export function usePopup(held?: Popup): Popup {
  const own = useState(false)
  const button = useRef<Element | null>(null)
  const [open, setOpen] = held ? [held.open, held.onOpenChange] : own
  const covered = useCovered()
  useEffect(() => {
    if (held?.open && covered) held.onOpenChange(false)
  })
  if (!held && open && covered) setOpen(false) // for good: it does not come back when the sheet is closed
  const change = (opens: boolean, by?: Change) => {
    if (opens) button.current = by?.trigger ?? document.activeElement
    else if ((!by || givesBackFocus(by)) && button.current instanceof HTMLElement) button.current.focus()
    setOpen(opens)
  }
  return { open: open && !covered, onOpenChange: change }
}

/**
 * Whether a menu without a button has been opened yet. Until then it is left out: a menu that is never opened would take
 * its part of the time that a tab takes to be shown.
 */
export function useOpenedOnce(open: boolean): boolean {
  const [opened, setOpened] = useState(open)
  if (open && !opened) setOpened(true)
  return open || opened
}

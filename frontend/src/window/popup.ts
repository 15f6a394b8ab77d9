import { useEffect, useState } from 'react'
import { useCovered } from './overlays'

interface Popup {
  open: boolean
  onOpenChange(open: boolean): void
}

/**
 * Whether a menu is open that its own button opens. A sheet or an alert over the window closes it, and one that others can
 * open too, which they hold.
 */
export function usePopup(held?: Popup): Popup {
  const own = useState(false)
  const [open, setOpen] = held ? [held.open, held.onOpenChange] : own
  const covered = useCovered()
  useEffect(() => {
    if (held?.open && covered) held.onOpenChange(false)
  })
  if (!held && open && covered) setOpen(false) // for good: it does not come back when the sheet is closed
  return { open: open && !covered, onOpenChange: setOpen }
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

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

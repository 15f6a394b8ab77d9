import { useState } from 'react'
import { useCovered } from './overlays'

/** Whether a menu is open that its own button opens. A sheet or an alert over the window closes it. */
export function usePopup(): { open: boolean; onOpenChange(open: boolean): void } {
  const [open, setOpen] = useState(false)
  const covered = useCovered()
  if (open && covered) setOpen(false) // for good: it does not come back when the sheet is closed
  return { open: open && !covered, onOpenChange: setOpen }
}

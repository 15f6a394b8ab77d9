import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'

interface SheetProps {
  label: string
  className?: string
  width?: number
  onClose(): void
  children: ReactNode
}

/** A sheet under the toolbar, or an alert: focus is trapped in it, Escape closes it. */
export function Sheet({ label, className = '', width, onClose, children }: SheetProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className={`sheet over ${className}`} style={{ width }} aria-label={label}>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

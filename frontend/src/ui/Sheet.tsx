import { Dialog } from '@base-ui/react/dialog'
import type { ComponentProps, ReactNode } from 'react'

interface SheetProps {
  label: string
  className?: string
  width?: number
  /** What has the focus first; otherwise the first thing that can. */
  initialFocus?: ComponentProps<typeof Dialog.Popup>['initialFocus']
  onClose(): void
  children: ReactNode
}

/** A sheet under the toolbar, or an alert: focus is trapped in it, Escape closes it; one over another dims that too. */
export function Sheet({ label, className = '', width, initialFocus, onClose, children }: SheetProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" forceRender />
        <Dialog.Popup
          className={`sheet over ${className}`}
          style={{ width }}
          aria-label={label}
          initialFocus={initialFocus}
        >
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

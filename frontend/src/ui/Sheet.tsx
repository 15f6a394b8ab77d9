import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog } from '@base-ui/react/dialog'
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { rem } from '../lib/rem'
import { covers } from './covered'
import { trapTab } from './trapTab'

interface SheetProps {
  label: string
  className?: string
  width?: number
  /** The id of what is said with the name when it opens. */
  describedBy?: string
  /** What has the focus first; otherwise the first thing that can. */
  initialFocus?: ComponentProps<typeof Dialog.Popup>['initialFocus']
  /** What has the focus when it closes; otherwise what had it before. */
  finalFocus?: ComponentProps<typeof Dialog.Popup>['finalFocus']
  /** True where something would be lost: then it is an alert dialog, which a press outside leaves open. */
  warns?: boolean
  onClose(): void
  children: ReactNode
}

/**
 * A sheet under the toolbar, or an alert: focus is trapped in it, Escape closes it, and Enter presses its default button
 * unless what has the focus takes it; one over another dims that too.
 */
export function Sheet(props: SheetProps) {
  const {
    label,
    className = '',
    width,
    describedBy,
    initialFocus,
    finalFocus,
    warns = false,
    onClose,
    children,
  } = props
  const Root = warns ? AlertDialog.Root : Dialog.Root
  return (
    <Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" forceRender />
        <Dialog.Popup
          {...covers}
          className={`sheet over ${className}`}
          style={{ width: width && rem(width) }}
          aria-label={label}
          aria-describedby={describedBy}
          initialFocus={initialFocus}
          finalFocus={finalFocus}
          onKeyDown={(e) => {
            trapTab(e)
            pressDefault(e)
          }}
        >
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Root>
  )
}

/** Presses the button that says Enter while the sheet itself has the focus, as after a click on a blank place. */
function pressDefault(e: KeyboardEvent<HTMLElement>): void {
  if (e.key !== 'Enter' || e.target !== e.currentTarget || e.defaultPrevented || hasModifier(e)) return
  const button = e.currentTarget.querySelector('[data-command="dialog.confirm"]')?.closest('button')
  if (!button) return
  e.preventDefault()
  button.click()
}

const hasModifier = (e: KeyboardEvent) => e.altKey || e.ctrlKey || e.metaKey || e.shiftKey

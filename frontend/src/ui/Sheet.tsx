import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog } from '@base-ui/react/dialog'
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { isComposing } from '../lib/keys'
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

const editors = 'textarea, [contenteditable]:not([contenteditable="false"])'
const controls = 'a[href], button, summary, select'
const lists = 'listbox option tree treeitem grid gridcell row menu menuitem combobox button link tab'
const takers = [editors, controls, ...lists.split(' ').map((role) => `[role="${role}"]`)].join()

/** Whether what has the focus does something of its own on Enter; a field submits its form. */
const takesEnter = (focused: Element) =>
  focused.matches(takers) || (focused instanceof HTMLInputElement && focused.form !== null)

/** Presses the default button: the one with the Enter hint, or an alert's only one. */
function pressDefault(e: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: sheet, target } = e
  if (e.key !== 'Enter' || e.defaultPrevented || hasModifier(e) || isComposing(e.nativeEvent)) return
  // What lies over the sheet is inside of it for React alone.
  if (!(target instanceof Element) || !sheet.contains(target) || takesEnter(target)) return
  const saying = sheet.querySelector('[data-command="dialog.confirm"]')?.closest('button')
  const button = saying ?? (sheet.matches('.alert') ? sheet.querySelector<HTMLElement>('footer [data-primary]') : null)
  if (!button) return
  e.preventDefault()
  button.click()
}

const hasModifier = (e: KeyboardEvent) => e.altKey || e.ctrlKey || e.metaKey || e.shiftKey

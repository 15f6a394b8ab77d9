import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog } from '@base-ui/react/dialog'
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { isComposing } from '../lib/keys'
import { rem } from '../lib/rem'
import { covers } from './covered'
import style from './Sheet.module.css'
import { trapTab } from './trapTab'

interface SheetProps {
  label: string
  className?: string
  /** Whether it is small, with a sign and a sentence; and whether it is wider. */
  alert?: boolean
  wide?: boolean
  roomy?: boolean
  width?: number
  /** The id of the description that is announced when it opens. */
  describedBy?: string
  /** The element that is focused first; by default the first focusable one. */
  initialFocus?: ComponentProps<typeof Dialog.Popup>['initialFocus']
  /** The element that is focused when it closes; by default the one that had the focus before. */
  finalFocus?: ComponentProps<typeof Dialog.Popup>['finalFocus']
  /** True where something would be lost: then it is an alert dialog, which a press outside leaves open. */
  warns?: boolean
  onClose(): void
  children: ReactNode
}

/**
 * A sheet under the toolbar, or an alert: focus is trapped in it, Escape closes it, and Enter presses its default
 * button unless the focused element handles Enter; one over another dims that one, too.
 */
export function Sheet(props: SheetProps) {
  const {
    label,
    className = '',
    alert = false,
    wide = false,
    roomy = false,
    width,
    describedBy,
    initialFocus,
    finalFocus,
    warns = false,
    onClose,
    children,
  } = props
  const looks = [alert && style.alert, wide && style.wide, roomy && style.roomy]
  const Root = warns ? AlertDialog.Root : Dialog.Root
  return (
    <Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={style.backdrop} forceRender />
        <Dialog.Popup
          {...covers}
          data-part="sheet"
          data-alert={alert || undefined}
          className={[style.sheet, style.over, ...looks, className].filter(Boolean).join(' ')}
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

/** Whether the focused element handles Enter itself; a field submits its form. */
const takesEnter = (focused: Element) =>
  focused.matches(takers) || (focused instanceof HTMLInputElement && focused.form !== null)

/** Presses the default button: the one with the Enter hint, or an alert's only one. */
function pressDefault(e: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: sheet, target } = e
  if (e.key !== 'Enter' || e.defaultPrevented || hasModifier(e) || isComposing(e.nativeEvent)) return
  // Only in React's tree is a layer over the sheet inside of it.
  if (!(target instanceof Element) || !sheet.contains(target) || takesEnter(target)) return
  const saying = sheet.querySelector('[data-command="dialog.confirm"]')?.closest('button')
  const button =
    saying ?? (sheet.matches('[data-alert]') ? sheet.querySelector<HTMLElement>('footer [data-primary]') : null)
  if (!button) return
  e.preventDefault()
  button.click()
}

const hasModifier = (e: KeyboardEvent) => e.altKey || e.ctrlKey || e.metaKey || e.shiftKey

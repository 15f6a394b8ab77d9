import type { LucideIcon } from 'lucide-react'
import { Button } from './Button'

interface SmallIconProps {
  icon: LucideIcon
  label: string
  /** Pressed or not, where the button switches something. */
  on?: boolean
  /** Why it cannot act; '' where it can. */
  why?: string
  /** Whether a press leaves the focus with the field that has it. */
  keepsFocus?: boolean
  /** -1 keeps it out of the way of Tab. */
  tabIndex?: number
  onClick(): void
}

/** A small button that is only a sign; its tooltip says its name, or why it cannot act. */
export function SmallIcon({ icon: Icon, label, on, why = '', keepsFocus = false, tabIndex, onClick }: SmallIconProps) {
  return (
    <Button
      quiet
      icon
      small
      on={on}
      off={why !== ''}
      aria-label={label}
      aria-pressed={on}
      data-tip={why === '' ? label : `${label}: ${why}`}
      aria-description={why || undefined}
      tabIndex={tabIndex}
      onMouseDown={(event) => keepsFocus && event.preventDefault()}
      onClick={() => why === '' && onClick()}
    >
      <Icon size={14} strokeWidth={1.5} aria-hidden="true" />
    </Button>
  )
}

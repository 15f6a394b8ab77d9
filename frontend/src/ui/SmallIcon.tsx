import type { LucideIcon } from 'lucide-react'
import { Button } from './Button'

interface SmallIconProps {
  icon: LucideIcon
  label: string
  /** The pressed state, if the button is a toggle. */
  on?: boolean
  /** Why it is disabled; '' if it is not. */
  why?: string
  /** Whether a press leaves the focus in the field. */
  keepsFocus?: boolean
  /** -1 excludes it from the Tab order. */
  tabIndex?: number
  onClick(): void
}

/** A small button with only an icon; its tooltip has its name, or why it is disabled. */
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

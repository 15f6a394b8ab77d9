import type { LucideIcon } from 'lucide-react'
import { Button } from './Button'
import { tipOf } from './tips'

interface IconButtonProps {
  icon: LucideIcon
  label: string
  mac?: string
  win?: string
  /** For a button that shows and hides something: whether that is shown. Omitted for any other button. */
  on?: boolean
  onClick(): void
}

/** A button of a toolbar that is only a sign; its tooltip says its name and its key. */
export function IconButton({ icon: Icon, label, mac = '', win = '', on, onClick }: IconButtonProps) {
  const tip = tipOf({ label, mac, win })
  return (
    <Button quiet icon aria-label={label} aria-expanded={on} {...tip} onClick={onClick}>
      <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
    </Button>
  )
}

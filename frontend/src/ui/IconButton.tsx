import type { LucideIcon } from 'lucide-react'
import { Button } from './Button'
import { tipOf } from './tips'

interface IconButtonProps {
  icon: LucideIcon
  label: string
  mac?: string
  win?: string
  /** For a toggle button: whether what it toggles is shown. Omitted for other buttons. */
  on?: boolean
  onClick(): void
}

/** A toolbar button with only an icon; its tooltip has its name and key. */
export function IconButton({ icon: Icon, label, mac = '', win = '', on, onClick }: IconButtonProps) {
  const tip = tipOf({ label, mac, win })
  return (
    <Button quiet icon aria-label={label} aria-expanded={on} {...tip} onClick={onClick}>
      <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
    </Button>
  )
}

import { type LucideIcon, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button'

interface BannerProps {
  tone: 'fail2' | 'warn2' | 'ro'
  icon?: LucideIcon
  onClose?(): void
  children: ReactNode
}

/** A line over everything that it concerns. */
export function Banner({ tone, icon: Icon = TriangleAlert, onClose, children }: BannerProps) {
  return (
    <div className={`banner ${tone}`} role={tone === 'fail2' ? 'alert' : 'status'} data-pane="banner">
      <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
      {children}
      {onClose && (
        <Button quiet icon small aria-label="Hide this notice" onClick={onClose}>
          <X size={14} strokeWidth={1.5} aria-hidden="true" />
        </Button>
      )}
    </div>
  )
}

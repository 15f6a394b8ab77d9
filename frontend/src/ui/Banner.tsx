import { type LucideIcon, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import style from './Banner.module.css'
import { Button } from './Button'
import { part } from './part'

interface BannerProps {
  tone: 'failure' | 'warning' | 'readOnly'
  icon?: LucideIcon
  onClose?(): void
  children: ReactNode
}

/** The line alone; it floats over the rows below it. */
export const BannerLine = part('div', 'banner', style.banner, {
  failure: style.failure,
  warning: style.warning,
  readOnly: style.readOnly,
  floats: style.floats,
})

/** A message line above everything that it concerns. */
export function Banner({ tone, icon: Icon = TriangleAlert, onClose, children }: BannerProps) {
  return (
    <BannerLine tone={tone} role={tone === 'failure' ? 'alert' : 'status'} data-pane="banner">
      <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
      {children}
      {onClose && (
        <Button quiet icon small aria-label="Hide this notice" onClick={onClose}>
          <X size={14} strokeWidth={1.5} aria-hidden="true" />
        </Button>
      )}
    </BannerLine>
  )
}

import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Sheet } from './Sheet'

interface AlertProps {
  icon: LucideIcon
  tone?: '' | 'fail' | 'warn' | 'okc'
  title: string
  onClose(): void
  children?: ReactNode
  actions: ReactNode
}

/** A small dialog with an icon, a sentence and its buttons. */
export function Alert({ icon: Icon, tone = '', title, onClose, children, actions }: AlertProps) {
  return (
    <Sheet label={title} className="alert" onClose={onClose}>
      <div className="ct">
        <span className={`bigicon ${tone}`}>
          <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
        </span>
        <div>
          <h1>{title}</h1>
          {children}
        </div>
      </div>
      <footer>{actions}</footer>
    </Sheet>
  )
}

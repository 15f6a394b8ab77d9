import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { Sheet } from './Sheet'

interface AlertProps {
  icon: LucideIcon
  tone?: '' | 'fail' | 'warn' | 'okc'
  className?: string
  title: string
  /** Whether going on would lose something. */
  warns?: boolean
  onClose(): void
  children?: ReactNode
  actions: ReactNode
}

/** A small dialog with an icon, a sentence and its buttons; Enter presses the default one, which has the focus. */
export function Alert({ icon: Icon, tone = '', className = '', title, warns, onClose, children, actions }: AlertProps) {
  const footer = useRef<HTMLElement>(null)
  const body = useId()
  return (
    <Sheet
      label={title}
      className={`alert ${className}`}
      describedBy={body}
      warns={warns}
      initialFocus={() => footer.current?.querySelector<HTMLElement>('[data-primary]') ?? true}
      onClose={onClose}
    >
      <div className="ct">
        <span className={`bigicon ${tone}`}>
          <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
        </span>
        <div>
          <h1>{title}</h1>
          <div id={body}>{children}</div>
        </div>
      </div>
      <footer ref={footer}>{actions}</footer>
    </Sheet>
  )
}

import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { Sheet } from './Sheet'
import { SheetContent, Sign } from './SheetParts'

interface AlertProps {
  icon: LucideIcon
  tone?: '' | 'fail' | 'warn' | 'ok'
  className?: string
  wide?: boolean
  roomy?: boolean
  title: string
  /** Whether continuing would lose something. */
  warns?: boolean
  onClose(): void
  children?: ReactNode
  actions: ReactNode
}

/** A small dialog with an icon, a sentence and buttons; Enter presses the default button, which has the focus. */
export function Alert({
  icon: Icon,
  tone = '',
  className,
  wide,
  roomy,
  title,
  warns,
  onClose,
  children,
  actions,
}: AlertProps) {
  const footer = useRef<HTMLElement>(null)
  const body = useId()
  return (
    <Sheet
      label={title}
      alert
      wide={wide}
      roomy={roomy}
      className={className}
      describedBy={body}
      warns={warns}
      initialFocus={() => footer.current?.querySelector<HTMLElement>('[data-primary]') ?? true}
      onClose={onClose}
    >
      <SheetContent>
        <Sign tone={tone}>
          <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
        </Sign>
        <div>
          <h1>{title}</h1>
          <div id={body}>{children}</div>
        </div>
      </SheetContent>
      <footer ref={footer}>{actions}</footer>
    </Sheet>
  )
}

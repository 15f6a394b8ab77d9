import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Hint } from '../commands/Hint'
import { Alert } from './Alert'
import { Button } from './Button'

interface DangerAlertProps {
  icon: LucideIcon
  title: string
  /** What the red button says. */
  confirm: string
  onConfirm(): void
  onClose(): void
  children: ReactNode
}

/** Asks before something is deleted or discarded. The button that does it is red and never the default. */
export function DangerAlert({ icon, title, confirm, onConfirm, onClose, children }: DangerAlertProps) {
  return (
    <Alert
      icon={icon}
      tone="fail"
      warns
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>
            Cancel <Hint of="dialog.cancel" />
          </Button>
          <Button danger onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Alert>
  )
}

import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Hint } from '../commands/Hint'
import { Alert } from './Alert'

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
          <button type="button" className="btn" onClick={onClose}>
            Cancel <Hint of="dialog.cancel" />
          </button>
          <button type="button" className="btn danger" onClick={onConfirm}>
            {confirm}
          </button>
        </>
      }
    >
      {children}
    </Alert>
  )
}

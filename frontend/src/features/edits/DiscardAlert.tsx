import { TriangleAlert } from 'lucide-react'
import { DangerAlert } from '../../ui/DangerAlert'
import { discardText, discardTitle } from './words'

interface DiscardAlertProps {
  rows: number
  object: string
  onDiscard(): void
  onClose(): void
}

/** Asks before everything that is staged is taken back. */
export function DiscardAlert({ rows, object, onDiscard, onClose }: DiscardAlertProps) {
  return (
    <DangerAlert
      icon={TriangleAlert}
      title={discardTitle(rows, object)}
      confirm="Discard"
      onConfirm={onDiscard}
      onClose={onClose}
    >
      <p>{discardText}</p>
    </DangerAlert>
  )
}

import { TriangleAlert } from 'lucide-react'
import { Alert } from '../../ui/Alert'
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
    <Alert
      icon={TriangleAlert}
      tone="warn"
      warns
      title={discardTitle(rows, object)}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn danger-text" onClick={onDiscard}>
            Discard
          </button>
          <button type="button" className="btn primary" onClick={onClose}>
            Cancel
          </button>
        </>
      }
    >
      <p>{discardText}</p>
    </Alert>
  )
}

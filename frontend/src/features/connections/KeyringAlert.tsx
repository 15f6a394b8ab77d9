import { KeyRound } from 'lucide-react'
import { Alert } from '../../ui/Alert'
import { sheetWords } from './sheetWords'

interface KeyringAlertProps {
  onClose(): void
  onRetry(): void
  onKeep(): void
}

/** Says that the system has no credential store, and lets the user decide. */
export function KeyringAlert({ onClose, onRetry, onKeep }: KeyringAlertProps) {
  return (
    <Alert
      icon={KeyRound}
      tone="warn"
      title={sheetWords.noStore}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="button" className="btn" onClick={onRetry}>
            Try Again
          </button>
          <button type="button" className="btn primary" onClick={onKeep}>
            Keep for This Run
          </button>
        </>
      }
    >
      <p>{sheetWords.whyNoStore}</p>
    </Alert>
  )
}

import { KeyRound } from 'lucide-react'
import { Alert } from '../../ui/Alert'

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
      title="No credential store was found"
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
      <p>
        The password cannot be saved, and Quarry does not store secrets anywhere else. Start a keyring service (Secret
        Service) and try again, or keep the password until you quit.
      </p>
    </Alert>
  )
}

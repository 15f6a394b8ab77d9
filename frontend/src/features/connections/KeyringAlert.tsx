import { KeyRound } from 'lucide-react'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
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
          <Button onClick={onClose}>Cancel</Button>
          <Button onClick={onRetry}>Try Again</Button>
          <Button primary onClick={onKeep}>
            Keep for This Run
          </Button>
        </>
      }
    >
      <p>{sheetWords.whyNoStore}</p>
    </Alert>
  )
}

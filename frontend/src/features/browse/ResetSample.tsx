import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Hint } from '../../commands/Hint'
import { type HostError, toHostError } from '../../host'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { FailureNotice } from '../../ui/Notice'
import { resetText, resetTitle } from './words'

interface ResetSampleProps {
  onReset(): Promise<void>
  onClose(): void
}

/** Asks before the original sample data replaces the changed data. */
export function ResetSample({ onReset, onClose }: ResetSampleProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<HostError | null>(null)
  const reset = async () => {
    setBusy(true)
    try {
      await onReset()
    } catch (cause) {
      setError(toHostError(cause))
      setBusy(false)
    }
  }
  return (
    <Alert
      icon={TriangleAlert}
      tone="warn"
      warns
      title={resetTitle}
      onClose={onClose}
      actions={
        <>
          <Button primary onClick={onClose}>
            Cancel <Hint of="dialog.cancel" />
          </Button>
          <Button danger disabled={busy} onClick={() => void reset()}>
            Reset
          </Button>
        </>
      }
    >
      <p>{resetText}</p>
      {error && <FailureNotice error={error} />}
    </Alert>
  )
}

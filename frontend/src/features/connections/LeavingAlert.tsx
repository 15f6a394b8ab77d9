import { CircleAlert } from 'lucide-react'
import { Hint } from '../../commands/Hint'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { sheetWords } from './sheetWords'

/** The question when Escape, a click outside or another database would discard what was filled in. */
export function LeavingAlert({ onStay, onDiscard }: { onStay(): void; onDiscard(): void }) {
  return (
    <Alert
      icon={CircleAlert}
      tone="warn"
      warns
      title={sheetWords.discard}
      onClose={onStay}
      actions={
        <>
          <Button dangerText onClick={onDiscard}>
            Discard
          </Button>
          <Button primary onClick={onStay}>
            Keep Editing <Hint of="dialog.confirm" />
          </Button>
        </>
      }
    >
      <p>{sheetWords.notSaved}</p>
    </Alert>
  )
}

import { CircleAlert } from 'lucide-react'
import { Hint } from '../../commands/Hint'
import { Alert } from '../../ui/Alert'
import { sheetWords } from './sheetWords'

/** What Escape, a click outside and another database ask while something is filled in that would be lost. */
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
          <button type="button" className="btn danger-text" onClick={onDiscard}>
            Discard
          </button>
          <button type="button" className="btn primary" onClick={onStay}>
            Keep Editing <Hint of="dialog.confirm" />
          </button>
        </>
      }
    >
      <p>{sheetWords.notSaved}</p>
    </Alert>
  )
}

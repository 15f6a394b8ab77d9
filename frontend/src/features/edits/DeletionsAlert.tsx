import { Trash2 } from 'lucide-react'
import { Alert } from '../../ui/Alert'
import { deletionsButton, deletionsOf, deletionsTitle, type Nouns, placesWords } from './deletions'
import type { Shown } from './planned'
import type { Saving } from './saving'
import { deletionsText } from './words'

interface DeletionsAlertProps {
  saving: Saving
  shown: Shown
  object: string
  nouns: Nouns
}

/** Asks before many documents are deleted. Enter answers no. */
export function DeletionsAlert({ saving, shown, object, nouns }: DeletionsAlertProps) {
  const deletions = deletionsOf(shown)
  return (
    <Alert
      icon={Trash2}
      tone="fail"
      warns
      title={deletionsTitle(deletions, nouns, object)}
      onClose={() => saving.decline()}
      actions={
        <>
          <button type="button" className="btn danger" onClick={() => void saving.send(deletions.documents)}>
            {deletionsButton(deletions, nouns)}
          </button>
          <button type="button" className="btn primary" onClick={() => saving.decline()}>
            Cancel
          </button>
        </>
      }
    >
      <p>
        {placesWords(deletions, object)} {deletionsText(nouns.rowNoun)}
      </p>
    </Alert>
  )
}

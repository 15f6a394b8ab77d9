import { Trash2 } from 'lucide-react'
import { DangerAlert } from '../../ui/DangerAlert'
import { deletionsButton, deletionsOf, deletionsTitle, type Nouns, placesWords } from './deletions'
import type { Shown } from './planned'
import type { Saving } from './saving'
import { deletionsText, lastingText } from './words'

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
    <DangerAlert
      icon={Trash2}
      title={deletionsTitle(deletions, nouns, object)}
      confirm={deletionsButton(deletions, nouns)}
      onConfirm={() => void saving.send(deletions.documents)}
      onClose={() => saving.decline()}
    >
      <p>
        {placesWords(deletions, object)} {deletionsText(nouns.rowNoun)}
      </p>
      {shown.info.lasting > 0 && <p>{lastingText(shown.info)}</p>}
    </DangerAlert>
  )
}

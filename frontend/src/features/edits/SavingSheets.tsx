import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useMessages } from '../../window/messages'
import { ConflictSheet } from './ConflictSheet'
import { DeletionsAlert } from './DeletionsAlert'
import type { Nouns } from './deletions'
import type { Edits } from './edits'
import { OutcomeSheet } from './OutcomeSheet'
import { PreviewSheet } from './PreviewSheet'
import { RecoveredAlert } from './RecoveredAlert'
import type { Saving } from './saving'

interface SavingSheetsProps {
  edits: Edits
  saving: Saving
  /** The object whose rows are saved, and what its rows are called. */
  object: string
  nouns: Nouns
  /** The name of the connection that requests are sent to. */
  connection: string
  /** The engine's sentence about a save that fails partway. */
  note?: string
}

/** The sheets of a save: its requests, what became of them, and a conflict on top of these. */
export function SavingSheets({ edits, saving, object, nouns, connection, note = '' }: SavingSheetsProps) {
  const { phase, shown, asking, conflict, recovered, said } = useStore(saving.store)
  const messages = useMessages()
  useEffect(() => {
    if (said !== '') messages.tell(saving.takeSaid())
  }, [saving, messages, said])
  const problems = useStore(edits.store, (s) => s.problems)
  const theirs = problems.get(conflict)?.find(({ kind }) => kind === 'conflict')
  return (
    <>
      {(phase === 'preview' || phase === 'sending') && shown && asking !== 'first' && (
        <PreviewSheet {...{ saving, shown, connection, nouns, note }} />
      )}
      {asking !== '' && shown && <DeletionsAlert {...{ saving, shown, object, nouns }} />}
      {recovered.length > 0 && <RecoveredAlert saving={saving} rows={recovered} />}
      {phase === 'outcome' && <OutcomeSheet saving={saving} />}
      {theirs && <ConflictSheet key={conflict} edits={edits} saving={saving} row={conflict} problem={theirs} />}
    </>
  )
}

import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useMessages } from '../../window/messages'
import { ConflictSheet } from './ConflictSheet'
import type { Edits } from './edits'
import { OutcomeSheet } from './OutcomeSheet'
import { PreviewSheet } from './PreviewSheet'
import type { Saving } from './saving'

interface SavingSheetsProps {
  edits: Edits
  saving: Saving
  /** The name of the connection that requests are sent to. */
  connection: string
  /** What the engine says of a save that fails half-way. */
  note?: string
}

/** The sheets of a save: its requests, what became of them, and a conflict on top of these. */
export function SavingSheets({ edits, saving, connection, note = '' }: SavingSheetsProps) {
  const { phase, shown, conflict, said } = useStore(saving.store)
  const messages = useMessages()
  useEffect(() => {
    if (said !== '') messages.tell(saving.takeSaid())
  }, [saving, messages, said])
  const problems = useStore(edits.store, (s) => s.problems)
  const theirs = problems.get(conflict)?.find(({ kind }) => kind === 'conflict')
  return (
    <>
      {(phase === 'preview' || phase === 'sending') && shown && (
        <PreviewSheet saving={saving} shown={shown} connection={connection} note={note} />
      )}
      {phase === 'outcome' && <OutcomeSheet saving={saving} />}
      {theirs && <ConflictSheet key={conflict} edits={edits} saving={saving} row={conflict} problem={theirs} />}
    </>
  )
}

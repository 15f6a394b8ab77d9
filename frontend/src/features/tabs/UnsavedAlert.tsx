import { TriangleAlert } from 'lucide-react'
import { useStore } from 'zustand'
import { Hint } from '../../commands/Hint'
import { Alert } from '../../ui/Alert'
import type { OpenQuestion, UnsavedQuestion } from './unsaved'
import { unsavedButton, unsavedTitle, unsavedWords } from './words'

/** Asks before leaving would lose work. */
export function UnsavedAlert({ question }: { question: UnsavedQuestion }) {
  const open = useStore(question.store, (s) => s.open)
  return open && <Question open={open} />
}

function Question({ open }: { open: OpenQuestion }) {
  return (
    <Alert
      icon={TriangleAlert}
      tone="warn"
      warns
      title={unsavedTitle(open)}
      onClose={() => open.answer(false)}
      actions={
        <>
          <button type="button" className="btn primary" onClick={() => open.answer(false)}>
            Keep Open <Hint of="dialog.cancel" />
          </button>
          <button type="button" className="btn danger" onClick={() => open.answer(true)}>
            {unsavedButton(open)}
          </button>
        </>
      }
    >
      {unsavedWords(open).map((words) => (
        <p key={words}>{words}</p>
      ))}
    </Alert>
  )
}

import { TriangleAlert } from 'lucide-react'
import { useStore } from 'zustand'
import { Hint } from '../../commands/Hint'
import { Alert } from '../../ui/Alert'
import { isKept, type OpenQuestion, type UnsavedQuestion } from './unsaved'
import { keptButtons, unsavedButton, unsavedTitle, unsavedWords } from './words'

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
      className={isKept(open) ? 'roomy' : ''}
      title={unsavedTitle(open)}
      onClose={() => open.answer('stay')}
      actions={isKept(open) ? <KeepButtons open={open} /> : <LoseButtons open={open} />}
    >
      {unsavedWords(open).map((words) => (
        <p key={words}>{words}</p>
      ))}
    </Alert>
  )
}

function LoseButtons({ open }: { open: OpenQuestion }) {
  return (
    <>
      <button type="button" className="btn primary" onClick={() => open.answer('stay')}>
        Keep Open <Hint of="dialog.cancel" />
      </button>
      <button type="button" className="btn danger" onClick={() => open.answer('leave')}>
        {unsavedButton(open)}
      </button>
    </>
  )
}

/** The buttons where what is staged comes back. */
function KeepButtons({ open }: { open: OpenQuestion }) {
  const { discard, keep } = keptButtons(open)
  return (
    <>
      <button type="button" className="btn danger-text" onClick={() => open.answer('discard')}>
        {discard}
      </button>
      <span className="grow" />
      <button type="button" className="btn" onClick={() => open.answer('stay')}>
        Cancel
      </button>
      <button type="button" className="btn primary" onClick={() => open.answer('leave')}>
        {keep} <Hint of="dialog.confirm" />
      </button>
    </>
  )
}

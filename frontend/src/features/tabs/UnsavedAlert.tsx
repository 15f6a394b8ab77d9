import { TriangleAlert } from 'lucide-react'
import { useStore } from 'zustand'
import { Hint } from '../../commands/Hint'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { isKept, isSavable, type OpenQuestion, type UnsavedQuestion } from './unsaved'
import { keptButtons, unsavedButton, unsavedTitle, unsavedWords } from './words'

/** Asks before closing would lose work. */
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
      roomy
      title={unsavedTitle(open)}
      onClose={() => open.answer('stay')}
      actions={<Buttons open={open} />}
    >
      {unsavedWords(open).map((words) => (
        <p key={words}>{words}</p>
      ))}
    </Alert>
  )
}

/** Buttons that discard work come first and apart, those that keep it last: the same for every way of closing. */
function Buttons({ open }: { open: OpenQuestion }) {
  const [kept, saves] = [isKept(open), isSavable(open)]
  const { discard, keep } = keptButtons(open)
  const stays = !kept && !saves
  return (
    <>
      <Button dangerText onClick={() => open.answer(kept ? 'discard' : 'leave')}>
        {kept ? discard : unsavedButton(open)}
      </Button>
      <span className="grow" />
      <Button primary={stays} onClick={() => open.answer('stay')}>
        Cancel <Hint of="dialog.cancel" />
      </Button>
      {saves && (
        <Button primary={!kept} onClick={() => open.answer('save')}>
          Save
        </Button>
      )}
      {kept && (
        <Button primary onClick={() => open.answer('leave')}>
          {keep} <Hint of="dialog.confirm" />
        </Button>
      )}
    </>
  )
}

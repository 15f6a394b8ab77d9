import { useStore } from 'zustand'
import { Hint } from '../../commands/Hint'
import { Button } from '../../ui/Button'
import { described } from '../../ui/tips'
import { useCopy } from '../../window/messages'
import style from './CellViewer.module.css'
import { fragmentReason } from './reasons'
import type { ValueDraft } from './typedValue'
import type { Content, Shown, Viewer } from './viewer'
import { clockWords, footOf } from './words'

interface FootProps {
  viewer: Viewer
  shown: Shown
  content: Content | null
  /** The path to the selected part of the value. */
  path: string
  /** Why the value cannot be edited, '' if it can. */
  why: string
  onClose(): void
  onEdit(): void
}

/** The viewer's note on a value that is only viewed, and its commands. */
export function ViewerFoot({ viewer, shown, content, path, why, onClose, onEdit }: FootProps) {
  const copy = useCopy()
  const clock = content ? clockWords(shown, content) : ''
  return (
    <footer className={`row ${style.acts}`}>
      <span className="t3 fs12 ell grow" role="status">
        {footOf(shown, content)}
        {clock !== '' && ` · ${clock}`}
      </span>
      {shown.state !== 'failed' && (
        <Button small {...described(path)} onClick={() => void copy(path)}>
          Copy Path
        </Button>
      )}
      <Button small onClick={() => void copy(content?.text ?? '')}>
        {shown.state === 'failed' ? 'Copy Fragment' : 'Copy'} <Hint of="edit.copy" />
      </Button>
      <Button small onClick={onClose}>
        Close <Hint of="dialog.cancel" />
      </Button>
      {why === '' && (
        <Button small onClick={onEdit}>
          Edit <Hint of="cell.edit" />
        </Button>
      )}
      {why === fragmentReason && (
        <Button small dangerText onClick={() => viewer.editFragment()}>
          Store Fragment…
        </Button>
      )}
    </footer>
  )
}

interface DraftFootProps {
  draft: ValueDraft
  /** Where the cursor is, '' if nowhere. */
  place: string
  onCancel(): void
  onStage(): void
}

/** The error in the typed text, and the buttons that end the edit. */
export function DraftFoot({ draft, place, onCancel, onStage }: DraftFootProps) {
  const { fault } = useStore(draft.store)
  const why = fault ? draft.why : ''
  return (
    <footer className={`row ${style.acts}`}>
      <span className={`fs12 grow ${why === '' ? 't3 ell' : style.wrong}`} role="status" data-tip="">
        {why || place}
      </span>
      <Button small onClick={onCancel}>
        Cancel <Hint of="dialog.cancel" />
      </Button>
      <Button
        small
        danger={draft.fragment}
        primary={!draft.fragment}
        off={why !== ''}
        {...described(why || undefined)}
        onClick={() => why === '' && onStage()}
      >
        {draft.fragment ? 'Stage Fragment' : 'Stage Edit'} <Hint of="cell.stage" />
      </Button>
    </footer>
  )
}

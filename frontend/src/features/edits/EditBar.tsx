import {
  CircleSlash,
  GitMerge,
  type LucideIcon,
  Minus,
  Pencil,
  Plus,
  Redo2,
  TriangleAlert,
  Undo2,
  X,
} from 'lucide-react'
import { useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useCommands } from '../../commands/context'
import { Hint } from '../../commands/Hint'
import { hasOwnUndo, undoInField } from '../../lib/fieldUndo'
import { count, counted } from '../../lib/words'
import { Button } from '../../ui/Button'
import { Chip, type ChipLook } from '../../ui/Chip'
import { CopyDetails } from '../../ui/CopyDetails'
import { SmallIcon } from '../../ui/SmallIcon'
import { ToolbarLine } from '../../ui/Toolbar'
import { described, withTip } from '../../ui/tips'
import { DiscardAlert } from './DiscardAlert'
import styles from './Edits.module.css'
import type { Edits } from './edits'
import type { Saved } from './planned'
import { SavingProgress } from './SavingProgress'
import type { Saving } from './saving'
import {
  noneStaged,
  nothingToRedo,
  nothingToUndoHere,
  pendingWords,
  problemWords,
  savedWords,
  toSaveWords,
  waitingWords,
  whyWaiting,
} from './words'

interface EditBarProps {
  edits: Edits
  saving: Saving
  /** The object whose rows were edited. */
  object: string
  /** Shows a staged row at the column with the problem; '' for the whole row. */
  onGo(key: string, column: string): void
  /** Goes on after the edits were discarded. */
  onLeave(): void
}

/** What is staged, and what can be done with it. Nothing is shown while nothing is. */
export function EditBar({ edits, saving, object, onGo, onLeave }: EditBarProps) {
  const { staged, problems, canUndo, canRedo } = useStore(edits.store)
  const { phase, error, last } = useStore(saving.store)
  const [asking, setAsking] = useState(false)
  const [hidden, setHidden] = useState<Saved | null>(null)
  const none = staged.size === 0 ? noneStaged : ''
  useCommands('rows', {
    'changes.save': { run: () => saving.save(), reason: () => saving.reason },
    'changes.preview': { run: () => saving.preview(), reason: () => saving.reason },
    'changes.undoSave': { run: () => saving.undo(), reason: () => saving.whyNoUndo },
    'changes.discard': { run: () => setAsking(true), reason: () => none },
    'edit.undo': {
      run: () => (hasOwnUndo(document) ? undoInField(document, 'undo') : edits.undo()),
      reason: () => (canUndo || hasOwnUndo(document) ? '' : nothingToUndoHere),
    },
    'edit.redo': {
      run: () => (hasOwnUndo(document) ? undoInField(document, 'redo') : edits.redo()),
      reason: () => (canRedo || hasOwnUndo(document) ? '' : nothingToRedo),
    },
  })
  const saved = staged.size === 0 && last !== hidden ? last : null
  if (staged.size === 0 && phase !== 'sending' && !saved && !(error && last)) return null
  if (phase === 'sending') {
    return (
      <section className={`${styles.pending} ${styles.bar}`} aria-label="Staged changes" data-pane="edits">
        <SavingProgress saving={saving} />
      </section>
    )
  }
  const why = saving.reason
  const conflicts = saving.conflicts
  const { counts } = edits
  const faults = (['invalid', 'refused'] as const).flatMap((kind) => {
    const text = problemWords(edits.store.getState(), kind, counts[kind])
    return text === '' ? [] : [{ kind, text }]
  })
  const { waiting } = edits
  const saves = counts.edited + counts.created + counts.deleted > 0
  const said = saved ? savedWords(saved.saved) : ''
  return (
    <section className={`${styles.pending} ${styles.bar}`} aria-label="Staged changes" data-pane="edits">
      <span className="vh" role="status">
        {said || pendingWords(counts, waiting)}
      </span>
      {(said !== '' || saves || waiting === 0) && (
        <span className="m nowrap" aria-hidden="true">
          {said || toSaveWords(counts)}
        </span>
      )}
      {waiting > 0 && (
        <span className="m ell" {...withTip(whyWaiting)}>
          {waitingWords(waiting)}
        </span>
      )}
      <Counted kind="edited" icon={Pencil} number={counts.edited} />
      <Counted kind="new" icon={Plus} number={counts.created} />
      <Counted kind="deleted" icon={Minus} number={counts.deleted} />
      {faults.map(({ kind, text }) => (
        <FaultChip key={kind} text={text} cells={() => edits.withProblem(kind)} onGo={onGo} />
      ))}
      {conflicts.length > 0 && (
        <Chip
          type="button"
          as="button"
          conflict
          className={styles.chip}
          onClick={() => saving.look(conflicts[0] ?? '')}
        >
          <GitMerge size={12} strokeWidth={1.75} aria-hidden="true" />
          Resolve {counted(conflicts.length, 'Conflict')}…
        </Chip>
      )}
      {counts.unknown > 0 && (
        <Chip
          type="button"
          as="button"
          edited
          className={styles.chip}
          {...described('No response to the last save. Check these rows on the server')}
          onClick={() => {
            for (const [key, all] of problems) if (all.some(({ kind }) => kind === 'unknown')) void saving.check(key)
          }}
        >
          <TriangleAlert size={12} strokeWidth={1.75} aria-hidden="true" />
          Check {counted(counts.unknown, 'Row')}
        </Chip>
      )}
      {error && phase === 'idle' && (
        <span className={`${styles.reason} ${styles.error}`} role="alert">
          <TriangleAlert size={14} strokeWidth={1.5} aria-hidden="true" />
          <span className="ell" {...withTip()}>
            Not saved: {error.failure.message}
          </span>
          <CopyDetails error={error} quiet small />
        </span>
      )}
      <span className="grow" />
      {saved && (
        <>
          <BarButton why={saving.whyNoUndo} onClick={() => void saving.undo()}>
            Undo Save…
          </BarButton>
          <SmallIcon icon={X} label="Hide" onClick={() => setHidden(saved)} />
        </>
      )}
      {!saved && (
        <>
          <SmallIcon icon={Undo2} label="Undo" why={canUndo ? '' : 'nothing to undo'} onClick={() => edits.undo()} />
          <SmallIcon icon={Redo2} label="Redo" why={canRedo ? '' : 'nothing to redo'} onClick={() => edits.redo()} />
          <ToolbarLine />
          <BarButton why={why} onClick={() => void saving.preview()}>
            Preview <Hint of="changes.preview" />
          </BarButton>
          <BarButton why={none} onClick={() => setAsking(true)}>
            Discard…
          </BarButton>
          <BarButton why={why} primary onClick={() => void saving.save()}>
            {phase === 'planning' ? 'Preparing' : 'Save'} <Hint of="changes.save" />
          </BarButton>
        </>
      )}
      {asking && (
        <DiscardAlert
          rows={edits.rows}
          object={object}
          onClose={() => setAsking(false)}
          onDiscard={() => {
            edits.discard()
            setAsking(false)
            onLeave()
          }}
        />
      )}
    </section>
  )
}

interface FaultChipProps {
  text: string
  cells(): readonly { key: string; column: string }[]
  onGo: EditBarProps['onGo']
}

/** Why rows cannot be saved. A press shows the first of them, and each further one the next. */
function FaultChip({ text, cells, onGo }: FaultChipProps) {
  const seen = useRef('')
  const go = () => {
    const all = cells()
    const next = all[all.findIndex(({ key }) => key === seen.current) + 1] ?? all[0]
    if (!next) return
    seen.current = next.key
    onGo(next.key, next.column)
  }
  return (
    <Chip type="button" as="button" refused cut className={styles.chip} data-tip={text} onClick={go}>
      <CircleSlash size={12} strokeWidth={1.75} aria-hidden="true" />
      <span className="ell">{text}</span>
    </Chip>
  )
}

/** How many rows there are of a kind; the status says it in words. */
function Counted({ kind, icon: Icon, number }: { kind: ChipLook; icon: LucideIcon; number: number }) {
  if (number === 0) return null
  return (
    <Chip tone={kind} aria-hidden="true">
      <Icon size={12} strokeWidth={1.75} />
      {count(number)} {kind}
    </Chip>
  )
}

interface BarButtonProps {
  why: string
  primary?: boolean
  onClick(): void
  children: React.ReactNode
}

function BarButton({ why, primary = false, onClick, children }: BarButtonProps) {
  return (
    <Button
      small
      primary={primary}
      off={why !== ''}
      {...described(why || undefined)}
      onClick={() => why === '' && onClick()}
    >
      {children}
    </Button>
  )
}

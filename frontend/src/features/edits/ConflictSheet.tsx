import { GitMerge } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Hint } from '../../commands/Hint'
import { Button } from '../../ui/Button'
import { Panel } from '../../ui/Panel'
import { Sheet } from '../../ui/Sheet'
import { SheetContent, Sign } from '../../ui/SheetParts'
import { Table } from '../../ui/Table'
import { type Field, fieldsOf, keptOf, type Side } from './conflicts'
import styles from './Edits.module.css'
import type { Edits } from './edits'
import { MergedResult } from './MergedResult'
import type { Problem } from './problems'
import type { Saving } from './saving'
import type { Act } from './staged'
import type { Typed } from './values'
import { agreeWords, conflictText, conflictTitle, differWords, staysStaged, typedWords, valueWords } from './words'

interface ConflictSheetProps {
  edits: Edits
  saving: Saving
  /** The key of the row. */
  row: string
  problem: Problem
}

/** A row that someone else changed: mine beside theirs, and which values the row keeps. */
export function ConflictSheet({ edits, saving, row, problem }: ConflictSheetProps) {
  const { staged, bases, acts } = useStore(edits.store)
  const cells = staged.get(row) ?? new Map<string, Typed>()
  const act = acts.get(row) ?? ''
  const base = bases.get(row)
  const [mine, setMine] = useState<ReadonlySet<string>>(keptOf(act, cells))
  const [all, setAll] = useState(false)
  const [agreeing, setAgreeing] = useState(false)
  const merged = useStore(saving.store, (s) => s.merged)
  const footer = useRef<HTMLElement>(null)
  const gone = problem.theirs === null
  const copies = base?.copy !== undefined && !gone
  const title = conflictTitle(base?.title ?? row, act, gone, copies)
  const fields = fieldsOf(cells, base?.before ?? new Map(), saving.resolution.theirs(row))
  const differing = fields.filter(({ mine: typed, moved }) => typed !== undefined || moved)
  const agree = fields.length - differing.length
  const merges = act === '' && !gone
  const read = merges ? saving.resolution.read(row) : new Map<string, Typed>()
  useEffect(() => {
    if (merges) void saving.resolution.merge(row, mine)
  }, [saving, row, mine, merges])
  const conflicts = saving.conflicts.length
  const proceed = () => {
    if (saving.conflicts.length === 0 && edits.rows > 0) void saving.preview()
  }
  const end = (kept: ReadonlySet<string>) => {
    saving.resolve(row, kept)
    proceed()
  }
  const side = (chosen: Side) => {
    if (!all) return end(chosen === 'mine' ? keptOf(act, cells) : new Set())
    saving.resolveAll(chosen)
    proceed()
  }
  const choose = (name: string, own: boolean) => {
    const next = new Set(mine)
    if (own) next.add(name)
    else next.delete(name)
    setMine(next)
  }
  return (
    <Sheet
      label={title}
      width={860}
      initialFocus={() => footer.current?.querySelector<HTMLElement>('[data-primary]') ?? true}
      onClose={() => saving.look('')}
    >
      <header className="row top g12">
        <Sign conflict>
          <GitMerge size={16} strokeWidth={1.5} aria-hidden="true" />
        </Sign>
        <div className="grow">
          <h1>{title}</h1>
          <p>
            {conflictText(act, gone)} {problem.hint}
          </p>
        </div>
        <span className="t3 fs12 nowrap">{conflicts > 1 && `1 of ${conflicts} conflicts`}</span>
      </header>
      <SheetContent className={styles.outcomes}>
        {(agreeing ? fields : differing).length > 0 && (
          <Panel as="div">
            <Table>
              <caption className="vh">Values that differ</caption>
              <thead>
                <tr>
                  <th className={styles.field}>Field</th>
                  <th>Before, as you loaded it</th>
                  <th>{gone ? 'Deleted on the server' : 'Theirs, on the server now'}</th>
                  {act !== 'delete' && <th>Mine, not sent</th>}
                </tr>
              </thead>
              <tbody>
                {(agreeing ? fields : differing).map((field) => (
                  <FieldRow
                    key={field.name}
                    {...{ field, act, gone }}
                    read={field.moved ? read.get(field.name) : undefined}
                    own={mine.has(field.name)}
                    onChoose={choose}
                  />
                ))}
              </tbody>
            </Table>
          </Panel>
        )}
        <div className={`row fs12 ${styles.count}`}>
          {agree > 0 && !gone && (
            <label className="row g6">
              <input type="checkbox" checked={agreeing} onChange={(event) => setAgreeing(event.target.checked)} />
              {agreeWords(agree)}
            </label>
          )}
          <span className="grow" />
          {!gone && act !== 'create' && <span className="t3">{differWords(fields)}</span>}
        </div>
        {problem.hint === '' && <p className={`t3 fs12 ${styles.count}`}>{problem.message}</p>}
        {merges && merged && <MergedResult merged={merged} />}
      </SheetContent>
      <footer ref={footer}>
        <Button onClick={() => saving.look('')}>
          Cancel <Hint of="dialog.cancel" />
        </Button>
        {conflicts > 1 && act !== 'create' && !gone ? (
          <label className={`row g6 fs12 ${styles.all}`}>
            <input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} />
            Apply to all {conflicts} conflicts
          </label>
        ) : (
          <span className="t3 fs12">{staysStaged}</span>
        )}
        <span className="grow" />
        <Choices
          {...{ act, gone, copies }}
          unready={all || !merged?.shown}
          onDiscard={() => edits.revert(row)}
          onAccept={() => saving.accept(row)}
          onSide={side}
          onMerge={() => void saving.sendMerged()}
        />
      </footer>
    </Sheet>
  )
}

interface ChoicesProps {
  act: Act
  gone: boolean
  copies: boolean
  /** Whether there is no request that would save the merged row. */
  unready: boolean
  onDiscard(): void
  onAccept(): void
  onSide(side: Side): void
  onMerge(): void
}

/** How a conflict can end. */
function Choices({ act, gone, copies, unready, onDiscard, onAccept, onSide, onMerge }: ChoicesProps) {
  const theirs = (title: string, primary = false) => (
    <Button primary={primary} onClick={() => onSide('theirs')}>
      {title}
    </Button>
  )
  if (act === 'delete') {
    return gone ? (
      <Button primary onClick={onAccept}>
        Accept Deletion
      </Button>
    ) : (
      <>
        <Button dangerText onClick={() => onSide('mine')}>
          Delete Anyway…
        </Button>
        {theirs('Keep the Document', true)}
      </>
    )
  }
  if (gone || (act === 'create' && !copies)) {
    return (
      <Button primary onClick={onDiscard}>
        {act === 'create' ? 'Discard My Row' : 'Discard My Values'}
      </Button>
    )
  }
  if (act === 'create') return theirs('Duplicate Current Version…', true)
  return (
    <>
      {theirs('Take Theirs')}
      <Button onClick={() => onSide('mine')}>Keep Mine…</Button>
      <Button primary off={unready} onClick={() => !unready && onMerge()}>
        Save Merged Row
      </Button>
    </>
  )
}

interface FieldRowProps {
  field: Field
  act: Act
  gone: boolean
  /** The value that was read, where the row can have it again although it was not edited. */
  read: Typed | undefined
  own: boolean
  onChoose(name: string, own: boolean): void
}

function FieldRow({ field, act, gone, read, own, onChoose }: FieldRowProps) {
  const { name, before, theirs, mine } = field
  const chosen = (mine ?? read) !== undefined && act === '' && !gone
  const choice = (text: string, checked: boolean, act: () => void, note = '') => (
    <label className={`row g6 ${styles.choice}`}>
      <input type="radio" name={`value of ${name}`} checked={checked} onChange={act} />
      <span className="ell mono">{text}</span>
      {note !== '' && <span className="t3 nowrap">{note}</span>}
    </label>
  )
  return (
    <tr>
      <td className="m ell">{name}</td>
      <td className="t2 mono">{valueWords(before)}</td>
      <td className={chosen && !own ? styles.chosen : ''}>
        {gone && <span className="t3">gone</span>}
        {!gone &&
          (chosen ? (
            choice(valueWords(theirs), !own, () => onChoose(name, false))
          ) : (
            <span className="mono">{valueWords(theirs)}</span>
          ))}
      </td>
      {act !== 'delete' && (
        <td className={chosen && own ? styles.chosen : ''}>
          {!mine && !chosen && <span className="t3">not edited</span>}
          {!mine && chosen && choice(valueWords(before), own, () => onChoose(name, true), '(not edited)')}
          {mine && !chosen && <span className="mono">{typedWords(mine)}</span>}
          {mine && chosen && choice(typedWords(mine), own, () => onChoose(name, true))}
        </td>
      )}
    </tr>
  )
}

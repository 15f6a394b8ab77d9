import { GitMerge } from 'lucide-react'
import { useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Hint } from '../../commands/Hint'
import type { Cell } from '../../grid/types'
import { Sheet } from '../../ui/Sheet'
import styles from './Edits.module.css'
import type { Edits, Problem } from './edits'
import type { Saving } from './saving'
import { isSame, type Typed } from './values'
import { conflictText, conflictTitle, deletedText, deletedTitle, typedWords, valueWords } from './words'

interface ConflictSheetProps {
  edits: Edits
  saving: Saving
  /** The key of the row. */
  row: string
  problem: Problem
}

/** A column whose value differs: before, on the server, and as it was edited. */
interface Field {
  name: string
  before: Cell | undefined
  theirs: Cell | undefined
  mine: Typed | undefined
}

/** A row that someone else changed: mine beside theirs, and which values the row is to have. */
export function ConflictSheet({ edits, saving, row, problem }: ConflictSheetProps) {
  const { staged, bases } = useStore(edits.store)
  const cells = staged.get(row) ?? new Map<string, Typed>()
  const base = bases.get(row)
  const [mine, setMine] = useState<ReadonlySet<string>>(new Set(cells.keys()))
  const footer = useRef<HTMLElement>(null)
  const gone = problem.theirs === null
  const theirs = saving.theirs(row)
  const title = (gone ? deletedTitle : conflictTitle)(base?.title ?? row)
  const fields = fieldsOf(cells, base?.before ?? new Map(), theirs)
  const end = (kept: ReadonlySet<string>) => {
    saving.resolve(row, kept)
    if (saving.conflicts.length === 0 && edits.rows > 0) void saving.preview()
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
      initialFocus={() => footer.current?.querySelector<HTMLElement>('.btn.primary') ?? true}
      onClose={() => saving.look('')}
    >
      <header className="row top g12">
        <span className="bigicon conflict">
          <GitMerge size={16} strokeWidth={1.5} aria-hidden="true" />
        </span>
        <div className="grow">
          <h1>{title}</h1>
          <p>{gone ? deletedText : conflictText}</p>
        </div>
        <span className="t3 fs12 nowrap">
          {saving.conflicts.length > 1 && `1 of ${saving.conflicts.length} conflicts`}
        </span>
      </header>
      <div className={`ct ${styles.outcomes}`}>
        <div className="panel">
          <table className="list">
            <caption className="vh">Values that differ</caption>
            <thead>
              <tr>
                <th className={styles.field}>Field</th>
                <th>Before, as you read it</th>
                <th>{gone ? 'Deleted on the server' : 'Theirs, on the server now'}</th>
                <th>Mine, not sent</th>
              </tr>
            </thead>
            <tbody>
              {fields.map((field) => (
                <FieldRow key={field.name} field={field} gone={gone} own={mine.has(field.name)} onChoose={choose} />
              ))}
            </tbody>
          </table>
        </div>
        <p className={`t3 fs12 ${styles.count}`}>{problem.message}</p>
      </div>
      <footer ref={footer}>
        <button type="button" className="btn" onClick={() => saving.look('')}>
          Cancel <Hint of="dialog.cancel" />
        </button>
        <span className="t3 fs12">The edit stays staged.</span>
        <span className="grow" />
        {gone ? (
          <button type="button" className="btn primary" onClick={() => edits.revert(row)}>
            Discard My Values
          </button>
        ) : (
          <>
            <button type="button" className="btn" onClick={() => end(new Set())}>
              Take Theirs
            </button>
            <button type="button" className="btn" onClick={() => end(new Set(cells.keys()))}>
              Keep Mine…
            </button>
            <button type="button" className="btn primary" onClick={() => end(mine)}>
              Preview Merged Row…
            </button>
          </>
        )}
      </footer>
    </Sheet>
  )
}

interface FieldRowProps {
  field: Field
  gone: boolean
  own: boolean
  onChoose(name: string, own: boolean): void
}

function FieldRow({ field: { name, before, theirs, mine }, gone, own, onChoose }: FieldRowProps) {
  const choice = (text: string, checked: boolean, act: () => void) => (
    <label className={`row g6 ${styles.choice}`}>
      <input type="radio" name={`value of ${name}`} checked={checked} onChange={act} />
      <span className="ell mono">{text}</span>
    </label>
  )
  return (
    <tr>
      <td className="m ell">{name}</td>
      <td className="t2 mono">{valueWords(before)}</td>
      <td className={mine && !own && !gone ? styles.chosen : ''}>
        {gone ? <span className="t3">gone</span> : null}
        {!gone &&
          (mine ? (
            choice(valueWords(theirs), !own, () => onChoose(name, false))
          ) : (
            <span className="mono">{valueWords(theirs)}</span>
          ))}
      </td>
      <td className={mine && own ? styles.chosen : ''}>
        {!mine && <span className="t3">not edited</span>}
        {mine && gone && <span className="mono">{typedWords(mine)}</span>}
        {mine && !gone && choice(typedWords(mine), own, () => onChoose(name, true))}
      </td>
    </tr>
  )
}

/** The edited columns, and the others that differ on the server. */
function fieldsOf(
  cells: ReadonlyMap<string, Typed>,
  before: ReadonlyMap<string, Cell>,
  theirs: ReadonlyMap<string, Cell>,
): Field[] {
  const edited = [...cells].map(([name, mine]) => ({ name, before: before.get(name), theirs: theirs.get(name), mine }))
  const others = [...theirs].flatMap(([name, cell]) => {
    const was = before.get(name)
    const same = !was || isSame({ text: was.text, null: was.kind === 1 }, cell)
    return cells.has(name) || same ? [] : [{ name, before: was, theirs: cell, mine: undefined }]
  })
  return [...edited, ...others]
}

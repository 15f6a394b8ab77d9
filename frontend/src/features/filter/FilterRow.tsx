import { Brackets, CircleSlash, GripVertical, Info, Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useId, useRef } from 'react'
import type { GridColumn } from '../../host'
import { scaled } from '../../lib/textSize'
import { LinkButton } from '../../ui/LinkButton'
import { SmallIcon } from '../../ui/SmallIcon'
import { described, withTip } from '../../ui/tips'
import styles from './Filter.module.css'
import { type FilledRow, isRaw, sharedArray } from './filledRows'
import type { Filtering } from './filter'
import { operatorItems, whyCase } from './operators'
import { Picker, type PickerItem } from './Picker'
import { Values } from './Values'
import { elementNoun, groupLabel, sameTip } from './words'

interface FilterRowProps {
  at: number
  drafts: readonly FilledRow[]
  filtering: Filtering
  columns: readonly GridColumn[]
  /** The columns to pick from, and the entry for a query row. */
  choices: readonly PickerItem[]
}

/** The name of the query entry among the columns. */
export const rawChoice = ' raw'
const rowHeight = 28

/** One row of the filter: whether it is used, a column, an operator, its values, and why it was refused. */
export function FilterRow({ at, drafts, filtering, columns, choices }: FilterRowProps) {
  const draft = drafts[at] as FilledRow
  const { id, on, column, operator, foldCase, refusal } = draft
  const number = at + 1
  const said = useId()
  const raw = isRaw(draft)
  const { operators } = filtering
  const known = filtering.classOf(column)
  const cased = whyCase(operator, known)
  const offer = refusal !== '' && !raw ? operators.offerOf(operator, known) : undefined
  const keys = (event: KeyboardEvent) => {
    const mod = event.ctrlKey || event.metaKey
    if (event.altKey && !mod && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      filtering.move(id, event.key === 'ArrowUp' ? -1 : 1)
    } else if (mod && event.key === 'Backspace') filtering.remove(id)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const pick = (name: string) => {
    if (name === rawChoice) filtering.set(id, { operator: operators.query?.id })
    else filtering.set(id, { column: name, ...(raw && { operator: operators.first.id }) })
  }
  return (
    <fieldset
      className={`${styles.row} ${on ? '' : styles.unused}`}
      aria-label={groupLabel(number, drafts.length, draft)}
      data-row={id}
      onKeyDown={keys}
    >
      <Grip onMove={(by) => filtering.move(id, by)} />
      <input
        type="checkbox"
        className={styles.tick}
        aria-label={`Use filter ${number}`}
        checked={on}
        onChange={(event) => filtering.tick(event.target.checked, id)}
      />
      <Picker label="Column" items={choices} value={raw ? rawChoice : column} title={column} searched onPick={pick} />
      {raw ? (
        <span className={`t3 ell ${styles.query}`} {...withTip(operator.language)}>
          {operator.language}
        </span>
      ) : (
        <Picker
          label="Operator"
          items={operatorItems(operators, known)}
          value={operator.id}
          title={operator.title}
          onPick={(wanted) => filtering.set(id, { operator: wanted })}
        />
      )}
      <Values
        draft={draft}
        column={raw ? undefined : columns.find(({ name }) => name === column)}
        filtering={filtering}
        describedBy={said}
      />
      <span id={said} className={styles.said}>
        <Said draft={draft} />
        {offer && (
          <LinkButton type="button" onClick={() => filtering.set(id, { operator: offer.id })}>
            Use {offer.title}
          </LinkButton>
        )}
        {raw && refusal === '' && operator.hint !== '' && (
          <span className={`t3 ${styles.sentence}`} {...withTip(operator.hint)}>
            {operator.hint}
          </span>
        )}
      </span>
      <span className={styles.opts}>
        {!raw && <SameElement {...{ at, drafts, columns, filtering }} />}
        {!raw && (
          <button
            type="button"
            className={`${styles.tog} ${foldCase ? '' : styles.on} ${cased === '' ? '' : styles.off}`}
            aria-label="Match case"
            aria-pressed={!foldCase}
            aria-disabled={cased !== ''}
            {...described(cased || undefined)}
            data-tip={cased === '' ? 'Match Case' : `Match Case: ${cased}`}
            onClick={() => cased === '' && filtering.set(id, { foldCase: !foldCase })}
          >
            Aa
          </button>
        )}
      </span>
      <span className="row g4">
        <SmallIcon icon={Minus} label={`Remove filter ${number}`} onClick={() => filtering.remove(id)} />
        <SmallIcon icon={Plus} label={`Add filter after ${number}`} onClick={() => filtering.add(undefined, id)} />
      </span>
    </fieldset>
  )
}

/** Says why a row cannot be sent or, if it can, what to know about it. */
function Said({ draft: { refusal, note } }: { draft: FilledRow }) {
  if (refusal === '' && note === '') return null
  const Sign = refusal === '' ? Info : CircleSlash
  return (
    <span className={refusal === '' ? styles.note : styles.refusal} role={refusal === '' ? undefined : 'alert'}>
      <Sign size={14} strokeWidth={1.5} aria-hidden="true" />
      <span className={styles.sentence} {...withTip(refusal || note)}>
        {refusal || note}
      </span>
    </span>
  )
}

/** Links a row to its neighbour on the same array of objects, so that one object must match both. */
function SameElement({ at, drafts, columns, filtering }: Omit<FilterRowProps, 'choices'>) {
  const above = sharedArray(drafts[at - 1], drafts[at], columns)
  const path = above || sharedArray(drafts[at], drafts[at + 1], columns)
  const tied = above === '' ? drafts[at + 1] : drafts[at]
  if (path === '' || !tied) return null
  const other = above === '' ? at + 2 : at
  const noun = elementNoun(path)
  const on = tied.sameElement
  return (
    <button
      type="button"
      className={`${styles.tog} ${on ? styles.on : ''}`}
      aria-label={`Same ${noun} as filter ${other}`}
      aria-pressed={on}
      {...described(sameTip(path))}
      onClick={() => filtering.tie(tied.id, !on)}
    >
      <Brackets size={13} strokeWidth={1.5} aria-hidden="true" />
      <span className={styles.words}>Same {noun}</span>
    </button>
  )
}

/** Moves a row with the pointer; there are keys for it, too. */
function Grip({ onMove }: { onMove(by: number): void }) {
  const from = useRef<number | null>(null)
  const drag = (event: PointerEvent) => {
    if (from.current === null) return
    const height = scaled(rowHeight)
    const by = Math.round((event.clientY - from.current) / height)
    if (by === 0) return
    from.current += by * height
    onMove(by)
  }
  return (
    <span
      className={styles.grip}
      aria-hidden="true"
      data-tip="Drag to move"
      onPointerDown={(event) => {
        from.current = event.clientY
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        from.current = null
      }}
    >
      <GripVertical size={14} strokeWidth={1.5} />
    </span>
  )
}

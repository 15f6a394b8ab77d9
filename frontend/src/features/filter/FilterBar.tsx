import { CircleSlash } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { Hint } from '../../commands/Hint'
import type { GridColumn } from '../../host'
import { CopyDetails } from '../../ui/CopyDetails'
import { Segments } from '../../ui/Segments'
import { withTip } from '../../ui/tips'
import styles from './Filter.module.css'
import { FilterRow } from './FilterRow'
import type { Filtering } from './filter'
import { appliedWords } from './words'

interface FilterBarProps {
  filtering: Filtering
  columns: readonly GridColumn[]
  /** Gives the focus back to the rows. */
  onLeave(): void
}

const ways = [
  { value: 'all', title: 'All' },
  { value: 'any', title: 'Any' },
] as const

/** The filter of the rows: Enter applies it; Escape takes back what was filled in, then the filter, then the bar. */
export function FilterBar({ filtering, columns, onLeave }: FilterBarProps) {
  const { open, any, drafts, applied, applying, error } = useStore(filtering.store)
  const bar = useRef<HTMLElement>(null)
  const count = drafts.length
  const before = useRef(0)
  // A row that was added has the focus; where one was removed, the last that is left.
  useEffect(() => {
    if (!open) {
      before.current = 0
      return
    }
    const fields = bar.current?.querySelectorAll<HTMLElement>('[data-value]')
    if (count > before.current) [...(fields ?? [])].at(-1)?.focus()
    before.current = count
  }, [open, count])
  if (!open) return null
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.nativeEvent.isComposing || event.altKey) return
    const field = event.target instanceof HTMLInputElement
    const mod = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && (field || mod)) void filtering.apply()
    else if (event.key === 'Escape') leave()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const leave = () => {
    if (filtering.changed && applied.rows.length > 0) filtering.restore()
    else if (applied.rows.length > 0) void filtering.clear()
    else {
      filtering.restore()
      filtering.hide()
      onLeave()
    }
  }
  return (
    <section ref={bar} className={styles.bar} aria-label="Filters" data-pane="filter" onKeyDown={keys}>
      <div className={styles.head}>
        <span className="t2">Match</span>
        <Segments
          label="Match"
          className="sm"
          segments={ways}
          value={any ? 'any' : 'all'}
          onValue={(way) => filtering.match(way === 'any')}
        />
        <span className="t3" role="status">
          {applying ? 'Applying…' : appliedWords(applied)}
        </span>
        {error && (
          <span className={styles.refusal} role="alert">
            <CircleSlash size={14} strokeWidth={1.5} aria-hidden="true" />
            <span className="ell" {...withTip()}>
              {error.failure.message}
            </span>
            <CopyDetails error={error} quiet small />
          </span>
        )}
        <span className="grow" />
        <button
          type="button"
          className="btn quiet sm"
          onClick={() => void filtering.clear().then(() => filtering.hide())}
        >
          Clear
        </button>
        <button type="button" className="btn sm primary" onClick={() => void filtering.apply()}>
          Apply <Hint of="dialog.confirm" />
        </button>
      </div>
      {drafts.map((draft, at) => (
        <FilterRow key={draft.id} number={at + 1} draft={draft} filtering={filtering} columns={columns} />
      ))}
      {count === 0 && (
        <button type="button" className="btn sm" onClick={() => filtering.add()}>
          Add a Filter
        </button>
      )}
    </section>
  )
}

import { CircleSlash, Eye } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { Hint } from '../../commands/Hint'
import type { GridColumn } from '../../host'
import { isComposing } from '../../lib/keys'
import { Button } from '../../ui/Button'
import { CopyDetails } from '../../ui/CopyDetails'
import { Segments } from '../../ui/Segments'
import { described, withTip } from '../../ui/tips'
import styles from './Filter.module.css'
import { FilterRow, rawChoice } from './FilterRow'
import { sharedArray } from './filledRows'
import type { Filtering } from './filter'
import { PresetsPanel } from './PresetsPanel'
import { PreviewSheet } from './PreviewSheet'
import { appliedWords, cannotBeSent, rawAlso, restoredWords } from './words'

interface FilterBarProps {
  filtering: Filtering
  columns: readonly GridColumn[]
  /** Returns the focus to the rows. */
  onLeave(): void
}

const ways = [
  { value: 'all', title: 'All' },
  { value: 'any', title: 'Any' },
] as const

/** The filter of the rows: Enter applies it; Escape restores the field, then returns to the rows. */
export function FilterBar({ filtering, columns, onLeave }: FilterBarProps) {
  const { open, any, drafts, fresh, applied, applying, error, restored, preview } = useStore(filtering.store)
  const bar = useRef<HTMLElement>(null)
  const { query } = filtering.operators
  const choices = useMemo(() => {
    const all = columns.map(({ name, type }) => ({ id: name, title: name, more: type }))
    if (!query) return all
    const { title, language } = query
    return [{ id: rawChoice, title, more: language, also: `${language} ${rawAlso}` }, ...all]
  }, [columns, query])
  // When the bar is shown, the last row is focused; after adding a row, the new one; after removing one, its neighbour.
  useEffect(() => {
    if (!open || fresh === 0) return
    const row = bar.current?.querySelector(`[data-row="${fresh}"]`)
    const fields = ['[data-value]', '[role=combobox][aria-label^="Value"]', '[role=combobox]']
    const [field] = fields.flatMap((one) => row?.querySelector<HTMLElement>(one) ?? [])
    field?.focus()
    filtering.focused()
  }, [open, fresh, filtering])
  if (!open) return preview && <PreviewSheet preview={preview} onClose={() => filtering.closePreview()} />
  const used = drafts.filter(({ on }) => on).length
  const { blocked } = filtering
  const leave = (field: HTMLElement | null) => {
    const draft = drafts.find(({ id }) => String(id) === field?.closest('[data-row]')?.getAttribute('data-row'))
    if (draft && field?.matches('[data-value]') && filtering.takeBack(draft.id)) return
    onLeave()
  }
  const clear = async () => {
    await filtering.clear()
    const { drafts, applied } = filtering.store.getState()
    if (drafts.length === 0 && applied.rows.length === 0) filtering.show()
  }
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    if (isComposing(event.nativeEvent) || event.altKey || event.defaultPrevented) return
    const target = event.target instanceof HTMLElement ? event.target : null
    const field = target?.matches('input[data-value]') === true
    const mod = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && (field || mod)) void filtering.apply()
    else if (event.key === 'Escape') leave(target)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <section ref={bar} className={styles.bar} aria-label="Filters" data-pane="filter" onKeyDown={keys}>
      <div className={styles.head}>
        <input
          type="checkbox"
          className={styles.tick}
          aria-label="Use all filters"
          checked={used > 0 && used === drafts.length}
          ref={(box) => {
            if (box) box.indeterminate = used > 0 && used < drafts.length
          }}
          onChange={(event) => filtering.tick(event.target.checked)}
        />
        <span className="t2">Match</span>
        <Segments
          label="Match"
          small
          segments={ways}
          value={any ? 'any' : 'all'}
          onValue={(way) => filtering.match(way === 'any')}
        />
        <span className={`t3 ell ${styles.words}`} role="status">
          {applying
            ? 'Applying…'
            : [appliedWords(applied, drafts.length), restoredWords(restored)].filter(Boolean).join(', ')}
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
        <Button quiet small aria-label="Preview Query" onClick={() => void filtering.showPreview()}>
          <Eye size={14} strokeWidth={1.5} aria-hidden="true" />
          <span className={styles.words}>Preview Query</span>
        </Button>
        <PresetsPanel filtering={filtering} />
        <Button quiet small onClick={() => void clear()}>
          Clear
        </Button>
        <Button
          small
          primary
          off={blocked > 0}
          {...described(blocked > 0 ? cannotBeSent(blocked) : undefined)}
          onClick={() => blocked === 0 && void filtering.apply()}
        >
          Apply <Hint of="filter.apply" />
        </Button>
      </div>
      {drafts.map((draft, at) => (
        <div key={draft.id} className={styles.place}>
          {draft.sameElement && sharedArray(drafts[at - 1], draft, columns) !== '' && (
            <span className={styles.bracket} aria-hidden="true" />
          )}
          <FilterRow {...{ at, drafts, filtering, columns, choices }} />
        </div>
      ))}
      {drafts.length === 0 && (
        <Button small onClick={() => filtering.add()}>
          Add a Filter
        </Button>
      )}
      {preview && <PreviewSheet preview={preview} onClose={() => filtering.closePreview()} />}
    </section>
  )
}

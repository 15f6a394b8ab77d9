import { ListFilter } from 'lucide-react'
import { useStore } from 'zustand'
import { count, plural } from '../../lib/words'
import { Button } from '../../ui/Button'
import { Empty } from '../../ui/Empty'
import styles from './Filter.module.css'
import type { Filtering } from './filter'
import { emptyText, emptyTitle, rowWords } from './words'

interface EmptyFilterProps {
  filtering: Filtering
  /** The nouns for rows: "document", "documents". */
  nouns: { rowNoun: string; rowsNoun: string }
  /** Returns the focus to the rows. */
  onLeave(): void
}

/** Shown if the filter matches no rows: how to see rows again, and how many each filter row matches. */
export function EmptyFilter({ filtering, nouns: { rowNoun, rowsNoun }, onLeave }: EmptyFilterProps) {
  const applied = useStore(filtering.store, (s) => s.applied)
  const counts = useStore(filtering.counting.store, (s) => s.counts)
  const several = applied.rows.length > 1
  return (
    <Empty over>
      <ListFilter size={24} strokeWidth={1.25} aria-hidden="true" />
      <h2>{emptyTitle(rowsNoun)}</h2>
      <p>{emptyText(applied)}</p>
      {counts && (
        <ul className={styles.counts} aria-label="Matches per filter" aria-live="polite">
          {applied.rows.map((row, at) => {
            const of = counts.find((one) => one.row === at)
            const number = of?.count ?? ''
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a filter that holds never move.
              <li key={at}>
                <span className="ell" data-tip="">
                  {rowWords(row, filtering.operators)}
                </span>
                {of?.error ? (
                  <span className={styles.refusal}>{of.error}</span>
                ) : (
                  <span className={number === '0' ? styles.none : 't3'}>
                    {number === '' ? 'counting…' : `${count(number)} ${plural(number, rowNoun, rowsNoun)}`}
                  </span>
                )}
              </li>
            )
          })}
        </ul>
      )}
      <div className={styles.actions}>
        <Button small onClick={() => void filtering.clear().then(onLeave)}>
          Clear Filters
        </Button>
        {several && !applied.any && (
          <Button small onClick={() => void filtering.matchAny().then(onLeave)}>
            Match Any
          </Button>
        )}
        {several && !counts && (
          <Button small onClick={() => void filtering.count()}>
            Count Each Filter
          </Button>
        )}
      </div>
    </Empty>
  )
}

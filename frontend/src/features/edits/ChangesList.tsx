import { ArrowRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ActChip } from './ActChip'
import { ChangedValue } from './ChangedValue'
import { ChoiceList } from './ChoiceList'
import type { Marked } from './differing'
import styles from './Edits.module.css'
import { type Entry, linesOf } from './planned'
import { RefusedChip } from './RequestList'
import type { Act } from './staged'
import { changeWords, documentWords } from './words'

const height = 28

interface ChangesListProps {
  entries: readonly Entry[]
  names: Record<Act, string>
  /** The entry that is chosen. */
  at: number
  onChoose(at: number): void
  /** Shows the request of the chosen entry. */
  onOpen(): void
}

/** Every value that a save changes, before and after, over all its rows. */
export function ChangesList({ entries, names, at, onChoose, onOpen }: ChangesListProps) {
  const lines = useMemo(() => linesOf(entries), [entries])
  const [place, setPlace] = useState(() =>
    Math.max(
      0,
      lines.findIndex(({ entry }) => entry === at),
    ),
  )
  const choose = (to: number) => {
    setPlace(to)
    onChoose(lines[to]?.entry ?? 0)
  }
  return (
    <div className={styles.changes}>
      <div className={`${styles.change} ${styles.head}`} aria-hidden="true">
        <span>Document</span>
        <span>Field</span>
        <span>Before</span>
        <span>After</span>
      </div>
      <ChoiceList
        label="Changes, field by field"
        rowHeight={height}
        count={lines.length}
        at={place}
        onChoose={choose}
        onOpen={onOpen}
      >
        {(number) => {
          const line = lines[number]
          const entry = line && entries[line.entry]
          if (!line || !entry) return null
          const { row, column } = line
          const [was, now] = column === '' ? documentWords(row) : changeWords(line.before, line.after)
          const look = column === '' ? 't3' : 'mono'
          return (
            <div className={styles.change}>
              <span className={`row g6 ${line.first ? '' : styles.again}`}>
                {entry.refusal ? (
                  <RefusedChip kind={entry.refusal.error.kind} />
                ) : (
                  <ActChip act={row.act}>{names[row.act]}</ActChip>
                )}
                <span className="ell" data-tip="">
                  {row.title}
                </span>
              </span>
              <span className="m ell" data-tip="">
                {column}
              </span>
              <span className={`ell t2 ${look}`} data-tip="">
                {row.act !== 'create' && <Side value={was} />}
              </span>
              <span className="row g6">
                <ArrowRight size={12} strokeWidth={1.75} aria-hidden="true" className={styles.becomes} />
                <span className="vh">becomes </span>
                <span className={`ell ${look}`} data-tip="">
                  <Side value={now} />
                </span>
              </span>
            </div>
          )
        }}
      </ChoiceList>
    </div>
  )
}

/** What a line has room for: the beginning, or what differs with a little in front of it. */
function Side({ value }: { value: Marked | string }) {
  return typeof value === 'string' ? value : <ChangedValue value={value} before={12} />
}

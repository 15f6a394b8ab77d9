import { FunnelPlus, FunnelX, type LucideIcon } from 'lucide-react'
import type { ColumnStatistics, ValueCount } from '../../host'
import { count, counted } from '../../lib/words'
import { SmallIcon } from '../../ui/SmallIcon'
import { Track } from '../../ui/Track'
import { withTip } from '../../ui/tips'
import type { ValueFilter } from './statistics'
import style from './statistics.module.css'
import { type Nouns, percent, shareOf, topNotes, unitOf, words } from './words'

interface TopValuesProps {
  value: ColumnStatistics
  nouns: Nouns
  column: string
  filter: ValueFilter
  /** The rows are filtered by a value. */
  onFiltered(): void
}

/** The most frequent values, each with a bar and a filter. */
export function TopValues(props: TopValuesProps) {
  const { value, column } = props
  const notes = topNotes(value)
  if (value.top.length === 0 && notes.length === 0) return null
  return (
    <section className={style.part} aria-label="Top values">
      <h3>Top Values</h3>
      {value.top.length > 0 && (
        <ul className={style.top} aria-label={`Top values of ${column}`}>
          {value.top.map((top) => (
            <Value key={top.text} {...props} top={top} />
          ))}
        </ul>
      )}
      {notes.map((text) => (
        <p key={text} className={style.note}>
          {text}
        </p>
      ))}
    </section>
  )
}

function Value({ value, nouns, column, filter, onFiltered, top }: TopValuesProps & { top: ValueCount }) {
  const of = value.valued || value.present || value.total
  const [one, many] = unitOf(value, nouns)
  const act = (excludes: boolean, label: string, Icon: LucideIcon) => (
    <SmallIcon
      icon={Icon}
      label={`${label}: ${top.text || words.empty}`}
      why={filter.why(column, top.text, excludes)}
      onClick={() => void filter.by(column, top.text, excludes).then(onFiltered)}
    />
  )
  return (
    <li>
      <div>
        <div className={style.value}>
          <span dir="auto" className={`ell sel-text ${top.text === '' ? style.blank : ''}`} {...withTip()}>
            {top.text || words.empty}
          </span>
          <span className="num" {...withTip(`${counted(top.count, one, many)}, ${percent(top.count, of)}`)}>
            {count(top.count)}
          </span>
        </div>
        <Track className={style.track}>
          <i style={{ width: `${shareOf(top.count, of) * 100}%` }} />
        </Track>
      </div>
      <div className={style.acts}>
        {act(false, words.only, FunnelPlus)}
        {act(true, words.exclude, FunnelX)}
      </div>
    </li>
  )
}

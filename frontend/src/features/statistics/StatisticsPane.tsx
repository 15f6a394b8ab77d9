import { ListX, RefreshCw, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { ColumnStatistics } from '../../host'
import { count, duration } from '../../lib/words'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { CopyButton } from '../../ui/CopyButton'
import { ErrorCard } from '../../ui/ErrorCard'
import { NoticeBlock } from '../../ui/Notice'
import { SidePane, SidePaneHead } from '../../ui/SidePane'
import { SmallIcon } from '../../ui/SmallIcon'
import { Track } from '../../ui/Track'
import { withTip } from '../../ui/tips'
import { Figures } from './Figures'
import { Histogram } from './Histogram'
import { Requests } from './Requests'
import type { Statistics } from './statistics'
import style from './statistics.module.css'
import { TopValues } from './TopValues'
import { allWords, ignoredWords, less, type Nouns, objectWords, percent, presentWords, shareOf, words } from './words'

interface StatisticsPaneProps {
  statistics: Statistics
  nouns: Nouns
  /** Opens a console with a text; null if the connection has none. */
  onConsole: ((text: string) => void) | null
  /** Returns the focus to the rows. */
  onLeave(): void
}

/** The statistics of a column, next to the rows. */
export function StatisticsPane(props: StatisticsPaneProps) {
  const column = useStore(props.statistics.store, (s) => s.column)
  return column === '' ? null : <Pane {...props} name={column} />
}

function Pane({ statistics, nouns, onConsole, onLeave, name }: StatisticsPaneProps & { name: string }) {
  const { value, error, reading, outdated } = useStore(statistics.store)
  const pane = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another column is asked for from the rows, as the first one.
  useEffect(() => void pane.current?.focus(), [name])
  const close = () => {
    statistics.close()
    onLeave()
  }
  return (
    <SidePane
      ref={pane}
      record
      className={style.pane}
      aria-label={`${words.title} of ${name}`}
      data-pane="statistics"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        close()
      }}
    >
      <SidePaneHead>
        <h2 className="ell" {...withTip()}>
          {name} <span className="t3">{statistics.column?.type}</span>
        </h2>
        <span className="grow" />
        <SmallIcon icon={RefreshCw} label="Refresh statistics" onClick={() => void statistics.refresh()} />
        <SmallIcon icon={X} label="Close statistics" onClick={close} />
      </SidePaneHead>
      {reading && <Reading statistics={statistics} />}
      {outdated && (
        <Banner tone="readOnly">
          <span className="grow">{words.outdated}</span>
          <Button small onClick={() => void statistics.refresh()}>
            Refresh
          </Button>
        </Banner>
      )}
      {error ? (
        <ErrorCard error={error} title={words.failed} label={words.failed} onRetry={() => void statistics.refresh()} />
      ) : (
        value && (
          <div className={style.content}>
            <Notices value={value} />
            <Present value={value} nouns={nouns} />
            {value.figures && <Figures value={value} />}
            <TopValues
              {...{ value, nouns }}
              column={name}
              filter={statistics.filter}
              onFiltered={() => pane.current?.focus()}
            />
            <Histogram key={name} value={value} nouns={nouns} column={name} />
            <Requests value={value} onConsole={onConsole} />
            <p className={`${style.part} ${style.note}`}>{footWords(value)}</p>
          </div>
        )
      )}
    </SidePane>
  )
}

/** Says that the statistics are loading; this can be cancelled. */
function Reading({ statistics }: { statistics: Statistics }) {
  return (
    <div className={`row g4 ${style.part}`}>
      <Track moves className={`grow ${style.track}`} role="progressbar" aria-label={words.reading}>
        <i />
      </Track>
      <Button small onClick={() => statistics.cancel()}>
        Cancel
      </Button>
    </div>
  )
}

function footWords({ millis, taken }: ColumnStatistics): string {
  const parts = millis >= 0 ? [`Engine ${duration(millis)}`] : []
  if (taken !== '') {
    const at = new Date(Number(taken)).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
    parts.push(`in the snapshot from ${at}`)
  }
  return `${parts.join(', ')}.`
}

/** Notices and gaps, so that figures of only some documents never look complete. */
function Notices({ value: { partial, notices } }: { value: ColumnStatistics }) {
  if (notices.length === 0) return null
  const details = notices.flatMap(({ text, detail }) => (detail === '' ? [] : [text, detail])).join('\n')
  return (
    <NoticeBlock warning={partial} className={style.part} role={partial ? 'alert' : undefined}>
      {partial && <ListX size={16} strokeWidth={1.5} aria-hidden="true" />}
      <div className="sel-text">
        {partial && <p className="b">{words.partial}</p>}
        {notices.map(({ text }) => (
          <p key={text}>{text}</p>
        ))}
        {details !== '' && <CopyButton label="Copy Details" text={details} quiet small />}
      </div>
    </NoticeBlock>
  )
}

/** How many documents have a value. */
function Present({ value, nouns }: { value: ColumnStatistics; nouns: Nouns }) {
  const { total, present, reason } = value
  const notes = [objectWords(value), ignoredWords(value, nouns), reason].filter((text) => text !== '')
  if (present === '')
    return (
      <section className={style.part} aria-label="Values present and missing">
        <div className={style.shares} role="status">
          <span>{allWords(value, nouns)}</span>
        </div>
        <Notes of={notes} />
      </section>
    )
  const missing = less(total, present)
  return (
    <section className={style.part} aria-label="Values present and missing">
      <Track className={style.present} role="img" aria-label={presentWords(value, nouns)}>
        <i style={{ width: `${shareOf(present, total) * 100}%` }} />
      </Track>
      <div className={style.shares} role="status">
        <span>
          <span className="b num">{count(present)}</span> with a value{' '}
          <span className="t3">{total !== '0' && percent(present, total)}</span>
        </span>
        <span>
          <span className="b num">{count(missing)}</span> without{' '}
          <span className="t3">{total !== '0' && percent(missing, total)}</span>
        </span>
      </div>
      <Notes of={notes} />
    </section>
  )
}

function Notes({ of }: { of: readonly string[] }) {
  return of.map((text) => (
    <p key={text} className={`sel-text ${style.note}`}>
      {text}
    </p>
  ))
}

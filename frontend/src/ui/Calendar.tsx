// The calendar replaces the day in the existing text: no date is parsed and reformatted. It takes no focus, so a field
// over a cell never loses it.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { addMonths, type Day, dayWords, isoDay, monthWords, sameDay, today, weekdays, weeksOf } from '../lib/days'
import { Button } from './Button'
import styles from './Calendar.module.css'

interface CalendarProps {
  /** The prefix of its days' ids: see dayId. */
  id: string
  /** The day that the keyboard is on. */
  day: Day
  /** The chosen day, undefined for none. */
  chosen: Day | undefined
  onMove(day: Day): void
  onPick(day: Day): void
}

/** The id of a day in a calendar. */
export const dayId = (id: string, day: Day) => `${id}-${isoDay(day)}`

/** The days of a month. It never has the focus: its field handles the keys and announces the day. */
export function Calendar({ id, day, chosen, onMove, onPick }: CalendarProps) {
  const now = today()
  return (
    <div className={styles.calendar}>
      <div className={styles.head}>
        <Step label="Previous month" onClick={() => onMove(addMonths(day, -1))}>
          <ChevronLeft size={14} strokeWidth={1.75} aria-hidden="true" />
        </Step>
        <span className="b" aria-live="polite">
          {monthWords(day)}
        </span>
        <Step label="Next month" onClick={() => onMove(addMonths(day, 1))}>
          <ChevronRight size={14} strokeWidth={1.75} aria-hidden="true" />
        </Step>
      </div>
      {/* biome-ignore-start lint/a11y/useSemanticElements: a table's own cells cannot be selected. */}
      {/* biome-ignore-start lint/a11y/useFocusableInteractive: the field has the focus, and names the day that it is on. */}
      {/* biome-ignore-start lint/a11y/useKeyWithClickEvents: the field has the keys. */}
      <div id={id} role="grid" aria-label={monthWords(day)}>
        <div role="row" className={styles.week}>
          {weekdays.map((name) => (
            <span key={name} role="columnheader" aria-label={name} className="t3 fs11">
              {name.slice(0, 2)}
            </span>
          ))}
        </div>
        {weeksOf(day).map((week) => (
          <div key={isoDay(week[0] as Day)} role="row" className={styles.week}>
            {week.map((one) => (
              <span
                key={isoDay(one)}
                id={dayId(id, one)}
                role="gridcell"
                aria-label={dayWords(one)}
                aria-selected={chosen !== undefined && sameDay(one, chosen)}
                aria-current={sameDay(one, now) ? 'date' : undefined}
                className={styles.day}
                data-on={sameDay(one, day) ? '' : undefined}
                data-other={one.month === day.month ? undefined : ''}
                onClick={() => onPick(one)}
              >
                {one.day}
              </span>
            ))}
          </div>
        ))}
      </div>
      {/* biome-ignore-end lint/a11y/useKeyWithClickEvents: as above. */}
      {/* biome-ignore-end lint/a11y/useFocusableInteractive: as above. */}
      {/* biome-ignore-end lint/a11y/useSemanticElements: as above. */}
    </div>
  )
}

function Step({ label, onClick, children }: { label: string; onClick(): void; children: React.ReactNode }) {
  return (
    <Button icon small quiet tabIndex={-1} aria-label={label} onClick={onClick}>
      {children}
    </Button>
  )
}

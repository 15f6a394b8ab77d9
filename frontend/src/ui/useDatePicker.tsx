import { CalendarDays } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useState } from 'react'
import { addDays, addMonths, type Day, likeWritten, readWritten, today, weekday } from '../lib/days'
import { Below } from './Below'
import { Calendar, dayId } from './Calendar'
import { SmallIcon } from './SmallIcon'

interface PickedDate {
  /** The field of the date. */
  field: RefObject<HTMLInputElement | null>
  /** The label of the field. */
  label: string
  text: string
  /** A similar date, whose format a new one gets; '' if none is known. */
  sample?: string
  /** Whether Alt+Down shows the calendar like F4: elsewhere it moves the row that the field is in. */
  altDown?: boolean
  onText(text: string): void
}

export interface DatePicker {
  /** Whether the calendar is shown. */
  open: boolean
  /** Why there is no calendar for the text, '' if there is one. */
  why: string
  /** The field's ARIA attributes for the calendar. */
  named: { 'aria-haspopup': 'grid'; 'aria-controls'?: string; 'aria-activedescendant'?: string }
  /** Handles a key of the field; false if the calendar does not use it. */
  key(event: KeyboardEvent): boolean
  /** The button that shows the calendar. Over a cell it is excluded from the Tab order. */
  button(reachable?: boolean): ReactNode
  calendar: ReactNode
}

const custom = 'The date picker supports dates such as 2026-11-20 and milliseconds since 1970. Type this value instead.'

/** A calendar below a date field. A picked day replaces the one in the text; everything else in it is unchanged. */
export function useDatePicker({ field, label, text, sample = '', altDown = false, onText }: PickedDate): DatePicker {
  const id = useId()
  const [at, setAt] = useState<Day | null>(null)
  const read = readWritten(text)
  const written = read ?? (text.trim() === '' ? likeWritten(sample, today()) : undefined)
  const open = at !== null && written !== undefined
  const close = () => setAt(null)
  const toggle = () => setAt(at || !written ? null : written.day)
  const pick = (day: Day) => {
    close()
    if (written) onText(written.write(day))
  }
  const key = (event: KeyboardEvent) => {
    const mod = event.ctrlKey || event.metaKey
    const shows = event.altKey ? altDown && event.key === 'ArrowDown' : event.key === 'F4'
    if (shows && !mod) {
      toggle()
      return true
    }
    if (!open || mod || event.altKey) return false
    const to = moved(at, event)
    if (to) setAt(to)
    else if (event.key === 'Enter') pick(at)
    else if (event.key === 'Escape') close()
    else {
      if (event.key === 'Tab' || event.key.length === 1) close()
      return false
    }
    return true
  }
  return {
    open,
    why: written ? '' : custom,
    named: {
      'aria-haspopup': 'grid',
      'aria-controls': open ? id : undefined,
      'aria-activedescendant': open ? dayId(id, at) : undefined,
    },
    key,
    button: (reachable = true) => (
      <SmallIcon
        icon={CalendarDays}
        label={`Choose the date for ${label}`}
        why={written ? '' : custom}
        keepsFocus
        tabIndex={reachable ? 0 : -1}
        onClick={() => {
          field.current?.focus()
          toggle()
        }}
      />
    ),
    calendar: open && (
      <Below anchor={field} label={`Calendar for ${label}`} onClose={close}>
        <Calendar id={id} day={at} chosen={read?.day} onMove={setAt} onPick={pick} />
      </Below>
    ),
  }
}

/** The day that a key moves to, undefined for other keys. */
function moved(day: Day, { key, shiftKey }: KeyboardEvent): Day | undefined {
  const days: Record<string, number> = {
    ...{ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 },
    ...{ Home: -weekday(day), End: 6 - weekday(day) },
  }
  const months: Record<string, number> = { PageUp: shiftKey ? -12 : -1, PageDown: shiftKey ? 12 : 1 }
  if (days[key] !== undefined) return addDays(day, days[key])
  return months[key] === undefined ? undefined : addMonths(day, months[key])
}

const iso =
  /^(\d{4})-(\d\d)(?:-(\d\d)(?:[T ](\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?)?$/i

/** A moment in milliseconds since 1970, with the fraction of its second as written. */
export interface Moment {
  millis: number
  fraction: string
  /** The unit that was assumed for a bare number. */
  unit?: 'seconds' | 'milliseconds'
}

/**
 * Parses a text of a date column as a moment: ISO 8601 (a date alone is midnight in UTC), or a whole number in the
 * column's unit since 1970. Undefined for other texts, or if the unit is unknown. The text itself is what is displayed;
 * only the two clock times come from here.
 */
export function readMoment(text: string, epoch?: Moment['unit'] | ''): Moment | undefined {
  if (!/^-?\d{5,16}$/.test(text)) return readISO(text)
  return epoch ? readEpoch(text, epoch) : undefined
}

/**
 * Parses a whole number that looks like seconds or milliseconds since 1970, between 2001 and 2100; any other number is
 * more likely just a number.
 */
export function readLikelyEpoch(text: string): Moment | undefined {
  if (!/^\d{10}(\d{3})?$/.test(text)) return undefined
  const moment = readEpoch(text, text.length === 10 ? 'seconds' : 'milliseconds')
  const year = moment ? new Date(moment.millis).getUTCFullYear() : 0
  return year >= 2001 && year <= 2100 ? moment : undefined
}

function readEpoch(text: string, unit: NonNullable<Moment['unit']>): Moment | undefined {
  const number = Number(text)
  const millis = unit === 'seconds' ? number * 1000 : number
  if (Math.abs(millis) > 8.64e15) return undefined
  const fraction = unit === 'seconds' ? '' : String(((number % 1000) + 1000) % 1000).padStart(3, '0')
  return { millis, fraction, unit }
}

function readISO(text: string): Moment | undefined {
  const found = iso.exec(text)
  if (!found) return undefined
  const [, year, month, day = '01', hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = found
  // Date.UTC maps the years 0 to 99 to the twentieth century.
  const back = new Date(0)
  back.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  const utc = back.setUTCHours(Number(hour), Number(minute), Number(second))
  const real = back.getUTCMonth() === Number(month) - 1 && back.getUTCDate() === Number(day)
  if (!real || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  return { millis: utc - offsetOf(zone) * 60_000, fraction }
}

/** How many minutes a time zone is ahead of UTC. */
function offsetOf(zone: string): number {
  const found = /^([+-])(\d\d):?(\d\d)?$/.exec(zone)
  if (!found) return 0
  const minutes = Number(found[2]) * 60 + Number(found[3] ?? 0)
  return found[1] === '-' ? -minutes : minutes
}

/** A moment in a time zone, "UTC" or by default the computer's: "Fri 20 Nov 2026, 14:02:05.250". */
export function clock(moment: Moment, timeZone?: string): string {
  const whole = new Date(Math.floor(moment.millis / 1000) * 1000)
  const words = new Intl.DateTimeFormat('en-GB', {
    ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false, timeZone },
  })
  const parts = Object.fromEntries(words.formatToParts(whole).map((part) => [part.type, part.value]))
  const fraction = /[1-9]/.test(moment.fraction) ? `.${moment.fraction}` : ''
  const era = whole.getUTCFullYear() < 1 ? ' BC' : '' // the year 0 of ISO 8601 is the one before the year 1
  return `${parts.weekday} ${parts.day} ${parts.month} ${parts.year}${era}, ${parts.hour}:${parts.minute}:${parts.second}${fraction}`
}

/** A moment in the computer's time zone and in UTC, and the unit assumed for a bare number. */
export function clocks(moment: Moment, timeZone?: string): { local: string; utc: string; read: string } {
  const read = moment.unit ? `read as ${moment.unit} since 1970` : ''
  return { local: clock(moment, timeZone), utc: clock(moment, 'UTC'), read }
}

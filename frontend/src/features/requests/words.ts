import { count, counted, size } from '../../lib/words'
import type { Gap, RequestEntry } from './entry'

/** The path and the query of a request. */
export function targetOf(entry: Pick<RequestEntry, 'path' | 'query'>): string {
  return entry.query === '' ? entry.path : `${entry.path}?${entry.query}`
}

/** True if a request failed. A cancelled one did not fail. */
export function isFailure(entry: Pick<RequestEntry, 'status' | 'kind'>): boolean {
  return entry.kind !== 'cancelled' && (entry.kind !== '' || entry.status >= 400)
}

const kinds: Record<string, string> = {
  cancelled: 'Cancelled',
  connect: 'No connection',
  engine: 'Unreadable',
  refused: 'Refused',
  timeout: 'Timed out',
  tls: 'TLS failed',
  unsupported: 'Too large',
}

/** The outcome of a request: its status, or the kind of error, or both if a response was interrupted. */
export function outcomeWords(entry: Pick<RequestEntry, 'status' | 'kind'>): string {
  const parts = [
    entry.status > 0 ? String(entry.status) : '',
    entry.kind === '' ? '' : (kinds[entry.kind] ?? entry.kind),
  ]
  return parts.filter((part) => part !== '').join(' ')
}

/** The entries that contain every word of a text, and optionally only failed ones. */
export function matching(entries: readonly RequestEntry[], filter: string, failed: boolean): readonly RequestEntry[] {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0 && !failed) return entries
  return entries.filter((entry) => {
    if (failed && !isFailure(entry)) return false
    const { method, status, kind, purpose } = entry
    const text = [method, targetOf(entry), status, kind, outcomeWords(entry), purpose].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** The time of day, "10:42:31", in the time zone of this computer. */
export function clock(millis: string, exact = false): string {
  const at = new Date(Number(millis))
  const time = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
  return exact ? `${time}.${String(at.getMilliseconds()).padStart(3, '0')}` : time
}

const gaps: Record<Gap, string> = {
  '': '',
  write: 'The body of a request that may write is not recorded.',
  large: 'It is too long to record in full.',
  secret: 'It contained the connection’s credential, which was removed.',
  old: 'Body dropped to make room for newer requests.',
  private: 'Requests to this route can carry credentials, so neither the query nor the body is recorded.',
}

/** Why an entry is incomplete, '' if it is complete. */
export function gapWords(gap: Gap): string {
  return gaps[gap]
}

/** Why there is no command line for an entry, '' if there is one. */
export function noCurlWords(gap: Gap): string {
  return gap === '' ? '' : `${gaps[gap]} The command would send a different request.`
}

/** The accessible name of an entry. */
export function entryLabel(entry: RequestEntry): string {
  const parts = [
    `${entry.method} ${targetOf(entry)}`,
    outcomeWords(entry),
    `${entry.millis} ms`,
    size(entry.bytes),
    entry.purpose,
    clock(entry.started),
  ]
  return parts.filter((part) => part !== '').join(', ')
}

/** The message for an empty list: none of the `all` requests to a connection matches, or none was sent. */
export function noneWords(all: number, connection: string): string {
  return all === 0 ? `Nothing has been sent to ${connection} since the log was cleared.` : 'No matching requests.'
}

/** How many requests are listed. */
export function totalWords(shown: number, all: number): string {
  return shown === all ? `${counted(all, 'request')}, no credentials` : `${count(shown)} of ${counted(all, 'request')}`
}

export const omitted = 'Credentials omitted.'

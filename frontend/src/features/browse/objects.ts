import type { ObjectItem, SessionInfo } from '../../host'
import { counted, size } from '../../lib/words'
import type { Counted } from './workspace'

/** The objects whose name holds every word of a filter, whatever their case. */
export function matching(objects: readonly ObjectItem[], filter: string): ObjectItem[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  return objects.filter((o) => words.every((word) => o.name.toLowerCase().includes(word)))
}

/** A noun as a heading. */
export function titled(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1)
}

/** Why an object is dimmed, "" where it is not. */
export function closedReason(o: ObjectItem, session: SessionInfo): string {
  return o.closed ? `This ${session.objectNoun} is closed: its ${session.rowsNoun} cannot be read.` : ''
}

/** What a screen reader says of an object. */
export function objectLabel(o: ObjectItem, found: Counted | undefined, session: SessionInfo): string {
  const parts = [o.name, o.kind]
  if (o.closed) parts.push('closed')
  else if (found?.error) parts.push(`not counted: ${found.error}`)
  else if (found) parts.push(counted(found.count, session.rowNoun, session.rowsNoun))
  if (o.size !== '') parts.push(size(o.size))
  return parts.join(', ')
}

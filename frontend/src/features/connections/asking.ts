import { type Connection, type ConnectionDraft, type Database, type FormField, toHostError } from '../../host'
import { draftOf, formOf, isVisible } from './form'

/**
 * The secrets to ask for where a connection did not open because of `cause`: those that are saved with it but cannot be
 * read, and those that it needs but no longer has. None where something else failed.
 */
export function secretsToAsk(database: Database, connection: Connection, cause: unknown): FormField[] {
  const { kind } = toHostError(cause)
  if (kind !== 'keyring' && kind !== 'invalid') return []
  const { values } = formOf(database, connection)
  const shown = database.tabs
    .flatMap((tab) => tab.fields)
    .filter((field) => field.kind === 'secret' && isVisible(field, values))
  const saved = shown.filter((field) => connection.secrets.includes(field.id))
  const lost = shown.filter((field) => field.required && !saved.includes(field))
  if (kind === 'invalid') return lost
  return saved.length > 0 ? saved : shown
}

/** A saved connection as it is, with secrets that are kept until Quarry quits. */
export function draftWithSecrets(database: Database, connection: Connection, typed: Record<string, string>) {
  const draft: ConnectionDraft = draftOf(database, { ...formOf(database, connection), typed }, true)
  return { ...draft, group: connection.group }
}

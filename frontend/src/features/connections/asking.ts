import { type Connection, type ConnectionDraft, type Database, type FormField, toHostError } from '../../host'
import { draftOf, formOf, isVisible } from './form'
import { headerFields } from './headers'
import type { SavedConnections } from './saved'

/**
 * The secrets to ask for if a connection did not open because of `cause`: unreadable or missing ones. None if something
 * else failed, or if a stored one belongs to another address: the form handles both.
 */
export function secretsToAsk(database: Database, connection: Connection, cause: unknown): FormField[] {
  const { kind, failure } = toHostError(cause)
  if (kind !== 'keyring' && kind !== 'secret') return []
  const { values } = formOf(database, connection)
  const shown = database.tabs
    .flatMap((tab) => tab.fields)
    .filter((field) => field.kind === 'secret' && isVisible(field, values))
    .concat(headerFields(connection.headers))
  const saved = shown.filter((field) => connection.secrets.includes(field.id))
  if (kind === 'secret') {
    const told = shown.filter((field) => failure.fields?.some((note) => note.id === field.id))
    return failure.code !== 'missing' && told.some((field) => saved.includes(field)) ? [] : told
  }
  return saved.length > 0 ? saved : shown
}

/** A saved connection with newly typed secrets: for the credential store, or until Quarry quits. */
export function draftWithSecrets(
  database: Database,
  connection: Connection,
  typed: Record<string, string>,
  keepForThisRun: boolean,
): ConnectionDraft {
  const draft = draftOf(database, { ...formOf(database, connection), typed }, keepForThisRun)
  return { ...draft, group: connection.group }
}

/** Asks for missing secrets; false if they are not the reason why the connection did not open. */
export async function askSecrets(saved: SavedConnections, opened: Connection, cause: unknown): Promise<boolean> {
  const [databases, connection] = await Promise.all([saved.ports.databases(), saved.fresh(opened)])
  const database = databases?.find((d) => d.id === connection.driver)
  const fields = database ? secretsToAsk(database, connection, cause) : []
  if (!database || fields.length === 0) return false
  saved.ports.show({ kind: 'secrets', database, connection, fields, reason: toHostError(cause) })
  return true
}

/** Opens a saved connection with typed secrets. Without a credential store they are kept until Quarry quits. */
export async function connectWith(
  { host, ports }: SavedConnections,
  database: Database,
  connection: Connection,
  typed: Record<string, string>,
): Promise<void> {
  const save = (keepForThisRun: boolean) => {
    const draft = draftWithSecrets(database, connection, typed, keepForThisRun)
    return host.call<Connection>('Connections.Save', { draft })
  }
  const fresh = await save(false).catch((cause) => {
    if (toHostError(cause).kind !== 'keyring') throw cause
    return save(true)
  })
  await ports.connect(fresh)
}

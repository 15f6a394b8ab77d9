/** Why a text is not saved: a part of it could contain a credential or is too long, or it could not be saved. */
export type NotSaved = 'private' | 'long' | 'failed'

/**
 * What leaving would lose: changes in a tab that were not saved, a text or a part of it, the outcome of a write that a tab
 * is sending, the file of a running export, or what was filled in for a connection.
 */
export interface Loss {
  kind: 'changes' | 'text' | 'sending' | 'export' | 'form'
  /** The title of the tab, the object that is exported, or the connection. */
  of: string
  /** Why a text is not saved. */
  reason?: NotSaved
  /** How many changes are staged, where it is known. */
  staged?: number
  /** Whether the changes come back when the connection is opened again: nothing is lost unless its user discards them. */
  kept?: boolean
  /** Whether the changes can be saved now. */
  saves?: boolean
}

/** The outcome that closing a tab would lose while it sends a write. */
export function sendingLosses({ title, sending }: { title: string; sending: boolean }): Loss[] {
  return sending ? [{ kind: 'sending', of: title }] : []
}

/**
 * Why a text is not saved: part of it could contain a credential or is too long, saving failed, or it is the value of a
 * new key, which is shown once.
 */
export type NotSaved = 'private' | 'long' | 'failed' | 'once'

/**
 * What closing would lose: unsaved changes in a tab, a text or part of it, the outcome of a write that is being sent,
 * the file of a running export, or what was filled in for a connection.
 */
export interface Loss {
  kind: 'changes' | 'text' | 'sending' | 'export' | 'form'
  /** The title of the tab, the object that is exported, or the connection. */
  of: string
  /** Why a text is not saved. */
  reason?: NotSaved
  /** How many changes are staged, if known. */
  staged?: number
  /**
   * Whether the changes are restored when the connection is reopened: nothing is lost unless the user discards them.
   */
  kept?: boolean
  /** Whether the changes can be saved now. */
  saves?: boolean
}

/** The loss when a tab is closed while it is sending a write: the outcome. */
export function sendingLosses({ title, sending }: { title: string; sending: boolean }): Loss[] {
  return sending ? [{ kind: 'sending', of: title }] : []
}

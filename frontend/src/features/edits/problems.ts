// Why staged rows were not saved: by row, and by column if a single column is to blame.
import type { HiddenValue } from '../../lib/roles'
import { isNew } from './newRow'
import type { StagedRows } from './staged'

/** Why edits of a row were not saved. */
export interface Problem {
  /** 'invalid': found before anything was sent, because a field cannot hold the value. 'refused': by the server. */
  kind: 'invalid' | 'refused' | 'conflict' | 'unknown'
  /** '' for the whole row. */
  column: string
  message: string
  hint: string
  /** The current document; null if it was deleted or could not be read. */
  theirs: string | null
  /** The hidden values of that document. */
  revision: readonly HiddenValue[]
}

/** The problems of rows, by their keys. */
export type Problems = ReadonlyMap<string, readonly Problem[]>

/** Replaces the problems of some rows; none for a row that can be saved again. */
export function reported(problems: Problems, reports: Problems): Problems {
  const all = new Map(problems)
  for (const [key, own] of reports) {
    if (own.length > 0) all.set(key, own)
    else all.delete(key)
  }
  return all
}

/**
 * The problems that remain: those of unchanged rows, and those of rows whose save has an unknown outcome. The latter
 * remain whatever is typed, and for a new row even after it was discarded, because saving it again could create a
 * second document. next holds the rows staged now; without it, every outcome is known.
 */
export function forgotten(problems: Problems, changed: readonly string[], next?: StagedRows): Problems {
  if (!changed.some((key) => problems.has(key))) return problems
  const left = new Map(problems)
  for (const key of changed) {
    const unknown = problems.get(key)?.filter(({ kind }) => kind === 'unknown') ?? []
    if (unknown.length > 0 && next && (isNew(key) || next.staged.has(key))) left.set(key, unknown)
    else left.delete(key)
  }
  return left
}

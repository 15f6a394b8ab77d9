// Why staged rows were not saved: by row, and by column where one is to blame.
import type { HiddenValue } from '../../lib/roles'
import { isNew } from './newRow'
import type { Step } from './staged'

/** Why edits of a row were not saved. */
export interface Problem {
  /** 'invalid' was found before anything was sent: a field cannot hold what was typed. 'refused' is what the server said. */
  kind: 'invalid' | 'refused' | 'conflict' | 'unknown'
  /** '' for the row as a whole. */
  column: string
  message: string
  hint: string
  /** The document that the server holds; null if it was deleted, or could not be read. */
  theirs: string | null
  /** The hidden values of that document. */
  revision: readonly HiddenValue[]
}

/** The problems of rows, by their keys. */
export type Problems = ReadonlyMap<string, readonly Problem[]>

/** The problems with those of some rows replaced; none for a row that can be saved again. */
export function reported(problems: Problems, reports: Problems): Problems {
  const all = new Map(problems)
  for (const [key, own] of reports) {
    if (own.length > 0) all.set(key, own)
    else all.delete(key)
  }
  return all
}

/**
 * The problems of the rows that did not change. While nobody knows what became of the save of a row, that is one whatever
 * is typed into the row; and of a new one even after it was discarded, since saving it would create another document. next
 * is what is staged by now; without it, what became of the rows is known.
 */
export function forgotten(problems: Problems, changed: readonly string[], next?: Step): Problems {
  if (!changed.some((key) => problems.has(key))) return problems
  const left = new Map(problems)
  for (const key of changed) {
    const unknown = problems.get(key)?.filter(({ kind }) => kind === 'unknown') ?? []
    if (unknown.length > 0 && next && (isNew(key) || next.staged.has(key))) left.set(key, unknown)
    else left.delete(key)
  }
  return left
}

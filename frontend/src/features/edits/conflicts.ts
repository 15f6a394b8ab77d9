import type { Cell } from '../../grid/types'
import type { GridColumn } from '../../host'
import { Kind } from '../../lib/block'
import type { Roles } from '../../lib/roles'
import { typedOf } from './planned'
import type { Problem } from './problems'
import type { Act, Change } from './staged'
import { isExactly, isSame, type Typed, typedCell } from './values'

/** Whose values a conflict is ended with. */
export type Side = 'mine' | 'theirs'

/** A column in a conflict: before, on the server, and as it was edited. */
export interface Field {
  name: string
  before: Cell | undefined
  theirs: Cell | undefined
  mine: Typed | undefined
  /** Whether the server has another value than was read. */
  moved: boolean
}

export function isConflict({ kind }: Problem): boolean {
  return kind === 'conflict'
}

/** What of a row stays mine where all of it does: its edited columns, and that it is deleted. */
export function keptOf(act: Act, cells: ReadonlyMap<string, Typed>): ReadonlySet<string> {
  return new Set([...cells.keys(), ...(act === 'delete' ? [''] : [])])
}

/** The columns of a conflict: those that were edited, then the others that differ on the server, then those that agree. */
export function fieldsOf(
  cells: ReadonlyMap<string, Typed>,
  before: ReadonlyMap<string, Cell>,
  theirs: ReadonlyMap<string, Cell>,
): Field[] {
  const field = (name: string): Field => {
    const [was, now] = [before.get(name), theirs.get(name)]
    return { name, before: was, theirs: now, mine: cells.get(name), moved: isMoved(was, now) }
  }
  const others = [...theirs.keys()].filter((name) => !cells.has(name)).map(field)
  const moved = others.filter((other) => other.moved)
  return [...[...cells.keys()].map(field), ...moved, ...others.filter((other) => !other.moved)]
}

function isMoved(was: Cell | undefined, now: Cell | undefined): boolean {
  if (!was || !now) return false
  const empty = (cell: Cell) => cell.kind === Kind.missing
  if (empty(was) || empty(now)) return empty(was) !== empty(now)
  return !isSame({ text: was.text, null: was.kind === Kind.null }, now)
}

/** Whether a document is as a save was to make it; null for one that was deleted. */
export function isAlreadySaved({ act, cells }: Change, theirs: ReadonlyMap<string, Cell> | null): boolean {
  if (act === 'delete') return theirs === null
  if (act === 'create' || theirs === null) return false
  return [...cells].every(([name, typed]) => {
    const cell = theirs.get(name)
    return cell !== undefined && isExactly(typed, cell)
  })
}

/** What is typed to give columns that were not edited the values back that they had when they were read. */
export function readOf(
  { base, cells }: Pick<Change, 'base' | 'cells'>,
  columns: readonly GridColumn[],
): ReadonlyMap<string, Typed> {
  const values = new Map<string, Typed>()
  for (const column of columns) {
    const was = base.before.get(column.name)
    if (!was || was.cut > 0 || cells.has(column.name)) continue
    const typed = typedOf(was)
    if (typedCell(typed, column).kind === was.kind) values.set(column.name, typed)
  }
  return values
}

/** A row in conflict as it is once it is based on the document that the server holds. */
export function basedOn(
  change: Change,
  { revision }: Pick<Problem, 'revision'>,
  theirs: ReadonlyMap<string, Cell>,
  cells: ReadonlyMap<string, Typed>,
  roles: Roles,
): Change {
  const { base } = change
  const hidden = [...roles.identityOf(base.hidden), ...roles.revisionOf(revision)]
  return { ...change, base: { ...base, hidden, before: new Map([...base.before, ...theirs]) }, cells }
}

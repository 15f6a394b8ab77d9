import type { Cell } from '../../grid/types'
import type { EditedRow, GridColumn, HostError, PlanInfo, PlannedRequest, RefusedRow, SaveOutcome } from '../../host'
import { Kind } from '../../lib/block'
import type { HiddenValue, Roles } from '../../lib/roles'
import { asBefore } from './reasons'
import type { Act, Change } from './staged'
import { type Typed, typedNull, typedRemoval } from './values'

/** A row of a plan: its title, its act, and its values before and after. */
export interface PlannedRow {
  key: string
  title: string
  act: Act
  cells: ReadonlyMap<string, Typed>
  before: ReadonlyMap<string, Cell>
  hidden: readonly HiddenValue[]
  /** The index or collection that it is in. */
  place: string
  /** Whether it duplicates another row. */
  copies: boolean
}

/** A plan as shown: its requests, and the rows they are for. */
export interface Shown {
  info: PlanInfo
  rows: readonly PlannedRow[]
  /** How many edited rows it omits because the outcome of their last save is unknown. */
  left: number
  /** The save that it undoes, null for a save. */
  undoes: Saved | null
}

/** An entry of a preview: a request, or why a row has none. */
export type Entry = { row: PlannedRow | undefined } & (
  | { request: PlannedRequest; refusal?: undefined }
  | { refusal: RefusedRow; request?: undefined }
)

/** What a preview lists: the requests in their order, then the rows that are not sent. */
export function entriesOf({ info: { requests, refusals }, rows }: Pick<Shown, 'info' | 'rows'>): Entry[] {
  return [
    ...requests.map((request) => ({ row: rows[request.row], request })),
    ...refusals.map((refusal) => ({ row: rows[refusal.row], refusal })),
  ]
}

/** One value that a save changes, in the list of all changes. */
export interface ChangeLine {
  /** The number of its entry. */
  entry: number
  row: PlannedRow
  /** '' for a row that is deleted, which is one line. */
  column: string
  before: Cell | undefined
  after: Typed | undefined
  /** Whether it is the first line of its entry. */
  first: boolean
}

/** Every change of some entries, field by field. A row that several fields of are refused is there once. */
export function linesOf(entries: readonly Entry[]): ChangeLine[] {
  const seen = new Set<PlannedRow>()
  return entries.flatMap(({ row }, entry): ChangeLine[] => {
    if (!row || seen.has(row)) return []
    seen.add(row)
    const columns = row.act === 'delete' || row.cells.size === 0 ? [''] : [...row.cells.keys()]
    return columns.map((column, at) => {
      const before = row.act === 'create' ? undefined : row.before.get(column)
      return { entry, row, column, before, after: row.cells.get(column), first: at === 0 }
    })
  })
}

/** The outcome of one request. */
export interface RowOutcome {
  row: PlannedRow
  request: PlannedRequest
  outcome: SaveOutcome
  error: HostError | null
  /** The id of the document that it created, '' if it created none. */
  made: string
  /** The sequence number that the document has since, '' if the engine has none. */
  seq: string
}

/** The outcome of a row that was being saved when Quarry stopped: unknown for a new one without an id. */
export interface Recovered {
  title: string
  act: Act
  state: 'saved' | 'left' | 'unknown'
}

/** A save that can be undone. */
export interface Saved {
  plan: string
  rows: readonly PlannedRow[]
  /** The keys and the titles that rows have since they were created, by the keys that they had before. */
  keys: ReadonlyMap<string, { key: string; title: string }>
  /** How many rows it saved. */
  saved: number
}

/** A row as it is planned; of one that is deleted, the values before are those that are in its document. */
export function plannedOf(
  { key, act, base, cells, copy }: Change,
  roles: Roles,
  columns: readonly GridColumn[] = [],
): PlannedRow {
  const { title, hidden } = base
  const apart = new Set(act === 'delete' ? columns.filter(isApart).map(({ name }) => name) : [])
  const before = new Map([...base.before].filter(([name]) => !apart.has(name)))
  return { key, title, act, cells, before, hidden, place: roles.valueOf(hidden, 'place'), copies: copy !== null }
}

/** A row as the backend plans it. */
export function requestOf({ act, base, cells, copy }: Change, roles: Roles): EditedRow {
  return {
    key: roles.identityOf(base.hidden),
    base: act === 'create' ? [] : roles.revisionOf(base.hidden),
    cells: [...cells].map(([column, typed]) => ({ column, ...typed })),
    ...(act !== '' && { act }),
    ...(copy && { copyKey: roles.identityOf(copy.hidden), copyBase: roles.revisionOf(copy.hidden) }),
  }
}

/** Whether no document has the values of a column in it. */
const isApart = ({ beside = false, computed = false }: GridColumn) => beside || computed

const inverse: Record<Act, Act> = { '': '', create: 'delete', delete: 'create' }

/** A saved row as Undo Save changes it: back to what it was before. */
export function undone(row: PlannedRow, title = row.title): PlannedRow {
  const cells = new Map<string, Typed>()
  const before = new Map<string, Cell>()
  if (row.act === '') {
    for (const [name, typed] of row.cells) {
      cells.set(name, row.before.has(name) ? typedOf(row.before.get(name)) : { text: asBefore, null: false })
      before.set(name, shownOf(typed))
    }
  } else if (row.act === 'create') for (const [name, typed] of row.cells) before.set(name, shownOf(typed))
  else for (const [name, cell] of row.before) if (cell.kind !== Kind.missing) cells.set(name, typedOf(cell))
  return { ...row, title, act: inverse[row.act], cells, before, copies: false }
}

/** What is typed for a cell to have a value. */
export function typedOf(cell: Cell | undefined): Typed {
  if (!cell || cell.kind === Kind.missing) return typedRemoval
  return cell.kind === Kind.null ? typedNull : { text: cell.text, null: false }
}

/** A typed value as a sentence shows it. */
function shownOf({ text, null: none, remove }: Typed): Cell {
  return { kind: remove ? Kind.missing : none ? Kind.null : Kind.string, text, cut: 0 }
}

import type { HostError, PlanInfo, PlannedRequest, SaveOutcome } from '../../host'
import type { Typed } from './values'

/** A row of a plan: what it is called, and what was typed into it. */
export interface PlannedRow {
  key: string
  title: string
  cells: ReadonlyMap<string, Typed>
}

/** A plan as it is shown: what is sent, and which rows it is for. */
export interface Shown {
  info: PlanInfo
  rows: readonly PlannedRow[]
  /** How many edited rows it leaves out, since nobody knows what became of their last save. */
  left: number
}

/** What became of one request. */
export interface RowOutcome {
  row: PlannedRow
  request: PlannedRequest
  outcome: SaveOutcome
  error: HostError | null
}

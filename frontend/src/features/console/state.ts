import type { ConsolePlan, ConsoleResponse, HostError } from '../../host'
import type { Measured } from './profile/measured'
import type { ResponseText } from './responses'
import type { StoreGaps } from './storeGaps'
import type { Table } from './table'
import type { View } from './view'

/** A request that is being prepared or sent, and since when, in milliseconds of performance.now(). */
export interface Running {
  since: number
  /** null until the plan is known. */
  plan: ConsolePlan | null
  sent: boolean
  /** Its zero-based index in the run, and the run's size. */
  number: number
  of: number
}

/** A response, with the stores that show it. */
export interface Answered {
  kind: 'response'
  plan: ConsolePlan
  response: ConsoleResponse
  text: ResponseText
  table: Table
  profile: Measured
}

/** The outcome of a request. */
export type Outcome = Answered | { kind: 'failed'; plan: ConsolePlan | null; error: HostError }

/** A range in a text, in UTF-16 code units, with its error. */
export interface Mark {
  text: string
  from: number
  to: number
  message: string
}

export interface ConsoleState {
  running: Running | null
  /** A write that waits for the user's consent. */
  question: ConsolePlan | null
  /** The outcomes of the last run, in order. */
  outcomes: readonly Outcome[]
  /** The index of the visible one. */
  shown: number
  /** How many requests of the last run were not sent because an earlier one failed or was cancelled. */
  unsent: number
  /** How responses are shown, '' for the best view of each. */
  view: View | ''
  /** Whether requests after a failed one are also sent. */
  keepGoing: boolean
  /** Errors found in the text when it was run. */
  marks: readonly Mark[]
  /** The index of the request at the cursor, -1 for none, and the number of requests. */
  place: { current: number; requests: number }
  /** The parts of the text that are not saved. */
  unsaved: StoreGaps
}

/** The visible outcome, null before the first run. */
export function outcomeOf({ outcomes, shown }: Pick<ConsoleState, 'outcomes' | 'shown'>): Outcome | null {
  return outcomes[shown] ?? null
}

/** Whether a response says that its request succeeded at least partly. */
export function isDone({ status, doubt }: Pick<ConsoleResponse, 'status' | 'doubt'>): boolean {
  return status < 400 && doubt === ''
}

/** Whether a response says that its request succeeded completely. */
export function isGood(response: Pick<ConsoleResponse, 'status' | 'doubt' | 'failed'>): boolean {
  return isDone(response) && !response.failed.some
}

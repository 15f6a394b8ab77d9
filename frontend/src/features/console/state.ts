import type { ConsolePlan, ConsoleResponse, HostError } from '../../host'
import type { Measured } from './profile/measured'
import type { ResponseText } from './responses'
import type { StoreGaps } from './storeGaps'
import type { Table } from './table'
import type { View } from './view'

/** A request that was sent or is being looked at, and since when, in milliseconds of performance.now(). */
export interface Running {
  since: number
  /** null until it is known what would be sent. */
  plan: ConsolePlan | null
  sent: boolean
  /** Which one it is of those that run, from 0, and how many there are. */
  number: number
  of: number
}

/** A response, with what shows it. */
export interface Answered {
  kind: 'response'
  plan: ConsolePlan
  response: ConsoleResponse
  text: ResponseText
  table: Table
  profile: Measured
}

/** What became of a request. */
export type Outcome = Answered | { kind: 'failed'; plan: ConsolePlan | null; error: HostError }

/** A place in a text, in UTF-16 code units, with the error there. */
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
  /** What became of the requests that were run last, in their order. */
  outcomes: readonly Outcome[]
  /** Which of them is shown. */
  shown: number
  /** How many requests of the last run were not sent because one before them failed or was cancelled. */
  unsent: number
  /** How responses are shown, '' for what suits each. */
  view: View | ''
  /** Whether the requests after one that failed are sent as well. */
  keepGoing: boolean
  /** Places of the text that were found wrong when it was run. */
  marks: readonly Mark[]
  /** Which request the cursor is in, -1 for none, and how many there are. */
  place: { current: number; requests: number }
  /** What of the text is not saved. */
  unsaved: StoreGaps
}

/** The outcome that is shown, null before the first run. */
export function outcomeOf({ outcomes, shown }: Pick<ConsoleState, 'outcomes' | 'shown'>): Outcome | null {
  return outcomes[shown] ?? null
}

/** Whether a response says that its request was carried out, if only in part. */
export function isDone({ status, doubt }: Pick<ConsoleResponse, 'status' | 'doubt'>): boolean {
  return status < 400 && doubt === ''
}

/** Whether a response says that all of its request was carried out. */
export function isGood(response: Pick<ConsoleResponse, 'status' | 'doubt' | 'failed'>): boolean {
  return isDone(response) && !response.failed.some
}

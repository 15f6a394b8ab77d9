// The state of saving the edits of one object: what of it is in sight, and how far it is.
import type { StoreApi } from 'zustand/vanilla'
import type { GridColumn, Host, HostError, SaveProgress } from '../../host'
import type { Edits } from './edits'
import type { Recovered, RowOutcome, Saved, Shown } from './planned'
import type { Plans } from './plans'

/** What saving needs to know of the view whose rows were edited. */
export interface Viewed {
  /** The id of the view, '' while there is none. */
  readonly view: string
  readonly columns: readonly GridColumn[]
  readonly safeMode: string
}

/** What a save, or undoing one, has written. */
export interface Written {
  /** Whether rows were created or deleted, or may have been. */
  resized: boolean
  /** Whether rows were deleted. */
  deleted: boolean
  /** The keys of the rows that were deleted before and are there again. */
  restored: readonly string[]
}

/** What saving does with the tab. */
export interface SavingHooks {
  /** Rows are about to be sent: what is staged, and which of them are sent, is stored first. */
  sending(): Promise<void>
  /** Rows were written, or may have been. */
  written(what: Written): void
  /** The rows are to be read again. */
  refresh(): void
  /** Rows were created or deleted, or may have been. */
  resized(): void
}

/** The row that a conflict is to end with, as it would be sent. */
export interface Merged {
  key: string
  /** The columns of which the row has its own value. */
  mine: ReadonlySet<string>
  /** null while its request is prepared, and where there is none. */
  shown: Shown | null
  /** Why it has no request, '' while it is prepared. */
  said: string
}

export type Phase = 'idle' | 'planning' | 'preview' | 'sending' | 'outcome'

export interface SavingState {
  phase: Phase
  shown: Shown | null
  /** Why nothing was planned, or nothing was sent. */
  error: HostError | null
  outcomes: readonly RowOutcome[]
  /** How far a save is that takes a while; null before that is known. */
  progress: SaveProgress | null
  /** Whether the save that is under way was stopped. */
  stopping: boolean
  /** Whether it is asked if that many documents are to be deleted: in place of the requests, or after they were shown. */
  asking: '' | 'first' | 'after'
  /** The row whose conflict is looked at, '' for none. */
  conflict: string
  /** The row that this conflict is to end with; null until it is asked for. */
  merged: Merged | null
  /** What is to be told of a save in which everything succeeded, '' for nothing. */
  said: string
  /** What became of the rows that were being saved when Quarry stopped; empty once it was read. */
  recovered: readonly Recovered[]
  /** The last save that can be undone. */
  last: Saved | null
}

/** The state with nothing of a save in sight. */
export const closed: Omit<SavingState, 'phase' | 'last'> = {
  ...{ shown: null, error: null, outcomes: [], progress: null, stopping: false, asking: '' },
  ...{ conflict: '', merged: null, said: '', recovered: [] },
}
export const idle: SavingState = { ...closed, phase: 'idle', last: null }

/** What sending, resolving and checking work on. */
export interface SavingPorts {
  host: Host
  edits: Edits
  plans: Plans
  store: StoreApi<SavingState>
  viewed(): Viewed
  hooks: SavingHooks
}

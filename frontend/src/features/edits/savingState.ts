// What the screen shows while the edits of one object are saved.
import type { StoreApi } from 'zustand/vanilla'
import type { GridColumn, Host, HostError, SaveProgress } from '../../host'
import type { Edits } from './edits'
import type { Recovered, RowOutcome, Saved, Shown } from './planned'
import type { Plans } from './plans'

/** What saving needs from the view whose rows were edited. */
export interface Viewed {
  /** The id of the view, '' while there is none. */
  readonly view: string
  readonly columns: readonly GridColumn[]
  readonly safeMode: string
}

/** What a save, or undoing one, wrote. */
export interface Written {
  /** Whether rows were created or deleted, or may have been. */
  resized: boolean
  /** Whether rows were deleted. */
  deleted: boolean
  /** The keys of the deleted rows that were restored. */
  restored: readonly string[]
}

/** What saving requires of the tab. */
export interface SavingHooks {
  /** Stores the staged rows, and which of them are about to be sent. */
  sending(): Promise<void>
  /** Rows were written, or may have been. */
  written(what: Written): void
  /** Reads the rows again. */
  refresh(): void
  /** Rows were created or deleted, or may have been. */
  resized(): void
}

/** The merged row that would resolve a conflict, with its request. */
export interface Merged {
  key: string
  /** The columns that keep the row's own values. */
  mine: ReadonlySet<string>
  /** null while the request is being planned, or if there is none. */
  shown: Shown | null
  /** Why there is no request, '' while it is being planned. */
  said: string
}

export type Phase = 'idle' | 'planning' | 'preview' | 'sending' | 'outcome'

export interface SavingState {
  phase: Phase
  shown: Shown | null
  /** Why nothing was planned, or nothing was sent. */
  error: HostError | null
  outcomes: readonly RowOutcome[]
  /** The progress of a long save; null until it is known. */
  progress: SaveProgress | null
  /** Whether the current save was stopped. */
  stopping: boolean
  /** Whether the user is asked to confirm the deletions: in place of the requests, or after they were shown. */
  asking: '' | 'first' | 'after'
  /** The row whose conflict is open, '' for none. */
  conflict: string
  /** The merged row for that conflict; null until it is requested. */
  merged: Merged | null
  /** The message to show after a save that succeeded completely, '' for none. */
  said: string
  /** The outcomes of the rows that were being saved when Quarry stopped; empty once the user has read them. */
  recovered: readonly Recovered[]
  /** The last save that can be undone. */
  last: Saved | null
}

/** The state when no save is shown. */
export const closed: Omit<SavingState, 'phase' | 'last'> = {
  ...{ shown: null, error: null, outcomes: [], progress: null, stopping: false, asking: '' },
  ...{ conflict: '', merged: null, said: '', recovered: [] },
}
export const idle: SavingState = { ...closed, phase: 'idle', last: null }

/** What sending, resolving and checking share. */
export interface SavingPorts {
  host: Host
  edits: Edits
  plans: Plans
  store: StoreApi<SavingState>
  viewed(): Viewed
  hooks: SavingHooks
}

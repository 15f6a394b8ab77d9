import type { StoreApi } from 'zustand/vanilla'
import type { Loss } from './loss'

/** What a tab shows: the rows of an object, a console, or the state of the cluster. */
export type TabKind = 'objects' | 'console' | 'dashboard'

/** What the tab bar and the window show of a tab of any kind. */
export interface TabState {
  title: string
  /** True until something was done in the tab: the next object that is looked at replaces it. A dirty tab never is one. */
  preview: boolean
  /** True while there are changes in the tab that were not saved. */
  dirty: boolean
  /** How many changes are staged in it, which are kept if the profile keeps them; 0 for none. */
  staged?: number
  /** True while a write is being sent. */
  sending: boolean
}

/** A tab as it is saved for the next time that its connection is opened. */
export interface SavedTab {
  /** A TabKind, or the kind of a later version: such a tab stays saved and is not shown. */
  kind: string
  /** What makes the tab again, in the words of its kind: strings by name. */
  state: Record<string, string>
}

/** One tab of an open connection. What a kind shows beyond this is known to its own feature only. */
export interface Tab {
  readonly id: string
  readonly kind: TabKind
  readonly face: StoreApi<TabState>
  /** The tab is in sight: called each time, so what it shows is read the first time only. */
  show(): void
  /** Reads again what the tab shows. */
  refresh(): void
  /** Carries on after the connection was lost or its driver stopped. */
  resume(): void
  /** Cancels loading. */
  stop(): void
  /** Closes what covers a part of the tab, such as the value of a cell; false where nothing does. */
  escape?(): boolean
  /** True while something rests in the tab that saved() does not have yet. */
  readonly rests?: boolean
  /** Looks at once at what rests before saved() has it. */
  settle?(): Promise<void>
  /** What closing the tab would lose. */
  losses(): Loss[]
  /** Saves the changes in the tab, and says whether nothing of them is left. */
  saveChanges?(): Promise<boolean>
  /** The tabs of the connection could not be saved, for a reason that the tab shows; they are again with ''. */
  notSaved?(reason: string): void
  /** Releases everything that the tab holds, in the page and in the backend. Late responses are dropped. */
  close(): void
  /** Gives the tab another name, where it can have one. */
  rename?(name: string): void
  /** null for a tab that is not saved. */
  saved(): SavedTab | null
  /** The same with all that the tab has now. It can have what must not be written to disk. */
  inMemory?(): SavedTab | null
}

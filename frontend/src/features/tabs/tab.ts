import type { StoreApi } from 'zustand/vanilla'
import type { Loss } from './loss'

/** What a tab shows: the rows of an object, a console, the state of the cluster, or its keys. */
export type TabKind = 'objects' | 'console' | 'dashboard' | 'keys'

/** What the tab bar and the window show for a tab of any kind. */
export interface TabState {
  title: string
  /** True until something has been done in the tab: the next preview replaces it. A dirty tab is never a preview. */
  preview: boolean
  /** True while the tab has unsaved changes. */
  dirty: boolean
  /** How many changes are staged in it, which are kept if the profile keeps unsaved changes; 0 for none. */
  staged?: number
  /** True while a write is being sent. */
  sending: boolean
}

/** A tab as saved for the next time its connection is opened. */
export interface SavedTab {
  /** A TabKind, or a kind from a later version: such a tab stays saved but is not shown. */
  kind: string
  /** What its kind needs to recreate the tab: strings by name. */
  state: Record<string, string>
}

/** One tab of an open connection. What a kind shows beyond this is known only to its own feature. */
export interface Tab {
  readonly id: string
  readonly kind: TabKind
  readonly face: StoreApi<TabState>
  /** Called each time the tab becomes visible; it loads its content only the first time. */
  show(): void
  /** Reloads the tab's content. */
  refresh(): void
  /** Continues after the connection was lost or its driver stopped. */
  resume(): void
  /** Cancels loading. */
  stop(): void
  /** Closes what covers part of the tab, such as a cell's value; false if nothing does. */
  escape?(): boolean
  /** True while the tab has changes that saved() does not include yet. */
  readonly rests?: boolean
  /** Processes such changes at once, so that saved() includes them. */
  settle?(): Promise<void>
  /** What closing the tab would lose. */
  losses(): Loss[]
  /** Saves the changes in the tab, and returns whether none are left. */
  saveChanges?(): Promise<boolean>
  /**
   * Called with the reason, which the tab shows, if the connection's tabs could not be saved; with '' once they are
   * saved again.
   */
  notSaved?(reason: string): void
  /** Releases everything that the tab holds, in the page and in the backend. Late responses are dropped. */
  close(): void
  /** Renames the tab, if it can be renamed. */
  rename?(name: string): void
  /** The tab to save, null if it is not saved. */
  saved(): SavedTab | null
  /** The same with the complete current state. It may contain what must not be written to disk. */
  inMemory?(): SavedTab | null
}

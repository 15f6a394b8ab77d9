import type { SearchOptions } from '../text/search'

/** The state and actions of an editor's search. */
export interface EditorFinding {
  text: string
  replacement: string
  options: SearchOptions
  /** "3 of 12", "12 found"; '' while there is no search. */
  found: string
  readOnly: boolean
  change(part: { text?: string; replacement?: string } & Partial<SearchOptions>): void
  step(by: number): void
  replace(): void
  replaceAll(): void
  /** Closes the bar and focuses the text. */
  close(): void
}

/**
 * Draws the find bar of an editor in an element. It is passed to the editor, whose file the first screen does not need.
 */
export type ShowFindBar = (dom: HTMLElement) => { show(finding: EditorFinding): void; close(): void }

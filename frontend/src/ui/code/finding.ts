import type { SearchOptions } from '../text/search'

/** What an editor is searched for, what was found, and what can be done about it. */
export interface EditorFinding {
  text: string
  replacement: string
  options: SearchOptions
  /** "3 of 12", "12 found"; '' while nothing is looked for. */
  found: string
  readOnly: boolean
  change(part: { text?: string; replacement?: string } & Partial<SearchOptions>): void
  step(by: number): void
  replace(): void
  replaceAll(): void
  /** Closes the bar; the text has the focus again. */
  close(): void
}

/** Draws the find bar of an editor in an element. It is handed to the editor, whose file the first screen does not need. */
export type ShowFindBar = (dom: HTMLElement) => { show(finding: EditorFinding): void; close(): void }

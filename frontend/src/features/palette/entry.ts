/** The kinds of what the palette lists, in the order in which they are shown. */
export const kinds = ['object', 'command', 'connection', 'request'] as const

export type EntryKind = (typeof kinds)[number]

/** Something that the palette opens or runs. */
export interface Entry {
  /** Different for every entry, and the same the next time: recent use is remembered by it. */
  key: string
  kind: EntryKind
  title: string
  /** What it belongs to, shown after the title. */
  detail: string
  /** Why it cannot be used now, '' where it can. */
  why: string
  /** The key of a command on each platform. */
  keys?: { mac: string; win: string }
  /** Opens or runs it; `another` asks for a new tab. */
  run(another: boolean): void
}

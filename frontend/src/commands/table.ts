import sections from './commands.json'
import type { Scope } from './scopes'

type Sections = typeof sections

/** The name of a command: "tab.close". */
export type CommandId = { [Section in keyof Sections]: keyof Sections[Section] }[keyof Sections] & string

/** The static facts of a command. */
export interface Definition {
  title: string
  /** The short title below a heading: "CSV" in Copy As. */
  short?: string
  /** What must be shown for it to run; "system" for commands that the window's host runs without the page. */
  scope: Scope | 'system'
  /** Its keys on every platform, of which the first is shown: "Mod+R F5". Mod is Cmd on macOS and Ctrl elsewhere. */
  keys?: string
  /** Its keys on macOS, if they differ. */
  mac?: string
  other?: string
  /** True if the focused element, such as the grid or a field, handles the keys itself: here they are only shown. */
  focus?: boolean
  /** True if a focused text field keeps the keys, such as undo. */
  leavesFields?: boolean
  /** True if its key does nothing, silently, while the command cannot run: others may handle the key. */
  quiet?: boolean
}

/** All commands by name, from commands.json, which the native menu also reads. */
export const table = Object.fromEntries(
  Object.values(sections).flatMap((section) => Object.entries(section)),
) as Record<CommandId, Definition>

/** The commands in the sections of the shortcut list. */
export const commandSections = Object.entries(sections).map(([title, section]) => ({
  title,
  ids: Object.keys(section) as CommandId[],
}))

/** The keys of a command on a platform, the displayed one first. */
export function keysOf(id: CommandId, mac: boolean): readonly string[] {
  const { keys = '', mac: onMac = keys, other = keys } = table[id]
  return (mac ? onMac : other).split(' ').filter((chord) => chord !== '')
}

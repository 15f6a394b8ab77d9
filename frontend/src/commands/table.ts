import sections from './commands.json'
import type { Scope } from './scopes'

type Sections = typeof sections

/** The name of a command: "tab.close". */
export type CommandId = { [Section in keyof Sections]: keyof Sections[Section] }[keyof Sections] & string

/** What is known of a command wherever it can or cannot run. */
export interface Definition {
  title: string
  /** The title below a heading that says the rest of it: "CSV" in Copy As. */
  short?: string
  /** What has to be shown for it to run; "system" is for those that the window's host runs, without the page. */
  scope: Scope | 'system'
  /** Its keys on every system, the first one is shown: "Mod+R F5". Mod is Cmd on macOS and Ctrl elsewhere. */
  keys?: string
  /** Its keys on macOS, where they are others. */
  mac?: string
  other?: string
  /** True if the focused element, such as the grid or a field, handles the keys itself: they are only shown. */
  focus?: boolean
  /** True where a text field with the focus keeps its keys, such as undo. */
  leavesFields?: boolean
  /** True if its key does nothing, silently, while the command cannot run: others may handle the key. */
  quiet?: boolean
}

/** Every command by its name: commands.json, which the native menu reads as well. */
export const table = Object.fromEntries(
  Object.values(sections).flatMap((section) => Object.entries(section)),
) as Record<CommandId, Definition>

/** The commands in the sections of the shortcut list. */
export const commandSections = Object.entries(sections).map(([title, section]) => ({
  title,
  ids: Object.keys(section) as CommandId[],
}))

/** The keys of a command on a system, the one that is shown first. */
export function keysOf(id: CommandId, mac: boolean): readonly string[] {
  const { keys = '', mac: onMac = keys, other = keys } = table[id]
  return (mac ? onMac : other).split(' ').filter((chord) => chord !== '')
}

import { shownKeys } from './keys'
import { type CommandId, table } from './table'

/** A command as the item of a menu that acts on what the menu was opened on. */
export interface Act {
  id: CommandId
  title: string
  mac: string
  win: string
  /** Why it cannot run, '' where it can. */
  why: string
  run(): void
}

/** The item of a command; its title is another one where it depends on what the menu was opened on. */
export function act(id: CommandId, run: () => void, { why = '', title = table[id].title } = {}): Act {
  return { id, title, ...shownKeys(id), why, run }
}

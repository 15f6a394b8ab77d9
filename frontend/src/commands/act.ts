import { shownKeys } from './keys'
import { type CommandId, table } from './table'

/** A command as a menu item that acts on the menu's target. */
export interface Act {
  id: CommandId
  title: string
  mac: string
  win: string
  /** Why it cannot run, '' if it can. */
  why: string
  run(): void
}

/** The item of a command; its title can depend on the menu's target. */
export function act(id: CommandId, run: () => void, { why = '', title = table[id].title } = {}): Act {
  return { id, title, ...shownKeys(id), why, run }
}

import { shownKeys } from '../commands/keys'
import type { Registry } from '../commands/registry'
import { type CommandId, commandSections, table } from '../commands/table'

/** A command as the palette lists it: as it was when the palette opened. */
export interface ListedCommand {
  id: CommandId
  title: string
  section: string
  keys: { mac: string; win: string }
  why: string
}

const needsNumber = 'Press its key with the number of a tab.'
const ofHost = 'Use its key or the menu bar.'

/** Every command except the one that opens the palette, with the reason why it cannot run from a list. */
export function listedCommands(commands: Registry, inWindow: boolean): ListedCommand[] {
  const whyNot = (id: CommandId) => {
    if (table[id].scope === 'system' && inWindow) return ofHost
    return id === 'tab.number' && commands.reason(id) === '' ? needsNumber : commands.reasonInList(id)
  }
  return commandSections.flatMap(({ title: section, ids }) =>
    ids
      .filter((id) => id !== 'palette.open')
      .map((id) => ({ id, title: table[id].title, section, keys: shownKeys(id), why: whyNot(id) })),
  )
}

import { shownKey } from './keys'
import { type CommandId, commandSections, keysOf, table } from './table'

/** A command in the list of shortcuts, with all its keys in words. */
export interface Shortcut {
  id: CommandId
  title: string
  keys: readonly string[]
}

/** The commands with keys on a platform, in sections, whose title or keys contain the text. */
export function shortcutsOf(mac: boolean, inWindow: boolean, text = ''): { title: string; shortcuts: Shortcut[] }[] {
  const wanted = text.trim().toLowerCase()
  const fits = ({ title, keys }: Shortcut) =>
    [title, ...keys].some((one) => one.toLowerCase().replaceAll('+', ' ').includes(wanted.replaceAll('+', ' ')))
  return commandSections
    .map(({ title, ids }) => ({
      title,
      shortcuts: ids
        .filter((id) => inWindow || table[id].scope !== 'system')
        .map((id) => ({
          id,
          title: table[id].title.replace(/…$/, ''),
          keys: keysOf(id, mac).map((keys) => shownKey(keys, mac)),
        }))
        .filter((shortcut) => shortcut.keys.length > 0 && fits(shortcut)),
    }))
    .filter(({ shortcuts }) => shortcuts.length > 0)
}

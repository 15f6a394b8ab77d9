import { counted } from '../../lib/words'
import type { Leaving, Unsaved } from './unsaved'

/** The question before tabs are closed that would lose work. */
export function unsavedTitle({ tabs }: Unsaved): string {
  const [first, ...others] = tabs
  const where = others.length === 0 ? (first?.face.getState().title ?? '') : counted(tabs.length, 'tab')
  return `Discard the unsaved changes in ${where}?`
}

const reasons: Record<Leaving, string> = {
  close: 'Closing',
  disconnect: 'Disconnecting',
  reopen: 'Opening the connection again',
  quit: 'Quitting',
}

/** What is lost, and why: "Disconnecting discards the changes in books and orders." */
export function unsavedWords({ why, tabs }: Unsaved): string {
  const titles = tabs.map((tab) => tab.face.getState().title)
  const named = titles.length > 3 ? [...titles.slice(0, 2), `${titles.length - 2} other tabs`] : titles
  const list = named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`
  return `${reasons[why]} discards what was changed in ${list} and not saved.`
}

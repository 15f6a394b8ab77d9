import { SquareTerminal } from 'lucide-react'
import { kindOfTab } from '../tabs/kinds'
import type { SavedTab, Tab } from '../tabs/tab'
import { ConsoleView } from './ConsoleView'
import { ConsoleTab } from './tab'

/** How consoles are made and shown. */
export const consoleKind = kindOfTab({
  Icon: SquareTerminal,
  make: (ports, saved) => new ConsoleTab(ports, saved),
  View: ConsoleView,
})

/** What opens another console beside some tabs, with a text or without: its number is one that none of them has. */
export function newConsole(tabs: readonly Pick<Tab, 'face'>[], text = ''): SavedTab {
  const titles = new Set(tabs.map(({ face }) => face.getState().title))
  let number = 1
  while (titles.has(titleOf(number))) number += 1
  return { kind: 'console', state: { title: titleOf(number), ...(text !== '' && { text }) } }
}

function titleOf(number: number): string {
  return `Console ${number}`
}

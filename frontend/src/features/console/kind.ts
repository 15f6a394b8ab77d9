import { SquareTerminal } from 'lucide-react'
import { openLink } from '../../host'
import { kindOfTab, type TabPorts } from '../tabs/kinds'
import type { SavedTab, Tab } from '../tabs/tab'
import { ConsoleView } from './ConsoleView'
import type { Complete } from './completing'
import type { Completer } from './completion/completer'
import { type ConsolePorts, ConsoleTab } from './tab'

/** How consoles are created and shown. */
export const consoleKind = kindOfTab({
  Icon: SquareTerminal,
  make: (ports, saved) => new ConsoleTab({ ...ports, ...knownOf(ports), openLink }, saved),
  View: ConsoleView,
})

/** The engine's completion facts. They are loaded when the user first types or looks something up. */
function knownOf({ host, session }: TabPorts): Pick<ConsolePorts, 'complete' | 'documentation'> {
  let known: Completer | undefined
  const completer = once(async () => {
    const { Completer } = await import('./completion/completer')
    known = new Completer(host, session)
    return known
  })
  const complete: Complete = async (text, cursor, signal, asked, whole) =>
    (await completer()).complete(text, cursor, signal, asked, whole)
  complete.next = (text, cursor, before, whole) => known?.next(text, cursor, before, whole)
  return {
    complete,
    documentation: async (text, place) => (await completer()).documentation(text, place),
  }
}

/** Creates something on first use, and again only if that failed. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => {
    made ??= make()
    made.catch(() => {
      made = null
    })
    return made
  }
}

/** Opens another console, with or without text, with a number that no other tab has. */
export function newConsole(tabs: readonly Pick<Tab, 'saved'>[], text = ''): SavedTab {
  const titles = new Set(tabs.map((tab) => tab.saved()?.state.title))
  let number = 1
  while (titles.has(titleOf(number))) number += 1
  return { kind: 'console', state: { title: titleOf(number), ...(text !== '' && { text, opened: 'now' }) } }
}

function titleOf(number: number): string {
  return `Console ${number}`
}

import { Plus, Search } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import { useCommands } from '../../commands/context'
import { Hint } from '../../commands/Hint'
import type { Database } from '../../host'
import { isComposing } from '../../lib/keys'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/Field'
import { WindowBody, WindowFrame, WindowMain } from '../../ui/Frame'
import { Toolbar, ToolbarTitle } from '../../ui/Toolbar'
import { useCover } from '../../window/overlays'
import { ConnectionDetails } from './ConnectionDetails'
import { ConnectionList } from './ConnectionList'
import style from './Connections.module.css'
import { listCommands } from './commands'
import { EmptyConnections } from './EmptyConnections'
import { GroupsSidebar } from './GroupsSidebar'
import { useSaved, useSavedState } from './saved'
import { isURL } from './url'
import { useRows } from './useRows'
import { words } from './words'

interface ConnectionsProps {
  /** The ids of the open ones. */
  open: readonly string[]
  /** The known databases. */
  databases: readonly Database[]
  /** Whether there is sample data for several databases. */
  samples: boolean
  /** The buttons in every toolbar of the window. */
  tools: ReactNode
}

/** The saved connections in groups, with the details of the selected one. */
export function Connections({ open, databases, samples, tools }: ConnectionsProps) {
  const saved = useSaved()
  const all = useSavedState((s) => s.connections)
  const { rows, active } = useRows()
  const chosen = active?.connection ?? rows.find((r) => r.connection)?.connection ?? null
  const said = useStore(saved.library.store, (s) => s.said)
  useCommands('connections', listCommands(saved, chosen, focusSearch), {
    without: { connections: words.selectFirst },
  })
  usePastedURL()
  useFirstFocus(all !== null)
  useLostKeys()

  return (
    <WindowFrame>
      <ConnectionsBar tools={tools} />
      <WindowBody>
        <GroupsSidebar />
        <WindowMain>
          {all?.length === 0 && <EmptyConnections samples={samples} />}
          {all !== null && all.length > 0 && <ConnectionList open={open} samples={samples} />}
        </WindowMain>
        {chosen && (
          <ConnectionDetails
            connection={chosen}
            open={open.includes(chosen.id)}
            database={databases.find((d) => d.id === chosen.driver)}
          />
        )}
      </WindowBody>
      <p className="vh" role="status">
        {said}
      </p>
    </WindowFrame>
  )
}

function ConnectionsBar({ tools }: { tools: ReactNode }) {
  const saved = useSaved()
  const search = useSavedState((s) => s.search)
  const empty = useSavedState((s) => s.connections?.length === 0)
  return (
    <header>
      <Toolbar label="Connections">
        <ToolbarTitle>Connections</ToolbarTitle>
        <span className="grow" />
        {tools}
        <Field quiet className={style.search}>
          <Search size={14} strokeWidth={1.5} aria-hidden="true" />
          <input
            id="connection-search"
            aria-label={words.search}
            placeholder={words.searchHint}
            value={search}
            spellCheck={false}
            onChange={(e) => saved.search(e.target.value)}
            onKeyDown={(e) => {
              if (isComposing(e.nativeEvent)) return
              if (e.key === 'Escape') saved.search('')
              if (e.key === 'ArrowDown') focusList()
            }}
          />
          <Hint of="find" />
        </Field>
        {!empty && (
          <Button primary onClick={() => void saved.ports.choose()}>
            <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
            New Connection <Hint of="connection.new" />
          </Button>
        )}
      </Toolbar>
    </header>
  )
}

function focusSearch(): void {
  document.getElementById('connection-search')?.focus()
}

/** Focuses the line of the list that Tab would reach. */
function focusList(): void {
  document.querySelector<HTMLElement>('#connection-list [tabindex="0"]')?.focus()
}

/**
 * Focuses the list when it first appears, so that Enter opens the selected connection; not if the focus is elsewhere.
 */
function useFirstFocus(ready: boolean): void {
  useEffect(() => {
    if (ready && (document.activeElement === null || document.activeElement === document.body)) focusList()
  }, [ready])
}

/** Passes keys to the list that are pressed while nothing has the focus, such as right after a sheet has closed. */
function useLostKeys(): void {
  const cover = useCover()
  useEffect(() => {
    const press = (e: KeyboardEvent) => {
      if (e.target !== document.body || e.defaultPrevented || cover.covered || !isListKey(e)) return
      focusList()
      const line = document.activeElement
      if (line === null || line === document.body) return
      e.preventDefault()
      line.dispatchEvent(new KeyboardEvent('keydown', { key: e.key, bubbles: true, cancelable: true }))
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [cover])
}

const isListKey = (e: KeyboardEvent) =>
  ['Enter', 'ArrowUp', 'ArrowDown'].includes(e.key) && !e.altKey && !e.ctrlKey && !e.metaKey && !e.shiftKey

/** Pasting a URL while no field is focused starts a new connection. */
function usePastedURL(): void {
  const saved = useSaved()
  const cover = useCover()
  useEffect(() => {
    const paste = (e: ClipboardEvent) => {
      const text = e.clipboardData?.getData('text/plain') ?? ''
      const inField = e.target instanceof HTMLElement && e.target.closest('input, textarea') !== null
      if (inField || cover.covered || !isURL(text)) return
      e.preventDefault()
      saved.library.open({ sheet: 'url', text: text.trim() })
    }
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  }, [saved, cover])
}

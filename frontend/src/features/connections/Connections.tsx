import { Toolbar } from '@base-ui/react/toolbar'
import { BookOpen, Plus, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect } from 'react'
import { isMod } from '../../lib/keys'
import { AppearanceMenu } from '../../shell/AppearanceMenu'
import { useShell, useShellState } from '../../shell/context'
import { Banner } from '../../ui/Banner'
import { Key } from '../../ui/Key'
import { ConnectionDetails } from './ConnectionDetails'
import { ConnectionRow } from './ConnectionRow'
import { EmptyConnections } from './EmptyConnections'
import { found } from './facts'

/** The list of saved connections, with the details of the one that is selected. */
export function Connections() {
  const all = useShellState((s) => s.connections)
  const search = useShellState((s) => s.search)
  const selected = useShellState((s) => s.selected)
  const shown = found(all ?? [], search)
  const chosen = shown.find((c) => c.id === selected) ?? shown[0]
  useShortcuts(chosen?.id ?? '')

  return (
    <div className="win">
      <ConnectionsBar />
      <div className="body">
        <main className="main">
          {all === null ? null : all.length === 0 ? <EmptyConnections /> : <ConnectionList chosen={chosen?.id ?? ''} />}
        </main>
        {chosen && <ConnectionDetails connection={chosen} />}
      </div>
    </div>
  )
}

function ConnectionsBar() {
  const shell = useShell()
  const search = useShellState((s) => s.search)
  return (
    <header>
      <Toolbar.Root className="toolbar" aria-label="Connections" data-pane="toolbar">
        <h1 className="title">Connections</h1>
        <span className="grow" />
        <AppearanceMenu />
        <label className="field quiet search">
          <Search size={14} strokeWidth={1.5} aria-hidden="true" />
          <input
            id="connection-search"
            aria-label="Search connections"
            placeholder="Search name or host"
            value={search}
            spellCheck={false}
            onChange={(e) => shell.find(e.target.value)}
            onKeyDown={(e) => {
              if (e.key === 'Escape') shell.find('')
              if (e.key === 'ArrowDown') document.getElementById('connection-list')?.focus()
            }}
          />
          <Key mac="⌘F" win="Ctrl+F" />
        </label>
        <Toolbar.Button type="button" className="btn primary" onClick={() => void shell.choose()}>
          <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
          New Connection <Key mac="⌘N" win="Ctrl+N" />
        </Toolbar.Button>
      </Toolbar.Root>
    </header>
  )
}

function ConnectionList({ chosen }: { chosen: string }) {
  const shell = useShell()
  const all = useShellState((s) => s.connections)
  const search = useShellState((s) => s.search)
  const notice = useShellState((s) => s.notice)
  const shown = found(all ?? [], search)
  const at = shown.findIndex((c) => c.id === chosen)

  const keys = (e: KeyboardEvent) => {
    const to: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1 }
    const next = shown[Math.min(shown.length - 1, Math.max(0, to[e.key] ?? -1))]
    const connection = shown[at]
    if (e.key in to && next) shell.select(next.id)
    else if (e.key === 'Enter' && connection) void shell.connect(connection)
    else if ((e.key === 'Delete' || e.key === 'Backspace') && connection) shell.show({ kind: 'delete', connection })
    else return
    e.preventDefault()
  }
  return (
    <>
      {notice !== '' && (
        <Banner tone="warn2">
          <span className="grow ell">{notice}</span>
        </Banner>
      )}
      {shown.length === 0 && (
        <div className="empty">
          <Search size={24} strokeWidth={1.25} aria-hidden="true" />
          <h2>No connection matches “{search.trim()}”</h2>
          <div className="row">
            <button type="button" className="btn" onClick={() => shell.find('')}>
              Show All
            </button>
          </div>
        </div>
      )}
      {shown.length > 0 && (
        <div
          id="connection-list"
          className="connlist grow"
          role="listbox"
          aria-label="Connections"
          aria-activedescendant={chosen === '' ? undefined : `connection-${chosen}`}
          tabIndex={0}
          data-pane="list"
          onKeyDown={keys}
        >
          {shown.map((c) => (
            <ConnectionRow key={c.id} connection={c} selected={c.id === chosen} />
          ))}
        </div>
      )}
      <footer className="connfoot" data-pane="footer">
        <button type="button" className="btn" onClick={() => void shell.sample()}>
          <BookOpen size={16} strokeWidth={1.5} aria-hidden="true" />
          Try with Sample Data
        </button>
      </footer>
    </>
  )
}

/** The shortcuts of the list, while nothing lies over it. */
function useShortcuts(chosen: string): void {
  const shell = useShell()
  const mac = useShellState((s) => s.info?.platform === 'mac')
  useEffect(() => {
    const keys = (e: globalThis.KeyboardEvent) => {
      if (e.defaultPrevented || shell.store.getState().overlay !== null) return
      const key = e.key === 'F5' ? 'r' : e.key
      if (e.key !== 'F5' && (!isMod(e, mac) || e.shiftKey)) return
      const connection = shell.store.getState().connections?.find((c) => c.id === chosen)
      const acts: Record<string, () => void> = {
        r: () => void shell.reload(),
        f: () => document.getElementById('connection-search')?.focus(),
        e: () => connection && void shell.edit(connection),
      }
      const act = acts[key]
      if (!act) return
      e.preventDefault()
      act()
    }
    window.addEventListener('keydown', keys)
    return () => window.removeEventListener('keydown', keys)
  }, [shell, mac, chosen])
}

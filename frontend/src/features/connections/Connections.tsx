import { BookOpen, Moon, Plus, Search } from 'lucide-react'
import type { Connection } from '../../host'
import { useShell, useShellState } from '../../shell/context'
import { Key } from '../../ui/Key'
import { ConnectionDetails } from './ConnectionDetails'
import { ConnectionRow } from './ConnectionRow'
import { EmptyConnections } from './EmptyConnections'

/** The list of saved connections, with the details of the one that is selected. */
export function Connections() {
  const shell = useShell()
  const all = useShellState((s) => s.connections)
  const search = useShellState((s) => s.search)
  const selected = useShellState((s) => s.selected)
  const notice = useShellState((s) => s.notice)
  const shown = (all ?? []).filter((c) => matches(c, search))
  const chosen = shown.find((c) => c.id === selected)

  const move = (by: number) => {
    const next = shown[Math.min(shown.length - 1, Math.max(0, shown.findIndex((c) => c.id === selected) + by))]
    if (next) shell.select(next.id)
  }

  return (
    <div className="win">
      <header className="toolbar">
        <h1 className="title">Connections</h1>
        <span className="grow" />
        <button
          type="button"
          className="btn quiet icon"
          aria-label="Change appearance"
          onClick={() => void shell.toggleTheme()}
        >
          <Moon size={16} strokeWidth={1.5} aria-hidden="true" />
        </button>
        <label className="field quiet" style={{ width: 260 }}>
          <Search size={14} strokeWidth={1.5} aria-hidden="true" />
          <input
            aria-label="Search connections"
            placeholder="Search name or host"
            value={search}
            onChange={(e) => shell.find(e.target.value)}
          />
        </label>
        <button type="button" className="btn primary" onClick={() => void shell.choose()}>
          <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
          New Connection <Key mac="⌘N" win="Ctrl+N" />
        </button>
      </header>
      <div className="body">
        {all?.length === 0 ? (
          <main className="main">
            <EmptyConnections />
          </main>
        ) : (
          <main className="main">
            {notice !== '' && <div className="banner warn2">{notice}</div>}
            <div
              className="connlist grow"
              role="listbox"
              aria-label="Connections"
              tabIndex={0}
              onKeyDown={(e) => {
                if (e.key === 'ArrowDown') move(1)
                if (e.key === 'ArrowUp') move(-1)
                if (e.key === 'Enter' && chosen) void shell.connect(chosen)
              }}
            >
              {shown.map((c) => (
                <ConnectionRow key={c.id} connection={c} selected={c.id === selected} />
              ))}
            </div>
            <footer className="connfoot">
              <button type="button" className="btn" onClick={() => void shell.sample()}>
                <BookOpen size={16} strokeWidth={1.5} aria-hidden="true" />
                Try with Sample Data
              </button>
            </footer>
          </main>
        )}
        {chosen && <ConnectionDetails connection={chosen} />}
      </div>
    </div>
  )
}

function matches(c: Connection, search: string): boolean {
  const wanted = search.trim().toLowerCase()
  return wanted === '' || [c.name, c.host, c.title].some((text) => text.toLowerCase().includes(wanted))
}

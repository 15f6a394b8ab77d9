import { Search } from 'lucide-react'
import { useState } from 'react'
import type { Database } from '../../host'
import { ago, size } from '../../lib/words'
import { useShell, useShellState } from '../../shell/context'
import { Badge } from '../../ui/Badge'
import { FailureNotice } from '../../ui/Notice'
import { Sheet } from '../../ui/Sheet'

/** Choose a Database: every engine that the registry offers or that is installed. */
export function ChooseDatabase() {
  const shell = useShell()
  const registry = useShellState((s) => s.registry)
  const error = useShellState((s) => s.registryError)
  const [search, setSearch] = useState('')
  const [picked, setPicked] = useState('')
  const all = registry?.databases ?? []
  const shown = all.filter((d) => `${d.title} ${d.summary}`.toLowerCase().includes(search.trim().toLowerCase()))
  const chosen = shown.find((d) => d.id === picked) ?? shown[0]

  return (
    <Sheet label="Choose a Database" width={540} onClose={() => shell.show(null)}>
      <header>
        <h1>Choose a Database</h1>
        <p>Pick the type of database you want to connect to.</p>
      </header>
      <div className="ct col" style={{ gap: 8 }}>
        <label className="field">
          <Search size={14} strokeWidth={1.5} aria-hidden="true" />
          <input
            aria-label="Search databases"
            placeholder="Search databases"
            value={search}
            onChange={(e) => setSearch(e.target.value)}
          />
        </label>
        <div role="listbox" aria-label="Databases" className="col" style={{ gap: 8 }}>
          {shown.map((d) => (
            <DatabaseCard key={d.id} database={d} on={d === chosen} onPick={() => setPicked(d.id)} />
          ))}
        </div>
        {error && <FailureNotice error={error} />}
        {registry && <p className="fs11 t3">{about(all.length, registry.checked, registry.notice)}</p>}
      </div>
      <footer>
        <button type="button" className="btn quiet" onClick={() => void shell.readRegistry(true)}>
          Check Again
        </button>
        <span className="grow" />
        <button type="button" className="btn" onClick={() => shell.show(null)}>
          Cancel
        </button>
        <button
          type="button"
          className={`btn primary ${chosen ? '' : 'off'}`}
          aria-disabled={!chosen}
          onClick={() => chosen && shell.take(chosen)}
        >
          Continue
        </button>
      </footer>
    </Sheet>
  )
}

function about(n: number, checked: string, notice: string): string {
  if (notice !== '') return notice
  const databases = n === 1 ? '1 database' : `${n} databases`
  return `${databases} in the driver registry. Registry checked ${ago(checked, new Date())}.`
}

function DatabaseCard({ database: d, on, onPick }: { database: Database; on: boolean; onPick(): void }) {
  const shell = useShell()
  return (
    <button
      type="button"
      role="option"
      aria-selected={on}
      className={`dbcard ${on ? 'on' : ''}`}
      onClick={onPick}
      onDoubleClick={() => shell.take(d)}
    >
      <Badge text={d.badge} fill={d.badgeFill} ink={d.badgeText} size="lg" />
      <span className="grow">
        <span className="b">{d.title}</span>
        <span className="block fs12 t2">{d.summary}</span>
      </span>
      <span className="fs11 t3">
        {d.installed ? `Installed, ${d.installedVersion}` : <span className="chip line">Not installed</span>}
        {!d.installed && d.size !== '' && <span className="block">{size(d.size)}</span>}
      </span>
    </button>
  )
}

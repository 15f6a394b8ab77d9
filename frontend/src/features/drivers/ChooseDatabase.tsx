import { Search } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Hint } from '../../commands/Hint'
import type { Database } from '../../host'
import { isComposing } from '../../lib/keys'
import { ago, counted, size } from '../../lib/words'
import { Badge } from '../../ui/Badge'
import { Button } from '../../ui/Button'
import { Chip } from '../../ui/Chip'
import { Field } from '../../ui/Field'
import { Sheet } from '../../ui/Sheet'
import { SheetContent } from '../../ui/SheetParts'
import { useDrivers, useRegistry } from './drivers'
import style from './drivers.module.css'
import { InstallFile } from './InstallFile'
import { RegistryNotice } from './RegistryNotice'
import { sheetWords } from './sheetWords'

/** Choose a Database: every engine that is in the registry or installed. */
export function ChooseDatabase() {
  const drivers = useDrivers()
  const registry = useRegistry((s) => s.registry)
  const [search, setSearch] = useState('')
  const [picked, setPicked] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const all = registry?.databases ?? []
  const shown = all.filter((d) => `${d.title} ${d.summary}`.toLowerCase().includes(search.trim().toLowerCase()))
  const chosen = shown.find((d) => d.id === picked) ?? shown[0]
  const [fromFile, setFromFile] = useState(false)
  const take = (d: Database | undefined) => d && !d.blocked && drivers.take(d)

  const keys = (e: KeyboardEvent) => {
    if (isComposing(e.nativeEvent)) return
    const by = e.key === 'ArrowDown' ? 1 : e.key === 'ArrowUp' ? -1 : 0
    const at = chosen ? shown.indexOf(chosen) : -1
    const next = shown[Math.min(shown.length - 1, Math.max(0, at + by))]
    if (by !== 0 && next) setPicked(next.id)
    else if (e.key === 'Enter' && chosen && !(e.target instanceof HTMLButtonElement && !e.target.role)) take(chosen)
    else return
    e.preventDefault()
  }
  return (
    <Sheet label={sheetWords.choose} width={540} initialFocus={field} onClose={() => drivers.close()}>
      <header>
        <h1>{sheetWords.choose}</h1>
        <p>{sheetWords.aboutChoice}</p>
      </header>
      {/* The keys of the list work from its search field too. */}
      <SheetContent className={`col ${style.choose}`} onKeyDown={keys}>
        <Field>
          <Search size={14} strokeWidth={1.5} aria-hidden="true" />
          <input
            ref={field}
            role="combobox"
            aria-label={sheetWords.searchDatabases}
            aria-expanded={shown.length > 0}
            aria-controls="databases"
            aria-activedescendant={chosen && `database-${chosen.id}`}
            placeholder={sheetWords.searchDatabases}
            value={search}
            spellCheck={false}
            onChange={(e) => setSearch(e.target.value)}
          />
        </Field>
        <div role="listbox" id="databases" aria-label="Databases" className={`col ${style.databases}`}>
          {shown.map((d) => (
            <DatabaseCard
              key={d.id}
              database={d}
              on={d === chosen}
              onPick={() => setPicked(d.id)}
              onTake={() => take(d)}
            />
          ))}
        </div>
        {all.length > 0 && shown.length === 0 && <p className="t2 fs12">No database matches “{search.trim()}”.</p>}
        {registry && all.length === 0 && registry.notice === '' && <p className="t2 fs12">{sheetWords.noDatabases}</p>}
        <RegistryNotice />
        {registry && registry.notice === '' && <p className="fs11 t3">{about(all.length, registry.checked)}</p>}
      </SheetContent>
      <footer>
        {registry?.address !== '' && <Button onClick={() => void drivers.registry.read(true)}>Check Again</Button>}
        {registry?.checked !== '' && <Button onClick={() => setFromFile(true)}>Install from File…</Button>}
        <span className="grow" />
        <Button onClick={() => drivers.close()}>
          Cancel <Hint of="dialog.cancel" />
        </Button>
        <Button
          primary
          off={!chosen || chosen.blocked}
          aria-describedby={chosen?.blocked ? `problem-${chosen.id}` : undefined}
          onClick={() => take(chosen)}
        >
          Continue <Hint of="dialog.confirm" />
        </Button>
      </footer>
      {fromFile && (
        <InstallFile
          onClose={() => setFromFile(false)}
          onDone={async (file) => {
            setFromFile(false)
            setPicked(file.driver)
            await drivers.registry.read(false)
          }}
        />
      )}
    </Sheet>
  )
}

function about(n: number, checked: string): string {
  const when = ago(checked, new Date())
  return `${counted(n, 'database')} in the driver registry.${when === '' ? '' : ` Registry checked ${when}.`}`
}

interface DatabaseCardProps {
  database: Database
  on: boolean
  onPick(): void
  onTake(): void
}

function DatabaseCard({ database: d, on, onPick, onTake }: DatabaseCardProps) {
  const port = d.tabs[0]?.fields.find((f) => f.id === 'port')?.default ?? ''
  return (
    <button
      type="button"
      id={`database-${d.id}`}
      role="option"
      aria-selected={on}
      tabIndex={-1}
      className={`${style.database} ${on ? style.on : ''}`}
      onClick={onPick}
      onDoubleClick={onTake}
    >
      <Badge text={d.badge} fill={d.badgeFill} ink={d.badgeText} size="lg" />
      <span className="grow">
        <span className="row">
          <span className="b">{d.title}</span>
          {d.installed ? (
            <Chip new>Installed {d.installedVersion}</Chip>
          ) : (
            <Chip>{d.problem === '' || d.blocked ? 'Not installed' : 'Changed'}</Chip>
          )}
        </span>
        <span className={`${style.line} fs12 t2`}>{d.summary}</span>
        <span className={`${style.line} fs11 t3`}>
          Driver {d.version}, {d.publisher}
          {port !== '' && `. Port ${port}`}
        </span>
        {d.problem !== '' && (
          <span className={`${style.line} fs12 warn`} id={`problem-${d.id}`}>
            {d.problem}
          </span>
        )}
      </span>
      {!d.installed && d.size !== '' && <span className="fs11 t3 num nowrap">{size(d.size)}</span>}
    </button>
  )
}

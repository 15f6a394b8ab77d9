import { useState } from 'react'
import { useStore } from 'zustand'
import type { Database } from '../../host'
import { size } from '../../lib/words'
import { Badge } from '../../ui/Badge'
import { Button } from '../../ui/Button'
import { Chip } from '../../ui/Chip'
import { Panel } from '../../ui/Panel'
import { SearchField } from '../../ui/SearchField'
import { ActFailure } from './ActFailure'
import { useDrivers, useRegistry } from './drivers'
import style from './drivers.module.css'
import { InstallRow } from './InstallRow'
import { RegistryLine } from './RegistryLine'
import { RegistryNotice } from './RegistryNotice'
import { sheetWords } from './sheetWords'
import { updateLabel } from './words'

/** What the registry offers. */
export function BrowseList() {
  const registry = useRegistry((s) => s.registry)
  const [search, setSearch] = useState('')
  const offered = (registry?.databases ?? []).filter((d) => d.size !== '')
  const shown = offered.filter((d) => `${d.title} ${d.summary}`.toLowerCase().includes(search.trim().toLowerCase()))
  return (
    <>
      <SearchField
        className={style.search}
        label={sheetWords.searchRegistry}
        text={search}
        clears={false}
        onText={setSearch}
      />
      <RegistryNotice />
      {shown.map((d) => (
        <BrowseCard key={d.id} database={d} />
      ))}
      {offered.length > 0 && shown.length === 0 && <p className="t2 fs12">No driver matches “{search.trim()}”.</p>}
      {registry && <RegistryLine registry={registry} />}
    </>
  )
}

function BrowseCard({ database: d }: { database: Database }) {
  const drivers = useDrivers()
  const installing = useStore(drivers.plugins.store, (s) => s.installing[d.id])
  return (
    <Panel className={style.plugin} aria-label={d.title}>
      <div className={`row g12 ${style.head}`}>
        <Badge text={d.badge} fill={d.badgeFill} ink={d.badgeText} size="lg" />
        <div className="col grow">
          <span className="row">
            <h2 className="b ell">{d.title}</h2>
            {d.installed && <Chip>Installed {d.installedVersion}</Chip>}
            {d.staged !== '' && <Chip edited>{d.staged} waiting</Chip>}
          </span>
          <span className="t3 fs12 num ell">
            {d.summary}. {d.version}, {size(d.size)}
          </span>
          {d.problem !== '' && <span className="fs12 warn">{d.problem}</span>}
        </div>
        {installing ? (
          <InstallRow work={installing} onCancel={() => drivers.plugins.stop(d.id)} />
        ) : (
          <InstallButton database={d} />
        )}
      </div>
      <ActFailure id={d.id} />
    </Panel>
  )
}

function InstallButton({ database: d }: { database: Database }) {
  const drivers = useDrivers()
  if (d.installed && d.update === '') return null
  const off = !d.installed && d.blocked
  const text = d.installed
    ? updateLabel(d.update, d.installedVersion)
    : d.problem !== '' && !off
      ? 'Install Again'
      : 'Install'
  return (
    <Button
      small
      off={off}
      primary={!off}
      aria-label={`${text}: ${d.title}`}
      onClick={() => !off && void drivers.plugins.install(d)}
    >
      {text}
    </Button>
  )
}

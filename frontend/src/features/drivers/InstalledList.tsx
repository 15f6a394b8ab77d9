import { Plug } from 'lucide-react'
import { useStore } from 'zustand'
import { Button } from '../../ui/Button'
import { Chip } from '../../ui/Chip'
import { CopyDetails } from '../../ui/CopyDetails'
import { Empty } from '../../ui/Empty'
import { FailureNotice, Notice } from '../../ui/Notice'
import { Panel } from '../../ui/Panel'
import { Sign } from '../../ui/SheetParts'
import { useDrivers, useRegistry } from './drivers'
import style from './drivers.module.css'
import { InstalledCard } from './InstalledCard'
import type { Refused } from './plugins'
import { RegistryNotice } from './RegistryNotice'
import { sheetWords } from './sheetWords'
import { fileName } from './words'

/** The installed drivers, and refused packages. */
export function InstalledList({ onBrowse }: { onBrowse(): void }) {
  const drivers = useDrivers()
  const { plugins, error, refused } = useStore(drivers.plugins.store)
  const registry = useRegistry((s) => s.registry)
  return (
    <>
      {error && <FailureNotice error={error} />}
      {registry?.address !== '' && <RegistryNotice />}
      {plugins?.map((p) => (
        <InstalledCard key={p.id} plugin={p} />
      ))}
      {refused.map((r) => (
        <RefusedCard key={r.path} refused={r} />
      ))}
      {registry?.address === '' && plugins?.length === 0 && <RegistryNotice />}
      {registry?.address !== '' && plugins?.length === 0 && refused.length === 0 && (
        <Empty className={style.empty}>
          <Plug size={24} strokeWidth={1.25} aria-hidden="true" />
          <h2>{sheetWords.noneInstalled}</h2>
          <p>{sheetWords.driver}</p>
          <div className="row">
            <Button onClick={onBrowse}>Browse the Registry</Button>
          </div>
        </Empty>
      )}
    </>
  )
}

function RefusedCard({ refused: { path, error } }: { refused: Refused }) {
  const drivers = useDrivers()
  const name = fileName(path)
  return (
    <Panel className={style.plugin} aria-label={name}>
      <div className={`row g12 ${style.head}`}>
        <Sign>
          <Plug size={20} strokeWidth={1.3} aria-hidden="true" />
        </Sign>
        <div className="col grow">
          <span className="row">
            <h2 className="b ell">{name}</h2>
            <Chip deleted>Not installed</Chip>
          </span>
          <span className="t3 fs12 ell sel-text">from {path}</span>
        </div>
      </div>
      <div className={style.foot}>
        <Notice tone="failure">
          <div className="grow sel-text">
            <span className="b">{error.failure.message}</span> {sheetWords.nothingInstalled}
          </div>
          <span className={`col ${style.acts}`}>
            <CopyDetails error={error} small />
            <Button small onClick={() => drivers.plugins.dismiss(path)}>
              Remove
            </Button>
          </span>
        </Notice>
      </div>
    </Panel>
  )
}

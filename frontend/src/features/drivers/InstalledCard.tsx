import { useStore } from 'zustand'
import type { Database, Plugin } from '../../host'
import { Badge } from '../../ui/Badge'
import { Button } from '../../ui/Button'
import { Chip } from '../../ui/Chip'
import { FormHint } from '../../ui/Form'
import { Notice } from '../../ui/Notice'
import { Panel } from '../../ui/Panel'
import { Switch } from '../../ui/Switch'
import { ActFailure } from './ActFailure'
import { useDrivers, useRegistry } from './drivers'
import style from './drivers.module.css'
import { InstallRow } from './InstallRow'
import { sheetWords } from './sheetWords'
import { aboutPlugin, updateLabel, usersOf, whyInstalled } from './words'

/** An installed driver: its state, and what can be done with it. */
export function InstalledCard({ plugin: p }: { plugin: Plugin }) {
  const drivers = useDrivers()
  const database = useRegistry((s) => s.registry?.databases.find((d) => d.id === p.id))
  const installing = useStore(drivers.plugins.store, (s) => s.installing[p.id])
  const busy = useStore(drivers.plugins.store, (s) => s.busy[p.id] === true)
  const why = whyInstalled(p)
  return (
    <Panel className={style.plugin} aria-label={p.title} aria-busy={busy}>
      <div className={`row g12 ${style.head}`}>
        <Badge text={p.badge || '?'} fill={p.badgeFill} ink={p.badgeText} size="lg" />
        <div className="col grow">
          <span className="row">
            <h2 className="b ell">{p.title}</h2>
            <States plugin={p} />
          </span>
          <span className="t3 fs12 num ell">{aboutPlugin(p)}</span>
        </div>
        {installing && <InstallRow work={installing} onCancel={() => drivers.plugins.stop(p.id)} />}
        {!installing && p.update !== '' && database && (
          <Button small primary onClick={() => void drivers.plugins.install(database)}>
            {updateLabel(p.update, p.version)}
          </Button>
        )}
        <Button
          small
          off={why !== ''}
          aria-label={`Uninstall ${p.title}…`}
          aria-describedby={why !== '' ? `why-${p.id}` : undefined}
          onClick={() => why === '' && drivers.plugins.ask({ kind: 'uninstall', plugin: p })}
        >
          Uninstall…
        </Button>
        <EnableSwitch plugin={p} />
      </div>
      <Foot plugin={p} database={database} />
      {why !== '' && (
        <FormHint className={style.foot} id={`why-${p.id}`}>
          {why}
        </FormHint>
      )}
    </Panel>
  )
}

function States({ plugin: p }: { plugin: Plugin }) {
  return (
    <>
      {p.problem !== '' && <Chip deleted>Changed</Chip>}
      {p.problem === '' && !p.enabled && <Chip>Off</Chip>}
      {p.problem === '' && p.enabled && <Chip ok>{p.inUse ? 'In use' : 'Enabled'}</Chip>}
      {p.staged !== '' && <Chip edited>Update waiting</Chip>}
      {p.staged === '' && p.update !== '' && <Chip accent>Update available</Chip>}
    </>
  )
}

function EnableSwitch({ plugin: p }: { plugin: Plugin }) {
  const drivers = useDrivers()
  return <Switch label={`Use ${p.title}`} on={p.enabled} onChange={(on) => void drivers.plugins.enable(p, on)} />
}

/** The notes and actions for a driver. */
function Foot({ plugin: p, database }: { plugin: Plugin; database: Database | undefined }) {
  const drivers = useDrivers()
  const installing = useStore(drivers.plugins.store, (s) => s.installing[p.id] !== undefined)
  return (
    <>
      {p.problem !== '' && (
        <div className={style.foot}>
          <Notice tone="failure">
            <div className="grow sel-text">{p.problem}</div>
            {p.offered && database && !installing && (
              <Button small onClick={() => void drivers.plugins.install(database)}>
                Install Again
              </Button>
            )}
          </Notice>
        </div>
      )}
      {p.staged !== '' && (
        <div className={style.foot}>
          <Notice tone="warning">
            <div className="grow">
              <span className="b">{p.staged} is downloaded and checked.</span> It starts when the last connection
              closes: {usersOf(p)}.
            </div>
            <Button small onClick={() => drivers.plugins.ask({ kind: 'activate', plugin: p })}>
              Activate Now…
            </Button>
          </Notice>
        </div>
      )}
      {!p.enabled && p.inUse && <FormHint className={style.foot}>{sheetWords.switchedOff}</FormHint>}
      <ActFailure id={p.id} />
    </>
  )
}

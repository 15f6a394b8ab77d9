import { useStore } from 'zustand'
import type { Database, Plugin } from '../../host'
import { Badge } from '../../ui/Badge'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
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
    <section className={`panel ${style.plugin}`} aria-label={p.title} aria-busy={busy}>
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
        <p className={`hint ${style.foot}`} id={`why-${p.id}`}>
          {why}
        </p>
      )}
    </section>
  )
}

function States({ plugin: p }: { plugin: Plugin }) {
  return (
    <>
      {p.problem !== '' && <span className="chip deleted">Changed</span>}
      {p.problem === '' && !p.enabled && <span className="chip">Off</span>}
      {p.problem === '' && p.enabled && <span className="chip okc">{p.inUse ? 'In use' : 'Enabled'}</span>}
      {p.staged !== '' && <span className="chip edited">Update waiting</span>}
      {p.staged === '' && p.update !== '' && <span className="chip accent">Update available</span>}
    </>
  )
}

function EnableSwitch({ plugin: p }: { plugin: Plugin }) {
  const drivers = useDrivers()
  return <Switch label={`Use ${p.title}`} on={p.enabled} onChange={(on) => void drivers.plugins.enable(p, on)} />
}

/** What is to be known and done about a driver. */
function Foot({ plugin: p, database }: { plugin: Plugin; database: Database | undefined }) {
  const drivers = useDrivers()
  const installing = useStore(drivers.plugins.store, (s) => s.installing[p.id] !== undefined)
  return (
    <>
      {p.problem !== '' && (
        <div className={style.foot}>
          <Notice tone="fail2">
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
          <Notice tone="warn2">
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
      {!p.enabled && p.inUse && <p className={`hint ${style.foot}`}>{sheetWords.switchedOff}</p>}
      <ActFailure id={p.id} />
    </>
  )
}

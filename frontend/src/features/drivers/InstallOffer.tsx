import { CircleAlert, Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { Hint } from '../../commands/Hint'
import type { Database, HostError, InstallProgress } from '../../host'
import { size } from '../../lib/words'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { CopyDetails } from '../../ui/CopyDetails'
import { Facts } from '../../ui/Facts'
import { Middle } from '../../ui/Middle'
import { type AfterInstall, type DriverSheet, useDrivers } from './drivers'
import style from './drivers.module.css'
import { InstallFile } from './InstallFile'
import { InstallSteps, ProgressBar } from './InstallProgress'
import { Installation } from './installation'
import { driverTitles, sheetWords } from './sheetWords'

/** Offers a missing or changed driver, shows the progress of its installation, and the reason if it fails. */
export function InstallOffer({ database: d, next, filled }: Extract<DriverSheet, { kind: 'offer' }>) {
  const drivers = useDrivers()
  const [work] = useState(() => new Installation(drivers.host, d, () => drivers.installed(d, next, filled)))
  const [fromFile, setFromFile] = useState(false)
  useEffect(() => () => work.cancel(), [work])
  const { progress, error } = useStore(work.store)
  const close = () => drivers.close()
  const start = () => void work.start()
  if (fromFile)
    return <InstallFile onClose={() => setFromFile(false)} onDone={() => drivers.installed(d, next, filled)} />
  if (error)
    return (
      <Failed
        database={d}
        error={error}
        progress={progress}
        onClose={close}
        onRetry={start}
        onFile={() => setFromFile(true)}
      />
    )
  if (progress) {
    return (
      <Alert
        icon={Download}
        wide
        title={driverTitles.downloading(d.title)}
        onClose={close}
        actions={<CancelButton onClose={close} />}
      >
        <ProgressBar progress={progress} />
        <InstallSteps steps={progress.steps} />
      </Alert>
    )
  }
  return (
    <Alert
      icon={Download}
      title={titleOf(d, next)}
      onClose={close}
      actions={
        <>
          <CancelButton onClose={close} />
          <Button primary onClick={start}>
            Install <Hint of="dialog.confirm" />
          </Button>
        </>
      }
    >
      {d.problem === '' ? <p>{sheetWords.download}</p> : <p className="sel-text">{d.problem}</p>}
      <Facts className={style.offer}>
        <dt>Version</dt>
        <dd>
          {d.version}
          {d.size !== '' && `, ${size(d.size)}`}
        </dd>
        <dt>Publisher</dt>
        <dd>{d.publisher}</dd>
        <dt>From</dt>
        <dd className="mono sel-text">
          <Middle text={d.source} />
        </dd>
      </Facts>
    </Alert>
  )
}

interface FailedProps {
  database: Database
  error: HostError
  progress: InstallProgress | null
  onClose(): void
  onRetry(): void
  onFile(): void
}

/** The failures after which a package from disk may help. */
const offline = ['unreachable', 'no-address', 'not-installed']

function Failed({ database: d, error, progress, onClose, onRetry, onFile }: FailedProps) {
  return (
    <Alert
      icon={CircleAlert}
      wide
      tone="fail"
      title={driverTitles.failed(d.title)}
      onClose={onClose}
      actions={
        <>
          <CopyDetails error={error} quiet />
          <span className="grow" />
          <CancelButton onClose={onClose} />
          <Button primary onClick={onRetry}>
            Try Again <Hint of="dialog.confirm" />
          </Button>
        </>
      }
    >
      <p className="sel-text">{error.failure.message} Nothing on this computer was changed.</p>
      <InstallSteps steps={progress?.steps ?? []} />
      {error.failure.hint !== '' && <p>{error.failure.hint}</p>}
      {offline.includes(error.failure.code) && (
        <Button small onClick={onFile}>
          Install from File…
        </Button>
      )}
    </Alert>
  )
}

function CancelButton({ onClose }: { onClose(): void }) {
  return (
    <Button onClick={onClose}>
      Cancel <Hint of="dialog.cancel" />
    </Button>
  )
}

function titleOf(d: Database, next: AfterInstall): string {
  if (d.problem !== '') return driverTitles.changed(d.title)
  return next === 'sample' ? driverTitles.sample(d.title) : driverTitles.missing(d.title)
}

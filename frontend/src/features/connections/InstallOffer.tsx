import { Check, ChevronRight, CircleAlert, Download, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type Database, type HostError, type InstallProgress, type InstallStep, toHostError } from '../../host'
import { size } from '../../lib/words'
import { useShell } from '../../shell/context'
import { Alert } from '../../ui/Alert'
import { CopyDetails } from '../../ui/CopyDetails'

/** Offers a driver that is missing, installs it with its progress shown, and says why where that fails. */
export function InstallOffer({ database: d, next }: { database: Database; next: 'form' | 'sample' }) {
  const shell = useShell()
  const [progress, setProgress] = useState<InstallProgress | null>(null)
  const [error, setError] = useState<HostError | null>(null)
  const ending = useRef(new AbortController())
  useEffect(() => () => ending.current.abort(), [])

  const install = async () => {
    setError(null)
    setProgress({ running: true, done: '0', total: d.size, rate: '', steps: [] })
    const ask = () => shell.host.call<InstallProgress>('Plugins.Progress', { driver: d.id })
    const watch = setInterval(() => void ask().then(setProgress, () => undefined), 150)
    try {
      await shell.host.call('Plugins.Install', { driver: d.id }, { signal: ending.current.signal, timeout: 0 })
      await shell.installed(d, next)
    } catch (cause) {
      const last = await ask().catch(() => null)
      if (last) setProgress(last)
      setError(toHostError(cause))
    } finally {
      clearInterval(watch)
    }
  }
  const close = () => shell.show(null)

  if (error) {
    return (
      <Alert
        icon={CircleAlert}
        tone="fail"
        title={`The ${d.title} driver was not installed`}
        onClose={close}
        actions={
          <>
            <CopyDetails error={error} quiet />
            <span className="grow" />
            <button type="button" className="btn" onClick={close}>
              Cancel
            </button>
            <button type="button" className="btn primary" onClick={() => void install()}>
              Try Again
            </button>
          </>
        }
      >
        <p>{error.failure.message} Nothing on this computer was changed.</p>
        <Steps steps={progress?.steps ?? []} />
      </Alert>
    )
  }
  if (progress) {
    return (
      <Alert
        icon={Download}
        title={`Downloading the ${d.title} driver…`}
        onClose={close}
        actions={
          <button type="button" className="btn" onClick={close}>
            Cancel
          </button>
        }
      >
        <ProgressBar progress={progress} />
        <Steps steps={progress.steps} />
      </Alert>
    )
  }
  return (
    <Alert
      icon={Download}
      title={`The ${d.title} driver is not installed`}
      onClose={close}
      actions={
        <>
          <button type="button" className="btn" onClick={close}>
            Cancel
          </button>
          <button type="button" className="btn primary" onClick={() => void install()}>
            Install
          </button>
        </>
      }
    >
      <p>Do you want to download and install it now?</p>
      <dl className="kv offer">
        <dt>Version</dt>
        <dd>
          {d.version}, {size(d.size)}
        </dd>
        <dt>Publisher</dt>
        <dd>{d.publisher}</dd>
        <dt>From</dt>
        <dd className="mono">{d.source}</dd>
      </dl>
    </Alert>
  )
}

/** The bytes of a download as a bar. */
export function ProgressBar({ progress: p }: { progress: InstallProgress }) {
  const part = Number(p.total) > 0 ? Math.min(1, Number(p.done) / Number(p.total)) : 0
  return (
    <>
      <div className="bar" role="progressbar" aria-label="Download" aria-valuenow={Math.round(part * 100)}>
        <i style={{ width: `${part * 100}%` }} />
      </div>
      <p className="fs11 t3 row">
        <span className="grow">
          {size(p.done || '0')} of {size(p.total || '0')}
        </span>
        {Number(p.rate) > 0 && `${size(p.rate)}/s`}
      </p>
    </>
  )
}

function Steps({ steps }: { steps: InstallStep[] }) {
  return (
    <ul className="steps">
      {steps.map((s) => (
        <li key={s.title} className={s.state === 'waiting' ? 't3' : ''}>
          <span className="mk">
            {s.state === 'done' && <Check size={14} className="ok" aria-label="done" />}
            {s.state === 'failed' && <X size={14} className="fail" aria-label="failed" />}
            {s.state === 'running' && <ChevronRight size={14} className="info" aria-label="running" />}
          </span>
          {s.title}
        </li>
      ))}
    </ul>
  )
}

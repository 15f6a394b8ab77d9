import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import type { HostError, SessionInfo } from '../../host'
import { useShell } from '../../shell/context'
import { CopyDetails } from '../../ui/CopyDetails'

interface ErrorCardProps {
  error: HostError
  session: SessionInfo
  onRetry(): void
}

/** What stands in place of the rows where they could not be read. */
export function ErrorCard({ error, session, onRetry }: ErrorCardProps) {
  const shell = useShell()
  const [busy, setBusy] = useState(false)
  const { failure } = error
  const crashed = failure.kind === 'crashed'
  const restart = async () => {
    setBusy(true)
    await shell.host.call('Plugins.Restart', { session: session.id }).catch(() => undefined)
    setBusy(false)
    onRetry()
  }
  return (
    <div className="errorplace">
      <section className="panel errorcard" role="alert" aria-label="The rows could not be read">
        <div className="ph2">
          <CircleAlert size={16} strokeWidth={1.5} className="fail" aria-hidden="true" />
          {crashed ? 'The driver stopped' : (titles[failure.kind] ?? 'The engine refused this page')}
          {failure.status > 0 && <span className="chip deleted">{failure.status}</span>}
          <span className="grow" />
          <span className="t3 fs11">{failure.op}</span>
        </div>
        <div className="errorbody">
          <div className="code codebox">{failure.message}</div>
          {failure.hint !== '' && <p className="sel-text">{failure.hint}</p>}
        </div>
        <footer className="row errorfoot">
          <CopyDetails error={error} quiet />
          <span className="grow" />
          {crashed ? (
            <button type="button" className="btn primary" aria-disabled={busy} onClick={() => void restart()}>
              Restart Driver
            </button>
          ) : (
            <button type="button" className="btn primary" onClick={onRetry}>
              Try Again
            </button>
          )}
        </footer>
      </section>
    </div>
  )
}

const titles: Partial<Record<HostError['kind'], string>> = {
  connect: 'Connection lost',
  timeout: 'No answer came',
  tls: 'The certificate was refused',
  auth: 'These rows may not be read',
  refused: 'Not sent',
}

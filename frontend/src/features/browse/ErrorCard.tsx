import { CircleAlert, CircleSlash } from 'lucide-react'
import type { HostError } from '../../host'
import { CopyDetails } from '../../ui/CopyDetails'
import { Key } from '../../ui/Key'
import { errorTitle, remedy, statusText } from './errors'

interface ErrorCardProps {
  error: HostError
  /** What happened and what could not be read; both speak of rows where they are missing. */
  title?: string
  label?: string
  onRetry(): void
}

/** What stands in place of the rows where they could not be read. */
export function ErrorCard({ error, title, label = 'The rows could not be read', onRetry }: ErrorCardProps) {
  const { failure } = error
  const cancelled = failure.kind === 'cancelled'
  const Icon = cancelled ? CircleSlash : CircleAlert
  return (
    <div className="errorplace">
      <section className="panel errorcard" role="alert" aria-label={cancelled ? failure.message : label}>
        <div className="ph2">
          <Icon size={14} strokeWidth={1.75} className={cancelled ? 't3' : 'fail'} aria-hidden="true" />
          <h2>{cancelled ? 'Not read' : (title ?? errorTitle(error))}</h2>
          {failure.status > 0 && <span className="chip deleted">{statusText(failure.status)}</span>}
          <span className="grow" />
          <span className="t3 fs11 op ell">{failure.op}</span>
        </div>
        {cancelled ? (
          <p className="errorbody fs12">{failure.message}</p>
        ) : (
          <div className="errorbody">
            <div className="code codebox sel-text">{failure.message}</div>
            {failure.hint !== '' && <p className="sel-text fs12">{failure.hint}</p>}
            {remedy(failure) !== '' && <div className="code codebox sel-text">{remedy(failure)}</div>}
          </div>
        )}
        <footer className="row errorfoot">
          {!cancelled && <CopyDetails error={error} quiet />}
          <span className="grow" />
          <button type="button" className="btn primary" onClick={onRetry}>
            {cancelled ? 'Read Again' : 'Try Again'} <Key mac="⌘R" win="Ctrl+R" />
          </button>
        </footer>
      </section>
    </div>
  )
}

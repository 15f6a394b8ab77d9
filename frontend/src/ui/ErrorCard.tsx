import { CircleAlert, CircleSlash } from 'lucide-react'
import { Hint } from '../commands/Hint'
import type { HostError } from '../host'
import { statusText } from '../lib/http'
import { Button } from './Button'
import { CopyDetails } from './CopyDetails'
import style from './ErrorCard.module.css'

interface ErrorCardProps {
  error: HostError
  /** What happened. */
  title: string
  /** What could not be read, in a sentence. */
  label: string
  onRetry(): void
}

/** What is shown in place of what could not be read. */
export function ErrorCard({ error, title, label, onRetry }: ErrorCardProps) {
  const { failure } = error
  const cancelled = failure.kind === 'cancelled'
  const Icon = cancelled ? CircleSlash : CircleAlert
  return (
    <div className={style.place}>
      <section className={`panel ${style.card}`} role="alert" aria-label={cancelled ? failure.message : label}>
        <div className="ph2">
          <Icon size={14} strokeWidth={1.75} className={cancelled ? 't3' : 'fail'} aria-hidden="true" />
          <h2>{cancelled ? 'Not loaded' : title}</h2>
          {failure.status > 0 && <span className="chip deleted">{statusText(failure.status)}</span>}
          <span className="grow" />
          <span className={`t3 fs11 ${style.op} ell`}>{failure.op}</span>
        </div>
        {cancelled ? (
          <p className={`${style.body} fs12`}>{failure.message}</p>
        ) : (
          <div className={style.body}>
            <div className="code codebox sel-text">{failure.message}</div>
            {failure.hint !== '' && <p className="sel-text fs12">{failure.hint}</p>}
            {failure.remedy && <div className="code codebox sel-text">{failure.remedy}</div>}
          </div>
        )}
        <footer className={`row ${style.foot}`}>
          {!cancelled && <CopyDetails error={error} quiet />}
          <span className="grow" />
          <Button primary onClick={onRetry}>
            {cancelled ? 'Load Again' : 'Try Again'} <Hint of="refresh" />
          </Button>
        </footer>
      </section>
    </div>
  )
}

import { CircleAlert, CircleSlash } from 'lucide-react'
import { Hint } from '../commands/Hint'
import type { HostError } from '../host'
import { statusText } from '../lib/http'
import { Button } from './Button'
import { Chip } from './Chip'
import { CodeText } from './CodeText'
import { CopyDetails } from './CopyDetails'
import style from './ErrorCard.module.css'
import { Panel, PanelHead } from './Panel'

interface ErrorCardProps {
  error: HostError
  /** What happened. */
  title: string
  /** What could not be loaded, in a sentence. */
  label: string
  onRetry(): void
}

/** Shown in place of content that could not be loaded. */
export function ErrorCard({ error, title, label, onRetry }: ErrorCardProps) {
  const { failure } = error
  const cancelled = failure.kind === 'cancelled'
  const Icon = cancelled ? CircleSlash : CircleAlert
  return (
    <div className={style.place}>
      <Panel className={style.card} role="alert" aria-label={cancelled ? failure.message : label}>
        <PanelHead>
          <Icon size={14} strokeWidth={1.75} className={cancelled ? 't3' : 'fail'} aria-hidden="true" />
          <h2>{cancelled ? 'Not loaded' : title}</h2>
          {failure.status > 0 && <Chip deleted>{statusText(failure.status)}</Chip>}
          <span className="grow" />
          <span className={`t3 fs11 ${style.op} ell`}>{failure.op}</span>
        </PanelHead>
        {cancelled ? (
          <p className={`${style.body} fs12`}>{failure.message}</p>
        ) : (
          <div className={style.body}>
            <CodeText boxed className="sel-text">
              {failure.message}
            </CodeText>
            {failure.hint !== '' && <p className="sel-text fs12">{failure.hint}</p>}
            {failure.remedy && (
              <CodeText boxed className="sel-text">
                {failure.remedy}
              </CodeText>
            )}
          </div>
        )}
        <footer className={`row ${style.foot}`}>
          {!cancelled && <CopyDetails error={error} quiet />}
          <span className="grow" />
          <Button primary onClick={onRetry}>
            {cancelled ? 'Load Again' : 'Try Again'} <Hint of="refresh" />
          </Button>
        </footer>
      </Panel>
    </div>
  )
}

import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import type { HostError } from '../host'
import { CopyDetails } from './CopyDetails'
import style from './Notice.module.css'
import { part } from './part'

/** The block alone. */
export const NoticeBlock = part('div', 'notice', style.notice, {
  ok: style.ok,
  warning: style.warning,
  failure: style.failure,
  plain: style.plain,
})

/** A block that reports how something went. */
export function Notice({ tone, children }: { tone: 'ok' | 'failure' | 'warning' | 'plain'; children: ReactNode }) {
  const Icon = tone === 'ok' ? CircleCheck : tone === 'plain' ? Info : CircleAlert
  return (
    <NoticeBlock tone={tone} role={tone === 'failure' ? 'alert' : 'status'}>
      <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
      {children}
    </NoticeBlock>
  )
}

interface FailureNoticeProps {
  error: HostError
  /** True if the remedy is shown elsewhere. */
  brief?: boolean
  /** Buttons of the caller. */
  children?: ReactNode
}

/** A failure: the engine's own message, and the hint on a separate line. */
export function FailureNotice({ error, brief = false, children }: FailureNoticeProps) {
  const { message } = error.failure
  const hint = brief ? '' : error.failure.hint
  return (
    <Notice tone="failure">
      <div className="grow sel-text">
        {message}
        {hint !== '' && <div className="t2">{hint}</div>}
      </div>
      {children}
      <CopyDetails error={error} small />
    </Notice>
  )
}

import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import type { HostError } from '../host'
import { CopyDetails } from './CopyDetails'

/** A block that says how something went. */
export function Notice({ tone, children }: { tone: 'ok2' | 'fail2' | 'warn2' | 'plain'; children: ReactNode }) {
  const Icon = tone === 'ok2' ? CircleCheck : tone === 'plain' ? Info : CircleAlert
  return (
    <div className={`note ${tone}`} role={tone === 'fail2' ? 'alert' : 'status'}>
      <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
      {children}
    </div>
  )
}

interface FailureNoticeProps {
  error: HostError
  /** True where what would help stands elsewhere. */
  brief?: boolean
  /** Buttons of the caller. */
  children?: ReactNode
}

/** A failure: the engine's own sentence, and the hint on a line of its own. */
export function FailureNotice({ error, brief = false, children }: FailureNoticeProps) {
  const { message } = error.failure
  const hint = brief ? '' : error.failure.hint
  return (
    <Notice tone="fail2">
      <div className="grow sel-text">
        {message}
        {hint !== '' && <div className="t2">{hint}</div>}
      </div>
      {children}
      <CopyDetails error={error} small />
    </Notice>
  )
}

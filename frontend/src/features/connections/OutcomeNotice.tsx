import type { ReactNode } from 'react'
import type { TestReport } from '../../host'
import { FailureNotice, Notice } from '../../ui/Notice'
import type { Outcome } from './editor'

interface OutcomeNoticeProps {
  outcome: Outcome
  /** True where what would help stands in the panel below. */
  brief: boolean
  /** Leads to what the server presented; null where that is in sight, or nothing was presented. */
  onChain: (() => void) | null
}

/** Says how a test or a save went. */
export function OutcomeNotice({ outcome, brief, onChain }: OutcomeNoticeProps) {
  if (!outcome) return null
  const button = onChain && (
    <button type="button" className="btn sm" onClick={onChain}>
      Show Certificates
    </button>
  )
  if (!('error' in outcome)) return <TestNotice report={outcome.report}>{button}</TestNotice>
  return (
    <FailureNotice error={outcome.error} brief={brief}>
      {button}
    </FailureNotice>
  )
}

/** The server's name and version, the first sentence bold, warnings on lines of their own. */
function TestNotice({ report, children }: { report: TestReport; children: ReactNode }) {
  const [first = '', ...rest] = report.text.split(/(?<=^[^.]{1,24}\.) /)
  return (
    <Notice tone={report.warning === '' ? 'ok2' : 'warn2'}>
      <div className="grow sel-text">
        {rest.length > 0 ? (
          <>
            <span className="b">{first}</span> {rest.join(' ')}
          </>
        ) : (
          first
        )}
        {[report.warning, ...report.notices].filter(Boolean).map((line) => (
          <div key={line} className="t2">
            {line}
          </div>
        ))}
      </div>
      {children}
    </Notice>
  )
}

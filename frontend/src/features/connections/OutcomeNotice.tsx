import type { ReactNode } from 'react'
import type { TestReport } from '../../host'
import { Button } from '../../ui/Button'
import { FailureNotice, Notice } from '../../ui/Notice'
import type { Outcome } from './editor'

interface OutcomeNoticeProps {
  outcome: Outcome
  /** True if the panel below says what would help. */
  brief: boolean
  /** Leads to the server's certificates; null if they are visible, or none were presented. */
  onChain: (() => void) | null
}

/** Shows the outcome of a test or a save. */
export function OutcomeNotice({ outcome, brief, onChain }: OutcomeNoticeProps) {
  if (!outcome) return null
  const button = onChain && (
    <Button small onClick={onChain}>
      Show Certificates
    </Button>
  )
  if (!('error' in outcome)) return <TestNotice report={outcome.report}>{button}</TestNotice>
  return (
    <FailureNotice error={outcome.error} brief={brief}>
      {button}
    </FailureNotice>
  )
}

/** The server's name and version, with warnings on separate lines. */
function TestNotice({ report, children }: { report: TestReport; children: ReactNode }) {
  const { title, text, warning, notices } = report
  const warned = warning.title === '' ? [] : [`${warning.title}. ${warning.text}`]
  return (
    <Notice tone={warned.length === 0 ? 'ok' : 'warning'}>
      <div className="grow sel-text">
        {title !== '' && <span className="b">{title}.</span>} {text}
        {[...warned, ...notices].map((line) => (
          <div key={line} className="t2">
            {line}
          </div>
        ))}
      </div>
      {children}
    </Notice>
  )
}

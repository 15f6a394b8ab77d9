import type { TestReport } from '../../host'
import { FailureNotice, Notice } from '../../ui/Notice'
import type { Outcome } from './editor'

/** Says how a test or a save went. */
export function OutcomeNotice({ outcome }: { outcome: Outcome }) {
  if (!outcome) return null
  return 'error' in outcome ? <FailureNotice error={outcome.error} /> : <TestNotice report={outcome.report} />
}

/** The server's name and version, the first sentence bold, warnings on lines of their own. */
function TestNotice({ report }: { report: TestReport }) {
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
    </Notice>
  )
}

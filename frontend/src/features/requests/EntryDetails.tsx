import { X } from 'lucide-react'
import { useId } from 'react'
import { counted, duration, size } from '../../lib/words'
import { CopyButton } from '../../ui/CopyButton'
import { SmallIcon } from '../../ui/SmallIcon'
import type { RequestEntry } from './entry'
import type { Details } from './log'
import { clock, gapWords, noCurlWords, outcomeWords, targetOf } from './words'

interface EntryDetailsProps {
  entry: RequestEntry
  /** What was read of the entry; null until it is here. */
  details: Details | null
  onClose(): void
}

/** Everything that is kept of one request. */
export function EntryDetails({ entry, details, onClose }: EntryDetailsProps) {
  const gap = gapWords(entry.gap)
  return (
    <section className="reqdetails" aria-label="Request">
      <div className="reqhead">
        <span className="meth">{entry.method}</span>
        <span className="mono fs12 sel-text grow">{targetOf(entry)}</span>
        <SmallIcon icon={X} label="Close the request" onClick={onClose} />
      </div>
      <dl className="kv">
        <dt>Purpose</dt>
        <dd>{entry.purpose === '' ? 'unknown' : entry.purpose}</dd>
        <dt>Sent</dt>
        <dd className="num">{clock(entry.started, true)}</dd>
        <dt>Status</dt>
        <dd>
          {outcomeWords(entry)}, <span className="num">{duration(entry.millis)}</span>
        </dd>
        <dt>Response</dt>
        <dd className="num">{entry.status > 0 ? size(entry.bytes) : 'none'}</dd>
        <dt>Body</dt>
        <dd className="num">{entry.sent > 0 ? counted(entry.sent, 'byte') : 'none'}</dd>
      </dl>
      {gap !== '' && <p className="t3 fs11">{gap}</p>}
      {details && details.body !== '' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
        <section className="code codebox reqbody" aria-label="Body" tabIndex={0}>
          {details.body}
        </section>
      )}
      <CopyCurl text={details?.curl ?? ''} why={noCurlWords(entry.gap)} />
    </section>
  )
}

/** Copies the command line; where there is none the reason is beside it. */
function CopyCurl({ text, why }: { text: string; why: string }) {
  const reason = useId()
  return (
    <div className="reqcopy">
      <CopyButton label="Copy as cURL" text={text} sign small off={text === ''} describedBy={reason} />
      <span id={reason} className="t3 fs11">
        {why === '' ? 'Credentials omitted.' : why}
      </span>
    </div>
  )
}

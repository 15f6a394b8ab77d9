import { Copy, X } from 'lucide-react'
import { useId, useMemo } from 'react'
import { counted, duration, size } from '../../lib/words'
import { CopyButton } from '../../ui/CopyButton'
import { Facts } from '../../ui/Facts'
import { FindInText } from '../../ui/FindField'
import { Method } from '../../ui/Method'
import { SmallIcon } from '../../ui/SmallIcon'
import { TextView } from '../../ui/TextView'
import { guessLanguage } from '../../ui/text/language'
import { useFind } from '../../ui/text/useFind'
import { useCopy } from '../../window/messages'
import type { RequestEntry } from './entry'
import type { Details } from './log'
import style from './requests.module.css'
import { clock, gapWords, noCurlWords, omitted, outcomeWords, targetOf } from './words'

interface EntryDetailsProps {
  entry: RequestEntry
  /** The loaded details of the entry; null until they are loaded. */
  details: Details | null
  onClose(): void
}

/** All recorded details of one request. */
export function EntryDetails({ entry, details, onClose }: EntryDetailsProps) {
  const gap = gapWords(entry.gap)
  return (
    <section className={style.details} aria-label="Request">
      <div className={style.head}>
        <Method>{entry.method}</Method>
        <span className="mono fs12 sel-text grow">{targetOf(entry)}</span>
        <SmallIcon icon={X} label="Close the request" onClick={onClose} />
      </div>
      <Facts>
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
      </Facts>
      {gap !== '' && <p className="t3 fs11">{gap}</p>}
      {details && details.body !== '' && <Body text={details.body} />}
      <CopyCurl text={details?.curl ?? ''} why={noCurlWords(entry.gap)} />
    </section>
  )
}

/** The body as sent: JSON is formatted for display, but copied as sent. */
function Body({ text }: { text: string }) {
  const find = useFind(text)
  const copy = useCopy()
  const language = useMemo(() => guessLanguage(text), [text])
  return (
    <>
      <div className={style.find}>
        <FindInText label="Find in body" find={find} />
        <SmallIcon icon={Copy} label="Copy body" onClick={() => void copy(text)} />
      </div>
      <div className={style.body}>
        <TextView label="Body" text={text} language={language} find={find} />
      </div>
    </>
  )
}

/** Copies the command line; if there is none, the reason is next to the button. */
function CopyCurl({ text, why }: { text: string; why: string }) {
  const reason = useId()
  return (
    <div className={style.copy}>
      <CopyButton label="Copy as cURL" text={text} sign small off={text === ''} describedBy={reason} />
      <span id={reason} className="t3 fs11">
        {why === '' ? omitted : why}
      </span>
    </div>
  )
}

import { CircleSlash, Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Hint } from '../../commands/Hint'
import type { PlanInfo } from '../../host'
import { plural, size } from '../../lib/words'
import { CopyDetails } from '../../ui/CopyDetails'
import { Notice } from '../../ui/Notice'
import { Sheet } from '../../ui/Sheet'
import { useCopy } from '../../window/messages'
import { ActChip } from './ActChip'
import { ChangesTable } from './ChangesTable'
import { Code } from './Code'
import styles from './Edits.module.css'
import type { Shown } from './planned'
import { SavingProgress } from './SavingProgress'
import type { Saving } from './saving'
import {
  actNames,
  addressOf,
  leftOut,
  previewText,
  previewTitle,
  requestText,
  sendWords,
  undoNames,
  undoText,
  undoTitle,
} from './words'

interface PreviewSheetProps {
  saving: Saving
  shown: Shown
  connection: string
  /** What the engine says of a save that fails half-way. */
  note?: string
}

/** The requests of a save as they will be sent, and the rows that will not be. */
export function PreviewSheet({ saving, shown, connection, note = '' }: PreviewSheetProps) {
  const { info } = shown
  const { phase, error } = useStore(saving.store)
  const [at, setAt] = useState(0)
  const copy = useCopy()
  const footer = useRef<HTMLElement>(null)
  const sending = phase === 'sending'
  const none = info.requests.length === 0
  const undoes = shown.undoes !== null
  const title = (undoes ? undoTitle : previewTitle)(info.requests.length, connection)
  const names = undoes ? undoNames : actNames
  const stale = error !== null
  return (
    <Sheet
      label={title}
      className={styles.preview}
      width={980}
      initialFocus={() => footer.current?.querySelector<HTMLElement>('.btn.primary') ?? true}
      onClose={() => saving.close()}
    >
      <header>
        <h1>{title}</h1>
        <p>
          {none ? `Nothing was sent.${undoes ? '' : ' Everything stays staged.'}` : undoes ? undoText : previewText}
          {info.requests.length > 1 && note !== '' && ` ${note}`}
        </p>
      </header>
      <div className={styles.panes}>
        <nav className={styles.requests} aria-label="Requests">
          <ul>
            {info.requests.map((request, index) => (
              <li key={request.number}>
                <button
                  type="button"
                  className={`${styles.request} ${index === at ? styles.on : ''}`}
                  aria-current={index === at}
                  onClick={() => setAt(index)}
                >
                  <span className="meth">{request.method}</span>
                  <span className={styles.what}>
                    <span className="mono ell" data-tip="">
                      {addressOf(request)}
                    </span>
                    <span className="row g6">
                      <ActChip act={shown.rows[request.row]?.act ?? ''}>
                        {names[shown.rows[request.row]?.act ?? '']}
                      </ActChip>
                      <span className="t2 fs11 ell">{shown.rows[request.row]?.title}</span>
                    </span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <Refused shown={shown} saving={saving} />
          {shown.left > 0 && <p className={`t2 fs12 ${styles.left}`}>{leftOut(shown.left)}</p>}
        </nav>
        <div className={styles.detail}>
          {info.notices.map(({ text, detail }) => (
            <Notice key={text} tone="warn2">
              <div className="grow sel-text">
                {text}
                {detail !== '' && <div className="t2">{detail}</div>}
              </div>
            </Notice>
          ))}
          {none ? <p className="t2 fs12">{title}.</p> : <Request {...{ saving, shown, at }} />}
        </div>
      </div>
      {error && (
        <div className={styles.refusal}>
          <Notice tone="fail2">
            <div className="grow sel-text">{error.failure.message}</div>
            <CopyDetails error={error} small />
          </Notice>
        </div>
      )}
      <footer ref={footer}>
        {sending ? (
          <SavingProgress saving={saving} />
        ) : (
          <>
            {!none && (
              <button type="button" className="btn" onClick={() => void copy(allOf(info))}>
                <Copy size={14} strokeWidth={1.5} aria-hidden="true" />
                Copy All
              </button>
            )}
            <span className="t3 fs12">
              {info.safe === 'confirm' ? 'Confirm writes is on for this connection.' : ''}
            </span>
            <span className="grow" />
            <button type="button" className={`btn ${none ? 'primary' : ''}`} onClick={() => saving.close()}>
              Close <Hint of="dialog.cancel" />
            </button>
            {stale ? (
              <button type="button" className="btn primary" onClick={() => void saving.again()}>
                Prepare Again
              </button>
            ) : (
              !none && (
                <button type="button" className="btn primary" onClick={() => void saving.send()}>
                  {sendWords(info.requests.length)}
                </button>
              )
            )}
          </>
        )}
      </footer>
    </Sheet>
  )
}

/** One request as a whole, and the values that it changes. */
function Request({ saving, shown, at }: Omit<PreviewSheetProps, 'connection'> & { at: number }) {
  const request = shown.info.requests[at]
  const copy = useCopy()
  if (!request) return null
  const row = shown.rows[request.row]
  const whole = () => void saving.whole(request.number).then((text) => copy(text === null ? request.body : text))
  return (
    <>
      <div className={`row ${styles.of}`}>
        <span className="b">
          {at + 1} of {shown.info.requests.length}
        </span>
        <span className="t2">{request.form}</span>
        <span className="grow" />
        <button type="button" className="btn quiet sm" onClick={() => void copy(requestText(shown.info.base, request))}>
          <Copy size={14} strokeWidth={1.5} aria-hidden="true" />
          Copy
        </button>
      </div>
      {request.reason !== '' && <p className="t2 fs12">{request.reason}</p>}
      <Code base={shown.info.base} request={request} />
      {request.cut && (
        <p className="t2 fs12">
          Only the first 64 KB of {size(request.size)} are shown.{' '}
          <button type="button" className="link" onClick={whole}>
            Copy the Whole Body
          </button>
        </p>
      )}
      {row && <ChangesTable row={row} />}
    </>
  )
}

/** The rows that are not sent, each with the reason. */
function Refused({ shown, saving }: { shown: Shown; saving: Saving }) {
  if (shown.info.refusals.length === 0) return null
  return (
    <ul aria-label={`${plural(shown.info.refusals.length, 'Row', 'Rows')} not sent`}>
      {shown.info.refusals.map(({ row, column, error }) => {
        const edited = shown.rows[row]
        return (
          <li key={`${row} ${column}`} className={styles.notSent}>
            <span className={`chip ${error.kind === 'conflict' ? 'conflict' : 'refused'}`}>
              <CircleSlash size={12} strokeWidth={1.75} aria-hidden="true" />
              {error.kind === 'conflict' ? 'Conflict' : 'Not sent'}
            </span>
            <span className="sel-text">
              {edited?.title}
              {column !== '' && `, ${column}`}: {error.message} {!shown.undoes && 'The edit stays staged. '}
              {error.kind === 'conflict' && edited && !shown.undoes && (
                <button type="button" className="link" onClick={() => saving.resolveNext(edited.key)}>
                  Resolve…
                </button>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function allOf({ base, requests }: PlanInfo): string {
  return requests.map((request) => requestText(base, request)).join('\n\n')
}

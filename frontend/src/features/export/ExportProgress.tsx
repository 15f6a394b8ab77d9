import { CircleAlert, CircleCheck, CircleSlash, type LucideIcon, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { Hint } from '../../commands/Hint'
import { HostError } from '../../host'
import { size } from '../../lib/words'
import { Alert } from '../../ui/Alert'
import { CopyDetails } from '../../ui/CopyDetails'
import { Bar } from './Bar'
import style from './export.module.css'
import type { Exports, Item } from './exports'
import {
  doneWords,
  elapsedWords,
  isRunning,
  isUnchecked,
  leftWords,
  percentOf,
  rateWords,
  sizeWords,
  words,
  writtenWords,
} from './words'

/** How far an export is, or how it ended. */
export function ExportProgress({ exports, item }: { exports: Exports; item: Item }) {
  return isRunning(item.info) ? <Running exports={exports} item={item} /> : <Ended exports={exports} item={item} />
}

function Running({ exports, item: { info, subject, cancelling } }: { exports: Exports; item: Item }) {
  const percent = percentOf(info)
  return (
    <Alert
      icon={Upload}
      className={style.wide}
      title={`Exporting ${info.object}`}
      onClose={() => exports.hide()}
      actions={
        <>
          <span className="t3 fs11">{words.background}</span>
          <span className="grow" />
          <button
            type="button"
            className={`btn ${cancelling ? 'off' : ''}`}
            aria-disabled={cancelling}
            onClick={() => !cancelling && void exports.cancel(info.id)}
          >
            Cancel Export
          </button>
          <button type="button" className="btn primary" onClick={() => exports.hide()}>
            Hide <Hint of="dialog.confirm" />
          </button>
        </>
      }
    >
      <div className={`sel-text ${style.path}`}>{info.path}</div>
      <div className={style.progress}>
        <Bar info={info} label={`Exporting ${info.object}`} />
      </div>
      <div className={style.numbers}>
        <span className="b">{writtenWords(info, subject.nouns)}</span>
        <span className="grow" />
        {percent !== undefined && <span className="b">{percent}%</span>}
      </div>
      <dl className={style.facts}>
        <dt>Rate</dt>
        <dd>{rateWords(info, subject.nouns)}</dd>
        <dt>Remaining</dt>
        <dd>{leftWords(info)}</dd>
        <dt>Written</dt>
        <dd>{size(info.bytes)}</dd>
        <dt>Elapsed</dt>
        <dd>{elapsedWords(info)}</dd>
      </dl>
      {info.state === 'waiting' && <p role="status">{words.waitingHint}</p>}
      {info.state === 'full' && <p role="alert">{words.fullHint}</p>}
    </Alert>
  )
}

interface Look {
  icon: LucideIcon
  tone: '' | 'fail' | 'warn' | 'okc'
  title: string
}

function lookOf({ info }: Item): Look {
  if (info.state === 'failed') return { icon: CircleAlert, tone: 'fail', title: words.failed }
  if (info.state === 'cancelled') return { icon: CircleSlash, tone: '', title: words.cancelled }
  if (isUnchecked(info)) return { icon: CircleAlert, tone: 'warn', title: words.unchecked }
  return { icon: CircleCheck, tone: 'okc', title: words.done }
}

function Ended({ exports, item }: { exports: Exports; item: Item }) {
  const { info, subject } = item
  const dismiss = () => exports.dismiss(info.id)
  const failed = info.state === 'failed'
  return (
    <Alert
      {...lookOf(item)}
      className={style.wide}
      onClose={() => exports.hide()}
      actions={
        <>
          {info.failure && <CopyDetails error={new HostError(info.failure)} quiet />}
          <span className="grow" />
          {failed && (
            <button type="button" className="btn" onClick={() => exports.again(info.id)}>
              Try Again…
            </button>
          )}
          <button type="button" className="btn primary" onClick={dismiss}>
            Done <Hint of="dialog.confirm" />
          </button>
        </>
      }
    >
      <div role="status">
        {info.state === 'done' && (
          <p>{doneWords(info, subject.nouns, subject.answer === '' ? undefined : words.inResponse)}</p>
        )}
        {info.state === 'cancelled' && <p>{words.cancelledHint}</p>}
        {info.failure && (
          <>
            <p className="sel-text">{info.failure.message}</p>
            {info.failure.hint !== '' && <p className="sel-text">{info.failure.hint}</p>}
          </>
        )}
      </div>
      <Notices item={item} />
      <Facts>
        <Fact name={info.state === 'done' ? 'File' : 'Not written'}>
          <span className={`sel-text ${style.file}`}>{info.path}</span>
        </Fact>
        {info.state === 'done' && <Fact name="Size">{sizeWords(info)}</Fact>}
        <Fact name="Time">{elapsedWords(info)}</Fact>
        {info.digest !== '' && (
          <Fact name="SHA-256">
            <span className={`sel-text ${style.file}`}>{info.digest}</span>
          </Fact>
        )}
      </Facts>
    </Alert>
  )
}

/** What the file is not: exact, of a single moment. */
function Notices({ item: { info } }: { item: Item }) {
  if (info.notices.length === 0) return null
  return (
    <div className={`note warn2 ${style.notices}`}>
      <CircleAlert size={16} strokeWidth={1.5} aria-hidden="true" />
      <div className="sel-text">
        {info.notices.map(({ text, detail }) => (
          <p key={text}>
            {text} {detail}
          </p>
        ))}
      </div>
    </div>
  )
}

function Facts({ children }: { children: ReactNode }) {
  return <dl className={`${style.facts} ${style.ended}`}>{children}</dl>
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

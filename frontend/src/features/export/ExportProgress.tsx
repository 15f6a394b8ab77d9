import { CircleAlert, CircleCheck, CircleSlash, type LucideIcon, Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Hint } from '../../commands/Hint'
import { type ExportInfo, HostError, toHostError } from '../../host'
import { count, size } from '../../lib/words'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { CopyButton } from '../../ui/CopyButton'
import { CopyDetails } from '../../ui/CopyDetails'
import { FailureNotice, Notice, NoticeBlock } from '../../ui/Notice'
import { Bar } from './Bar'
import style from './export.module.css'
import type { Exports, Item } from './exports'
import {
  detailsWords,
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

/** The progress of an export, or how it ended. */
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
          <Button off={cancelling} onClick={() => !cancelling && void exports.cancel(info.id)}>
            Cancel Export
          </Button>
          <Button primary onClick={() => exports.hide()}>
            Hide <Hint of="dialog.confirm" />
          </Button>
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
      <Slices info={info} />
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
      {info.state === 'waiting' && (
        <div className={style.notices}>
          <Notice tone="plain">{words.waitingHint}</Notice>
        </div>
      )}
      {info.state === 'full' && (
        <div className={style.notices} role="alert">
          <Notice tone="warning">{words.fullHint}</Notice>
        </div>
      )}
    </Alert>
  )
}

/** A bar for each slice, if several are read in parallel. */
function Slices({ info: { object, slices } }: { info: ExportInfo }) {
  if (slices.length === 0) return null
  return (
    <ul className={style.slices} aria-label={words.slices}>
      {slices.map((slice, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a slice is its number
        <li key={at}>
          <span className="t2">{words.slice(at + 1)}</span>
          <Bar info={slice} label={`${words.slice(at + 1)} of ${object}`} />
          <span className="t2">{count(slice.written)}</span>
        </li>
      ))}
    </ul>
  )
}

interface Look {
  icon: LucideIcon
  tone: '' | 'fail' | 'warn' | 'ok'
  title: string
}

function lookOf({ info }: Item): Look {
  if (info.state === 'failed') return { icon: CircleAlert, tone: 'fail', title: words.failed }
  if (info.state === 'cancelled') return { icon: CircleSlash, tone: '', title: words.cancelled }
  if (isUnchecked(info)) return { icon: CircleAlert, tone: 'warn', title: words.unchecked }
  return { icon: CircleCheck, tone: 'ok', title: words.done }
}

function Ended({ exports, item }: { exports: Exports; item: Item }) {
  const { info, subject, replace } = item
  const [unshown, setUnshown] = useState<HostError | null>(null)
  const dismiss = () => exports.dismiss(info.id)
  const show = () => exports.showFile(info.id).catch((cause) => setUnshown(toHostError(cause)))
  const failed = info.state === 'failed'
  const done = info.state === 'done'
  const where = subject.response === '' ? undefined : words.inResponse
  return (
    <Alert
      {...lookOf(item)}
      className={style.wide}
      onClose={() => exports.hide()}
      actions={
        <>
          {info.failure && <CopyDetails error={new HostError(info.failure)} quiet />}
          {done && <CopyButton label="Copy Details" text={detailsWords(info, subject.nouns, where)} quiet />}
          <span className="grow" />
          {done && exports.host.dialogs && <Button onClick={() => void show()}>Show in Folder</Button>}
          {failed && <Button onClick={() => exports.again(info.id)}>Try Again…</Button>}
          <Button primary onClick={dismiss}>
            Done <Hint of="dialog.confirm" />
          </Button>
        </>
      }
    >
      <div role="status">
        {done && <p>{doneWords(info, subject.nouns, where)}</p>}
        {info.state === 'cancelled' && <p>{replace ? words.unchangedHint : words.cancelledHint}</p>}
        {info.failure && (
          <>
            <p className="sel-text">{info.failure.message}</p>
            {info.failure.hint !== '' && <p className="sel-text">{info.failure.hint}</p>}
          </>
        )}
      </div>
      <Notices item={item} />
      <Facts>
        <Fact name={done ? 'File' : replace ? 'Not replaced' : 'Not written'}>
          <span className={`sel-text ${style.file}`}>{info.path}</span>
        </Fact>
        {done && <Fact name="Size">{sizeWords(info)}</Fact>}
        <Fact name="Time">{elapsedWords(info)}</Fact>
        {info.digest !== '' && (
          <Fact name="SHA-256">
            <span className={`sel-text ${style.file}`}>{info.digest}</span>
          </Fact>
        )}
      </Facts>
      {unshown && (
        <div className={style.notices}>
          <FailureNotice error={unshown} />
        </div>
      )}
    </Alert>
  )
}

/** The file's limitations, such as not being exact or not from a single moment. */
function Notices({ item: { info } }: { item: Item }) {
  if (info.notices.length === 0) return null
  return (
    <NoticeBlock warning className={style.notices}>
      <CircleAlert size={16} strokeWidth={1.5} aria-hidden="true" />
      <div className="sel-text">
        {info.notices.map(({ text, detail }) => (
          <p key={text}>
            {text} {detail}
          </p>
        ))}
      </div>
    </NoticeBlock>
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

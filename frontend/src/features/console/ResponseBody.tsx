// A response is loaded in parts, and 10 MB of it are shown: a text of that size can still be laid out without blocking
// the window.
import { FileDown } from 'lucide-react'
import { type UIEvent, useMemo } from 'react'
import { useStore } from 'zustand'
import type { ConsoleResponse } from '../../host'
import { Button } from '../../ui/Button'
import { Empty } from '../../ui/Empty'
import { FailureNotice, Notice } from '../../ui/Notice'
import { TextView } from '../../ui/TextView'
import type { useFind } from '../../ui/text/useFind'
import style from './console.module.css'
import { languageOf, type ResponseText } from './responses'
import { SaveResponse } from './SaveResponse'
import type { Answered } from './state'
import type { ConsoleTab } from './tab'
import { binaryWords, damagedWords, shownWords, words } from './words'

/** How close to the end of the loaded text, in px, more is loaded. */
const near = 1200
/** How much of a text is used to guess its language. */
const telling = 100_000

/** The bytes of a response: its text, or a way to save them if they are not text. */
export function ResponseBody({
  tab,
  outcome,
  find,
}: {
  tab: ConsoleTab
  outcome: Answered
  find: ReturnType<typeof useFind>
}) {
  const { response, text } = outcome
  if (response.size === '0') {
    return (
      <Empty>
        <p>{words.noBody}</p>
      </Empty>
    )
  }
  if (response.binary !== '') return <BinaryBody tab={tab} response={response} />
  return (
    <>
      {response.damaged !== '0' && (
        <div className={style.warnings}>
          <Notice tone="warning">
            <p className="grow sel-text">{damagedWords(response)}</p>
            <SaveResponse tab={tab} response={response} />
          </Notice>
        </div>
      )}
      <TextBody text={text} find={find} />
      <More tab={tab} outcome={outcome} />
    </>
  )
}

/** A response that is not text: its format, and a way to save it. */
function BinaryBody({ tab, response }: { tab: ConsoleTab; response: ConsoleResponse }) {
  return (
    <Empty>
      <FileDown size={24} strokeWidth={1.25} aria-hidden="true" />
      <p>{binaryWords(response)}</p>
      <div className="row">
        <SaveResponse tab={tab} response={response} />
      </div>
    </Empty>
  )
}

/** The text of a response. More of a long one is loaded when its end approaches. */
function TextBody({ text: response, find }: { text: ResponseText; find: ReturnType<typeof useFind> }) {
  const { text, error } = useStore(response.store)
  const { contentType } = response.response
  const start = text.slice(0, telling)
  const language = useMemo(() => languageOf(contentType, start), [contentType, start])
  const scrolled = ({ target }: UIEvent) => {
    if (!(target instanceof HTMLElement) || error) return
    if (target.scrollTop + target.clientHeight >= target.scrollHeight - near) void response.more()
  }
  return (
    <div className={style.result} onScrollCapture={scrolled}>
      <TextView label="Response body" text={text} language={language} find={find} />
    </div>
  )
}

/** How much of a long response is loaded, with buttons to load more and to save all of it. */
function More({ tab, outcome: { text: response } }: { tab: ConsoleTab; outcome: Answered }) {
  const { shown, reading, error } = useStore(response.store)
  const partly = shownWords(shown, response.response.size)
  return (
    <>
      {error && (
        <FailureNotice error={error}>
          <Button small onClick={() => void response.more()}>
            Try Again
          </Button>
        </FailureNotice>
      )}
      {shown > 0 && partly !== '' && (
        <div className={style.foot}>
          <span className="t2" role="status">
            {response.left > 0 ? partly : `${partly} ${words.most}`}
          </span>
          <span className="grow" />
          {response.left > 0 && (
            <Button small off={reading} onClick={() => void response.more()}>
              {words.more}
            </Button>
          )}
          <SaveResponse tab={tab} response={response.response} />
        </div>
      )}
    </>
  )
}

/** How many rows of a long response were found, why there are no more, and a button to save all of it. */
export function RowsFoot({ tab, outcome: { table, text, response } }: { tab: ConsoleTab; outcome: Answered }) {
  const { rows, done, error } = useStore(table.store)
  const partly = useStore(text.store, ({ shown }) => shown > 0 && shownWords(shown, response.size) !== '')
  return (
    <>
      {error && (
        <FailureNotice error={error}>
          <Button small onClick={() => void table.read()}>
            Try Again
          </Button>
        </FailureNotice>
      )}
      {(partly || !done) && (
        <div className={style.foot}>
          <span className="t2" role="status">
            {done ? words.allRows(rows) : words.rowsSoFar(rows)}
          </span>
          <span className="grow" />
          <SaveResponse tab={tab} response={response} />
        </div>
      )}
    </>
  )
}

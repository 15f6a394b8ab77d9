import { type UIEvent, useMemo } from 'react'
import { useStore } from 'zustand'
import { FailureNotice } from '../../ui/Notice'
import { type AnswerText, languageOf } from './answer'
import style from './console.module.css'
import { TextLines } from './TextLines'
import { shownWords, words } from './words'

/** How near the end of what was read, in px, more of it is read. */
const near = 1200

interface AnswerBodyProps {
  text: AnswerText
  /** True while another request is under way. */
  stale: boolean
}

/** The text of a response. More of a long one is read when its end comes near. */
export function AnswerBody({ text: answer, stale }: AnswerBodyProps) {
  const { text, shown, reading, error } = useStore(answer.store)
  const { contentType, size } = answer.answer
  const start = text.slice(0, 100_000)
  const language = useMemo(() => languageOf(contentType, start), [contentType, start])
  const scrolled = ({ target }: UIEvent) => {
    if (!(target instanceof HTMLElement) || error) return
    if (target.scrollTop + target.clientHeight >= target.scrollHeight - near) void answer.more()
  }
  const partly = shownWords(shown, size)
  if (size === '0') {
    return (
      <div className="empty">
        <p>{words.noBody}</p>
      </div>
    )
  }
  return (
    <div className={`${style.result} ${stale ? style.stale : ''}`} onScrollCapture={scrolled}>
      <TextLines label="Response body" text={text} language={language} />
      {error && (
        <FailureNotice error={error}>
          <button type="button" className="btn sm" onClick={() => void answer.more()}>
            Try Again
          </button>
        </FailureNotice>
      )}
      {shown > 0 && partly !== '' && (
        <div className={style.foot}>
          <span className="t2" role="status">
            {partly} {answer.left <= 0 && words.most}
          </span>
          <span className="grow" />
          {answer.left > 0 && (
            <button type="button" className="btn sm" aria-disabled={reading} onClick={() => void answer.more()}>
              {words.more}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

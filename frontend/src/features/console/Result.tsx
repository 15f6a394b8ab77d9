import { Check, CircleAlert, CircleSlash, Lock, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { ConsolePlan, HostError } from '../../host'
import { statusText } from '../../lib/http'
import { duration } from '../../lib/words'
import { CopyDetails } from '../../ui/CopyDetails'
import { AnswerBody } from './AnswerBody'
import style from './console.module.css'
import type { ConsoleTab, Outcome, Running } from './tab'
import { answerLabel, answerWords, failureTitle, requestLine, words } from './words'

/** What became of the request that was run last, and that another one is under way. */
export function Result({ tab }: { tab: ConsoleTab }) {
  const outcome = useStore(tab.store, (s) => s.outcome)
  const running = useStore(tab.store, (s) => s.running)
  return (
    <section className={style.result} aria-label="Response" data-pane="response">
      {running ? <WaitHead running={running} /> : outcome?.kind === 'answer' && <AnswerHead outcome={outcome} />}
      {outcome === null && !running && <Nothing example={tab.session.request} />}
      {outcome?.kind === 'failed' && !running && <Failure error={outcome.error} plan={outcome.plan} />}
      {outcome?.kind === 'answer' && (
        <AnswerBody key={outcome.answer.answer} text={outcome.text} stale={running !== null} />
      )}
      <p className="vh" role="status">
        {running ? words.waiting : outcome?.kind === 'answer' ? answerLabel(outcome.answer) : ''}
      </p>
    </section>
  )
}

function Nothing({ example }: { example: string }) {
  return (
    <div className="empty">
      <h2>{words.emptyTitle}</h2>
      <p>
        Enter a request like: <span className="mono">{example}</span>
      </p>
    </div>
  )
}

/** The request that is under way, and for how long. */
function WaitHead({ running }: { running: Running }) {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const tick = setInterval(() => setNow(performance.now()), 100)
    return () => clearInterval(tick)
  }, [])
  const { plan, since } = running
  return (
    <>
      <div className={style.head}>
        <span>
          {words.waiting}, <span className="num">{duration(Math.max(0, now - since))}</span>
        </span>
        <span className={`t3 ell ${style.line}`}>{plan && requestLine(plan)}</span>
      </div>
      <div className={style.moves} />
    </>
  )
}

/** Status, time and size of a response, and what the server warned of. */
function AnswerHead({ outcome }: { outcome: Extract<Outcome, { kind: 'answer' }> }) {
  const { answer, plan } = outcome
  const good = answer.status < 400
  const Icon = good ? Check : CircleAlert
  return (
    <>
      <div className={style.head}>
        <span className={`chip ${good ? 'new' : 'deleted'}`}>
          <Icon size={12} strokeWidth={2} aria-hidden="true" /> {statusText(answer.status)}
        </span>
        <span className="num">{answerWords(answer)}</span>
        <span className={`t3 ell ${style.line}`} title={requestLine(plan)}>
          {requestLine(plan)}
        </span>
        <span className="grow" />
        {answer.private && (
          <span className="chip line" title={words.private}>
            <Lock size={12} strokeWidth={1.75} aria-hidden="true" /> Private
          </span>
        )}
      </div>
      {answer.warnings.length > 0 && (
        <div className={`note warn2 ${style.warnings}`}>
          <TriangleAlert size={16} strokeWidth={1.5} aria-hidden="true" />
          <ul className="sel-text" aria-label="Warnings from the server">
            {answer.warnings.map((text, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: warnings have nothing but their order.
              <li key={i}>{text}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

/** Why a request has no response. */
function Failure({ error, plan }: { error: HostError; plan: ConsolePlan | null }) {
  const { failure } = error
  const calm = error.kind === 'cancelled' || error.kind === 'refused' || error.kind === 'invalid'
  const Icon = calm ? CircleSlash : CircleAlert
  return (
    <div className={style.failure} role="alert">
      <div className="row g8">
        <Icon size={16} strokeWidth={1.5} className={calm ? 't3' : 'fail'} aria-hidden="true" />
        <h2>{failureTitle(error)}</h2>
        {plan && <span className={`t3 ell ${style.line}`}>{requestLine(plan)}</span>}
      </div>
      <div className="code codebox sel-text">{failure.message}</div>
      <div className="row g8">
        <p className="t2 grow sel-text">{failure.hint}</p>
        <CopyDetails error={error} small />
      </div>
    </div>
  )
}

import { CircleAlert, CircleSlash } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { ConsolePlan, HostError } from '../../host'
import { duration } from '../../lib/words'
import { CopyDetails } from '../../ui/CopyDetails'
import { Answer } from './Answer'
import style from './console.module.css'
import type { ConsoleTab, Running } from './tab'
import { answerLabel, failureTitle, requestLine, words } from './words'

/** What became of the request that was run last, and that another one is under way. */
export function Result({ tab }: { tab: ConsoleTab }) {
  const outcome = useStore(tab.store, (s) => s.outcome)
  const running = useStore(tab.store, (s) => s.running)
  const waiting = running && <WaitHead running={running} />
  return (
    <section className={style.result} aria-label="Response" data-pane="response">
      {outcome?.kind === 'answer' ? (
        <Answer key={outcome.answer.answer} outcome={outcome} waiting={waiting} />
      ) : (
        (waiting ??
        (outcome ? <Failure error={outcome.error} plan={outcome.plan} /> : <Nothing example={tab.session.request} />))
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

import { Check, CircleAlert, CircleSlash } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { ConsolePlan, HostError } from '../../host'
import { duration } from '../../lib/words'
import { CodeText } from '../../ui/CodeText'
import { CopyDetails } from '../../ui/CopyDetails'
import { Empty } from '../../ui/Empty'
import style from './console.module.css'
import { Response } from './Response'
import { isDone, isGood, type Outcome, outcomeOf, type Running } from './state'
import type { ConsoleTab } from './tab'
import { failureTitle, outcomeLine, requestLine, responseLabel, words } from './words'

/** The outcome of the last request, and whether another one is in progress. */
export function Result({ tab }: { tab: ConsoleTab }) {
  const outcome = useStore(tab.store, outcomeOf)
  const running = useStore(tab.store, (s) => s.running)
  const waiting = running && <WaitHead running={running} />
  return (
    <section className={style.result} aria-label="Response" data-pane="response">
      <Outcomes tab={tab} />
      {outcome?.kind === 'response' ? (
        <Response key={outcome.response.id} tab={tab} outcome={outcome} waiting={waiting} />
      ) : (
        (waiting ??
        (outcome ? <Failure error={outcome.error} plan={outcome.plan} /> : <Nothing example={tab.session.request} />))
      )}
      <p className="vh" role="status">
        {running ? words.waiting : outcome?.kind === 'response' ? responseLabel(outcome.response) : ''}
      </p>
    </section>
  )
}

/** The requests of the last run, the visible one, and how many were not sent. */
function Outcomes({ tab }: { tab: ConsoleTab }) {
  const { outcomes, shown, unsent } = useStore(tab.store)
  if (outcomes.length < 2 && unsent === 0) return null
  return (
    <div className={style.outcomes}>
      <fieldset aria-label="Responses" className={style.strip}>
        {outcomes.map((outcome, at) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing but their order.
            key={at}
            type="button"
            className={`${style.outcome} ${at === shown ? style.seen : ''}`}
            aria-pressed={at === shown}
            onClick={() => tab.look(at)}
          >
            <OutcomeSign outcome={outcome} />
            <span className="ell">{outcome.plan ? outcomeLine(outcome.plan) : words.noRequest}</span>
          </button>
        ))}
      </fieldset>
      <span className="grow" />
      <span className={unsent > 0 ? 'refuse' : 't2'}>
        {unsent > 0 ? words.unsent(unsent) : words.responses(outcomes.length)}
      </span>
    </div>
  )
}

function OutcomeSign({ outcome }: { outcome: Outcome }) {
  const good = outcome.kind === 'response' && isGood(outcome.response)
  const failed = outcome.kind === 'response' && isDone(outcome.response) ? words.failedInPart : words.failed
  const Icon = good ? Check : CircleAlert
  return (
    <>
      <Icon size={12} strokeWidth={2} className={good ? 'ok' : 'fail'} aria-hidden="true" />
      <span className="vh">{good ? words.succeeded : failed}</span>
    </>
  )
}

function Nothing({ example }: { example: string }) {
  return (
    <Empty>
      <h2>{words.emptyTitle}</h2>
      <p>
        Enter a request like: <span className="mono">{example}</span>
      </p>
    </Empty>
  )
}

/** The request in progress, and for how long. */
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
          {running.of > 1 ? words.waitingFor(running.number, running.of) : words.waiting},{' '}
          <span className="num">{duration(Math.max(0, now - since))}</span>
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
  const unsent = error.kind === 'refused' || error.kind === 'invalid'
  const Icon = unsent || error.kind === 'cancelled' ? CircleSlash : CircleAlert
  const colour = unsent ? style.unsent : error.kind === 'cancelled' ? 't3' : 'fail'
  return (
    <div className={style.failure} role="alert">
      <div className="row">
        <Icon size={16} strokeWidth={1.5} className={colour} aria-hidden="true" />
        <h2>{failureTitle(error, plan?.line)}</h2>
        {plan && !plan.failure && <span className={`t3 ell ${style.line}`}>{requestLine(plan)}</span>}
      </div>
      <CodeText boxed className="sel-text">
        {failure.message}
      </CodeText>
      <div className="row">
        <p className="t2 grow sel-text">{failure.hint}</p>
        <CopyDetails error={error} small />
      </div>
    </div>
  )
}

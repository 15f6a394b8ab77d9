import { Check, CircleSlash, Clock, GitMerge, type LucideIcon, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { SaveOutcome } from '../../host'
import { rem } from '../../lib/rem'
import { Chip, type ChipLook } from '../../ui/Chip'
import { syntax } from '../../ui/code/syntax'
import { Panel } from '../../ui/Panel'
import { ChoiceList } from './ChoiceList'
import styles from './Edits.module.css'
import type { RowOutcome } from './planned'
import { addressOf, outcomeNames, outcomeWords } from './words'

const height = 28
/** How many outcomes are in sight. */
const most = 12

const looks: Record<SaveOutcome, [LucideIcon, ChipLook | '']> = {
  done: [Check, 'ok'],
  conflict: [GitMerge, 'conflict'],
  refused: [CircleSlash, 'refused'],
  unknown: [TriangleAlert, 'edited'],
  unsent: [Clock, ''],
}

/** What became of each request, a line each, and all that is known of the one that is chosen. */
export function OutcomeList({ outcomes }: { outcomes: readonly RowOutcome[] }) {
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      outcomes.findIndex(({ outcome }) => outcome !== 'done'),
    ),
  )
  const chosen = outcomes[at]
  return (
    <>
      <Panel as="div">
        <div className={`${styles.ended} ${styles.head}`} aria-hidden="true">
          <span>Outcome</span>
          <span>Request</span>
          <span>Response</span>
        </div>
        <div className={styles.lines} style={{ height: rem(height * Math.min(most, outcomes.length)) }}>
          <ChoiceList label="Outcomes" rowHeight={height} count={outcomes.length} at={at} onChoose={setAt}>
            {(place) => {
              const of = outcomes[place] as RowOutcome
              return (
                <div className={styles.ended}>
                  <span className="row">
                    <OutcomeChip outcome={of.outcome} />
                  </span>
                  <span className="mono ell" data-tip={addressOf(of.request)}>
                    <span className={syntax.method}>{of.request.method}</span> {of.request.path}
                  </span>
                  <span className="ell">{outcomeWords(of)}</span>
                </div>
              )
            }}
          </ChoiceList>
        </div>
      </Panel>
      {chosen && <Chosen of={chosen} />}
    </>
  )
}

/** The details of a request: its whole address, and the engine's response about it. */
function Chosen({ of }: { of: RowOutcome }) {
  const { failure } = of.error ?? {}
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long response is scrolled by keys.
    <section className={`sel-text fs12 ${styles.chosenOutcome}`} aria-label="Chosen outcome" tabIndex={0}>
      <div className="b">{of.row.title}</div>
      <div className="mono t2">
        {of.request.method} {addressOf(of.request)}
      </div>
      <div>{outcomeWords(of)}</div>
      {failure && failure.hint !== '' && <div className="t2">{failure.hint}</div>}
      {failure && failure.detail !== '' && failure.detail !== failure.message && (
        <div className="t2">{failure.detail}</div>
      )}
    </section>
  )
}

function OutcomeChip({ outcome }: { outcome: SaveOutcome }) {
  const [Icon, look] = looks[outcome]
  return (
    <Chip tone={look}>
      <Icon size={12} strokeWidth={1.75} aria-hidden="true" />
      {outcomeNames[outcome]}
    </Chip>
  )
}

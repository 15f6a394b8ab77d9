import { TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { useStore } from 'zustand'
import { count } from '../../lib/words'
import { Button } from '../../ui/Button'
import { CopyButton } from '../../ui/CopyButton'
import { Segments } from '../../ui/Segments'
import { Sheet } from '../../ui/Sheet'
import { SheetContent, Sign } from '../../ui/SheetParts'
import styles from './Edits.module.css'
import { OutcomeList } from './OutcomeList'
import type { RowOutcome } from './planned'
import type { Saving } from './saving'
import { addressOf, outcomeNames, outcomeText, outcomeTitle } from './words'

type SideOf = 'lost' | 'kept' | 'all'
/** Of more requests, those that failed are shown alone at first. */
const few = 12
const isLost = ({ outcome }: RowOutcome) => outcome !== 'done'

/** What became of each request of a save. */
export function OutcomeSheet({ saving }: { saving: Saving }) {
  const { outcomes } = useStore(saving.store)
  const footer = useRef<HTMLElement>(null)
  const title = outcomeTitle(outcomes)
  const unknown = outcomes.filter(({ outcome }) => outcome === 'unknown')
  const [lost, kept] = [outcomes.filter(isLost), outcomes.filter((of) => !isLost(of))]
  const long = lost.length > 0 && kept.length > 0 && outcomes.length > few
  const [side, setSide] = useState<SideOf>(long ? 'lost' : 'all')
  const sides: [SideOf, string, number][] = [
    ['lost', 'Not Saved', lost.length],
    ['kept', 'Saved', kept.length],
    ['all', 'All', outcomes.length],
  ]
  const listed = { lost, kept, all: outcomes }[side]
  const conflict = outcomes.find(({ outcome }) => outcome === 'conflict')
  return (
    <Sheet
      label={title}
      width={900}
      initialFocus={() => footer.current?.querySelector<HTMLElement>('[data-primary]') ?? true}
      onClose={() => saving.close()}
    >
      <header className="row top g12">
        <Sign warn>
          <TriangleAlert size={16} strokeWidth={1.5} aria-hidden="true" />
        </Sign>
        <div className="grow">
          <h1>{title}</h1>
          <p>{outcomeText(outcomes)}</p>
        </div>
        {long && (
          <Segments
            label="Show"
            small
            segments={sides.map(([value, word, many]) => ({ value, title: `${word} ${count(many)}` }))}
            value={side}
            onValue={(to) => setSide(to)}
          />
        )}
      </header>
      <SheetContent className={styles.outcomes}>
        <OutcomeList key={side} outcomes={listed} />
      </SheetContent>
      <footer ref={footer}>
        <CopyButton label="Copy Details" text={detailsOf(outcomes)} quiet />
        <span className="grow" />
        {unknown.length > 0 && (
          <Button
            onClick={() => {
              saving.close()
              for (const { row } of unknown) void saving.check(row.key)
            }}
          >
            Check {unknown.length === 1 ? unknown[0]?.row.title : 'Unknown Rows'} Again
          </Button>
        )}
        {conflict && (
          <Button onClick={() => saving.resolveNext(conflict.row.key)}>
            Resolve {outcomes.filter(({ outcome }) => outcome === 'conflict').length === 1 ? 'Conflict' : 'Conflicts'}…
          </Button>
        )}
        <Button primary onClick={() => saving.close()}>
          Close
        </Button>
      </footer>
    </Sheet>
  )
}

function detailsOf(outcomes: readonly RowOutcome[]): string {
  return outcomes
    .map((row) => {
      const { method } = row.request
      return `${outcomeNames[row.outcome]}: ${method} ${addressOf(row.request)}\n${row.error?.details() ?? ''}`.trim()
    })
    .join('\n\n')
}

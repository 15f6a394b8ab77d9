import { CircleSlash, GitMerge } from 'lucide-react'
import type { RefusedRow } from '../../host'
import { Chip } from '../../ui/Chip'
import { Method } from '../../ui/Method'
import { ActChip } from './ActChip'
import { ChoiceList } from './ChoiceList'
import styles from './Edits.module.css'
import type { Entry } from './planned'
import type { Act } from './staged'
import { addressOf, refusalWords } from './words'

/** The height of an entry in px; the styles have the same. */
const height = 54

interface RequestListProps {
  entries: readonly Entry[]
  names: Record<Act, string>
  /** Whether refused edits stay staged, which the list then says. */
  stays: boolean
  at: number
  onChoose(at: number): void
}

/** The requests of a plan in their order, and the rows that are not sent. */
export function RequestList({ entries, names, stays, at, onChoose }: RequestListProps) {
  return (
    <ChoiceList label="Requests" rowHeight={height} count={entries.length} at={at} onChoose={onChoose}>
      {(place) => {
        const { row, request, refusal } = entries[place] as Entry
        return (
          <div className={styles.request}>
            {request && (
              <>
                <Method>{request.method}</Method>
                <span className={styles.what}>
                  <span className="mono ell" data-tip="">
                    {addressOf(request)}
                  </span>
                  <span className="row g6">
                    <ActChip act={row?.act ?? ''}>{names[row?.act ?? '']}</ActChip>
                    <span className="t2 fs11 ell">{row?.title}</span>
                  </span>
                </span>
              </>
            )}
            {refusal && (
              <>
                <RefusedChip kind={refusal.error.kind} />
                <span className={styles.notSent} data-tip="">
                  {refusalWords(row?.title ?? '', refusal, stays)}
                </span>
              </>
            )}
          </div>
        )
      }}
    </ChoiceList>
  )
}

/** Says that a row is not sent: it is in conflict, or its value cannot be stored. */
export function RefusedChip({ kind }: { kind: RefusedRow['error']['kind'] }) {
  const [Icon, look, name] =
    kind === 'conflict'
      ? ([GitMerge, 'conflict', 'Conflict'] as const)
      : ([CircleSlash, 'refused', 'Not sent'] as const)
  return (
    <Chip tone={look}>
      <Icon size={12} strokeWidth={1.75} aria-hidden="true" />
      {name}
    </Chip>
  )
}

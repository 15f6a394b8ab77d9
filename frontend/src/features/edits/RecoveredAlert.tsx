import { History } from 'lucide-react'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import styles from './Edits.module.css'
import type { Recovered } from './planned'
import type { Saving } from './saving'
import { recoveredNames, recoveredText, recoveredTitle } from './words'

/** Says which rows of a save that was interrupted are on the server and which are still staged. */
export function RecoveredAlert({ saving, rows }: { saving: Saving; rows: readonly Recovered[] }) {
  return (
    <Alert
      icon={History}
      tone="warn"
      title={recoveredTitle(rows)}
      onClose={() => saving.endRecovery()}
      actions={
        <Button primary onClick={() => saving.endRecovery()}>
          Close
        </Button>
      }
    >
      <p>{recoveredText(rows)}</p>
      <ul className={styles.recovered} aria-label="Rows of the interrupted save">
        {rows.map(({ title, act, state }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={at}>
            <span className="mono ell">{title}</span> <span className="t2">{recoveredNames[state](act)}</span>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

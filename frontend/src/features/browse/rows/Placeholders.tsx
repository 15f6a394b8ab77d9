import { Table2 } from 'lucide-react'
import { useStore } from 'zustand'
import { CommandWords } from '../../../commands/CommandButton'
import type { HostError, ObjectItem, SessionInfo } from '../../../host'
import { Button } from '../../../ui/Button'
import { CopyDetails } from '../../../ui/CopyDetails'
import { withTip } from '../../../ui/tips'
import type { Filtering } from '../../filter/filter'
import { ofObject } from '../sidebar/objects'
import { notFiltered } from '../words'
import { errorTitle } from './errors'
import { emptyWords } from './status'

/** What is shown in place of the rows of an object that has none: how to add some. */
export function EmptyRows({ session, object }: { session: SessionInfo; object: Pick<ObjectItem, 'name' | 'kind'> }) {
  return (
    <div className="empty over">
      <Table2 size={24} strokeWidth={1.25} aria-hidden="true" />
      <h2>{emptyWords(session, object)}</h2>
      {session.noImport !== '' && <p>{ofObject(session.noImport, object.name)}</p>}
      <div className="row g8 acts">
        <CommandWords of="row.add" label="Add Row" />
        <CommandWords of="console.new" label="Open Console" />
      </div>
    </div>
  )
}

interface FailedPagesProps {
  error: HostError
  filtering: Filtering
  rowsNoun: string
  onRetry(): void
}

/** Says over the last rows that some could not be read; those that were stay. What the filter bar says is not repeated. */
export function FailedPages({ error, filtering, rowsNoun, onRetry }: FailedPagesProps) {
  const { open, applying, error: said } = useStore(filtering.store)
  if (applying) return null
  if (open && said === error) {
    return (
      <div className="banner floats ro" role="status">
        <span className="ell grow" {...withTip()}>
          {notFiltered(rowsNoun)}
        </span>
      </div>
    )
  }
  const cancelled = error.kind === 'cancelled'
  const { message, hint } = error.failure
  return (
    <div className={`banner floats ${cancelled ? 'ro' : 'fail2'}`} role={cancelled ? 'status' : 'alert'}>
      <span className="ell grow sel-text" {...withTip([message, hint].filter(Boolean).join('\n'))}>
        <span className="b">{errorTitle(error)}.</span> {!cancelled && message}
      </span>
      <Button small onClick={onRetry}>
        {cancelled ? 'Load Again' : 'Try Again'}
      </Button>
      {!cancelled && <CopyDetails error={error} quiet small />}
    </div>
  )
}

import { Table2 } from 'lucide-react'
import { useStore } from 'zustand'
import { CommandWords } from '../../../commands/CommandButton'
import type { HostError, ObjectItem, SessionInfo } from '../../../host'
import { BannerLine } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { CopyDetails } from '../../../ui/CopyDetails'
import { Empty, EmptyActs } from '../../../ui/Empty'
import { withTip } from '../../../ui/tips'
import type { Filtering } from '../../filter/filter'
import { ofObject } from '../sidebar/objects'
import { notFiltered } from '../words'
import { errorTitle } from './errors'
import { emptyWords } from './status'

/** Shown instead of rows for an empty object: how to add some. */
export function EmptyRows({ session, object }: { session: SessionInfo; object: Pick<ObjectItem, 'name' | 'kind'> }) {
  return (
    <Empty over>
      <Table2 size={24} strokeWidth={1.25} aria-hidden="true" />
      <h2>{emptyWords(session, object)}</h2>
      {session.noImport !== '' && <p>{ofObject(session.noImport, object.name)}</p>}
      <EmptyActs className="row">
        <CommandWords of="row.add" label="Add Row" />
        <CommandWords of="console.new" label="Open Console" />
      </EmptyActs>
    </Empty>
  )
}

interface FailedPagesProps {
  error: HostError
  filtering: Filtering
  rowsNoun: string
  onRetry(): void
}

/** Says above the last rows that loading failed; loaded rows stay. The filter bar's messages are not repeated. */
export function FailedPages({ error, filtering, rowsNoun, onRetry }: FailedPagesProps) {
  const { open, applying, error: said } = useStore(filtering.store)
  if (applying) return null
  if (open && said === error) {
    return (
      <BannerLine floats readOnly role="status">
        <span className="ell grow" {...withTip()}>
          {notFiltered(rowsNoun)}
        </span>
      </BannerLine>
    )
  }
  const cancelled = error.kind === 'cancelled'
  const { message, hint } = error.failure
  return (
    <BannerLine floats readOnly={cancelled} failure={!cancelled} role={cancelled ? 'status' : 'alert'}>
      <span className="ell grow sel-text" {...withTip([message, hint].filter(Boolean).join('\n'))}>
        <span className="b">{errorTitle(error)}.</span> {!cancelled && message}
      </span>
      <Button small onClick={onRetry}>
        {cancelled ? 'Load Again' : 'Try Again'}
      </Button>
      {!cancelled && <CopyDetails error={error} quiet small />}
    </BannerLine>
  )
}

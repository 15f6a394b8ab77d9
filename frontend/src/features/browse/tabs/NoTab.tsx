import { Table2 } from 'lucide-react'
import type { SessionInfo } from '../../../host'
import { Empty } from '../../../ui/Empty'

/** Shown instead of rows while no tab is open. */
export function NoTab({ session }: { session: SessionInfo }) {
  return (
    <Empty>
      <Table2 size={24} strokeWidth={1.25} aria-hidden="true" />
      <h2>No {session.objectNoun} is open</h2>
      <p>Select one on the left to see its {session.rowsNoun}.</p>
    </Empty>
  )
}

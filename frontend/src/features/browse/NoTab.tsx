import { Table2 } from 'lucide-react'
import { useStore } from 'zustand'
import type { Workspace } from './workspace'

/** What stands in place of rows while no tab is open; the tabs of the last time are offered. */
export function NoTab({ workspace }: { workspace: Workspace }) {
  const before = useStore(workspace.store, (s) => s.before)
  const { objectNoun, rowsNoun } = workspace.session
  const names = before?.tabs.map((tab) => tab.object) ?? []
  return (
    <div className="empty">
      <Table2 size={24} strokeWidth={1.25} aria-hidden="true" />
      <h2>No {objectNoun} is open</h2>
      <p>Choose one at the left to see its {rowsNoun}.</p>
      {names.length > 0 && (
        <>
          <button type="button" className="btn sm after" onClick={() => workspace.openAgain()}>
            {names.length === 1 ? 'Open the Last Tab Again' : `Open the Last ${names.length} Tabs Again`}
          </button>
          <p className="t3 fs11 lastnames" title={names.join('\n')}>
            {names.join(', ')}
          </p>
        </>
      )}
    </div>
  )
}

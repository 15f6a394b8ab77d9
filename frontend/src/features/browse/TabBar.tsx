import { Table2, X } from 'lucide-react'
import { useStore } from 'zustand'
import { middle } from '../../lib/words'
import type { Tab } from './tab'
import type { Workspace } from './workspace'

/** The open tabs; a preview is italic until it is kept. */
export function TabBar({ workspace }: { workspace: Workspace }) {
  const tabs = useStore(workspace.store, (s) => s.tabs)
  return (
    <div className="tabs" role="tablist" aria-label="Open">
      {tabs.map((tab) => (
        <TabHead key={tab.id} tab={tab} workspace={workspace} />
      ))}
    </div>
  )
}

function TabHead({ tab, workspace }: { tab: Tab; workspace: Workspace }) {
  const object = useStore(tab.store, (s) => s.object)
  const preview = useStore(tab.store, (s) => s.preview)
  const on = useStore(workspace.store, (s) => s.active === tab.id)
  return (
    <div role="presentation" className={`tab ${on ? 'on' : ''} ${preview ? 'preview' : ''}`} title={object}>
      <button
        type="button"
        role="tab"
        aria-selected={on}
        className="tabname"
        onClick={() => workspace.activate(tab.id)}
        onDoubleClick={() => tab.keep()}
        onAuxClick={(e) => e.button === 1 && workspace.closeTab(tab.id)}
      >
        <Table2 size={14} strokeWidth={1.5} aria-hidden="true" />
        {middle(object, 24)}
      </button>
      <button
        type="button"
        className="x plain"
        aria-hidden="true"
        tabIndex={-1}
        onClick={() => workspace.closeTab(tab.id)}
      >
        <X size={12} aria-hidden="true" />
      </button>
    </div>
  )
}

import { useStore } from 'zustand'
import { StructureView } from '../structure/StructureView'
import { TabView } from './TabView'
import type { Tab } from './tab'
import type { Workspace } from './workspace'

/** What a tab shows of its object: its rows, or what it is made of. */
export function TabPane({ tab, workspace }: { tab: Tab; workspace: Workspace }) {
  const view = useStore(tab.structure.store, (s) => s.view)
  return (
    <div role="tabpanel" id="tab-pane" className="tabpane" aria-labelledby={`tab-${tab.id}`}>
      {view === 'data' ? <TabView tab={tab} workspace={workspace} /> : <StructureView structure={tab.structure} />}
    </div>
  )
}

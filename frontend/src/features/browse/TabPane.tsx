import { useStore } from 'zustand'
import { useCommands } from '../../commands/context'
import { StructureView } from '../structure/StructureView'
import type { Tab } from '../tabs/tab'
import { objectCommands, withoutRows } from './commands'
import { RowsTab } from './rowsTab'
import { TabView } from './TabView'
import type { Workspace } from './workspace'

interface TabPaneProps {
  tab: Tab
  workspace: Workspace
}

/** What a tab shows. */
export function TabPane({ tab, workspace }: TabPaneProps) {
  const View = workspace.kindOf(tab)?.View
  return (
    <div role="tabpanel" id="tab-pane" className="tabpane" aria-labelledby={`tab-${tab.id}`}>
      {tab instanceof RowsTab ? <ObjectPane tab={tab} workspace={workspace} /> : View && <View tab={tab} />}
    </div>
  )
}

/** The rows of an object, or what it is made of. */
function ObjectPane({ tab, workspace }: { tab: RowsTab; workspace: Workspace }) {
  useCommands('object', objectCommands(tab), { without: withoutRows })
  const view = useStore(tab.structure.store, (s) => s.view)
  return view === 'data' ? <TabView tab={tab} workspace={workspace} /> : <StructureView structure={tab.structure} />
}

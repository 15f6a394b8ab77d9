import { useStore } from 'zustand'
import { useCommands } from '../../commands/context'
import { StructureView } from '../structure/StructureView'
import type { Tab } from '../tabs/tab'
import { objectCommands, withoutRows } from './commands'
import { DocumentsView } from './DocumentsView'
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

/** The rows of an object, the documents of a page of them, or what it is made of. */
function ObjectPane({ tab, workspace }: { tab: RowsTab; workspace: Workspace }) {
  useCommands('object', objectCommands(tab), { without: withoutRows })
  const view = useStore(tab.structure.store, (s) => s.view)
  if (view === 'structure') return <StructureView structure={tab.structure} />
  return view === 'json' ? <DocumentsView tab={tab} /> : <TabView tab={tab} workspace={workspace} />
}

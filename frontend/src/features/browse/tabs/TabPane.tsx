import { Trash2 } from 'lucide-react'
import { useStore } from 'zustand'
import { useCommands } from '../../../commands/context'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { withTip } from '../../../ui/tips'
import { StructureView } from '../../structure/StructureView'
import type { Tab } from '../../tabs/tab'
import { objectCommands, withoutRows } from '../commands'
import { DocumentsView } from '../rows/DocumentsView'
import { RowsTab } from '../rows/rowsTab'
import { TabView } from '../rows/TabView'
import type { Workspace } from '../workspace'
import style from './TabPane.module.css'

interface TabPaneProps {
  tab: Tab
  workspace: Workspace
}

/** What a tab shows. */
export function TabPane({ tab, workspace }: TabPaneProps) {
  const View = workspace.kindOf(tab)?.View
  return (
    <div role="tabpanel" id="tab-pane" className={style.pane} aria-labelledby={`tab-${tab.id}`}>
      {tab instanceof RowsTab ? <ObjectPane tab={tab} workspace={workspace} /> : View && <View tab={tab} />}
    </div>
  )
}

/** The rows of an object, the documents of a page of rows, or its structure. */
function ObjectPane({ tab, workspace }: { tab: RowsTab; workspace: Workspace }) {
  useCommands('object', objectCommands(tab), { without: withoutRows })
  const view = useStore(tab.structure.store, (s) => s.view)
  const lost = useStore(tab.lost, (s) => s.lost)
  return (
    <>
      {lost && <Lost tab={tab} workspace={workspace} />}
      {view === 'structure' && <StructureView structure={tab.structure} />}
      {view === 'json' && <DocumentsView tab={tab} />}
      {view !== 'structure' && view !== 'json' && <TabView tab={tab} workspace={workspace} />}
    </>
  )
}

/** Says that the object was deleted: the tab shows rows loaded before that. */
function Lost({ tab, workspace }: { tab: RowsTab; workspace: Workspace }) {
  const { objectNoun, rowsNoun } = workspace.session
  return (
    <Banner tone="warning" icon={Trash2}>
      <span className="grow ell" {...withTip()}>
        The {objectNoun} {tab.object} was deleted. These {rowsNoun} were read before.
      </span>
      <Button small onClick={() => tab.refresh()}>
        Read Again
      </Button>
      <Button small onClick={() => workspace.closeTab(tab.id)}>
        Close Tab
      </Button>
    </Banner>
  )
}

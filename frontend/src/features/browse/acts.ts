import type { ObjectItem } from '../../host'
import type { Act } from '../../window/menus'
import type { Tab } from '../tabs/tab'
import type { Workspace } from './workspace'

type Copy = (text: string) => Promise<void>

/** What can be done with an object of the sidebar. */
export function objectActs(workspace: Workspace, o: ObjectItem, copy: Copy): Act[] {
  const named = workspace.store.getState().named.some((n) => n.name === o.name)
  const structure = () => {
    workspace.open(o.name, true)
    workspace.rows?.structure.show('structure')
  }
  const acts: Act[] = [
    { title: 'Open', mac: '↩', win: 'Enter', run: () => workspace.open(o.name, false) },
    { title: 'Open in a New Tab', mac: '⌘↩', win: 'Ctrl+Enter', run: () => workspace.open(o.name, true) },
    { title: 'Show Structure', run: structure },
    { title: 'Copy Name', run: () => void copy(o.name) },
  ]
  if (named) acts.push({ title: 'Remove from the Sidebar', run: () => workspace.forget(o.name) })
  return acts
}

/** What can be done with a tab. */
export function tabActs(workspace: Workspace, tab: Tab, copy: Copy): Act[] {
  const { title, preview } = tab.face.getState()
  const others = workspace.store.getState().tabs.filter((t) => t !== tab)
  const acts: Act[] = [
    { title: 'Close Tab', mac: '⌘W', win: 'Ctrl+W', run: () => workspace.closeTab(tab.id) },
    {
      title: 'Close Other Tabs',
      why: others.length === 0 ? 'this is the only one' : '',
      run: () => workspace.closeTabs(others),
    },
    { title: 'Copy Name', run: () => void copy(title) },
  ]
  if (preview) acts.unshift({ title: 'Keep Tab Open', run: () => workspace.keepTab(tab) })
  return acts
}

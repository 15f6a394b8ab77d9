import { type Act, act } from '../../../commands/act'
import type { ObjectItem } from '../../../host'
import type { Tab } from '../../tabs/tab'
import type { Workspace } from '../workspace'

type Copy = (text: string) => Promise<void>

/** What can be done with an object of the sidebar. */
export function objectActs(workspace: Workspace, o: ObjectItem, copy: Copy): Act[] {
  const named = workspace.store.getState().named.some((n) => n.name === o.name)
  const structure = () => {
    workspace.open(o.name, true)
    workspace.rows?.structure.show('structure')
  }
  const acts: Act[] = [
    act('object.open', () => workspace.enter(o.name, false)),
    act('object.openInNewTab', () => workspace.enter(o.name, true)),
    act('object.structure', structure),
    act('object.favourite', () => workspace.toggleFavourite(o.name), { title: favouriteTitle(workspace, o.name) }),
    act('object.copyName', () => void copy(o.name)),
  ]
  // Actions that the driver never supports are left out; those that cannot run now are dimmed with the reason.
  const { dropping, session } = workspace
  if (session.noEmpty === '')
    acts.push(act('object.empty', () => void dropping.ask(o.name, 'empty'), { why: dropping.why(o, 'empty') }))
  if (session.noDrop === '') acts.push(act('object.delete', () => void dropping.ask(o.name), { why: dropping.why(o) }))
  if (named) acts.push(act('object.forget', () => workspace.forget(o.name)))
  return acts
}

/** The titles of the command for favourites and other objects. */
function favouriteTitle({ listing }: Workspace, name: string): string {
  return listing.isFavourite(name) ? 'Remove from Favourites' : 'Add to Favourites'
}

/** What can be done with a tab. */
export function tabActs(workspace: Workspace, tab: Tab, copy: Copy): Act[] {
  const { title, preview } = tab.face.getState()
  const others = workspace.store.getState().tabs.filter((t) => t !== tab)
  const why = others.length === 0 ? 'this is the only one' : ''
  const acts: Act[] = [
    act('tab.close', () => workspace.closeTab(tab.id)),
    act('tab.closeOthers', () => workspace.closeTabs(others), { why }),
    act('object.copyName', () => void copy(title)),
  ]
  if (tab.rename) acts.push(act('tab.rename', () => workspace.renameTab(tab.id)))
  if (preview) acts.unshift(act('tab.keep', () => workspace.keepTab(tab)))
  return acts
}

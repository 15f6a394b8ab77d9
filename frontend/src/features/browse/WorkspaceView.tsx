import { Info, Lock } from 'lucide-react'
import { useStore } from 'zustand'
import { useCommands } from '../../commands/context'
import type { SessionInfo } from '../../host'
import { Banner } from '../../ui/Banner'
import { WindowBody, WindowFrame, WindowMain } from '../../ui/Frame'
import { withTip } from '../../ui/tips'
import { DraftBanner } from '../edits/DraftBanner'
import { DropSheet } from '../edits/DropSheet'
import { RequestDrawer } from '../requests/RequestDrawer'
import { withoutObject, workspaceCommands } from './commands'
import { LinkViews } from './link/LinkViews'
import { SafeModeAlert } from './link/SafeModeMenu'
import type { WindowPorts } from './ports'
import { ResetSample } from './ResetSample'
import { ColumnPane, RecordPane } from './rows/RecordPane'
import { RowsTab } from './rows/rowsTab'
import { OpenByName } from './sidebar/OpenByName'
import { Sidebar } from './sidebar/Sidebar'
import { Toolbar } from './Toolbar'
import { NoTab } from './tabs/NoTab'
import { TabBar } from './tabs/TabBar'
import { TabPane } from './tabs/TabPane'
import type { Workspace } from './workspace'

/** The style of a connection's notices: the sample data never needs a warning. */
const toneOf = ({ sample }: SessionInfo) =>
  sample ? ({ tone: 'readOnly', icon: Info } as const) : ({ tone: 'warning' } as const)

/** An open connection: toolbar, sidebar, tabs. */
export function WorkspaceView({ workspace, ports }: { workspace: Workspace; ports: WindowPorts }) {
  const tabs = useStore(workspace.store, (s) => s.tabs)
  const active = useStore(workspace.store, (s) => s.active)
  const sidebar = useStore(workspace.store, (s) => s.sidebar)
  const notices = useStore(workspace.store, (s) => s.notices)
  const naming = useStore(workspace.store, (s) => s.naming)
  const resetting = useStore(workspace.store, (s) => s.resetting)
  const safeMode = useStore(workspace.safety.store, (s) => s.mode)
  const tab = tabs.find((t) => t.id === active)
  const { session } = workspace
  useCommands(
    'workspace',
    workspaceCommands(workspace, () => ports.onDisconnect(workspace)),
    {
      without: withoutObject(workspace),
    },
  )

  return (
    <WindowFrame data-tag={session.colour || 'grey'}>
      <Toolbar workspace={workspace} ports={ports} />
      <LinkViews workspace={workspace} onEdit={ports.onEdit} />
      {safeMode === 'read-only' && (
        <Banner tone="readOnly" icon={Lock}>
          {session.name} is read-only. Writes are blocked before anything is sent.
        </Banner>
      )}
      <DraftBanner
        drafts={workspace.drafts}
        object={tab instanceof RowsTab ? tab.object : undefined}
        onRestore={(found) => workspace.restoreDraft(found, true)}
      />
      {notices.length > 0 && (
        <Banner {...toneOf(session)} onClose={() => workspace.hideNotices()}>
          <span className="grow ell" {...withTip(notices.join('\n'))}>
            {notices.join(' ')}
          </span>
        </Banner>
      )}
      <WindowBody>
        {sidebar && <Sidebar workspace={workspace} />}
        <WindowMain>
          {tabs.length > 0 && <TabBar workspace={workspace} />}
          {tab ? <TabPane key={tab.id} tab={tab} workspace={workspace} /> : <NoTab session={session} />}
        </WindowMain>
        {tab instanceof RowsTab && <ColumnPane tab={tab} workspace={workspace} />}
        {tab instanceof RowsTab && <RecordPane tab={tab} />}
        <RequestDrawer log={workspace.requests} name={session.name} />
      </WindowBody>
      <SafeModeAlert safety={workspace.safety} name={session.name} />
      <DropSheet dropping={workspace.dropping} session={session} />
      {resetting && <ResetSample onReset={() => workspace.resetSample()} onClose={() => workspace.stopResetting()} />}
      {naming && (
        <OpenByName
          host={workspace.host}
          session={session}
          hint={session.byName}
          objects={workspace.known}
          onOpen={(object, keep) => workspace.openNamed(object, keep)}
          onClose={() => workspace.stopNaming()}
        />
      )}
    </WindowFrame>
  )
}

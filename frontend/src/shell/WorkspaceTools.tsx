import { Gauge, KeyRound, SquareTerminal, Upload } from 'lucide-react'
import { CommandButton } from '../commands/CommandButton'
import { useCommands } from '../commands/context'
import type { Workspace } from '../features/browse/workspace'
import { ExportsButton } from '../features/export/ExportViews'
import type { Exports } from '../features/export/exports'
import type { HostError } from '../host'
import { useCopy, useMessages } from '../window/messages'
import { workCommands } from './working'

/** The buttons of an open connection that open something other than rows. */
export function WorkspaceTools({ workspace, exports }: { workspace: Workspace; exports: Exports }) {
  const copy = useCopy()
  const messages = useMessages()
  const take = (text: string | HostError) =>
    typeof text === 'string' ? void copy(text) : messages.tell(`Not copied. ${text.failure.message}`)
  useCommands('workspace', workCommands(workspace, exports, take))
  return (
    <>
      <CommandButton of="console.new" icon={SquareTerminal} />
      <CommandButton of="object.export" icon={Upload} />
      <CommandButton of="keys.open" icon={KeyRound} />
      <CommandButton of="dashboard.open" icon={Gauge} />
      <ExportsButton exports={exports} />
    </>
  )
}

import { SquareTerminal, Upload } from 'lucide-react'
import type { Workspace } from '../features/browse/workspace'
import { ExportsButton } from '../features/export/ExportViews'
import type { Exports } from '../features/export/exports'
import { IconButton } from '../ui/IconButton'
import { useMessages } from '../window/messages'
import { noConsole, noExport, openConsole, openExport } from './working'

/** The buttons of an open connection that open something else than rows. */
export function WorkspaceTools({ workspace, exports }: { workspace: Workspace; exports: Exports }) {
  const messages = useMessages()
  const unless = (reason: string, act: () => void) => {
    messages.tell(reason)
    if (reason === '') act()
  }
  return (
    <>
      <IconButton
        icon={SquareTerminal}
        label="New Console"
        onClick={() => unless(noConsole(workspace), () => openConsole(workspace))}
      />
      <IconButton
        icon={Upload}
        label="Export…"
        onClick={() => unless(noExport(workspace), () => openExport(exports, workspace))}
      />
      <ExportsButton exports={exports} />
    </>
  )
}

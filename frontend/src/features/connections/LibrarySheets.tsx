import { Folder, KeyRound } from 'lucide-react'
import { Hint } from '../../commands/Hint'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { DangerAlert } from '../../ui/DangerAlert'
import { ExportSheet } from './ExportSheet'
import { GroupSheet } from './GroupSheet'
import { ImportSheet } from './ImportSheet'
import type { LibrarySheet } from './library'
import { MarkSheet } from './MarkSheet'
import { useSaved } from './saved'
import { deleteWords, notCopiedWords, sheetWords } from './sheetWords'
import { URLSheet } from './URLSheet'

/** The sheets and questions of the list of connections. */
export function LibrarySheets({ sheet }: { sheet: LibrarySheet }) {
  switch (sheet.sheet) {
    case 'mark':
      return <MarkSheet connection={sheet.connection} />
    case 'group':
      return <GroupSheet group={sheet.group} taking={sheet.taking} />
    case 'delete-group':
      return <DeleteGroup group={sheet.group} />
    case 'unlocked-copy':
      return <CopyQuestion sheet={sheet} />
    case 'export':
      return <ExportSheet ids={sheet.ids} />
    case 'import':
      return <ImportSheet />
    case 'url':
      return <URLSheet text={sheet.text} />
  }
}

function DeleteGroup({ group }: { group: string }) {
  const saved = useSaved()
  return (
    <DangerAlert
      icon={Folder}
      title={deleteWords.group(group)}
      confirm="Delete Group"
      onConfirm={() => void saved.library.deleteGroup(group)}
      onClose={() => saved.close()}
    >
      <p>{sheetWords.ungrouped}</p>
    </DangerAlert>
  )
}

/** Asks what to do with a copy whose secrets cannot be copied. */
function CopyQuestion({ sheet }: { sheet: Extract<LibrarySheet, { sheet: 'unlocked-copy' }> }) {
  const saved = useSaved()
  const close = () => saved.close()
  const copy = (withoutSecrets: boolean) => void saved.library.duplicate(sheet.connection, withoutSecrets)
  return (
    <Alert
      icon={KeyRound}
      tone="warn"
      title={sheet.message}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>
            Cancel <Hint of="dialog.cancel" />
          </Button>
          <Button onClick={() => copy(false)}>Try Again</Button>
          <Button onClick={() => copy(true)}>Duplicate without Secrets</Button>
        </>
      }
    >
      <p>{notCopiedWords(sheet.connection.name)}</p>
    </Alert>
  )
}

import { Trash2 } from 'lucide-react'
import type { Connection } from '../../host'
import { DangerAlert } from '../../ui/DangerAlert'
import { ConnectionForm } from './ConnectionForm'
import { LibrarySheets } from './LibrarySheets'
import { SecretSheet } from './SecretSheet'
import { type ConnectionSheet, useSaved } from './saved'
import { deleteWords, sheetWords } from './sheetWords'

/** The sheets of the saved connections. */
export function ConnectionSheets({ sheet }: { sheet: ConnectionSheet }) {
  switch (sheet.kind) {
    case 'form':
      return <ConnectionForm sheet={sheet} />
    case 'secrets':
      return <SecretSheet sheet={sheet} />
    case 'library':
      return <LibrarySheets sheet={sheet.sheet} />
    case 'delete':
      return <DeleteAlert connection={sheet.connection} />
  }
}

function DeleteAlert({ connection }: { connection: Connection }) {
  const saved = useSaved()
  return (
    <DangerAlert
      icon={Trash2}
      title={deleteWords.connection(connection.name)}
      confirm="Delete Connection"
      onConfirm={() => void saved.remove(connection)}
      onClose={() => saved.close()}
    >
      <p>{sheetWords.deleted}</p>
    </DangerAlert>
  )
}

import { Trash2 } from 'lucide-react'
import { Hint } from '../../commands/Hint'
import type { Connection } from '../../host'
import { Alert } from '../../ui/Alert'
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
  const close = () => saved.close()
  return (
    <Alert
      icon={Trash2}
      tone="fail"
      warns
      title={deleteWords.connection(connection.name)}
      onClose={close}
      actions={
        <>
          <button type="button" className="btn" onClick={close}>
            Cancel <Hint of="dialog.cancel" />
          </button>
          <button type="button" className="btn danger" onClick={() => void saved.remove(connection)}>
            Delete Connection
          </button>
        </>
      }
    >
      <p>{sheetWords.deleted}</p>
    </Alert>
  )
}

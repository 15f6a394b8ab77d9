import { CircleAlert, Plug, Trash2 } from 'lucide-react'
import { useStore } from 'zustand'
import { ChooseDatabase } from '../features/connections/ChooseDatabase'
import { ConnectionForm } from '../features/connections/ConnectionForm'
import { InstallOffer } from '../features/connections/InstallOffer'
import { ProgressBar } from '../features/connections/InstallProgress'
import { LibrarySheets } from '../features/connections/LibrarySheets'
import { Remedy } from '../features/connections/Remedy'
import { SecretSheet } from '../features/connections/SecretSheet'
import { SettingsSheet } from '../features/settings/SettingsSheet'
import { Alert } from '../ui/Alert'
import { CopyDetails } from '../ui/CopyDetails'
import { Key } from '../ui/Key'
import { useShell } from './context'
import type { Overlay } from './store'

/** Whatever lies over the window. */
export function Overlays() {
  const { overlays } = useShell()
  const overlay = useStore(overlays.store, (s) => s.overlay)
  switch (overlay?.kind) {
    case 'choose':
      return <ChooseDatabase />
    case 'offer':
      return <InstallOffer database={overlay.database} next={overlay.next} />
    case 'form':
      return (
        <ConnectionForm
          database={overlay.database}
          connection={overlay.connection}
          filled={overlay.filled ?? null}
          failed={overlay.failed ?? null}
        />
      )
    case 'library':
      return <LibrarySheets sheet={overlay.sheet} />
    case 'delete':
      return <DeleteAlert overlay={overlay} />
    case 'secrets':
      return <SecretSheet {...overlay} />
    case 'connecting':
      return <ConnectingAlert overlay={overlay} />
    case 'warning':
      return <WarningAlert overlay={overlay} />
    case 'settings':
      return <SettingsSheet pane={overlay.pane} />
    case 'error':
      return <ErrorAlert overlay={overlay} />
    default:
      return null
  }
}

type Of<K extends Overlay['kind']> = { overlay: Extract<Overlay, { kind: K }> }

function DeleteAlert({ overlay }: Of<'delete'>) {
  const shell = useShell()
  const close = () => shell.show(null)
  return (
    <Alert
      icon={Trash2}
      tone="fail"
      title={`Delete the connection ${overlay.connection.name}?`}
      onClose={close}
      actions={
        <>
          <button type="button" className="btn" onClick={close}>
            Cancel <Key mac="esc" win="Esc" />
          </button>
          <button type="button" className="btn danger" onClick={() => void shell.remove(overlay.connection)}>
            Delete Connection
          </button>
        </>
      }
    >
      <p>Its stored secrets go with it. The cluster and its data stay as they are.</p>
    </Alert>
  )
}

function ConnectingAlert({ overlay }: Of<'connecting'>) {
  const shell = useShell()
  const cancel = () => shell.cancelConnecting()
  return (
    <Alert
      icon={Plug}
      title={
        overlay.progress
          ? `Downloading the ${overlay.connection.title} driver…`
          : `Connecting to ${overlay.connection.name}…`
      }
      onClose={cancel}
      actions={
        <button type="button" className="btn" onClick={cancel}>
          Cancel <Key mac="esc" win="Esc" />
        </button>
      }
    >
      {overlay.progress && <ProgressBar progress={overlay.progress} />}
    </Alert>
  )
}

function WarningAlert({ overlay }: Of<'warning'>) {
  const shell = useShell()
  const [title = '', ...rest] = overlay.text.split(/(?<=\.) /)
  return (
    <Alert
      icon={CircleAlert}
      tone="warn"
      title={title.replace(/\.$/, '')}
      onClose={() => shell.show(null)}
      actions={
        <>
          <button type="button" className="btn" onClick={() => shell.show(null)}>
            Cancel <Key mac="esc" win="Esc" />
          </button>
          <button type="button" className="btn" onClick={() => void shell.connect(overlay.connection, true)}>
            Connect Anyway
          </button>
        </>
      }
    >
      <p>{rest.join(' ')}</p>
    </Alert>
  )
}

function ErrorAlert({ overlay }: Of<'error'>) {
  const shell = useShell()
  const { error, connection } = overlay
  return (
    <Alert
      icon={CircleAlert}
      tone="fail"
      title={overlay.title}
      onClose={() => shell.show(null)}
      actions={
        <>
          <CopyDetails error={error} quiet />
          <span className="grow" />
          {connection && !connection.sample && (
            <button type="button" className="btn" onClick={() => void shell.edit(connection)}>
              Edit Connection…
            </button>
          )}
          {connection && <Remedy connection={connection} error={error} />}
          <button type="button" className="btn primary" onClick={() => shell.show(null)}>
            OK <Key mac="↩" win="Enter" />
          </button>
        </>
      }
    >
      <p className="sel-text">{error.failure.message}</p>
      {error.failure.hint !== '' && <p className="sel-text">{error.failure.hint}</p>}
    </Alert>
  )
}

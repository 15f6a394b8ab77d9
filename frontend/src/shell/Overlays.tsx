import { CircleAlert, Plug } from 'lucide-react'
import { useStore } from 'zustand'
import { Hint } from '../commands/Hint'
import { ConnectionSheets } from '../features/connections/ConnectionSheets'
import { DriverSheets } from '../features/drivers/DriverSheets'
import { ProgressBar } from '../features/drivers/InstallProgress'
import { Alert } from '../ui/Alert'
import { CopyDetails } from '../ui/CopyDetails'
import { AboutSheet } from './AboutSheet'
import type { Overlay } from './overlay'
import { remedyOf } from './remedies'
import { Settings } from './Settings'
import { ShortcutSheet } from './ShortcutSheet'
import type { Shell } from './store'

/** Whatever lies over the window. */
export function Overlays({ shell }: { shell: Shell }) {
  const overlay = useStore(shell.overlays.store, (s) => s.overlay)
  switch (overlay?.kind) {
    case undefined:
      return null
    case 'choose':
    case 'offer':
      return <DriverSheets sheet={overlay} />
    case 'form':
    case 'secrets':
    case 'library':
    case 'delete':
      return <ConnectionSheets sheet={overlay} />
    case 'settings':
      return <Settings shell={shell} pane={overlay.pane} />
    case 'shortcuts':
      return <ShortcutSheet onClose={() => shell.show(null)} />
    case 'about':
      return <AboutSheet onClose={() => shell.show(null)} />
    case 'connecting':
      return <ConnectingAlert shell={shell} overlay={overlay} />
    case 'warning':
      return <WarningAlert shell={shell} overlay={overlay} />
    case 'error':
      return <ErrorAlert shell={shell} overlay={overlay} />
  }
}

type Of<K extends Overlay['kind']> = { shell: Shell; overlay: Extract<Overlay, { kind: K }> }

function ConnectingAlert({ shell, overlay }: Of<'connecting'>) {
  const cancel = () => shell.opening.cancel()
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
          Cancel <Hint of="dialog.cancel" />
        </button>
      }
    >
      {overlay.progress && <ProgressBar progress={overlay.progress} />}
    </Alert>
  )
}

function WarningAlert({ shell, overlay }: Of<'warning'>) {
  const { connection, warning } = overlay
  return (
    <Alert
      icon={CircleAlert}
      tone="warn"
      title={warning.title}
      onClose={() => shell.show(null)}
      actions={
        <>
          <button type="button" className="btn" onClick={() => shell.show(null)}>
            Cancel <Hint of="dialog.cancel" />
          </button>
          <button type="button" className="btn" onClick={() => void shell.opening.open(connection, true)}>
            Connect Anyway
          </button>
        </>
      }
    >
      <p>{warning.text}</p>
    </Alert>
  )
}

function ErrorAlert({ shell, overlay }: Of<'error'>) {
  const { error, connection } = overlay
  const remedy = remedyOf(error)
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
            <button type="button" className="btn" onClick={() => void shell.saved.edit(connection)}>
              Edit Connection…
            </button>
          )}
          {connection && (
            <button type="button" className="btn" onClick={() => void remedy.act(shell, connection)}>
              {remedy.label}
            </button>
          )}
          <button type="button" className="btn primary" onClick={() => shell.show(null)}>
            OK <Hint of="dialog.confirm" />
          </button>
        </>
      }
    >
      <p className="sel-text">{error.failure.message}</p>
      {error.failure.hint !== '' && <p className="sel-text">{error.failure.hint}</p>}
    </Alert>
  )
}

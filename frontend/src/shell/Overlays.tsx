import { CircleAlert, Plug } from 'lucide-react'
import { useStore } from 'zustand'
import { Hint } from '../commands/Hint'
import { ConnectionSheets } from '../features/connections/ConnectionSheets'
import { DriverSheets } from '../features/drivers/DriverSheets'
import { ProgressBar } from '../features/drivers/InstallProgress'
import { Alert } from '../ui/Alert'
import { Button } from '../ui/Button'
import { CopyDetails } from '../ui/CopyDetails'
import { AboutSheet } from './AboutSheet'
import type { Overlay } from './overlay'
import { Palette } from './Palette'
import { remedyOf } from './remedies'
import { Settings } from './Settings'
import { ShortcutSheet } from './ShortcutSheet'
import type { Shell } from './store'

/** The sheet or alert over the window. */
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
    case 'palette':
      return <Palette shell={shell} overlay={overlay} />
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
        <Button onClick={cancel}>
          Cancel <Hint of="dialog.cancel" />
        </Button>
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
          <Button onClick={() => shell.show(null)}>
            Cancel <Hint of="dialog.cancel" />
          </Button>
          <Button onClick={() => void shell.opening.open(connection, true)}>Connect Anyway</Button>
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
          {connection && !connection.sample && !connection.preset && (
            <Button onClick={() => void shell.saved.edit(connection)}>Edit Connection…</Button>
          )}
          {connection && <Button onClick={() => void remedy.act(shell, connection)}>{remedy.label}</Button>}
          <Button primary onClick={() => shell.show(null)}>
            OK <Hint of="dialog.confirm" />
          </Button>
        </>
      }
    >
      <p className="sel-text">{error.failure.message}</p>
      {error.failure.hint !== '' && <p className="sel-text">{error.failure.hint}</p>}
    </Alert>
  )
}

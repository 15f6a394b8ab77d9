import { RefreshCw, Trash2 } from 'lucide-react'
import { useStore } from 'zustand'
import { Hint } from '../../commands/Hint'
import type { Plugin } from '../../host'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { DangerAlert } from '../../ui/DangerAlert'
import { useDrivers } from './drivers'
import { InstallFile } from './InstallFile'
import { SetAddress } from './SetAddress'
import { driverTitles, sheetWords } from './sheetWords'
import { usersOf } from './words'

/** The questions about drivers. A refused package is shown in the list of installed drivers. */
export function PluginQuestions({ onRefused }: { onRefused(): void }) {
  const { plugins } = useDrivers()
  const ask = useStore(plugins.store, (s) => s.ask)
  const close = () => plugins.ask(null)
  switch (ask?.kind) {
    case 'uninstall':
      return <UninstallAlert plugin={ask.plugin} onClose={close} />
    case 'activate':
      return <ActivateAlert plugin={ask.plugin} onClose={close} />
    case 'file':
      return (
        <InstallFile
          onClose={close}
          onDone={(file) => plugins.took(file)}
          onRefused={(path, error) => {
            plugins.refuse(path, error)
            onRefused()
          }}
        />
      )
    case 'address':
      return (
        <SetAddress
          onClose={close}
          onDone={() => {
            close()
            void plugins.check(false)
          }}
        />
      )
    default:
      return null
  }
}

interface PluginAlertProps {
  plugin: Plugin
  onClose(): void
}

function UninstallAlert({ plugin, onClose }: PluginAlertProps) {
  const { plugins } = useDrivers()
  return (
    <DangerAlert
      icon={Trash2}
      title={driverTitles.uninstall(plugin.title)}
      confirm="Uninstall Driver"
      onConfirm={() => void plugins.uninstall(plugin)}
      onClose={onClose}
    >
      <p>{sheetWords.uninstalled}</p>
    </DangerAlert>
  )
}

function ActivateAlert({ plugin, onClose }: PluginAlertProps) {
  const { plugins } = useDrivers()
  return (
    <Alert
      icon={RefreshCw}
      title={driverTitles.activate(plugin.title, plugin.staged)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>
            Cancel <Hint of="dialog.cancel" />
          </Button>
          <Button primary onClick={() => void plugins.activate(plugin)}>
            Activate Now <Hint of="dialog.confirm" />
          </Button>
        </>
      }
    >
      <p>
        Open connections are closed and opened again, and their tabs are read anew: {usersOf(plugin)}. Requests under
        way are cancelled.
      </p>
    </Alert>
  )
}

import type { Connection, HostError } from '../host'
import type { Shell } from './store'

/** The possible remedies when a connection could not be opened. */
export interface Remedy {
  label: string
  act(shell: Shell, connection: Connection): Promise<void>
}

const again: Remedy = { label: 'Try Again', act: (shell, connection) => shell.opening.open(connection) }

const plugins: Remedy = {
  label: 'Plugins…',
  act: async (shell) => shell.show({ kind: 'settings', pane: 'plugins' }),
}

const byCode: Record<string, Remedy> = {
  changed: { label: 'Install Again…', act: offer },
  key: { label: 'Install Again…', act: offer },
  disabled: { label: 'Turn On', act: enable },
  'no-address': plugins,
  'not-installed': plugins,
}

/** Chooses by the failure: a driver whose files were changed is reinstalled, one that is off is turned on. */
export function remedyOf(error: HostError): Remedy {
  return (error.kind === 'registry' && byCode[error.failure.code]) || again
}

async function offer(shell: Shell, connection: Connection): Promise<void> {
  const registry = await shell.drivers.registry.read(true)
  const database = registry?.databases.find((d) => d.id === connection.driver)
  if (database) shell.drivers.offer(database, connection)
  else await plugins.act(shell, connection)
}

async function enable(shell: Shell, connection: Connection): Promise<void> {
  try {
    await shell.host.call('Plugins.Enable', { driver: connection.driver, enabled: true })
  } catch (cause) {
    shell.fail('The driver was not turned on', cause)
    return
  }
  await shell.opening.open(connection)
}

import { type Connection, type Host, type InstallProgress, type SessionInfo, toHostError } from '../host'
import type { Overlay } from './overlay'

/** What opening a connection needs from the window. */
export interface OpeningPorts {
  overlay(): Overlay | null
  show(overlay: Overlay | null): void
  /** Shows a connection that is already open; false if it is not. */
  shown(connection: Connection): boolean
  /** Shows a newly opened connection. */
  enter(session: SessionInfo): Promise<void>
  /** Asks for missing secrets; false if they are not the reason why the connection did not open. */
  askSecrets(connection: Connection, cause: unknown): Promise<boolean>
  /** Shows the form of a connection and the reason why it did not open. */
  edit(connection: Connection, failed: ReturnType<typeof toHostError>): Promise<void>
}

/** How often the progress of a driver's download is polled, in milliseconds. */
const watchEvery = 150

/** Opens connections, one at a time; installs a missing driver first. */
export class Opening {
  readonly #host: Host
  readonly #ports: OpeningPorts
  #end = new AbortController()

  constructor(host: Host, ports: OpeningPorts) {
    this.#host = host
    this.#ports = ports
  }

  /** Opens a connection; with `anyway`, even if there is a warning about the server. */
  async open(connection: Connection, anyway = false): Promise<void> {
    const ports = this.#ports
    if (ports.shown(connection)) return
    this.#end = new AbortController()
    const { signal } = this.#end
    ports.show({ kind: 'connecting', connection, progress: null })
    const watch = setInterval(() => void this.#watch(connection), watchEvery)
    try {
      const request = { id: connection.id, anyway }
      const late = (opened: SessionInfo) => this.#shut(opened)
      const session = await this.#host.call<SessionInfo>('Connections.Open', request, { signal, timeout: 0, late })
      if (session.id === '') ports.show({ kind: 'warning', connection, warning: session.warning })
      else await ports.enter(session)
    } catch (cause) {
      const error = toHostError(cause)
      if (signal.aborted) ports.show(null)
      else if (await ports.askSecrets(connection, error)) return
      else if (error.kind === 'secret') await ports.edit(connection, error)
      else ports.show({ kind: 'error', title: `${connection.name} could not be opened`, error, connection })
    } finally {
      clearInterval(watch)
    }
  }

  cancel(): void {
    this.#end.abort()
  }

  /** Closes a connection that is no longer awaited. */
  #shut({ id }: SessionInfo): void {
    if (id !== '') void this.#host.call('Connections.Close', { session: id }).catch(() => undefined)
  }

  async #watch(connection: Connection): Promise<void> {
    const progress = await this.#host
      .call<InstallProgress>('Plugins.Progress', { driver: connection.driver })
      .catch(() => null)
    const overlay = this.#ports.overlay()
    const shown = progress?.running ? progress : null
    if (overlay?.kind === 'connecting' && (shown || overlay.progress)) {
      this.#ports.show({ ...overlay, progress: shown })
    }
  }
}

import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Host, type HostError, type InstalledFile, toHostError } from '../../host'

export interface FileInstallState {
  path: string
  busy: boolean
  error: HostError | null
}

/** The installation of a driver package from disk. */
export class FileInstall {
  readonly store: StoreApi<FileInstallState>
  readonly #host: Host
  readonly #done: (file: InstalledFile) => Promise<void>
  #end = new AbortController()

  constructor(host: Host, done: (file: InstalledFile) => Promise<void>) {
    this.#host = host
    this.#done = done
    this.store = createStore<FileInstallState>(() => ({ path: '', busy: false, error: null }))
  }

  type(path: string): void {
    this.store.setState({ path, error: null })
  }

  /** Installs the file and reports the installed driver; a failure is returned and kept in the state. */
  async install(): Promise<HostError | null> {
    const { path, busy } = this.store.getState()
    if (path.trim() === '' || busy) return null
    this.#end = new AbortController()
    const { signal } = this.#end
    this.store.setState({ busy: true, error: null })
    try {
      const file = await this.#host.call<InstalledFile>(
        'Plugins.InstallFile',
        { path: path.trim() },
        { signal, timeout: 0 },
      )
      await this.#done(file)
      return null
    } catch (cause) {
      if (signal.aborted) return null
      const error = toHostError(cause)
      this.store.setState({ error })
      return error
    } finally {
      this.store.setState({ busy: false })
    }
  }

  /** Cancels a running installation. */
  cancel(): void {
    this.#end.abort()
  }
}

import type { Host } from '../host'
import { contextOf } from '../lib/context'

/** Which files a dialog shows. */
export type FileKind = 'package' | 'index' | 'certificate'

/** The system's dialog for files. */
export class FileDialog {
  readonly #host: Host

  constructor(host: Host) {
    this.#host = host
  }

  /** Whether there is one; otherwise the user types a path. */
  get available(): boolean {
    return this.#host.dialogs
  }

  /** Lets the user choose a file of a kind and returns its path, "" if none was chosen. */
  async pick(title: string, kind: FileKind): Promise<string> {
    const picked = await this.#host
      .call<{ path: string }>('App.PickFile', { title, kind }, { timeout: 0 })
      .catch(() => ({ path: '' }))
    return picked.path
  }
}

export const [FileDialogContext, useFileDialog] = contextOf<FileDialog>('the file dialog')

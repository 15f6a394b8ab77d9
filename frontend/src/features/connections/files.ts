import type { Host, ImportChoice, ImportItem, ImportPlan, ImportResult } from '../../host'
import { words } from './words'

/** What reading and writing connections files needs. */
export interface FilesPorts {
  readonly host: Host
  reload(): Promise<void>
  select(id: string): void
  close(): void
}

interface Place {
  path: string
}

/** A connections file as read. */
export interface ReadFile {
  name: string
  text: string
  items: ImportItem[]
}

/** Exports and imports connections. Every method throws the reason if it fails. */
export class Files {
  readonly #window: FilesPorts

  constructor(window: FilesPorts) {
    this.#window = window
  }

  /** The suggested file for an export, '' for none. */
  async suggested(): Promise<string> {
    const place = await this.#window.host.call<Place>('Connections.ExportPlace').catch(() => null)
    return place?.path ?? ''
  }

  /** Lets the user choose a file to write in the system's dialog; '' if none was chosen. */
  async choose(path: string): Promise<string> {
    const request = { title: words.exporting, path }
    return (await this.#window.host.call<Place>('App.PickSave', request, { timeout: 0 })).path
  }

  /** Writes connections to a file and returns its path. */
  async write(ids: readonly string[], path: string, overwrite: boolean): Promise<string> {
    return (await this.#window.host.call<Place>('Connections.Export', { ids, path: path.trim(), overwrite })).path
  }

  /** Returns what a file would change. */
  async look(file: File): Promise<ReadFile> {
    const text = await file.text()
    const plan = await this.#window.host.call<ImportPlan>('Connections.PlanImport', { text, choices: [] })
    return { name: file.name, text, items: plan.items }
  }

  /** Imports the chosen connections and shows the first of them. */
  async take(file: ReadFile, choices: readonly ImportChoice[]): Promise<void> {
    const result = await this.#window.host.call<ImportResult>('Connections.Import', { text: file.text, choices })
    await this.#window.reload()
    this.#window.select(result.first)
    this.#window.close()
  }
}

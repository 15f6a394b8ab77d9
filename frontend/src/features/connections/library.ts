import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  type Connection,
  copyText,
  type FilledForm,
  type FilledForms,
  toHostError,
  type URLRule,
  type URLRules,
} from '../../host'
import { Files, type FilesPorts } from './files'
import { groupBeside, type Place, placeBeside, type Row, type Section, type Shelf, type View } from './list'
import { failedWords, words } from './words'

/** The sheets of the list of connections. */
export type LibrarySheet =
  | { sheet: 'mark'; connection: Connection }
  | { sheet: 'group'; group: string; taking: Connection | null }
  | { sheet: 'delete-group'; group: string }
  | { sheet: 'unlocked-copy'; connection: Connection; message: string }
  | { sheet: 'export'; ids: string[] }
  | { sheet: 'import' }
  | { sheet: 'url'; text: string }

/** What is being dragged. */
export type Dragged = { kind: 'connection'; id: string } | { kind: 'group'; name: string } | null

export interface LibraryState {
  view: View
  /** The key of the focused line. */
  active: string
  recentCollapsed: boolean
  dragged: Dragged
  /** What was just done, for screen readers. */
  said: string
}

/** What the list needs. */
export interface LibraryPorts extends FilesPorts {
  shelf(): Shelf
  open(sheet: LibrarySheet): void
  fail(title: string, cause: unknown): void
  fill(form: FilledForm): Promise<void>
}

/** The list of connections: what it shows, and how the user changes its order. */
export class Library {
  readonly store: StoreApi<LibraryState>
  readonly files: Files
  readonly #window: LibraryPorts

  constructor(window: LibraryPorts) {
    this.#window = window
    this.files = new Files(window)
    this.store = createStore<LibraryState>(() => ({
      view: { kind: 'all' },
      active: '',
      recentCollapsed: false,
      dragged: null,
      said: '',
    }))
  }

  /** The only visible group, where a new connection goes; "" for none. */
  get group(): string {
    const { view } = this.store.getState()
    return view.kind === 'group' ? view.name : ''
  }

  show(view: View): void {
    this.store.setState({ view, active: '' })
  }

  /** Focuses a line; a connection's line is also selected. */
  activate(row: Row): void {
    this.store.setState({ active: row.key })
    if (row.connection) this.#window.select(row.connection.id)
  }

  drag(dragged: Dragged): void {
    this.store.setState({ dragged })
  }

  open(sheet: LibrarySheet): void {
    this.#window.open(sheet)
  }

  async collapse(section: Section, collapsed: boolean): Promise<void> {
    if (section.kind === 'recent') this.store.setState({ recentCollapsed: collapsed })
    if (section.kind === 'group') {
      await this.#change('CollapseGroup', { group: section.group, collapsed }, failedWords.folding(section.group))
    }
  }

  /** Moves a connection to a position. */
  async move(connection: Connection, place: Place): Promise<void> {
    const { group, before } = place
    const failed = `${connection.name} was not moved`
    if (!(await this.#change('Move', { id: connection.id, group, before }, failed))) return
    this.store.setState({ active: `row:${connection.id}` })
    const peers = this.#window.shelf().connections.filter((c) => c.group === group)
    const at = peers.findIndex((c) => c.id === connection.id) + 1
    this.#say(`${connection.name}: ${at} of ${peers.length}${group === '' ? '' : ` in ${group}`}`)
  }

  /** Moves a connection or a group by one step. */
  async step(row: Row, by: 1 | -1): Promise<void> {
    const shelf = this.#window.shelf()
    if (row.connection) {
      const place = placeBeside(shelf, row.connection, by)
      if (place) await this.move(row.connection, place)
      return
    }
    const to = row.section.kind === 'group' ? groupBeside(shelf.groups, row.section.group, by) : null
    if (to) await this.moveGroup(row.section.group, to.before)
  }

  async moveGroup(group: string, before: string): Promise<void> {
    await this.#change('MoveGroup', { group, to: before }, `${group} was not moved`)
  }

  /** Adds or renames a group; a connection that is waiting for it moves in. Throws the backend's refusal. */
  async nameGroup(group: string, name: string, taking: Connection | null): Promise<void> {
    if (group === '') await this.#window.host.call('Connections.AddGroup', { group: name })
    else await this.#window.host.call('Connections.RenameGroup', { group, to: name })
    const { view } = this.store.getState()
    if (view.kind === 'group' && view.name === group)
      this.store.setState({ view: { kind: 'group', name: name.trim() } })
    await this.#window.reload()
    this.#window.close()
    if (taking) await this.move(taking, { group: name.trim(), before: '' })
  }

  async deleteGroup(group: string): Promise<void> {
    this.#window.close()
    await this.#change('DeleteGroup', { group }, `${group} was not deleted`)
  }

  /** Sets a connection's colour and tags. Throws the backend's refusal. */
  async mark(connection: Connection, colour: string, tags: string[]): Promise<void> {
    await this.#window.host.call('Connections.Mark', { id: connection.id, colour, tags })
    await this.#window.reload()
    this.#window.close()
  }

  /** Copies a connection with its secrets; if those cannot be copied, the user decides. */
  async duplicate(connection: Connection, withoutSecrets = false): Promise<void> {
    this.#window.close()
    try {
      const request = { id: connection.id, withoutSecrets }
      const twin = await this.#window.host.call<Connection>('Connections.Duplicate', request)
      await this.#window.reload()
      this.store.setState({ active: `row:${twin.id}` })
      this.#window.select(twin.id)
      this.#say(`${twin.name} was added`)
    } catch (cause) {
      const error = toHostError(cause)
      const { message } = error.failure
      if (error.kind === 'keyring') this.open({ sheet: 'unlocked-copy', connection, message })
      else this.#window.fail(failedWords.duplicating(connection.name), error)
    }
  }

  async copyURL(connection: Connection): Promise<void> {
    if (connection.url === '') return
    this.#say((await copyText(connection.url)) ? words.urlCopied : words.urlNotCopied)
  }

  /** Parses a URL: into the form of the only matching database, or the forms to choose from. Throws a refusal. */
  async takeURL(url: string): Promise<FilledForm[]> {
    const { forms } = await this.#window.host.call<FilledForms>('Connections.TakeURL', { url, driver: '', fields: [] })
    const [only] = forms
    if (forms.length === 1 && only) await this.#window.fill(only)
    return forms
  }

  /** The databases that have URLs; empty if that cannot be determined. */
  async urlRules(signal: AbortSignal): Promise<URLRule[]> {
    const rules = await this.#window.host.call<URLRules>('Connections.URLRules', {}, { signal }).catch(() => null)
    return rules?.rules ?? []
  }

  fill(form: FilledForm): Promise<void> {
    return this.#window.fill(form)
  }

  async #change(method: string, request: object, failed: string): Promise<boolean> {
    try {
      await this.#window.host.call(`Connections.${method}`, request)
      return true
    } catch (cause) {
      this.#window.fail(failed, cause)
      return false
    } finally {
      await this.#window.reload()
    }
  }

  #say(said: string): void {
    this.store.setState({ said })
  }
}

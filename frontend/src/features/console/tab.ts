import type { EditorState } from '@codemirror/state'
import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  type ConsoleResponse,
  type ConsoleSelection,
  type Failure,
  type Host,
  HostError,
  type PastRequest,
  type SessionInfo,
  type TextChange,
} from '../../host'
import type { SearchOptions } from '../../ui/text/search'
import { type Loss, sendingLosses } from '../tabs/loss'
import type { SavedTab, Tab, TabState } from '../tabs/tab'
import { Calls } from './calls'
import type { Complete } from './completing'
import { firstRequest, insertionOf, nameAt } from './placing'
import type { ResponseText } from './responses'
import { Runs } from './runs'
import { Typed } from './saving'
import { SentRequests, textOf } from './sentRequests'
import { Snippets } from './snippets'
import type { ConsoleState } from './state'
import { noGaps } from './storeGaps'
import type { View } from './view'
import { words } from './words'

/** What a console needs from its connection. */
export interface ConsolePorts {
  /** The id of the tab. */
  readonly id: string
  readonly host: Host
  readonly session: Pick<SessionInfo, 'id' | 'name' | 'request' | 'profiles' | 'rowNoun' | 'objectNoun'>
  /** Reports that the result of saved() has changed. */
  changed(): void
  /** Called when a write succeeded. */
  wrote?(method: string, path: string): void
  /** Finds the completions at a position of the text; without it nothing is suggested. */
  complete?: Complete
  /** Finds the documentation URL for the request at a position of the text; '' if none is known. */
  documentation?(text: string, place: number): Promise<string>
  /** Opens an address in the system's browser. */
  openLink?(address: string): void
  /** Opens an object in its own tab. */
  openObject?(name: string): void
}

/** The view of the text, as far as the tab changes it. */
export interface EditorPort {
  replace(from: number, to: number, insert: string): void
  /** Changes several places at once. */
  change(changes: readonly TextChange[]): void
  /** Closes the suggestions, and drops pending ones. */
  endSuggestions(): void
}

/** The text to paste for curl commands, a note on what was dropped, and why they are not requests. */
interface Pasted {
  text: string
  notice?: string
  failure?: Failure | null
}

/** A text with the editor's line breaks, so that positions match. */
function inLines(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

/** The default names of consoles. */
const unnamed = /^Console( \d+)?$/

/** A console: a text of several requests, and the responses of the last run. */
export class ConsoleTab implements Tab {
  readonly id: string
  readonly kind = 'console'
  readonly session: ConsolePorts['session']
  readonly face: StoreApi<TabState>
  readonly store: StoreApi<ConsoleState>
  /** True until the editor of a console opened by the user has received the focus. */
  fresh: boolean
  /** The editor state kept while another tab is shown: undo history, folds and cursor. */
  editor: EditorState | null = null
  /** Finds the completions at a position of the text. */
  readonly complete: ConsolePorts['complete']
  /** The saved requests for the engine. */
  readonly snippets: Snippets
  /** The history of requests. */
  readonly past: SentRequests
  /** Its own name, which the tab bar shows if its text has no request. */
  title: string
  /** What is selected in the editor. */
  selection = { from: 0, to: 0 }
  readonly #ports: ConsolePorts
  #port: EditorPort | null = null
  readonly #calls: Calls
  readonly #typed: Typed
  readonly #runs: Runs

  constructor(ports: ConsolePorts, saved: SavedTab | null = null) {
    const { title = 'Console', text: kept = '', typed = kept, opened = '' } = saved?.state ?? {}
    const text = inLines(typed)
    this.id = ports.id
    this.session = ports.session
    this.title = title
    this.fresh = text === '' || opened !== ''
    this.complete = ports.complete
    this.snippets = new Snippets(ports.host, ports.session.id)
    this.past = new SentRequests(ports.host, ports.session.id)
    this.#ports = ports
    this.face = createStore<TabState>(() => ({
      title: this.#nameOf(text),
      preview: false,
      dirty: false,
      sending: false,
    }))
    this.store = createStore<ConsoleState>(() => ({
      running: null,
      question: null,
      outcomes: [],
      shown: 0,
      unsent: 0,
      view: '',
      keepGoing: false,
      marks: [],
      place: { current: -1, requests: 0 },
      unsaved: noGaps,
    }))
    this.store.subscribe(({ running }) => {
      const sending = running?.sent === true && running.plan?.write === true
      if (sending !== this.face.getState().sending) this.face.setState({ sending })
    })
    this.#calls = new Calls(ports.host, ports.session.id, ports.id)
    this.#typed = new Typed(text, inLines(kept), this.#calls, this.store, {
      changed: () => ports.changed(),
      rested: (rested) => this.#show(rested),
    })
    this.#runs = new Runs(this.#calls, this.store, {
      text: () => this.text,
      connection: ports.session.name,
      wrote: ({ method, path }) => ports.wrote?.(method, path),
    })
  }

  /** Attaches a view that also changes the text, until the returned function is called. */
  attach(port: EditorPort): () => void {
    this.#port = port
    return () => {
      if (this.#port === port) this.#port = null
    }
  }

  get text(): string {
    return this.#typed.text
  }

  /** Replaces part of the text, in the editor if it is shown, so that it can be undone. */
  replace(from: number, to: number, typed: string): void {
    const insert = inLines(typed)
    if (this.#port) return this.#port.replace(from, to, insert)
    const { text } = this
    this.editor = null
    this.type(text.slice(0, from) + insert + text.slice(to))
  }

  /** Sets the index of the request at the cursor, -1 for none, and the number of requests. */
  place(current: number, requests: number): void {
    const { place } = this.store.getState()
    if (place.current !== current || place.requests !== requests) this.store.setState({ place: { current, requests } })
  }

  /** Changes the text. It is saved after a pause. */
  type(text: { toString(): string }): void {
    this.#typed.type(text)
  }

  /** Saves the text at once, if that is pending. */
  settle(): Promise<void> {
    return this.#typed.settle()
  }

  get name(): string {
    return this.face.getState().title
  }

  rename(name: string): void {
    const title = name.trim()
    if (title === '' || title === this.name) return
    this.title = title
    this.#show(this.text)
    this.#ports.changed()
  }

  get rests(): boolean {
    return this.#typed.rests
  }

  losses(): Loss[] {
    return [...this.#typed.losses(this.name), ...sendingLosses(this.face.getState())]
  }

  notSaved(reason: string): void {
    this.#typed.notSaved(reason)
  }

  /** Runs the request at the cursor, or the selected ones. */
  run(): Promise<void> {
    return this.#start({ all: false, ...this.selection })
  }

  /** Runs every request of the text. */
  runAll(): Promise<void> {
    return this.#start({ all: true, from: 0, to: 0 })
  }

  /** Runs the search at the cursor and has the engine profile it. */
  profile(): Promise<void> {
    const { to } = this.selection
    this.store.setState({ view: 'profile' })
    return this.#start({ all: false, from: to, to, profile: true })
  }

  /** Runs the request at a position of the text. */
  runAt(place: number): Promise<void> {
    return this.#start({ all: false, from: place, to: place })
  }

  /** Sets whether requests after a failed one are sent. */
  keepGoing(keepGoing: boolean): void {
    this.store.setState({ keepGoing })
  }

  /** Shows another outcome. */
  look(shown: number): void {
    this.store.setState({ shown })
  }

  /** Whether the system has a dialog for files. */
  get dialogs(): boolean {
    return this.#ports.host.dialogs
  }

  /** Changes how responses are shown. */
  view(view: View): void {
    this.store.setState({ view })
  }

  /** Writes a whole response to a file that the user chooses, or to a path; returns the path, '' if none was chosen. */
  async save(response: ConsoleResponse, path: string): Promise<string> {
    const { host } = this.#ports
    const suggested = { title: words.saveTitle, path: response.file }
    const picked = host.dialogs
      ? (await host.call<{ path: string }>('App.PickSave', suggested, { timeout: 0 })).path
      : path
    if (picked === '') return ''
    const request = { response: response.id, path: picked, replace: host.dialogs }
    await this.#calls.call('Console.Save', request)
    return picked
  }

  /**
   * Loads as much of a response as can be shown, and counts a text in the rest; '' if there is no rest. A regular
   * expression is searched only in what is shown.
   */
  async findAll(
    response: ConsoleResponse,
    text: ResponseText,
    sought: SearchOptions & { text: string },
    signal: AbortSignal,
  ): Promise<string> {
    while (text.left > 0 && !signal.aborted && !text.store.getState().error) await text.more()
    if (signal.aborted || sought.regex || text.store.getState().shown >= Number(response.size)) return ''
    const request = { response: response.id, text: sought.text, matchCase: sought.matchCase }
    return (await this.#calls.call<{ count: string }>('Console.Find', request, { signal })).count
  }

  /** Formats the bodies of the selected requests, or of the one at the cursor; false if that changes nothing. */
  async format(): Promise<boolean> {
    const { text } = this
    const request = { text, selection: { all: false, ...this.selection } }
    const { changes } = await this.#calls.call<{ changes: TextChange[] }>('Console.Format', request)
    if (changes.length === 0 || text !== this.text) return false
    this.#port?.change(changes)
    return true
  }

  /** curl commands for the selected requests, without the credential. */
  async curl(): Promise<string> {
    const request = { text: this.text, selection: { all: false, ...this.selection } }
    return (await this.#calls.call<{ text: string }>('Console.Curl', request)).text
  }

  /** Appends a request from the history to the text. */
  again(request: PastRequest): void {
    const { text } = this
    const apart = text.trim() === '' ? '' : text.endsWith('\n') ? '\n' : '\n\n'
    this.replace(text.length, text.length, apart + textOf(request))
  }

  /** Inserts a saved request at the cursor. */
  insert(request: string): void {
    const { at, insert } = insertionOf(this.text, this.selection.to, request)
    this.replace(at, at, insert)
  }

  /** The default name for the request at the cursor. */
  suggestedName(): string {
    return nameAt(this.text, this.selection.from)
  }

  /** Saves the selected requests, or the whole text, under a name; false if refused. */
  saveRequest(name: string, whole: boolean): Promise<boolean> {
    return this.snippets.save(name, this.text, { all: whole, ...this.selection })
  }

  /** Opens the engine's documentation for the request at the cursor; false if none is known. */
  async openDocumentation(): Promise<boolean> {
    const { documentation, openLink } = this.#ports
    const address = (await documentation?.(this.text, this.selection.from)) ?? ''
    if (address !== '') openLink?.(address)
    return address !== ''
  }

  /** Opens an object in its own tab, where its rows can be edited. */
  openObject(name: string): void {
    this.#ports.openObject?.(name)
  }

  /**
   * Converts pasted curl commands to requests. A comment says what was left out. Text that cannot be converted is
   * pasted without its credential, with the reason.
   */
  async paste(command: string): Promise<void> {
    try {
      const { text, notice = '', failure } = await this.#calls.call<Pasted>('Console.FromCurl', { text: command })
      if (failure) this.#runs.fail(new HostError(failure))
      const { from, to } = this.selection
      this.replace(from, to, notice === '' ? text : `# ${notice}\n${text}`)
    } catch (cause) {
      this.#runs.fail(cause)
    }
  }

  /** Sends the confirmed write. */
  confirm(): void {
    this.#runs.confirm()
  }

  /** Rejects the shown write. */
  dismiss(): void {
    this.#runs.dismiss()
  }

  /** Cancels the request in progress and does not send those after it; false if none is. */
  cancel(): boolean {
    return this.#runs.cancel()
  }

  show(): void {}

  /** A console sends only what its user runs. */
  refresh(): void {}

  resume(): void {}

  stop(): void {
    this.cancel()
  }

  escape(): boolean {
    return this.cancel()
  }

  close(): void {
    this.#typed.close()
    this.#calls.close()
    this.#runs.close()
    void this.#calls.drop([])
  }

  saved(): SavedTab {
    return { kind: this.kind, state: { title: this.title, text: this.#typed.saved } }
  }

  inMemory(): SavedTab {
    const { kind, state } = this.saved()
    return this.text === this.#typed.saved ? { kind, state } : { kind, state: { ...state, typed: this.text } }
  }

  /** The user's name for it, or that of the first request in its text. */
  #nameOf(text: string): string {
    return (unnamed.test(this.title) && firstRequest(text)) || this.title
  }

  #show(text: string): void {
    const title = this.#nameOf(text)
    if (title !== this.name) this.face.setState({ title })
  }

  /** Starts a run. Pending suggestions would cover its response. */
  #start(selection: ConsoleSelection): Promise<void> {
    this.#port?.endSuggestions()
    return this.#runs.start(selection)
  }
}

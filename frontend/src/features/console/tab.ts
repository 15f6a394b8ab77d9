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

/** What a console needs of the connection that it belongs to. */
export interface ConsolePorts {
  /** The id of the tab. */
  readonly id: string
  readonly host: Host
  readonly session: Pick<SessionInfo, 'id' | 'name' | 'request' | 'profiles' | 'rowNoun' | 'objectNoun'>
  /** Says that saved() returns something else than before. */
  changed(): void
  /** A write was carried out. */
  wrote?(method: string, path: string): void
  /** Finds what can be inserted at a place of the text; without it nothing is suggested. */
  complete?: Complete
  /** Finds the address of the documentation for the request at a place of the text; '' where none is known. */
  documentation?(text: string, place: number): Promise<string>
  /** Opens an address in the system's browser. */
  openLink?(address: string): void
  /** Opens an object in its own tab. */
  openObject?(name: string): void
}

/** What shows the text, as far as the tab changes it. */
export interface EditorPort {
  replace(from: number, to: number, insert: string): void
  /** Changes several places at once. */
  change(changes: readonly TextChange[]): void
  /** Closes the suggestions, and shows none that are still being looked for. */
  endSuggestions(): void
}

/** The text to paste in place of curl commands, a note on what was dropped, and why they are not requests. */
interface Pasted {
  text: string
  notice?: string
  failure?: Failure | null
}

/** A text with the line breaks of the editor, so that both count the same places. */
function inLines(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

/** The names of consoles that were not named by their users. */
const unnamed = /^Console( \d+)?$/

/** A console: a text of several requests, and the responses to those that were run last. */
export class ConsoleTab implements Tab {
  readonly id: string
  readonly kind = 'console'
  readonly session: ConsolePorts['session']
  readonly face: StoreApi<TabState>
  readonly store: StoreApi<ConsoleState>
  /** True until the editor has had the focus of a console that was opened by its user. */
  fresh: boolean
  /** What the editor remembers while another tab is shown: undo history, folds and cursor. */
  editor: EditorState | null = null
  /** Finds what can be inserted at a place of the text. */
  readonly complete: ConsolePorts['complete']
  /** The requests that were saved for the engine. */
  readonly snippets: Snippets
  /** The requests that were sent before. */
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

  /** Lets the view of the text change it too, until the returned function is called. */
  attach(port: EditorPort): () => void {
    this.#port = port
    return () => {
      if (this.#port === port) this.#port = null
    }
  }

  get text(): string {
    return this.#typed.text
  }

  /** Replaces a part of the text, in the editor if it is shown, so that it can be undone. */
  replace(from: number, to: number, typed: string): void {
    const insert = inLines(typed)
    if (this.#port) return this.#port.replace(from, to, insert)
    const { text } = this
    this.editor = null
    this.type(text.slice(0, from) + insert + text.slice(to))
  }

  /** Says which request the cursor is in, -1 for none, and how many there are. */
  place(current: number, requests: number): void {
    const { place } = this.store.getState()
    if (place.current !== current || place.requests !== requests) this.store.setState({ place: { current, requests } })
  }

  /** Changes the text. It is saved when it rests. */
  type(text: { toString(): string }): void {
    this.#typed.type(text)
  }

  /** Saves the text at once, if it rests before that. */
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

  /** Runs the request at the cursor, or those that are selected. */
  run(): Promise<void> {
    return this.#start({ all: false, ...this.selection })
  }

  /** Runs every request of the text. */
  runAll(): Promise<void> {
    return this.#start({ all: true, from: 0, to: 0 })
  }

  /** Runs the search at the cursor and has the engine measure it. */
  profile(): Promise<void> {
    const { to } = this.selection
    this.store.setState({ view: 'profile' })
    return this.#start({ all: false, from: to, to, profile: true })
  }

  /** Runs the request at a place of the text. */
  runAt(place: number): Promise<void> {
    return this.#start({ all: false, from: place, to: place })
  }

  /** Lets the requests after one that fails be sent, or not. */
  keepGoing(keepGoing: boolean): void {
    this.store.setState({ keepGoing })
  }

  /** Shows another one of the outcomes. */
  look(shown: number): void {
    this.store.setState({ shown })
  }

  /** Whether the system has a dialog for files. */
  get dialogs(): boolean {
    return this.#ports.host.dialogs
  }

  /** Shows responses in another way. */
  view(view: View): void {
    this.store.setState({ view })
  }

  /** Writes a whole response to a file that the user chooses, or to a path; answers where, '' where none was chosen. */
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
   * Reads a response as far as it can be shown, and counts a text in what is left; '' where nothing is. A regular expression
   * is only looked for in what is shown.
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

  /** Indents the bodies of the requests that are selected, or of the one at the cursor; false where that changes nothing. */
  async format(): Promise<boolean> {
    const { text } = this
    const request = { text, selection: { all: false, ...this.selection } }
    const { changes } = await this.#calls.call<{ changes: TextChange[] }>('Console.Format', request)
    if (changes.length === 0 || text !== this.text) return false
    this.#port?.change(changes)
    return true
  }

  /** curl commands that send the selected requests, without the credential. */
  async curl(): Promise<string> {
    const request = { text: this.text, selection: { all: false, ...this.selection } }
    return (await this.#calls.call<{ text: string }>('Console.Curl', request)).text
  }

  /** Puts a request that was sent before at the end of the text. */
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

  /** What the request at the cursor would be called. */
  suggestedName(): string {
    return nameAt(this.text, this.selection.from)
  }

  /** Saves the selected requests, or the whole text, under a name; false if refused. */
  saveRequest(name: string, whole: boolean): Promise<boolean> {
    return this.snippets.save(name, this.text, { all: whole, ...this.selection })
  }

  /** Opens the engine's documentation for the request at the cursor; false where none is known. */
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
   * Reads pasted curl commands as requests. A comment says what was left out of them. Text that is none is pasted without its
   * credential, with the reason.
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

  /** Sends the write that was shown. */
  confirm(): void {
    this.#runs.confirm()
  }

  /** Does not send the write that was shown. */
  dismiss(): void {
    this.#runs.dismiss()
  }

  /** Cancels the request that is under way and does not send those after it; false where none is. */
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

  /** The name that its user gave it, or that of the first request of its text. */
  #nameOf(text: string): string {
    return (unnamed.test(this.title) && firstRequest(text)) || this.title
  }

  #show(text: string): void {
    const title = this.#nameOf(text)
    if (title !== this.name) this.face.setState({ title })
  }

  /** Starts a run. Suggestions that are still being looked for would lie over its response. */
  #start(selection: ConsoleSelection): Promise<void> {
    this.#port?.endSuggestions()
    return this.#runs.start(selection)
  }
}

import type { StoreApi } from 'zustand/vanilla'
import { toHostError } from '../../host'
import type { Loss } from '../tabs/loss'
import type { Calls } from './calls'
import type { ConsoleState } from './state'
import { noGaps, type StoreGaps } from './storeGaps'

/** How long typing must pause before a text is saved, in milliseconds. */
export const restsFor = 500
/** The longest time of continuous typing before a text is saved. */
export const typedFor = 5000
/** The delay before retrying a failed check of a text. */
export const againAfter = 5000

/** The part of a text that can be saved. */
interface Stored {
  /** The text with comments in place of omitted lines, '' if it is complete. */
  text: string
  whole: boolean
  left: number
  long: boolean
  /** False if the driver could not be asked about the requests. */
  judged: boolean
}

/** The listeners of the text. */
interface TypedPorts {
  /** The saved part has changed. */
  changed(): void
  /** It has not changed for a while. */
  rested(text: string): void
}

/** The text of a console, and the part that is saved with its connection's tabs. */
export class Typed {
  /** The editor's text. A long one becomes a string only on demand, so that no key press waits for it. */
  #typed: { toString(): string }
  #saved: string
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The time of the oldest unsaved change, in milliseconds of performance.now(). */
  #since = 0
  #again: ReturnType<typeof setTimeout> | undefined
  /** Why the text could not be checked, and why the tabs could not be saved. */
  #unread = ''
  #refused = ''
  /** What is being saved. */
  #work: Promise<void> = Promise.resolve()
  readonly #calls: Calls
  readonly #store: StoreApi<ConsoleState>
  readonly #ports: TypedPorts

  /** The saved text may differ from the text itself. */
  constructor(text: string, saved: string, calls: Calls, store: StoreApi<ConsoleState>, ports: TypedPorts) {
    this.#typed = text
    this.#saved = saved
    this.#calls = calls
    this.#store = store
    this.#ports = ports
    if (text !== saved) this.#rest()
  }

  get text(): string {
    const text = this.#typed.toString()
    this.#typed = text
    return text
  }

  /** The saved part of the text: without the lines that could expose a credential. */
  get saved(): string {
    return this.#saved
  }

  /** Whether the text has changed since the last check. */
  get rests(): boolean {
    return this.#timer !== undefined
  }

  /** What closing the console would lose of the text. */
  losses(of: string): Loss[] {
    const { left, long, failed } = this.#store.getState().unsaved
    if (failed !== '') return this.text.trim() === '' ? [] : [{ kind: 'text', of, reason: 'failed' }]
    if (left > 0) return [{ kind: 'text', of, reason: 'private' }]
    return long ? [{ kind: 'text', of, reason: 'long' }] : []
  }

  /** Changes the text. It is saved after a pause. */
  type(text: { toString(): string }): void {
    if (text === this.#typed) return
    this.#typed = text
    this.#rest()
  }

  /** Called with the reason if the connection's tabs could not be saved; with '' once they are saved. */
  notSaved(reason: string): void {
    this.#refused = reason
    this.#tell({})
  }

  /** Saves the text at once, if that is pending. */
  async settle(): Promise<void> {
    if (this.rests) {
      this.#stop()
      this.#work = this.#save()
    }
    await this.#work
  }

  /** Cancels saving the latest typing. */
  close(): void {
    this.#stop()
  }

  #rest(): void {
    const now = performance.now()
    if (!this.rests) this.#since = now
    this.#stop()
    const wait = Math.max(0, Math.min(restsFor, this.#since + typedFor - now))
    this.#timer = setTimeout(() => void this.settle(), wait)
  }

  #stop(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#again)
    this.#timer = undefined
  }

  /** Saves the text, apart from what must not be written to disk. */
  async #save(): Promise<void> {
    const { text } = this
    this.#ports.rested(text)
    const stored = await this.#stored(text)
    if (this.#calls.ended || text !== this.text) return
    this.#unread = typeof stored === 'string' ? stored : ''
    if (typeof stored === 'string') {
      this.#tell({})
      return this.#later()
    }
    const { left, long, judged } = stored
    this.#tell({ left, long })
    if (!judged) this.#later()
    const saved = stored.whole ? text : stored.text
    if (saved === this.#saved) return
    this.#saved = saved
    this.#ports.changed()
  }

  #tell(part: Partial<StoreGaps>): void {
    const { unsaved } = this.#store.getState()
    const now = { ...unsaved, ...part, failed: this.#unread || this.#refused }
    const same = now.left === unsaved.left && now.long === unsaved.long && now.failed === unsaved.failed
    if (!same) this.#store.setState({ unsaved: now })
  }

  /** Checks the text again after a while, unless it changes before. */
  #later(): void {
    clearTimeout(this.#again)
    this.#again = setTimeout(() => {
      if (!this.rests) this.#work = this.#save()
    }, againAfter)
  }

  /** The part of a text that can be saved, or why that could not be determined. */
  async #stored(text: string): Promise<Stored | string> {
    if (text.trim() === '') return { ...noGaps, text: '', whole: true, judged: true }
    return this.#calls
      .call<Stored>('Console.Stored', { text })
      .catch((cause: unknown) => toHostError(cause).failure.message)
  }
}

import type { StoreApi } from 'zustand/vanilla'
import { toHostError } from '../../host'
import type { Loss } from '../tabs/loss'
import type { Calls } from './calls'
import type { ConsoleState } from './state'
import { noGaps, type StoreGaps } from './storeGaps'

/** How long a text rests before it is saved, in milliseconds. */
export const restsFor = 500
/** How long a text is typed at most before it is saved. */
export const typedFor = 5000
/** How long it takes until a text is looked at again that could not be looked at as it should. */
export const againAfter = 5000

/** What of a text can be saved. */
interface Stored {
  /** The text with a comment where lines were left out, '' where it is whole. */
  text: string
  whole: boolean
  left: number
  long: boolean
  /** False where the driver could not be asked about the requests. */
  judged: boolean
}

/** What hears of the text. */
interface TypedPorts {
  /** What is saved of it is something else than before. */
  changed(): void
  /** It was not changed for a while. */
  rested(text: string): void
}

/** The text of a console, and the part of it that is saved with its connection's tabs. */
export class Typed {
  /** The text as the editor has it. A long one is made a string when it is read, which no key waits for. */
  #typed: { toString(): string }
  #saved: string
  #timer: ReturnType<typeof setTimeout> | undefined
  /** When the oldest change was made that is not saved, in milliseconds of performance.now(). */
  #since = 0
  #again: ReturnType<typeof setTimeout> | undefined
  /** Why the text could not be looked at, and why the tabs could not be saved. */
  #unread = ''
  #refused = ''
  /** What is being saved. */
  #work: Promise<void> = Promise.resolve()
  readonly #calls: Calls
  readonly #store: StoreApi<ConsoleState>
  readonly #ports: TypedPorts

  /** What is saved of the text can be something else than the text. */
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

  /** What of the text is saved: without the lines that could expose a credential. */
  get saved(): string {
    return this.#saved
  }

  /** Whether the text was changed since it was last looked at. */
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

  /** Changes the text. It is saved when it rests. */
  type(text: { toString(): string }): void {
    if (text === this.#typed) return
    this.#typed = text
    this.#rest()
  }

  /** The tabs of the connection could not be saved, for a reason; they are with ''. */
  notSaved(reason: string): void {
    this.#refused = reason
    this.#tell({})
  }

  /** Saves the text at once, if it rests before that. */
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

  /** Looks at the text once more after a while, unless it is changed before. */
  #later(): void {
    clearTimeout(this.#again)
    this.#again = setTimeout(() => {
      if (!this.rests) this.#work = this.#save()
    }, againAfter)
  }

  /** What of a text can be saved, or why that could not be found out. */
  async #stored(text: string): Promise<Stored | string> {
    if (text.trim() === '') return { ...noGaps, text: '', whole: true, judged: true }
    return this.#calls
      .call<Stored>('Console.Stored', { text })
      .catch((cause: unknown) => toHostError(cause).failure.message)
  }
}

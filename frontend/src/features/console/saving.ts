import type { StoreApi } from 'zustand/vanilla'
import type { Calls } from './calls'
import type { ConsoleState } from './state'
import type { Unsaved } from './unsaved'

/** How long a text rests before it is saved, in milliseconds. */
export const restsFor = 500
/** The longest text that is saved, in characters. */
export const longestSaved = 500_000

/** The text of a console, and what of it is saved with the tabs of its connection. */
export class Typed {
  /** The text as the editor has it. A long one is made a string when it is read, which no key waits for. */
  #typed: { toString(): string }
  #saved: string
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #calls: Calls
  readonly #store: StoreApi<ConsoleState>
  readonly #changed: () => void

  constructor(text: string, calls: Calls, store: StoreApi<ConsoleState>, changed: () => void) {
    this.#typed = text
    this.#saved = text
    this.#calls = calls
    this.#store = store
    this.#changed = changed
  }

  get text(): string {
    const text = this.#typed.toString()
    this.#typed = text
    return text
  }

  /** The text that is saved: one that was looked at and holds no credential. */
  get saved(): string {
    return this.#saved
  }

  /** Changes the text. It is saved when it rests. */
  type(text: { toString(): string }): void {
    if (text === this.#typed) return
    this.#typed = text
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.settle(), restsFor)
  }

  /** Saves the text at once, if it rests before that. */
  async settle(): Promise<void> {
    if (this.#timer === undefined) return
    this.close()
    await this.#save()
  }

  /** Saves nothing of what has not rested yet. */
  close(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** Saves the text, if it holds nothing that must not be written to disk. */
  async #save(): Promise<void> {
    const { text } = this
    const why = await this.#unsaved(text)
    if (why === null || this.#calls.ended || text !== this.text) return
    this.#store.setState({ unsaved: why })
    const saved = why === '' ? text : ''
    if (saved === this.#saved) return
    this.#saved = saved
    this.#changed()
  }

  /** Why a text is not saved; null if that could not be found out, so that what was saved stays. */
  async #unsaved(text: string): Promise<Unsaved | null> {
    if (text.trim() === '') return ''
    if (text.length > longestSaved) return 'long'
    const judged = await this.#calls.call<{ why: Unsaved }>('Console.Storable', { text }).catch(() => null)
    return judged === null ? null : judged.why
  }
}

import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Host, type HostError, type SafeModeInfo, type SessionInfo, toHostError } from '../../../host'
import { isStrictEnough } from '../../../lib/organisation'

/** A looser safe mode that takes effect only when the user has agreed. */
export interface SafeModeQuestion {
  mode: string
  /** Whether it is already saved with the connection. */
  saved: boolean
}

export interface SafetyState {
  /** The mode that is in force. */
  mode: string
  question: SafeModeQuestion | null
  /** Why a mode could not be saved. */
  error: HostError | null
}

/** The safe mode of an open connection. The session also has the current mode, for code without a view. */
export class Safety {
  readonly store: StoreApi<SafetyState>
  readonly #host: Host
  readonly #session: SessionInfo
  readonly #saved: () => void

  /** `saved` is called after a mode was saved with the connection, or may have been. */
  constructor(host: Host, session: SessionInfo, saved: () => void = () => undefined) {
    this.#host = host
    this.#session = session
    this.#saved = saved
    this.store = createStore<SafetyState>(() => ({ mode: session.safeMode, question: null, error: null }))
  }

  /** Whether the organisation allows a mode. */
  allows(mode: string): boolean {
    return isStrictEnough(mode, this.#session.leastSafeMode ?? '')
  }

  /** Switches to a mode and saves it with the connection; leaving Read-only is asked about first. */
  async choose(mode: string): Promise<void> {
    if (mode === this.#session.safeMode) return
    if (this.#session.safeMode === 'read-only') this.store.setState({ question: { mode, saved: false } })
    else await this.#switch(mode)
  }

  /** Switches to the mode in question. */
  async consent(): Promise<void> {
    const { question } = this.store.getState()
    this.dismiss()
    if (question) await this.#switch(question.mode)
  }

  /** Keeps the current mode. */
  dismiss(): void {
    this.store.setState({ question: null, error: null })
  }

  /** The connection was saved with a mode: a stricter one is already in force; for a looser one the user is asked. */
  async follow(saved: string): Promise<void> {
    await this.#read()
    if (saved !== this.#session.safeMode) this.store.setState({ question: { mode: saved, saved: true } })
  }

  async #switch(mode: string): Promise<void> {
    try {
      const request = { session: this.#session.id, mode }
      const { safeMode } = await this.#host.call<SafeModeInfo>('Connections.SetSafeMode', request)
      this.#set(safeMode)
    } catch (cause) {
      await this.#read()
      this.store.setState({ error: toHostError(cause) })
    }
    this.#saved()
  }

  async #read(): Promise<void> {
    const request = { session: this.#session.id }
    const answer = await this.#host.call<SafeModeInfo>('Connections.SafeMode', request).catch(() => null)
    if (answer) this.#set(answer.safeMode)
  }

  #set(mode: string): void {
    this.#session.safeMode = mode
    this.store.setState({ mode })
  }
}

import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Copied, HostError, writeClipboard } from '../host'
import { contextOf } from '../lib/context'

/** How long a message is shown, in milliseconds. */
export const shownFor = 6000

/** The window's short-lived message, such as why a command has nothing to act on. */
export class Messages {
  readonly store: StoreApi<{ text: string }> = createStore(() => ({ text: '' }))
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Shows a message for a moment; "" hides the current one. */
  tell(text: string): void {
    clearTimeout(this.#timer)
    this.store.setState({ text })
    if (text !== '') this.#timer = setTimeout(() => this.tell(''), shownFor)
  }
}

export const [MessagesContext, useMessages] = contextOf<Messages>('the messages of the window')

/** Copies a text and says for a moment whether it is on the clipboard. */
export function useCopy(): (text: Copied) => Promise<void> {
  const messages = useMessages()
  return async (text) => {
    try {
      await writeClipboard(text)
      messages.tell('Copied')
    } catch (cause) {
      messages.tell(cause instanceof HostError ? cause.failure.message : 'Not copied: the clipboard is not available')
    }
  }
}

import { copyText } from '../lib/clipboard'
import { useShell } from './context'

/** Copies a text and says for a moment whether it is on the clipboard. */
export function useCopy(): (text: string) => Promise<void> {
  const shell = useShell()
  return async (text) => {
    shell.tell((await copyText(text)) ? 'Copied' : 'Not copied: the clipboard is not available')
  }
}

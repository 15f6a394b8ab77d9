import type { Host } from './host'
import { inWindow } from './window'

/** The text to copy, or a promise of it. */
export type Copied = string | Promise<string>

/**
 * Puts a text on the clipboard and returns it. A text that has to be loaded first is promised to the clipboard at once:
 * a webview lets a page write only while it handles a key or click. The application's own window can write at any time.
 * Rejects with the reason if the text could not be loaded or written.
 */
export async function writeClipboard(text: Copied): Promise<string> {
  const { runtime } = window
  if (runtime?.ClipboardSetText) {
    const whole = await text
    if (!(await runtime.ClipboardSetText(whole))) throw new Error('the system did not accept the text')
    return whole
  }
  const promised = typeof text === 'string' ? undefined : promise(text)
  const whole = await text
  if (!(await promised)) await navigator.clipboard.writeText(whole)
  return whole
}

/** Promises a text to the browser's clipboard; false if that is not possible. */
async function promise(text: Promise<string>): Promise<boolean> {
  if (typeof ClipboardItem !== 'function' || !navigator.clipboard.write) return false
  const blob = text.then((whole) => new Blob([whole], { type: 'text/plain' }))
  blob.catch(() => undefined) // the caller that asked for the text handles the error
  try {
    const item = new ClipboardItem({ 'text/plain': blob })
    await navigator.clipboard.write([item])
    return true
  } catch {
    return false
  }
}

/** Puts a text on the clipboard. Returns whether that worked. */
export async function copyText(text: Copied): Promise<boolean> {
  try {
    await writeClipboard(text)
    return true
  } catch {
    return false
  }
}

/** What became of a copied secret: it is not on the clipboard, it stays there, or it leaves the clipboard later. */
export type SecretCopied = 'no' | 'stays' | 'leaves'

/** How long a copied secret may stay on the clipboard, in milliseconds. The window's is cleared by the backend. */
const onClipboard = 60_000

/** Ends the wait of the secret that was copied before. */
let copiedBefore = new AbortController()

/**
 * Puts a secret on the clipboard, which is cleared a minute later if it still has it. A browser clears it only for a
 * page that may read the clipboard, and while that page has the focus. Only a digest of the secret is remembered.
 */
export async function copySecret(host: Host, text: string): Promise<SecretCopied> {
  if (inWindow()) {
    const copied = host.call('App.CopySecret', { text })
    return copied.then(
      () => 'leaves',
      () => 'no',
    )
  }
  if (!(await copyText(text))) return 'no'
  copiedBefore.abort()
  copiedBefore = new AbortController()
  if (!(await canRead())) return 'stays'
  const { signal } = copiedBefore
  const digest = await digestOf(text)
  setTimeout(() => void clear(digest, signal), onClipboard)
  return 'leaves'
}

/** Clears the clipboard if it has the text of a digest; without the focus, as soon as the page has it again. */
async function clear(digest: string, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  try {
    const { clipboard } = navigator
    if ((await digestOf(await clipboard.readText())) === digest && !signal.aborted) await clipboard.writeText('')
  } catch {
    window.addEventListener('focus', () => void clear(digest, signal), { once: true, signal })
  }
}

/** Whether the page may read the clipboard without asking the user. */
async function canRead(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })
    return state === 'granted'
  } catch {
    return false // the browser does not know this permission
  }
}

async function digestOf(text: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).join()
}

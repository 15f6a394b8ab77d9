/** A text for the clipboard, or one that has to be read first. */
export type Copied = string | Promise<string>

/**
 * Puts a text on the clipboard and returns it. One that has to be read first is promised to it at once: a webview lets a
 * page write only while a key or click is handled. The application's own window writes by itself, whenever that is.
 * Rejects with why there is no text, or why it was not taken.
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

/** Promises a text to the browser's clipboard; false where that is not possible. */
async function promise(text: Promise<string>): Promise<boolean> {
  if (typeof ClipboardItem !== 'function' || !navigator.clipboard.write) return false
  const blob = text.then((whole) => new Blob([whole], { type: 'text/plain' }))
  blob.catch(() => undefined) // whoever asked for the text is told
  try {
    const item = new ClipboardItem({ 'text/plain': blob })
    await navigator.clipboard.write([item])
    return true
  } catch {
    return false
  }
}

/** Puts a text on the clipboard. Answers whether it is there. */
export async function copyText(text: Copied): Promise<boolean> {
  try {
    await writeClipboard(text)
    return true
  } catch {
    return false
  }
}

// SPEC: APP-20
import { afterEach, describe, expect, it, vi } from 'vitest'
import { copyText, writeClipboard } from './clipboard'

afterEach(() => {
  vi.unstubAllGlobals()
  window.runtime = undefined
})

class Item {
  constructor(readonly data: Record<string, Promise<Blob>>) {}
}

/** A clipboard that refuses what is written once the key that asked for it is over, as WebKit does. */
function strict() {
  let handling = true
  const texts: string[] = []
  const allowed = () => {
    if (!handling) throw new DOMException('The request is not allowed by the user agent', 'NotAllowedError')
  }
  const write = vi.fn(async (items: Item[]) => {
    allowed()
    for (const { data } of items) texts.push(await ((await data['text/plain']) ?? new Blob()).text())
  })
  const writeText = vi.fn(async (text: string) => {
    allowed()
    texts.push(text)
  })
  vi.stubGlobal('navigator', { clipboard: { write, writeText } })
  vi.stubGlobal('ClipboardItem', Item)
  return { texts, write, over: () => (handling = false) }
}

describe('a text that has to be read first', () => {
  it('is promised to the clipboard while the key is handled', async () => {
    const { texts, over } = strict()
    let give: (text: string) => void = () => undefined
    const copied = writeClipboard(new Promise((resolve) => (give = resolve)))
    over()
    give('30,000 rows')
    expect(await copied).toBe('30,000 rows')
    expect(texts).toEqual(['30,000 rows'])
  })

  it('is written when it is here where the webview takes no promises', async () => {
    const { texts } = strict()
    vi.stubGlobal('ClipboardItem', undefined)
    await writeClipboard(Promise.resolve('a'))
    expect(texts).toEqual(['a'])
  })

  it('says why there is none', async () => {
    const { texts } = strict()
    await expect(writeClipboard(Promise.reject(new Error('row 3 is gone')))).rejects.toThrow('row 3 is gone')
    expect(await copyText(Promise.reject(new Error('row 3 is gone')))).toBe(false)
    expect(texts).toEqual([])
  })
})

describe("the application's own window", () => {
  it.each([
    ['a text', 'a'],
    ['one that has to be read first', Promise.resolve('a')],
  ])('writes %s by itself', async (_, text) => {
    const { texts, over } = strict()
    over()
    const ClipboardSetText = vi.fn(async () => true)
    window.runtime = { EventsOn: () => () => undefined, BrowserOpenURL: () => undefined, ClipboardSetText }
    expect(await writeClipboard(text)).toBe('a')
    expect(ClipboardSetText).toHaveBeenCalledExactlyOnceWith('a')
    expect(texts).toEqual([])
  })

  it('says so where the system takes no text', async () => {
    const ClipboardSetText = async () => false
    window.runtime = { EventsOn: () => () => undefined, BrowserOpenURL: () => undefined, ClipboardSetText }
    await expect(writeClipboard('a')).rejects.toThrow('the system did not accept the text')
  })
})

// SPEC: APP-20, B-KEY-02, B-KEY-04
import { afterEach, describe, expect, it, vi } from 'vitest'
import { copySecret, copyText, writeClipboard } from './clipboard'
import { FakeHost } from './fixture'

afterEach(() => {
  vi.unstubAllGlobals()
  window.runtime = undefined
  window.go = undefined
  vi.useRealTimers()
})

class Item {
  constructor(readonly data: Record<string, Promise<Blob>>) {}
}

/** A clipboard that refuses writes after the key event that caused them, as WebKit does. */
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

describe('a copied secret', () => {
  /** A browser whose page may read the clipboard, while it has the focus. */
  function browser(state = 'granted') {
    vi.useFakeTimers()
    const now = { text: '', focused: true }
    const readText = vi.fn(async () => {
      if (!now.focused) throw new DOMException('Document is not focused.', 'NotAllowedError')
      return now.text
    })
    const writeText = async (text: string) => {
      now.text = text
    }
    const query = async () => ({ state })
    vi.stubGlobal('navigator', { clipboard: { readText, writeText }, permissions: { query } })
    return { now, readText }
  }
  const pass = async (millis: number) => {
    await vi.advanceTimersByTimeAsync(millis)
    vi.useRealTimers()
    await new Promise((done) => setTimeout(done, 20)) // digests are computed elsewhere
  }

  it('leaves the clipboard after a minute', async () => {
    const { now } = browser()
    expect(await copySecret(new FakeHost(), 'value')).toBe('leaves')
    await vi.advanceTimersByTimeAsync(59_999)
    expect(now.text).toBe('value')
    await pass(1)
    expect(now.text).toBe('')
  })

  it('leaves alone what the user has copied since', async () => {
    const { now, readText } = browser()
    await copySecret(new FakeHost(), 'value')
    now.text = 'an address'
    await pass(60_000)
    expect([now.text, readText.mock.calls.length]).toEqual(['an address', 1])
  })

  it('stays another minute when it is copied again', async () => {
    const { now } = browser()
    await copySecret(new FakeHost(), 'value')
    await vi.advanceTimersByTimeAsync(40_000)
    await copySecret(new FakeHost(), 'value')
    await vi.advanceTimersByTimeAsync(59_999)
    expect(now.text).toBe('value')
    await pass(1)
    expect(now.text).toBe('')
  })

  it('leaves the clipboard when the page has the focus again', async () => {
    const { now } = browser()
    await copySecret(new FakeHost(), 'value')
    now.focused = false
    await pass(60_000)
    expect(now.text).toBe('value')
    now.focused = true
    window.dispatchEvent(new Event('focus'))
    await vi.waitFor(() => expect(now.text).toBe(''))
  })

  it('stays, as is said, where the page may not read the clipboard', async () => {
    const { now, readText } = browser('prompt')
    expect(await copySecret(new FakeHost(), 'value')).toBe('stays')
    await pass(120_000)
    expect([now.text, readText.mock.calls.length]).toEqual(['value', 0])
  })

  it("is left to the backend in the application's own window", async () => {
    window.go = { api: {} }
    const host = new FakeHost()
    const asked: unknown[] = []
    host.answers.set('App.CopySecret', (request) => asked.push(request))
    expect(await copySecret(host, 'value')).toBe('leaves')
    expect(asked).toEqual([{ text: 'value' }])
    host.answers.set('App.CopySecret', () => {
      throw '{"kind":"unsupported","message":"no"}'
    })
    expect(await copySecret(host, 'value')).toBe('no')
  })
})

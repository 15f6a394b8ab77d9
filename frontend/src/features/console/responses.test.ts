// SPEC: CNS-09
import { describe, expect, it } from 'vitest'
import { ConsoleHost, responseOf } from './fixture'
import { firstPart, languageOf, mostShown, ResponseText } from './responses'
import { shownWords } from './words'

function textOf(size: number) {
  const host = new ConsoleHost()
  const text = new ResponseText(host, 's1', responseOf({ size: String(size) }))
  return { host, text, state: () => text.store.getState() }
}

describe('a long response', () => {
  it('is shown from its first part on, and more of it when it is asked for', async () => {
    const { host, text, state } = textOf(firstPart + 3)
    void text.more()
    expect(host.last.request).toEqual({ session: 's1', response: '7', from: '0', size: String(firstPart) })
    await host.last.give('a'.repeat(firstPart))
    expect(state()).toMatchObject({ shown: firstPart, reading: false })
    void text.more()
    void text.more()
    expect(host.asked.length).toBe(2)
    expect(host.last.request).toMatchObject({ from: String(firstPart), size: '3' })
    await host.last.give('xyz')
    expect(state().text.slice(-4)).toBe('axyz')
    void text.more()
    expect(host.asked.length).toBe(2)
  })

  it('keeps a character whole that is cut between two parts', async () => {
    const { host, text, state } = textOf(firstPart + 1)
    void text.more()
    const bytes = new Uint8Array(firstPart).fill(0x61)
    bytes[firstPart - 1] = 0xc3
    await host.last.give(bytes)
    void text.more()
    await host.last.give(new Uint8Array([0xa9]))
    expect(state().text.slice(-2)).toBe('aé')
  })

  it('is not shown beyond what the window can hold', async () => {
    const { host, text } = textOf(100_000_000)
    for (let shown = 0; shown < mostShown; ) {
      void text.more()
      const size = Number(host.last.request.size)
      await host.last.give('a'.repeat(size))
      shown += size
    }
    const calls = host.asked.length
    void text.more()
    expect(host.asked.length).toBe(calls)
    expect(text.left).toBe(0)
    expect(shownWords(text.store.getState().shown, '100000000')).toBe('Showing the first 10 MB of 100 MB.')
  })

  it('says so when it ends before its size', async () => {
    const { host, text, state } = textOf(10)
    void text.more()
    await host.last.give('')
    expect(state()).toMatchObject({ reading: false, error: { message: 'The response ended early.' } })
  })

  it('takes nothing that comes after it was let go', async () => {
    const { host, text, state } = textOf(5)
    void text.more()
    text.close()
    expect(host.last.aborted()).toBe(true)
    await host.last.give('[1.0]')
    expect(state().text).toBe('')
  })
})

describe('the language of a response', () => {
  it.each([
    ['application/json', '{"a": 1}', 'json'],
    ['application/vnd.elasticsearch+json;compatible-with=8', '{\n  "a": 1\n}\n', 'json'],
    ['application/json; charset=utf-8', '{"id":"1"}\n{"id":"2"}', 'text'],
    ['application/json; charset=utf-8', '{"id":"1"}\n', 'json'],
    ['application/vnd.elasticsearch+x-ndjson', '{}', 'text'],
    ['text/plain; charset=UTF-8', 'green open books', 'text'],
    ['', '{}', 'text'],
  ])('of %s is known by its type and its lines', (type, text, want) => {
    expect(languageOf(type, text)).toBe(want)
  })
})

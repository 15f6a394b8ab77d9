// SPEC: CNS-01, CNS-05, CNS-08, CNS-10, CON-20, CON-22
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConsoleHost, planOf, plansOf, responseOf, session, settled } from './fixture'
import { againAfter, restsFor, typedFor } from './saving'
import { outcomeOf } from './state'
import { ConsoleTab } from './tab'
import { unsavedWords } from './words'

let host: ConsoleHost
let changed: ReturnType<typeof vi.fn<() => void>>
let tab: ConsoleTab
const state = () => tab.store.getState()

beforeEach(() => {
  vi.useFakeTimers()
  host = new ConsoleHost()
  changed = vi.fn<() => void>()
  tab = new ConsoleTab({ id: 't1', host, session, changed })
  tab.type('get books/_search')
})
afterEach(() => void vi.useRealTimers())

/** Runs the text up to the point of sending. */
async function sent(plan = planOf()) {
  void tab.run()
  await host.last.give(plansOf([plan]))
  expect(host.last.method).toBe('Console.Send')
}

/** Runs the text and answers with a response and its text. */
async function answered(text: string, response = responseOf({ size: String(text.length) })) {
  await sent()
  await host.last.give(response)
  await host.last.give(text)
}

const shownText = () => {
  const outcome = outcomeOf(state())
  return outcome?.kind === 'response' ? outcome.text.store.getState().text : undefined
}
const error = () => {
  const outcome = outcomeOf(state())
  return outcome?.kind === 'failed' ? outcome.error.failure : undefined
}

// SPEC: CNS-11
describe('the documentation', () => {
  it('of the request at the cursor is opened, and nothing where none is known', async () => {
    const opened: string[] = []
    const documentation = async (text: string, place: number) => (text[place] === 'g' ? 'https://www.elastic.co/x' : '')
    const ports = {
      id: 't2',
      host,
      session,
      changed,
      documentation,
      openLink: (address: string) => opened.push(address),
    }
    const other = new ConsoleTab(ports)
    other.type('get books/_search')
    expect(await other.openDocumentation()).toBe(true)
    other.selection = { from: 3, to: 3 }
    expect(await other.openDocumentation()).toBe(false)
    expect(opened).toEqual(['https://www.elastic.co/x'])
    expect(await tab.openDocumentation()).toBe(false)
    expect(host.methods).toEqual([])
  })
})

describe('a request that reads', () => {
  it('is planned, sent by its digest, and its response is read by range', async () => {
    void tab.run()
    expect(host.last).toMatchObject({
      method: 'Console.Plan',
      request: { session: 's1', tab: 't1', text: 'get books/_search', selection: { all: false, from: 0, to: 0 } },
    })
    expect(state().running).toMatchObject({ plan: null, sent: false })
    await host.last.give(plansOf([planOf({ digest: 'abc' })]))
    expect(host.last).toMatchObject({ method: 'Console.Send', request: { session: 's1', tab: 't1', digest: 'abc' } })
    expect(state().running).toMatchObject({ plan: { digest: 'abc' }, sent: true })
    await host.last.give(responseOf({ id: '7', size: '11' }))
    expect(host.last).toMatchObject({ method: '/data/response', request: { session: 's1', response: '7', from: '0' } })
    await host.last.give('{"n": 1.50}')
    expect(state().running).toBeNull()
    expect(shownText()).toBe('{"n": 1.50}')
  })

  it('is not sent a second time while it is under way', async () => {
    void tab.run()
    void tab.run()
    expect(host.methods).toEqual(['Console.Plan'])
    await host.last.give(plansOf([planOf()]))
    void tab.run()
    expect(host.methods).toEqual(['Console.Plan', 'Console.Send'])
  })

  it('releases the response before when the next one is there', async () => {
    await answered('{"first": 1}', responseOf({ id: '7', size: '12' }))
    await sent()
    expect(shownText()).toBe('{"first": 1}')
    expect(host.dropped).toEqual([])
    await host.last.give(responseOf({ id: '8', size: '5' }))
    expect(host.dropped).toEqual([['7']])
    await host.last.give('[1.0]')
    expect(shownText()).toBe('[1.0]')
  })

  it('shows why it was refused before anything was sent', async () => {
    void tab.run()
    await host.last.fail('refused', 'This looks like SQL. Nothing was sent.')
    expect(host.methods).toEqual(['Console.Plan'])
    expect(error()?.message).toBe('This looks like SQL. Nothing was sent.')
    expect(state().running).toBeNull()
  })

  it('shows why there is no response', async () => {
    await sent()
    await host.last.fail('connect', 'Connection failed: connection refused')
    expect(error()?.message).toBe('Connection failed: connection refused')
  })

  it('keeps its response when only reading it fails, and reads it again', async () => {
    await sent()
    await host.last.give(responseOf({ size: '5' }))
    await host.last.fail('engine', 'no room')
    const outcome = outcomeOf(state())
    if (outcome?.kind !== 'response') throw new Error('there is no response')
    expect(outcome.text.store.getState().error?.message).toBe('no room')
    void outcome.text.more()
    await host.last.give('[1.0]')
    expect(shownText()).toBe('[1.0]')
    expect(outcome.text.store.getState().error).toBeNull()
  })
})

it('is being read, not sent, where a request does not write', async () => {
  await sent()
  expect(tab.face.getState().sending).toBe(false)
})

// SPEC: APP-03
it('saves at once a text that rests, and looks at each text once', async () => {
  const call = vi.spyOn(host, 'call')
  await tab.settle()
  expect([tab.saved().state.text, changed.mock.calls.length]).toEqual(['get books/_search', 1])
  await vi.advanceTimersByTimeAsync(restsFor)
  await tab.settle()
  expect(call).toHaveBeenCalledOnce()
})

describe('a request that writes', () => {
  const write = planOf({ method: 'DELETE', path: '/books', write: true, digest: 'w' })

  it('is shown first where writes are confirmed, and sent when it is confirmed', async () => {
    void tab.run()
    await host.last.give(plansOf([write]))
    expect(state()).toMatchObject({ question: write, running: null })
    expect(host.methods).toEqual(['Console.Plan'])
    void tab.run()
    expect(host.methods).toEqual(['Console.Plan'])
    tab.confirm()
    await settled()
    expect(host.last).toMatchObject({ method: 'Console.Send', request: { digest: 'w' } })
    expect(state().question).toBeNull()
  })

  it('is not sent when it is not confirmed', async () => {
    void tab.run()
    await host.last.give(plansOf([write]))
    tab.dismiss()
    tab.confirm()
    await settled()
    await settled()
    expect(host.methods).toEqual(['Console.Plan'])
    expect(state()).toMatchObject({ question: null, running: null, outcomes: [] })
  })

  // SPEC: APP-03
  it.each([
    ['succeeds', () => host.last.give(responseOf())],
    ['fails', () => host.last.fail('connect')],
    ['is cancelled', async () => void tab.cancel()],
  ])('is being sent from its consent until it %s', async (_, end) => {
    void tab.run()
    await host.last.give(plansOf([write]))
    expect(tab.face.getState().sending).toBe(false)
    tab.confirm()
    await settled()
    expect(tab.face.getState().sending).toBe(true)
    expect(tab.losses()).toEqual([{ kind: 'sending', of: tab.face.getState().title }])
    await end()
    expect(tab.face.getState().sending).toBe(false)
    expect(tab.losses()).toEqual([])
  })

  it('is told of once it was carried out, not where it failed', async () => {
    const wrote = vi.fn<(method: string, path: string) => void>()
    const other = new ConsoleTab({ id: 't2', host, session, changed, wrote })
    other.type('delete books')
    for (const status of [404, 200]) {
      void other.run()
      await host.last.give(plansOf([write], 'off'))
      await host.last.give(responseOf({ status, size: '0' }))
    }
    expect(wrote.mock.calls).toEqual([['DELETE', '/books']])
  })

  it('is sent at once where writes are allowed', async () => {
    void tab.run()
    await host.last.give(plansOf([write], 'off'))
    expect(host.methods).toEqual(['Console.Plan', 'Console.Send'])
  })

  it('is refused where the connection is read-only, with the reason', async () => {
    void tab.run()
    await host.last.give(plansOf([write], 'read-only'))
    expect(host.methods).toEqual(['Console.Plan'])
    expect(error()).toMatchObject({ kind: 'refused', message: 'catalogue is read-only. Nothing was sent.' })
  })

  it('may have been carried out when it is cancelled after it was sent', async () => {
    void tab.run()
    await host.last.give(plansOf([write], 'off'))
    expect(tab.cancel()).toBe(true)
    expect(error()?.hint).toContain('may or may not have carried out')
  })
})

// SPEC: CNS-08, CNS-11
describe('a text that is pasted, copied and formatted', () => {
  it('is a request where it is a command of curl', async () => {
    const pasted = tab.paste('curl http://x/y')
    expect(host.last).toMatchObject({ method: 'Console.FromCurl', request: { text: 'curl http://x/y' } })
    await host.last.give({ text: 'GET /y\n' })
    await pasted
    expect(tab.text).toBe('GET /y\nget books/_search')
  })

  // SPEC: CNS-12
  it('says in a comment what was left out of a command for another server', async () => {
    const pasted = tab.paste('curl http://x/y')
    await host.last.give({ text: 'GET /y\n', notice: 'The command was for x.' })
    await pasted
    expect(tab.text).toBe('# The command was for x.\nGET /y\nget books/_search')
  })

  it('is put where the cursor is by then', async () => {
    tab.selection = { from: 4, to: 9 }
    const pasted = tab.paste('curl http://x/y')
    tab.type('get')
    tab.selection = { from: 0, to: 3 }
    await host.last.give({ text: 'GET /y' })
    await pasted
    expect(tab.text).toBe('GET /y')
  })

  // SPEC: CNS-12
  it('is the command without its credential where that cannot be a request, with the reason', async () => {
    const pasted = tab.paste('curl -u a:b -T x')
    const failure = { kind: 'refused', message: 'Quarry does not support the curl option -T.', hint: '' }
    await host.last.give({ text: 'curl -T x\n', notice: '', failure })
    await pasted
    expect(tab.text).toBe('curl -T x\nget books/_search')
    expect(error()?.message).toBe('Quarry does not support the curl option -T.')
  })

  // SPEC: CNS-12
  it('is nothing where it cannot be found out whether it has a credential', async () => {
    const pasted = tab.paste('curl -u a:b -T x')
    await host.last.fail('crashed', 'The connection is closed.')
    await pasted
    expect(tab.text).toBe('get books/_search')
    expect(error()?.message).toBe('The connection is closed.')
  })

  it('has the line breaks of the editor, whatever those of the clipboard are', async () => {
    const replace = vi.fn()
    tab.attach({ replace, endSuggestions: () => undefined, change: () => undefined })
    const pasted = tab.paste('curl http://x/y -d x')
    await host.last.give({ text: 'POST /y\n{\r\n  "a": 1\r}' })
    await pasted
    expect(replace).toHaveBeenCalledExactlyOnceWith(0, 0, 'POST /y\n{\n  "a": 1\n}')
    const saved = new ConsoleTab(
      { id: 't2', host, session, changed },
      { kind: 'console', state: { text: 'GET /a\r\n' } },
    )
    expect(saved.text).toBe('GET /a\n')
  })

  it('is copied as what sends the selected requests', async () => {
    tab.selection = { from: 3, to: 5 }
    const copied = tab.curl()
    expect(host.last.request).toMatchObject({ text: 'get books/_search', selection: { all: false, from: 3, to: 5 } })
    await host.last.give({ text: 'curl x' })
    expect(await copied).toBe('curl x')
  })

  it('is changed in the editor when it is formatted, unless it changed meanwhile', async () => {
    const change = vi.fn()
    tab.attach({ replace: () => undefined, endSuggestions: () => undefined, change })
    const changes = [{ from: 1, to: 2, insert: 'x' }]
    const formatted = tab.format()
    await host.last.give({ changes })
    expect(await formatted).toBe(true)
    expect(change).toHaveBeenCalledExactlyOnceWith(changes)
    const late = tab.format()
    tab.type('get other')
    await host.last.give({ changes })
    expect(await late).toBe(false)
    expect(change).toHaveBeenCalledOnce()
  })
})

// SPEC: CNS-02
describe('several requests', () => {
  const plans = ['/a', '/b', '/c'].map((path) => planOf({ path, digest: path }))
  const digests = () =>
    host.asked.filter(({ method }) => method === 'Console.Send').map(({ request }) => request.digest)

  it('are sent one after the other, each with its own response', async () => {
    void tab.runAll()
    await host.last.give(plansOf(plans))
    for (const id of ['1', '2', '3']) await host.last.give(responseOf({ id, size: '0' }))
    expect(digests()).toEqual(['/a', '/b', '/c'])
    expect(state()).toMatchObject({ running: null, unsent: 0, shown: 2 })
    expect(state().outcomes.length).toBe(3)
  })

  it('end at the first that fails, or go on where that is wanted', async () => {
    void tab.runAll()
    await host.last.give(plansOf(plans))
    await host.last.give(responseOf({ status: 500, size: '0' }))
    expect(state()).toMatchObject({ running: null, unsent: 2 })
    tab.keepGoing(true)
    void tab.runAll()
    await host.last.give(plansOf(plans))
    await host.last.fail('connect')
    await host.last.give(responseOf({ size: '0' }))
    expect(digests()).toEqual(['/a', '/a', '/b', '/c'])
  })

  it('end when one is cancelled, or when a write is not confirmed', async () => {
    void tab.runAll()
    await host.last.give(plansOf(plans))
    tab.cancel()
    expect(state()).toMatchObject({ running: null, unsent: 2 })
    void tab.runAll()
    await host.last.give(plansOf(plans.map((plan, at) => ({ ...plan, write: at === 1 }))))
    await host.last.give(responseOf({ size: '0' }))
    expect(state().question?.path).toBe('/b')
    tab.dismiss()
    await settled()
    expect(state()).toMatchObject({ running: null, question: null, unsent: 2 })
    expect(digests()).toEqual(['/a', '/a'])
  })
})

describe('cancelling', () => {
  it('ends the request in the backend, and says so without doubt where nothing was written', async () => {
    await sent()
    const call = host.last
    expect(tab.escape()).toBe(true)
    expect(call.aborted()).toBe(true)
    expect(error()).toMatchObject({ kind: 'cancelled', hint: '' })
    expect(state().running).toBeNull()
    expect(tab.escape()).toBe(false)
  })

  it('releases a response that comes too late', async () => {
    await sent()
    const call = host.last
    tab.cancel()
    await call.give(responseOf({ id: '9' }))
    expect(host.dropped).toEqual([['9']])
    expect(error()?.kind).toBe('cancelled')
  })

  it('does not let a request that was cancelled while it was planned be sent', async () => {
    void tab.run()
    const plan = host.last
    tab.cancel()
    await plan.give(plansOf([planOf()]))
    expect(host.methods).toEqual(['Console.Plan'])
  })

  it('leaves the next request alone', async () => {
    await sent()
    const first = host.last
    tab.cancel()
    await answered('[2.0]', responseOf({ id: '8', size: '5' }))
    await first.give(responseOf({ id: '7' }))
    expect(shownText()).toBe('[2.0]')
    expect(host.dropped).toEqual([['7']])
  })
})

describe('closing', () => {
  it('releases everything that the tab has', async () => {
    await answered('[1.0]')
    tab.close()
    expect(host.dropped).toEqual([[]])
  })

  it('ends what is under way and shows nothing that comes late', async () => {
    await sent()
    const call = host.last
    tab.close()
    expect(call.aborted()).toBe(true)
    await call.give(responseOf({ id: '9' }))
    expect(host.dropped).toEqual([[], ['9']])
    expect(state().outcomes).toEqual([])
  })

  it('sends nothing afterwards', () => {
    tab.close()
    void tab.run()
    expect(host.methods).toEqual([])
  })
})

describe('the text of the tab', () => {
  it('is saved when it rests, and makes the tab again', async () => {
    await vi.advanceTimersByTimeAsync(restsFor - 1)
    expect(changed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(changed).toHaveBeenCalledOnce()
    expect(tab.saved()).toEqual({ kind: 'console', state: { title: 'Console', text: 'get books/_search' } })
    const again = new ConsoleTab({ id: 't2', host, session, changed }, tab.saved())
    expect(again.text).toBe('get books/_search')
    expect(again.saved()).toEqual(tab.saved())
    expect(again.face.getState()).toEqual({ title: 'GET books/_search', preview: false, dirty: false, sending: false })
  })

  // SPEC: CNS-13
  it('is saved without the lines that could contain a credential, and the tab says so', async () => {
    host.stored = { text: 'put _security/user/joe\n# left out', left: 1 }
    tab.type('put _security/user/joe\n{"password":"x"}')
    expect(tab.rests).toBe(true)
    expect(tab.losses()).toEqual([])
    await vi.advanceTimersByTimeAsync(restsFor)
    expect(tab.rests).toBe(false)
    expect(tab.saved().state.text).toBe('put _security/user/joe\n# left out')
    expect(unsavedWords(state().unsaved)).toBe('1 line is not saved to disk: it could contain a credential')
    expect(tab.losses()).toEqual([{ kind: 'text', of: 'PUT _security/user/joe', reason: 'private' }])
    host.stored = {}
    tab.type('get books')
    await vi.advanceTimersByTimeAsync(restsFor)
    expect(tab.saved().state.text).toBe('get books')
    expect([unsavedWords(state().unsaved), tab.losses()]).toEqual(['', []])
  })

  // SPEC: CNS-13
  it('comes back whole from memory, and only what may be written is saved of it again', async () => {
    host.stored = { text: '# left out', left: 1 }
    tab.type('password: x')
    const early = new ConsoleTab({ id: 't2', host, session, changed }, tab.inMemory())
    expect([early.text, early.saved().state]).toEqual(['password: x', { title: 'Console', text: '' }])
    await vi.advanceTimersByTimeAsync(restsFor)
    const again = new ConsoleTab({ id: 't3', host, session, changed }, tab.inMemory())
    expect([again.text, again.saved().state.text, again.saved().state.typed]).toEqual([
      'password: x',
      '# left out',
      undefined,
    ])
    await vi.advanceTimersByTimeAsync(restsFor)
    expect(again.losses()).toEqual([{ kind: 'text', of: 'Console', reason: 'private' }])
    expect(tab.inMemory().state.text).toBe('# left out')
  })

  it('is saved up to its limit when it is very long, and the tab says so', async () => {
    host.stored = { text: 'get books', long: true }
    tab.type('get books\nx')
    await vi.advanceTimersByTimeAsync(restsFor)
    expect(tab.saved().state.text).toBe('get books')
    expect(unsavedWords(state().unsaved)).toBe('Only the first 8 MB of the text are saved')
    expect(tab.losses()).toEqual([{ kind: 'text', of: 'GET books', reason: 'long' }])
  })

  // SPEC: APP-03
  it('is saved under the name that its user gives the tab', () => {
    tab.rename('  ')
    expect(changed).not.toHaveBeenCalled()
    tab.rename(' Monday ')
    expect([tab.name, tab.face.getState().title, tab.saved().state.title]).toEqual(['Monday', 'Monday', 'Monday'])
    expect(changed).toHaveBeenCalledOnce()
  })

  // SPEC: APP-03
  it('names the tab by its first request until its user names it', async () => {
    const named = async (text: string) => {
      tab.type(text)
      await vi.advanceTimersByTimeAsync(restsFor)
      return tab.face.getState().title
    }
    expect(await named('# x\n@i = b\n\nget  /books/_search?q=x  \n{}\n\nPUT a')).toBe('GET books/_search')
    expect(await named('TODO: ask\n\nPOST my index/_count // x')).toBe('POST my index/_count')
    expect(await named('GET /')).toBe('GET /')
    expect(await named('{"get": "x"}\n# GET a')).toBe('Console')
    expect(await named(`GET ${'a'.repeat(300)}`)).toBe(`GET ${'a'.repeat(96)}`)
    expect(tab.saved().state.title).toBe('Console')
    tab.rename(tab.name)
    expect(await named('DELETE books')).toBe('DELETE books')
    tab.rename('Monday')
    expect(await named('GET b')).toBe('Monday')
    const again = new ConsoleTab({ id: 't2', host, session, changed }, tab.saved())
    expect([again.name, again.title]).toEqual(['Monday', 'Monday'])
  })

  it('is said not to be saved while it cannot be looked at, and looked at again', async () => {
    host.broken = 'The connection is closed.'
    await vi.advanceTimersByTimeAsync(restsFor)
    expect(unsavedWords(state().unsaved)).toBe('Kept in this tab only: The connection is closed.')
    expect(tab.losses()).toEqual([{ kind: 'text', of: 'GET books/_search', reason: 'failed' }])
    tab.notSaved('')
    expect(tab.losses()).toHaveLength(1)
    host.broken = ''
    await vi.advanceTimersByTimeAsync(againAfter)
    expect([tab.saved().state.text, tab.losses()]).toEqual(['get books/_search', []])
  })

  it('is looked at again where the driver could not be asked about it', async () => {
    host.stored = { text: '# left out', left: 1, judged: false }
    await vi.advanceTimersByTimeAsync(restsFor)
    expect(tab.saved().state.text).toBe('# left out')
    host.stored = {}
    await vi.advanceTimersByTimeAsync(againAfter)
    expect(tab.saved().state.text).toBe('get books/_search')
  })

  it('is said not to be saved while the tabs of the connection are refused', async () => {
    await vi.advanceTimersByTimeAsync(restsFor)
    tab.notSaved('No room.')
    expect(tab.losses()).toEqual([{ kind: 'text', of: 'GET books/_search', reason: 'failed' }])
    tab.type('get books')
    await vi.advanceTimersByTimeAsync(restsFor)
    expect(unsavedWords(state().unsaved)).toBe('Kept in this tab only: No room.')
    tab.notSaved('')
    expect(tab.losses()).toEqual([])
  })

  it('is saved every few seconds while it is being typed without a pause', async () => {
    for (let typed = 0; typed < typedFor; typed += 250) {
      tab.type(`get books/${typed}`)
      await vi.advanceTimersByTimeAsync(250)
    }
    expect(tab.saved().state.text).toBe(`get books/${typedFor - 250}`)
  })

  it('is not looked at any more when the tab is closed', async () => {
    tab.close()
    await vi.advanceTimersByTimeAsync(restsFor)
    expect(changed).not.toHaveBeenCalled()
  })
})

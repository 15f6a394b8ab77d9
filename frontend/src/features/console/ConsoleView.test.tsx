// SPEC: CNS-01, CNS-05, CNS-09, CNS-10, CON-20, CON-22

import { acceptCompletion, completionStatus, startCompletion } from '@codemirror/autocomplete'
import { EditorView } from '@codemirror/view'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ConsolePlan, ConsoleResponse } from '../../host'
import { Kind } from '../../lib/block'
import { encodeBlock } from '../../lib/block.fixture'
import { InWindow } from '../../window/fixture'
import { ConsoleView } from './ConsoleView'
import type { Complete } from './completing'
import { option } from './completion/option'
import './editor/mount'
import { ConsoleHost, planOf, plansOf, responseOf, session } from './fixture'
import { ConsoleTab } from './tab'

// A browser reports a new selection later; in these tests it is reported at once, while the editor sets it.
document.addEventListener('selectionchange', (event) => event.stopImmediatePropagation())
afterEach(cleanup)

async function open(saved = '', more = {}, complete?: Complete) {
  const host = new ConsoleHost()
  const opened: string[] = []
  const state = { title: 'Console 1', text: saved, ...more }
  const tab = new ConsoleTab(
    { id: 't1', host, session, changed: () => undefined, complete, openObject: (name) => opened.push(name) },
    { kind: 'console', state },
  )
  render(<ConsoleView tab={tab} />, { wrapper: InWindow })
  await waitFor(() => expect(EditorView.findFromDOM(editor())).not.toBeNull())
  return { host, tab, opened, user: userEvent.setup() }
}

const editor = () => screen.getByRole('textbox', { name: /^Console 1, request/ })
/** Replaces the text by typing. */
function type(insert: string) {
  const view = EditorView.findFromDOM(editor())
  view?.dispatch({ changes: { from: 0, to: view.state.doc.length, insert }, selection: { anchor: insert.length } })
}
const button = (name: RegExp) => screen.getByRole('button', { name })
const response = () => screen.getByRole('region', { name: 'Response' })

/** Types a request, runs it by keyboard and answers it. */
async function run(
  text: string,
  plan: Partial<ConsolePlan>,
  response: Partial<ConsoleResponse>,
  rows?: ConsoleHost['rows'],
) {
  const opened = await open()
  if (rows) opened.host.rows = rows
  type('get books')
  await opened.user.keyboard('{Control>}{Enter}{/Control}')
  await opened.host.last.give(plansOf([planOf(plan)]))
  await opened.host.last.give(responseOf({ size: String(text.length), ...response }))
  if (text !== '') await opened.host.last.give(text)
  return opened
}

/** Why a request that is SQL is not sent. */
const isSQL = {
  kind: 'refused',
  message: 'This looks like SQL.',
  hint: '',
  code: 'sql',
  detail: '',
  op: '',
  status: 0,
  tls: null,
} as const

describe('a console', () => {
  it('has the focus when it is opened, and shows what a request looks like', async () => {
    await open()
    expect(document.activeElement).toBe(editor())
    expect(response().textContent).toContain('Enter a request like: GET /books/_search')
  })

  it('takes what is typed before its editor has loaded', async () => {
    const tab = new ConsoleTab(
      { id: 't1', host: new ConsoleHost(), session, changed: () => undefined, openObject: () => undefined },
      { kind: 'console', state: { title: 'Console 1', text: '' } },
    )
    render(<ConsoleView tab={tab} />, { wrapper: InWindow })
    const early = document.activeElement as HTMLTextAreaElement
    fireEvent.change(early, { target: { value: 'get books' } })
    early.setSelectionRange(3, 3)
    await waitFor(() => expect(early.isConnected).toBe(false))
    expect(document.activeElement).toBe(editor())
    expect(EditorView.findFromDOM(editor())?.state).toMatchObject({
      doc: { length: 'get books'.length },
      selection: { main: { anchor: 3 } },
    })
    expect(tab.text).toBe('get books')
  })

  it('leaves the focus where it is when it comes back with its text', async () => {
    await open('get books')
    expect(editor().textContent).toBe('get books')
    expect(document.activeElement).not.toBe(editor())
  })

  it('has the focus when its user opens it with a request, which is not remembered', async () => {
    const { tab } = await open('get books', { opened: 'now' })
    expect(document.activeElement).toBe(editor())
    expect(tab.saved().state).toEqual({ title: 'Console 1', text: 'get books' })
  })

  it('runs what is typed with Ctrl+Enter and shows status, time, size and the exact text', async () => {
    const { host } = await run('{"n":9007199254740993,"p":1.50}', { path: '/books' }, { elapsed: 31 })
    expect(host.asked[0]?.request.text).toBe('get books')
    expect(response().textContent).toContain('200 OK')
    expect(response().textContent).toContain('31 ms, 31 B')
    await waitFor(() => expect(screen.getByLabelText('Response body').textContent).toContain('1.50'))
    expect(screen.getByLabelText('Response body').textContent).toContain('9007199254740993')
    expect(document.activeElement).toBe(editor())
  })

  // SPEC: CNS-07
  it.each<[string, (tab: ConsoleTab) => unknown]>([
    ['Ctrl+Enter', () => userEvent.setup().keyboard('{Control>}{Enter}{/Control}')],
    ['a command', (tab) => void tab.profile()],
  ])('shows no suggestions that come after a request was run with %s', async (_, run) => {
    const asked: (() => void)[] = []
    const found = { from: 0, to: 3, options: [option('method', 'GET')], typed: 'get', quiet: false, values: null }
    const { tab, host } = await open('', {}, () => new Promise((resolve) => asked.push(() => resolve(found))))
    const view = EditorView.findFromDOM(editor()) as EditorView
    const suggest = async () => {
      type('get')
      startCompletion(view)
      await waitFor(() => expect(asked).toHaveLength(1))
      asked.pop()?.()
    }
    await suggest()
    await waitFor(() => expect(completionStatus(view.state)).toBe('active'))
    startCompletion(view)
    await waitFor(() => expect(asked).toHaveLength(1))
    await run(tab)
    expect(host.methods).toEqual(['Console.Plan'])
    asked.pop()?.()
    await host.last.give(plansOf([planOf()]))
    expect(completionStatus(view.state)).toBeNull()
    await suggest()
    await waitFor(() => expect(completionStatus(view.state)).toBe('active'))
  })

  // SPEC: CNS-07
  it('accepts by a key right behind a letter what the letter leaves of the list', async () => {
    const found = (text: string) => ({
      from: 0,
      to: text.length,
      options: ['pages', 'price'].filter((name) => name.startsWith(text)).map((name) => option('field', name)),
      typed: text,
      quiet: false,
      values: null,
    })
    const complete: Complete = async (text) => found(text)
    complete.next = (text) => found(text)
    await open('', {}, complete)
    const view = EditorView.findFromDOM(editor()) as EditorView
    const letter = (insert: string) => {
      const at = view.state.doc.length
      view.dispatch({ changes: { from: at, insert }, selection: { anchor: at + 1 }, userEvent: 'input.type' })
    }
    letter('p')
    await waitFor(() => expect(completionStatus(view.state)).toBe('active'))
    letter('r')
    expect(acceptCompletion(view)).toBe(true)
    expect(view.state.doc.toString()).toBe('price')
  })

  // SPEC: CNS-07
  it('leaves Enter to the editor behind a word that is complete, although longer ones begin with it', async () => {
    const complete: Complete = async (text) => ({
      from: 0,
      to: text.length,
      options: ['_search_shards', '_search'].map((name) => option('path', name)),
      typed: text,
      quiet: false,
      values: null,
    })
    const { user } = await open('', {}, complete)
    const view = EditorView.findFromDOM(editor()) as EditorView
    type('_search')
    startCompletion(view)
    await waitFor(() => expect(completionStatus(view.state)).toBe('active'))
    editor().focus()
    await user.keyboard('{Enter}')
    expect(view.state.doc.toString()).toBe('_search\n')
    expect(completionStatus(view.state)).toBeNull()
  })

  // SPEC: CNS-07
  it('stays where an option was accepted in a place to fill in, and Tab goes to the next one', async () => {
    const range = '{"": {"gte": , "lte": }}'
    const stops = [range.indexOf('"') + 1, range.indexOf(' ,') + 1, range.indexOf(' }') + 1]
    const field = option('field', 'price', '', { apply: '"price"' })
    const complete: Complete = async (text, cursor) => {
      const shared = { typed: '', quiet: false, values: null }
      if (text === '')
        return { from: 0, to: 0, options: [option('key', 'range', '', { apply: range, stops })], ...shared }
      const inName = cursor <= text.indexOf(':')
      return inName ? { from: 1, to: text.indexOf(':'), options: [field], ...shared } : null
    }
    const { user } = await open('', {}, complete)
    const view = EditorView.findFromDOM(editor()) as EditorView
    const accept = async () => {
      await waitFor(() => expect(completionStatus(view.state)).toBe('active'))
      await waitFor(() => acceptCompletion(view) || expect.fail('nothing is chosen'))
    }
    editor().focus()
    startCompletion(view)
    await accept()
    await accept()
    expect(view.state.doc.toString()).toBe('{"price": {"gte": , "lte": }}')
    expect(view.state.selection.main.head).toBe('{"price'.length)
    await user.keyboard('{Tab}')
    expect(view.state.selection.main.head).toBe('{"price": {"gte": '.length)
    await user.keyboard('{Tab}')
    expect(view.state.selection.main.head).toBe('{"price": {"gte": , "lte": '.length)
  })

  it('completes with the request of the cursor, and with the whole text only where that is needed', async () => {
    const text = '@i = "books"\n\nGET /a\n\n# The second\nGET /{{i}}/_search\n{ "query": }\n\nGET /c'
    const asked: unknown[] = []
    const complete: Complete = async (piece, cursor, _signal, explicit, whole) => {
      asked.push([piece, piece.slice(0, cursor), explicit, whole()])
      return { from: 18, to: 18, options: [option('key', '_count')], typed: '', quiet: false, values: null }
    }
    await open(text, {}, complete)
    const view = EditorView.findFromDOM(editor()) as EditorView
    const cursor = text.indexOf(' }')
    view.dispatch({ selection: { anchor: cursor } })
    await screen.findByRole('textbox', { name: /request 2 of 3/ })
    startCompletion(view)
    await waitFor(() => expect(completionStatus(view.state)).toBe('active'))
    const piece = 'GET /{{i}}/_search\n{ "query": }\n\n'
    expect(asked).toEqual([[piece, piece.slice(0, piece.indexOf(' }')), true, text]])
    await waitFor(() => acceptCompletion(view) || expect.fail('nothing is chosen'))
    expect(view.state.sliceDoc(text.indexOf('{{i'), cursor + 8)).toContain('/_search_count\n')
  })

  it('shows an error of the engine whole, with its status', async () => {
    await run('{"error":"no such index"}', {}, { status: 404 })
    expect(response().textContent).toContain('404 Not Found')
    await waitFor(() => expect(screen.getByLabelText('Response body').textContent).toContain('no such index'))
  })

  it('says that nobody knows what became of a write that a proxy answered, and sends nothing after it', async () => {
    const doubt = 'The server may or may not have carried out this request.'
    const { host, tab } = await open()
    type('put a\nput b')
    void tab.runAll()
    await host.last.give(plansOf([planOf({ write: true }), planOf({ write: true })], 'off'))
    await host.last.give(responseOf({ status: 200, contentType: 'text/html', doubt, size: '3' }))
    await host.last.give('<p>')
    expect((await screen.findByRole('alert')).textContent).toBe(doubt)
    expect(screen.getByRole('radio', { name: 'Text' })).toBeTruthy()
    expect(screen.getByText('1 request was not sent')).toBeTruthy()
    expect(host.methods.filter((method) => method === 'Console.Send')).toHaveLength(1)
  })

  it('says which parts of a request failed though its status is 200, and sends nothing after it', async () => {
    const failed = { some: true, count: '2', all: '3', noun: 'operations', why: 'not a number' }
    const { host, tab } = await open()
    type('post _bulk\nput b')
    void tab.runAll()
    await host.last.give(plansOf([planOf({ write: true }), planOf({ write: true })], 'off'))
    await host.last.give(responseOf({ failed }))
    await host.last.give('{"errors":true}')
    const sentence = '2 of 3 operations failed. First error: not a number'
    expect((await screen.findByRole('alert')).textContent).toBe(sentence)
    expect(response().querySelector('[data-part=chip]')?.className).toContain('deleted')
    expect(screen.getByText('1 request was not sent')).toBeTruthy()
    expect(screen.getByText('Failed in part:', { exact: false })).toBeTruthy()
    expect(host.methods.filter((method) => method === 'Console.Send')).toHaveLength(1)
  })

  it('shows what the server warned of, and that a response is private', async () => {
    await run('{}', { private: true }, { warnings: ['this is deprecated'], private: true })
    expect(screen.getByRole('list', { name: 'Warnings from the server' }).textContent).toBe('this is deprecated')
    expect(response().textContent).toContain('Private')
  })

  // SPEC: CNS-03
  it('shows the rows of a response, its text and its headers', async () => {
    const text = '{"hits":{"hits":[{"_id":"a","_source":{"n":1.50}}]}}'
    const headers = [{ name: 'X-Own', value: 'yes' }]
    const { user } = await run(
      text,
      {},
      { rows: 'hits.hits', doc: '_source', took: '12', total: '18402', count: '50', headers },
      () => ({
        about: { rows: 1, per: 1, done: true, beside: 0 },
        bytes: encodeBlock(
          ['_id', 'n'],
          [
            [
              { kind: Kind.string, text: 'a' },
              { kind: Kind.number, text: '1.50' },
            ],
          ],
        ),
      }),
    )
    expect(response().textContent).toContain('50 of 18,402 hits, took 12 ms, 31 ms total')
    expect(await screen.findByRole('grid', { name: 'Response rows' })).toBeDefined()
    await user.click(screen.getByRole('radio', { name: 'JSON' }))
    await waitFor(() => expect(screen.getByLabelText('Response body').textContent).toContain('1.50'))
    await user.click(screen.getByRole('radio', { name: 'Headers' }))
    expect(screen.getByLabelText('Response headers').textContent).toBe('X-Ownyes')
  })

  // SPEC: CNS-03
  it.each([
    ['one index', ['books', 'books'], 'Open books to edit'],
    ['several indices', ['books', 'loans'], ''],
  ])('says that the rows of %s are only read here, and opens the index', async (_, indices, wanted) => {
    const rows = indices.map((text) => [{ kind: Kind.string, text }])
    const { user, opened } = await run('{"hits":{"hits":[]}}', {}, { rows: 'hits.hits', doc: '_source' }, () => ({
      about: { rows: rows.length, per: rows.length, done: true, beside: 0 },
      bytes: encodeBlock(['_index'], rows),
    }))
    const status = await screen.findByText(/^Read-only result/)
    expect(status.textContent).toBe(`Read-only result. ${wanted}`)
    if (wanted === '') return
    await user.click(screen.getByRole('button', { name: wanted }))
    expect(opened).toEqual(['books'])
  })

  // SPEC: CNS-03
  it('shows what a search says besides its rows: aggregations, total, time, shards, highlights', async () => {
    const text =
      '{"_shards":{"successful":3,"failed":0},"hits":{"hits":[{"_id":"a","highlight":{"t":["the <em>tide</em>"]}}]},' +
      '"aggregations":{"by_branch":{"buckets":[{"key":"Harbour","doc_count":7402,"sum":{"value":9007199254740993}}]}}}'
    const { user } = await run(text, {}, { rows: 'hits.hits', doc: '_source', took: '12', total: '18402', count: '1' })
    await user.click(await screen.findByRole('radio', { name: 'Aggregations' }))
    const table = screen.getByRole('table', { name: 'by_branch' })
    expect(table.textContent).toContain('Harbour7,4029007199254740993')
    expect(screen.getByRole('region', { name: 'Aggregations' }).textContent).toContain(
      'Total18,402, exactTook12 msShards3 successful, 0 failed',
    )
    await user.click(screen.getByRole('radio', { name: 'Highlights' }))
    expect(screen.getByRole('region', { name: 'Highlights' }).querySelector('mark')?.textContent).toBe('tide')
  })

  // SPEC: CNS-03
  it('shows the rows of a response without aggregations, though those of the response before were shown', async () => {
    const hits = '{"hits":{"hits":[{"_id":"a"}]}'
    const search = { rows: 'hits.hits', doc: '_source', took: '12', total: '1', count: '1' }
    const { host, user } = await run(`${hits},"aggregations":{"n":{"value":1}}}`, {}, search)
    await user.click(await screen.findByRole('radio', { name: 'Aggregations' }))
    await user.click(button(/^Run$/))
    await host.last.give(plansOf([planOf()]))
    await host.last.give(responseOf({ ...search, id: '8', size: String(hits.length + 1) }))
    await host.last.give(`${hits}}`)
    await waitFor(() => expect(screen.getByRole('radio', { name: 'JSON' }).getAttribute('aria-checked')).toBe('true'))
    await user.click(await screen.findByRole('radio', { name: 'Aggregations' }))
    expect(response().textContent).toContain('Aggregations: none were requested.')
  })

  it('says so when a response has no body', async () => {
    await run('', {}, { status: 204, size: '0' })
    expect(response().textContent).toContain('The response has no body.')
  })

  it('says that a request is under way, and Escape ends it', async () => {
    const { host, user } = await open('get books')
    await user.click(button(/^Run$/))
    expect(response().textContent).toContain('Waiting for the response')
    expect(button(/^Run$/).getAttribute('aria-disabled')).toBe('true')
    await user.click(editor())
    await user.keyboard('{Escape}')
    expect(host.last.aborted()).toBe(true)
    expect(screen.getByRole('alert').textContent).toContain('The request was cancelled.')
    expect(button(/^Stop/).getAttribute('aria-disabled')).toBe('true')
  })

  it('is stopped by its button too', async () => {
    const { host, user } = await open('get books')
    await user.click(button(/^Run$/))
    await user.click(button(/^Stop/))
    expect(host.last.aborted()).toBe(true)
  })

  it('says why a request was not sent', async () => {
    const { host, user } = await open('select 1')
    await user.click(button(/^Run$/))
    await host.last.fail('refused', 'This looks like SQL. Nothing was sent.')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Not sent')
    expect(alert.textContent).toContain('This looks like SQL.')
  })

  it('indents with Tab, and leaves the editor with Tab after Escape', async () => {
    const { tab, user } = await open()
    type('a')
    await user.keyboard('{Tab}')
    expect(tab.text).toBe('a  ')
    await user.keyboard('{Escape}{Tab}')
    expect(document.activeElement).toBe(screen.getByRole('separator', { name: 'Editor size' }))
    expect(tab.text).toBe('a  ')
  })

  it('says which request the cursor is in, and runs that one', async () => {
    const { host, user } = await open()
    type('GET /a\n\nPOST /b\n{}')
    await screen.findByText('Request 2 of 2')
    expect(editor().getAttribute('aria-label')).toBe('Console 1, request 2 of 2, POST /b')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(host.last.request.selection).toEqual({ all: false, from: 18, to: 18 })
  })

  it('shows each of several responses, and how many requests were not sent after one that failed', async () => {
    const { host, user } = await open('GET /a\nGET /b\nGET /c')
    await user.click(button(/^Run All/))
    expect(host.last.request.selection).toEqual({ all: true, from: 0, to: 0 })
    await host.last.give(plansOf([planOf({ path: '/a' }), planOf({ path: '/b' }), planOf({ path: '/c' })]))
    await host.asked[1]?.give(responseOf({ id: '7', size: '2' }))
    await host.asked[3]?.give(responseOf({ id: '8', size: '2', status: 404 }))
    expect(response().textContent).toContain('1 request was not sent')
    expect(response().textContent).toContain('404 Not Found')
    await user.click(button(/GET \/a$/))
    expect(response().textContent).toContain('200 OK')
    expect(host.methods.filter((method) => method === 'Console.Send').length).toBe(2)
  })

  it('says on which line a request is SQL, and marks it', async () => {
    const { host, user } = await open('GET /a\nSELECT 1')
    await user.click(button(/^Run All/))
    await host.last.give(plansOf([{ ...planOf({ line: 2, from: 7, to: 15 }), failure: isSQL }]))
    expect((await screen.findByRole('alert')).textContent).toContain('Not sent: line 2 is SQL, not a request')
    await waitFor(() => expect(editor().querySelector('.cm-lintRange-error')?.textContent).toBe('SELECT 1'))
  })

  it('pastes a command of curl with the line breaks of Windows', async () => {
    const { host, tab } = await open('')
    const pasted = tab.paste('curl http://x/y -d x')
    await host.last.give({ text: 'POST /y\n{\r\n  "a": 1\r\n}' })
    await pasted
    expect(tab.text).toBe('POST /y\n{\n  "a": 1\n}')
  })

  it('marks nothing in a text that was changed since it was run', async () => {
    const { host, tab, user } = await open('GET /a\nSELECT 1')
    await user.click(button(/^Run All/))
    tab.replace(0, 0, 'GET /before\n')
    await host.last.give(plansOf([{ ...planOf({ line: 2, from: 7, to: 15 }), failure: isSQL }]))
    expect((await screen.findByRole('alert')).textContent).toContain('line 2 is SQL')
    expect(editor().querySelector('.cm-lintRange-error')).toBeNull()
  })

  // SPEC: CNS-08
  it('lists a request that is sent while the history is open', async () => {
    const { host, user } = await open('GET /a')
    await user.click(button(/^History$/))
    await host.last.give({ requests: [] })
    await screen.findByText('No requests yet')
    await user.click(button(/^Run$/))
    await host.last.give(plansOf([planOf()]))
    await host.last.give(responseOf({ size: '0' }))
    await waitFor(() => expect(host.methods.filter((method) => method === 'Console.History')).toHaveLength(2))
  })

  it('toggles the comment of a line by Ctrl+/', async () => {
    const { tab, user } = await open('GET /a\n{}')
    await user.click(editor())
    const view = EditorView.findFromDOM(editor())
    view?.dispatch({ selection: { anchor: 0 } })
    await user.keyboard('{Control>}/{/Control}')
    expect(tab.text).toBe('# GET /a\n{}')
    await user.keyboard('{Control>}/{/Control}')
    expect(tab.text).toBe('GET /a\n{}')
  })

  // SPEC: CNS-08
  it('shows the requests that were sent before, and puts one at the end of the text', async () => {
    const { host, tab, user } = await open('GET /a')
    await user.click(button(/^History$/))
    const past = {
      connection: 'catalogue',
      at: new Date().toISOString(),
      method: 'POST',
      path: '/x',
      query: 'q',
      body: '{}',
      left: false,
      status: 404,
      elapsed: 3,
      size: '9',
    }
    await host.last.give({ requests: [past, { ...past, path: '/secret', body: '', left: true, status: 0 }] })
    const list = await screen.findByRole('complementary', { name: 'History' })
    await waitFor(() => expect(list.textContent).toContain('TodayPOST/x?q4043 ms, 9 B'))
    expect(list.textContent).toContain('No response3 ms, 9 B, not saved in full')
    expect(list.textContent).not.toContain('catalogue')
    expect(host.last).toMatchObject({ method: 'Console.History', request: { session: 's1', all: false } })
    await user.click(screen.getByRole('radio', { name: 'All' }))
    expect(host.last).toMatchObject({ method: 'Console.History', request: { session: 's1', all: true } })
    await host.last.give({ requests: [past, { ...past, path: '/old', connection: '' }] })
    expect(await screen.findByRole('button', { name: /x\?q.*On catalogue/ })).toBeDefined()
    expect(screen.getByRole('button', { name: /old.*A deleted connection/ })).toBeDefined()
    await user.click(button(/x\?q/))
    expect(tab.text).toBe('GET /a\n\nPOST /x?q\n{}')
    await user.click(button(/^Clear All$/))
    expect(host.last).toMatchObject({ method: 'Console.ClearHistory', request: { session: 's1', all: true } })
    await host.last.give({})
    await screen.findByText('No requests yet')
    await user.click(button(/^Close History/))
    expect(screen.queryByRole('complementary', { name: 'History' })).toBeNull()
  })

  // SPEC: CNS-08
  it('saves the request at the cursor under a name, inserts it again, renames and removes it', async () => {
    const { host, tab, user } = await open('GET /a')
    await user.click(button(/^Save Request…/))
    await host.last.give({ snippets: [{ name: 'mine', text: '# x\nPOST /x\n{}' }] })
    const name = screen.getByRole('textbox', { name: 'Request name' })
    await waitFor(() => expect(document.activeElement).toBe(name))
    expect((name as HTMLInputElement).value).toBe('GET /a')
    await user.keyboard('Mine')
    await user.click(button(/^Replace$/))
    const selection = { all: false, from: 0, to: 0 }
    expect(host.last).toMatchObject({ method: 'Snippets.Save', request: { text: 'GET /a', selection, name: 'Mine' } })
    await host.last.fail('refused', 'This request was not saved: its route can carry credentials.')
    expect((await screen.findByRole('alert')).textContent).toContain('can carry credentials')
    await user.click(button(/^Replace$/))
    await host.last.give({ snippets: [{ name: 'mine', text: 'POST /x\n{}' }] })
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())

    await user.type(screen.getByRole('textbox', { name: 'Search requests' }), 'zz')
    await screen.findByText('No matching requests')
    await user.keyboard('{Escape}')
    await user.click(button(/^mine ?POST \/x$/))
    expect(tab.text).toBe('GET /a\n\nPOST /x\n{}')
    await user.click(button(/^Rename mine$/))
    await user.keyboard('yours{Enter}')
    expect(host.last).toMatchObject({ method: 'Snippets.Rename', request: { name: 'mine', to: 'yours' } })
    await host.last.give({ snippets: [{ name: 'yours', text: 'POST /x\n{}' }] })
    await user.click(await screen.findByRole('button', { name: 'Remove yours' }))
    await host.last.give({ snippets: [] })
    await screen.findByText(/^No saved requests yet/)
    await user.click(screen.getByRole('radio', { name: 'History' }))
    expect(screen.getByRole('complementary', { name: 'History' })).toBeDefined()
  })

  it('profiles the search at the cursor, and shows what took the time as a tree that the arrow keys open', async () => {
    const { host, user } = await open('GET /a\n\nGET /b/_search')
    await user.click(button(/^Profile/))
    expect(host.last.request.selection).toEqual({ all: false, from: 0, to: 0, profile: true })
    const profile = `{"shards":[{"id":"[n1][b][0]","searches":[{"query":[
      {"type":"TermQuery","description":"a:ä","time_in_nanos":12345678,"breakdown":{"score":9000,"score_count":3}}]}]}]}`
    const size = new TextEncoder().encode(profile).length
    await host.last.give(plansOf([planOf()]))
    await host.last.give(
      responseOf({ size: String(size + 20), measured: [{ search: 0, from: '15', size: String(size) }] }),
    )
    expect(host.last.request).toMatchObject({ response: '7', from: '15', size: String(size) })
    await host.last.give(profile)
    const tree = await screen.findByRole('tree', { name: 'Search profile' })
    const said = () => screen.getAllByRole('treeitem').map((row) => row.getAttribute('aria-label'))
    const rows = ['b, shard 0, Node n1, 12 ms, 100%', 'Query, 12 ms, 100%', 'TermQuery, a:ä, 12 ms, 100%']
    expect(said()).toEqual(rows)
    tree.focus()
    await user.keyboard('{End}{ArrowRight}{ArrowRight}{ArrowRight}')
    expect(said()).toEqual([...rows, 'Breakdown', 'score, 3 calls, 9.0 µs, <1%'])
    await user.keyboard('{ArrowRight}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}')
    expect(said()).toEqual(rows)
    await user.keyboard('{Home}{Enter}')
    expect(said()).toEqual(rows.slice(0, 1))
    await user.click(screen.getByRole('radio', { name: 'JSON' }))
    expect(screen.queryByRole('tree')).toBeNull()
  })

  it('has no profile of a response without one', async () => {
    await run('{"hits":{}}', {}, {})
    expect(screen.queryByRole('radio', { name: 'Profile' })).toBeNull()
  })

  it('moves the edge between editor and response with the arrows', async () => {
    const { user } = await open()
    const edge = screen.getByRole('separator', { name: 'Editor size' })
    const before = Number(edge.getAttribute('aria-valuenow'))
    edge.focus()
    await user.keyboard('{ArrowDown}')
    expect(Number(edge.getAttribute('aria-valuenow'))).toBe(before + 5)
    await user.dblClick(edge)
    expect(Number(edge.getAttribute('aria-valuenow'))).toBe(before)
  })
})

describe('a write where writes are confirmed', () => {
  const deletes = { name: 'Delete on catalogue?' }
  const asks = { name: 'Send this write to catalogue?' }
  const asked = async (plan: Partial<ConsolePlan>) => {
    const opened = await open('post books/_doc')
    await opened.user.click(button(/^Run$/))
    await opened.host.last.give(plansOf([planOf({ write: true, ...plan })]))
    const dialog = plan.path?.includes('delete') || plan.method === 'DELETE'
    return {
      ...opened,
      dialog: await (dialog ? screen.findByRole('alertdialog', deletes) : screen.findByRole('dialog', asks)),
    }
  }

  it('is shown with method, path, body and size, and sent by Enter', async () => {
    const body = '{"price": 16.90}\n'
    const plan = { method: 'POST', path: '/books/_doc', query: 'refresh', size: '1234', body }
    const { host, user, dialog } = await asked(plan)
    expect(dialog.textContent).toContain('POST /books/_doc?refresh\n{"price": 16.90}Body:')
    expect(dialog.textContent).toContain('Body: 1,234 bytes of application/json, first 17 shown')
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    await user.keyboard('{Enter}')
    expect(host.methods).toEqual(['Console.Plan', 'Console.Send'])
  })

  it('is not sent when the question is closed', async () => {
    const { host, user } = await asked({ method: 'POST' })
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(host.methods).toEqual(['Console.Plan'])
  })

  it.each([
    ['by its method', { method: 'DELETE', path: '/books' }],
    ['by its path', { method: 'POST', path: '/books/_delete_by_query' }],
  ])('is not what Enter does where it deletes %s', async (_, plan) => {
    const { host, user, dialog } = await asked(plan)
    expect(button(/^Send and Delete$/).className).toContain('danger')
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    await user.keyboard('{Enter}')
    expect(host.methods).toEqual(['Console.Plan'])
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

// SPEC: CNS-01
describe('the bar of a console that is narrow', () => {
  /** Sets the width of the bar, which needs 100 px for each of its parts. */
  function layOut(room: number) {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(room)
    vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(function (this: Element) {
      return this.getAttribute('role') === 'toolbar' ? this.children.length * 100 : 0
    })
  }
  const names = () =>
    [...screen.getByRole('toolbar').querySelectorAll('button')].map((each) => each.textContent?.trim())
  afterEach(() => void vi.restoreAllMocks())

  it('keeps everything in sight where there is room', async () => {
    layOut(2000)
    await open('GET a\n\nGET b')
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull()
    expect(screen.getByRole('button', { name: /^Save Request/ })).toBeTruthy()
  })

  it('moves what does not fit into a menu', async () => {
    layOut(700)
    await open('GET a\n\nGET b')
    const more = screen.getByRole('button', { name: 'More' })
    expect(screen.queryByRole('button', { name: /^Save Request/ })).toBeNull()
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(names()[0]).toMatch(/^Run/)
    expect(more.closest('[role=toolbar]')).toBeTruthy()
  })
})

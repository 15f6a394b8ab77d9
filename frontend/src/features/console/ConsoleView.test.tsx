// SPEC: CNS-01, CNS-05, CNS-09, CNS-10, CON-20, CON-22
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import type { ConsoleAnswer, ConsolePlan } from '../../host'
import { InWindow } from '../../window/fixture'
import { ConsoleView } from './ConsoleView'
import { answerOf, ConsoleHost, planOf, session } from './fixture'
import { ConsoleTab } from './tab'

afterEach(cleanup)

function open(saved = '') {
  const host = new ConsoleHost()
  const state = { title: 'Console 1', text: saved }
  const tab = new ConsoleTab({ id: 't1', host, session, changed: () => undefined }, { kind: 'console', state })
  render(<ConsoleView tab={tab} />, { wrapper: InWindow })
  return { host, tab, user: userEvent.setup() }
}

const editor = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Console 1, request' })
const button = (name: RegExp) => screen.getByRole('button', { name })
const response = () => screen.getByRole('region', { name: 'Response' })

/** Types a request, runs it with the keyboard and gives it a response. */
async function run(text: string, plan: Partial<ConsolePlan>, answer: Partial<ConsoleAnswer>) {
  const opened = open()
  await opened.user.type(editor(), 'get books')
  await opened.user.keyboard('{Control>}{Enter}{/Control}')
  await opened.host.last.give(planOf(plan))
  await opened.host.last.give(answerOf({ size: String(text.length), ...answer }))
  if (text !== '') await opened.host.last.give(text)
  return opened
}

describe('a console', () => {
  it('has the focus when it is opened, and shows what a request looks like', () => {
    open()
    expect(document.activeElement).toBe(editor())
    expect(response().textContent).toContain('Enter a request like: GET /books/_search')
  })

  it('leaves the focus where it is when it comes back with its text', () => {
    open('get books')
    expect(editor().value).toBe('get books')
    expect(document.activeElement).not.toBe(editor())
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

  it('shows an error of the engine whole, with its status', async () => {
    await run('{"error":"no such index"}', {}, { status: 404 })
    expect(response().textContent).toContain('404 Not Found')
    await waitFor(() => expect(screen.getByLabelText('Response body').textContent).toContain('no such index'))
  })

  it('shows what the server warned of, and that a response is private', async () => {
    await run('{}', { private: true }, { warnings: ['this is deprecated'], private: true })
    expect(screen.getByRole('list', { name: 'Warnings from the server' }).textContent).toBe('this is deprecated')
    expect(response().textContent).toContain('Private')
  })

  it('says so when a response has no body', async () => {
    await run('', {}, { status: 204, size: '0' })
    expect(response().textContent).toContain('The response has no body.')
  })

  it('says that a request is under way, and Escape ends it', async () => {
    const { host, user } = open('get books')
    await user.click(button(/^Run/))
    expect(response().textContent).toContain('Waiting for the response')
    expect(button(/^Run/).getAttribute('aria-disabled')).toBe('true')
    await user.click(editor())
    await user.keyboard('{Escape}')
    expect(host.last.aborted()).toBe(true)
    expect(screen.getByRole('alert').textContent).toContain('The request was cancelled.')
    expect(button(/^Stop/).getAttribute('aria-disabled')).toBe('true')
  })

  it('is stopped by its button too', async () => {
    const { host, user } = open('get books')
    await user.click(button(/^Run/))
    await user.click(button(/^Stop/))
    expect(host.last.aborted()).toBe(true)
  })

  it('says why a request was not sent', async () => {
    const { host, user } = open('select 1')
    await user.click(button(/^Run/))
    await host.last.fail('refused', 'This looks like SQL. Nothing was sent.')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Not sent')
    expect(alert.textContent).toContain('This looks like SQL.')
  })

  it('indents with Tab, and leaves the editor with Tab after Escape', async () => {
    const { tab, user } = open()
    await user.keyboard('a{Tab}b')
    expect(tab.store.getState().text).toBe('a  b')
    await user.keyboard('{Escape}{Tab}')
    expect(document.activeElement).toBe(screen.getByRole('separator', { name: 'Size of the editor' }))
    expect(tab.store.getState().text).toBe('a  b')
  })

  it('moves the edge between editor and response with the arrows', async () => {
    const { user } = open()
    const edge = screen.getByRole('separator', { name: 'Size of the editor' })
    const before = Number(edge.getAttribute('aria-valuenow'))
    edge.focus()
    await user.keyboard('{ArrowDown}')
    expect(Number(edge.getAttribute('aria-valuenow'))).toBe(before + 5)
    await user.dblClick(edge)
    expect(Number(edge.getAttribute('aria-valuenow'))).toBe(before)
  })
})

describe('a write where writes are confirmed', () => {
  const asked = async (plan: Partial<ConsolePlan>) => {
    const opened = open('post books/_doc')
    await opened.user.click(button(/^Run/))
    await opened.host.last.give(planOf({ write: true, ...plan }))
    return { ...opened, dialog: await screen.findByRole('dialog', { name: 'Send this write to catalogue?' }) }
  }

  it('is shown with method, path and size, and sent by Enter', async () => {
    const { host, user, dialog } = await asked({ method: 'POST', path: '/books/_doc', query: 'refresh', size: '1234' })
    expect(dialog.textContent).toContain('POST /books/_doc?refresh')
    expect(dialog.textContent).toContain('Body: 1,234 bytes of application/json')
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

  it('is not what Enter does where it deletes', async () => {
    const { host, user, dialog } = await asked({ method: 'DELETE', path: '/books' })
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    await user.keyboard('{Enter}')
    expect(host.methods).toEqual(['Console.Plan'])
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

// SPEC: APP-11, APP-02
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeHost } from '../../host/fixture'
import { FakeWindow, InWindow } from '../../window/fixture'
import type { RequestEntry } from './entry'
import { RequestLog } from './log'
import { RequestDrawer } from './RequestDrawer'

afterEach(cleanup)

const entry: RequestEntry = {
  ...{ id: 1, started: '1732099351204', method: 'POST', path: '/books/_search', query: '', purpose: 'page' },
  ...{ status: 200, kind: '', millis: 31, bytes: '84000', sent: 30, hasBody: true, gap: '' },
}

/** The log of a connection with one sent request, which is selected. */
async function open(body: string) {
  const host = new FakeHost()
  host.answers.set('Requests.List', ({ wait }) => (wait ? new Promise(() => undefined) : { entries: [entry] }))
  host.answers.set('Requests.Body', () => ({ text: body }))
  host.answers.set('Requests.Curl', () => ({ text: 'curl' }))
  const log = new RequestLog(host, 's1')
  const window = new FakeWindow()
  const user = userEvent.setup()
  log.show()
  render(
    <InWindow of={window}>
      <RequestDrawer log={log} name="local" />
    </InWindow>,
  )
  await user.click(await screen.findByRole('option', { name: /_search/ }))
  const shown = await screen.findByRole('region', { name: 'Body' })
  const lines = () => [...shown.querySelectorAll('[data-line]')].map((line) => line.textContent)
  const menu = () => {
    const { of, byKey } = window.menus.store.getState().menu ?? {}
    return { byKey, titles: of?.kind === 'line' ? of.acts.map((each) => each.title) : [] }
  }
  return { user, shown, lines, menu, told: () => window.messages.store.getState().text }
}

it('shows a JSON body with one member on each line, every digit as it was sent', async () => {
  const { lines } = await open('{"size":1.0,"after":9007199254740993}')
  expect(lines()).toEqual(['{', '  "size": 1.0,', '  "after": 9007199254740993', '}'])
})

it('leaves a body of many JSON lines in its lines', async () => {
  const { lines } = await open('{}\n{"size":1.0}\n')
  expect(lines().slice(0, 2)).toEqual(['{}', '{"size":1.0}'])
})

it('finds a text in a body and marks it', async () => {
  const { user, shown } = await open('{"query":{"match_all":{}},"size":10}')
  await user.type(screen.getByRole('textbox', { name: 'Find in body' }), 'size')
  await waitFor(() => expect(shown.querySelector('mark')?.textContent).toBe('size'))
  const details = within(screen.getByRole('region', { name: 'Request' }))
  expect(details.getByRole('status').textContent).toBe('1 of 1')
})

it('copies the body as it was sent and says so', async () => {
  const { user, told } = await open('{"size":1.0}')
  const write = vi.spyOn(navigator.clipboard, 'writeText')
  await user.click(screen.getByRole('button', { name: 'Copy body' }))
  await waitFor(() => expect(told()).toBe('Copied'))
  expect(write).toHaveBeenCalledExactlyOnceWith('{"size":1.0}')
})

it('has a menu for a request, at the pointer, and by the key for the chosen one', async () => {
  const { user, menu } = await open('{"size":1.0}')
  fireEvent.contextMenu(screen.getByRole('option', { name: /_search/ }), { clientX: 20, clientY: 30 })
  expect(menu()).toEqual({ byKey: false, titles: ['Hide Details', 'Copy Method and Path', 'Copy Path'] })
  screen.getByRole('listbox').focus()
  await user.keyboard('{Shift>}{F10}{/Shift}')
  expect(menu()).toEqual({ byKey: true, titles: ['Hide Details', 'Copy Method and Path', 'Copy Path'] })
})

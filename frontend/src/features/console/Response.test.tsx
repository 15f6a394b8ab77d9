// SPEC: CNS-09, CNS-12

import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import type { ConsoleResponse } from '../../host'
import { InWindow } from '../../window/fixture'
import { ConsoleHost, planOf, plansOf, responseOf, session } from './fixture'
import { Result } from './Result'
import { firstPart, nextPart } from './responses'
import { ConsoleTab } from './tab'

afterEach(cleanup)

/** Shows a response whose bytes are not loaded yet. */
async function respond(part: Partial<ConsoleResponse>) {
  const host = new ConsoleHost()
  const tab = new ConsoleTab({ id: 't1', host, session, changed: () => undefined })
  render(<Result tab={tab} />, { wrapper: InWindow })
  tab.type('GET /a')
  void tab.run()
  await host.last.give(plansOf([planOf({ path: '/a' })]))
  await host.last.give(responseOf(part))
  return { host, tab, user: userEvent.setup() }
}

const response = () => screen.getByRole('region', { name: 'Response' })

describe('a response that is not text', () => {
  const cbor = { contentType: 'application/cbor', binary: 'CBOR', file: 'response.cbor', size: '1234' }

  it('is named with its size, offered as a file, and none of it is read', async () => {
    const { host, user } = await respond({ ...cbor, rows: 'hits.hits' })
    expect(response().textContent).toContain('This response is CBOR, not text (1.2 kB).')
    expect(host.methods).toEqual(['Console.Plan', 'Console.Send'])
    expect(screen.queryByRole('textbox', { name: 'Find in response' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull()
    expect(screen.getAllByRole('radio').map((one) => one.textContent)).toEqual(['File', 'Headers'])

    await user.click(screen.getByRole('button', { name: 'Save Response…' }))
    await user.type(screen.getByRole('textbox', { name: 'File path' }), '/tmp/a.cbor{Enter}')
    expect(host.last).toMatchObject({ method: 'Console.Save', request: { response: '7', path: '/tmp/a.cbor' } })
  })

  it('is offered under a name that says what it is', async () => {
    const { host, tab } = await respond(cbor)
    Object.assign(host, { dialogs: true })
    void tab.save(responseOf(cbor), '')
    expect(host.last).toMatchObject({ method: 'App.PickSave', request: { path: 'response.cbor' } })
  })

  it('says so of an error, too', async () => {
    await respond({ ...cbor, status: 404 })
    expect(response().textContent).toContain('404 Not Found')
    expect(response().textContent).toContain('This response is CBOR, not text')
  })
})

describe('a text that is damaged', () => {
  it('is shown, and how many bytes are not its characters is said', async () => {
    const { host } = await respond({ size: '9', damaged: '1' })
    await host.last.give(Uint8Array.from([...new TextEncoder().encode('{"a":"x'), 0xe4, 0x22]))
    await waitFor(() => expect(screen.getByLabelText('Response body').textContent).toContain('x\ufffd'))
    expect(response().textContent).toContain(
      '1 byte is not valid UTF-8 and is shown as \ufffd. A saved file has the original bytes.',
    )
    expect(screen.getByRole('button', { name: 'Save Response…' })).toBeDefined()
  })
})

describe('find in a long response', () => {
  const size = 12_000_000
  const part = (length: number) => new TextEncoder().encode('"needle"'.padEnd(length, ' '))
  async function look(more: Partial<ConsoleResponse> = {}) {
    const opened = await respond({ contentType: 'text/plain', size: String(size), ...more })
    await opened.host.last.give(part(firstPart))
    const field = await screen.findByRole('textbox', { name: 'Find in response' })
    await opened.user.type(field, 'needle')
    return opened
  }

  it('says which part was searched, and counts in the whole response when asked', async () => {
    const { host, user } = await look()
    await screen.findByText('1 of 1 in the first 2.0 MB')
    await user.click(screen.getByRole('button', { name: 'Search All' }))
    await host.last.give(part(nextPart))
    await host.last.give(part(nextPart))
    await waitFor(() =>
      expect(host.last).toMatchObject({
        method: 'Console.Find',
        request: { response: '7', text: 'needle', matchCase: false },
      }),
    )
    await host.last.give({ count: '53' })
    await screen.findByText('1 of 3 in the first 10 MB, 53 in all 12 MB')
    expect(screen.queryByRole('button', { name: 'Search All' })).toBeNull()
    await user.type(screen.getByRole('textbox', { name: 'Find in response' }), 'x')
    await screen.findByText('Nothing found in the first 10 MB')
    expect(screen.getByRole('button', { name: 'Search All' })).toBeDefined()
  })

  it('can be cancelled', async () => {
    const { host, user } = await look()
    await user.click(await screen.findByRole('button', { name: 'Search All' }))
    await host.last.give(part(nextPart))
    await host.last.give(part(nextPart))
    await waitFor(() => expect(host.last.method).toBe('Console.Find'))
    await user.click(screen.getByRole('button', { name: 'Cancel Search' }))
    expect(host.last.aborted()).toBe(true)
    await screen.findByText('1 of 3 in the first 10 MB')
    expect(screen.getByRole('button', { name: 'Search All' })).toBeDefined()
  })

  it('reads the rest of one that is shown whole, which needs no count', async () => {
    const { host, user } = await look({ size: '5000000' })
    await user.click(await screen.findByRole('button', { name: 'Search All' }))
    await host.last.give(part(3_000_000))
    await screen.findByText('1 of 2')
    expect(host.methods).not.toContain('Console.Find')
  })
})

// SPEC: CON-07, CON-14
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { Database } from '../../host'
import { FakeHost } from '../../host/fixture'
import { InWindow } from '../../window/fixture'
import { UnsavedAlert } from '../tabs/UnsavedAlert'
import { UnsavedQuestion } from '../tabs/unsaved'
import { ConnectionForm } from './ConnectionForm'
import { type ConnectionPorts, SavedConnections, SavedContext } from './saved'

afterEach(cleanup)

const host = {
  ...{ id: 'host', label: 'Host', kind: 'text', default: 'localhost', comesLater: '', when: null, options: [] },
  ...{ hint: '', warnOn: '', beside: '', advanced: false, placeholder: '', required: true },
}
const database = {
  ...{ id: 'x', title: 'Engine', badge: 'EN', badgeFill: '#000', badgeText: '#fff', note: '' },
  tabs: [{ id: 'general', title: 'General', fields: [host] }],
} as unknown as Database

function open(of = database) {
  const show = vi.fn()
  const choose = vi.fn()
  const fake = new FakeHost()
  const saved = new SavedConnections(fake, { show, choose } as unknown as ConnectionPorts)
  const question = new UnsavedQuestion()
  render(
    <SavedContext value={saved}>
      <InWindow>
        <ConnectionForm sheet={{ kind: 'form', database: of, connection: null }} />
        <UnsavedAlert question={question} />
      </InWindow>
    </SavedContext>,
  )
  return { fake, show, choose, saved, question, user: userEvent.setup() }
}

it('leads from a page without fields to the field that shows them', async () => {
  const ssl = {
    ...{ ...host, id: 'ssl', label: 'SSL Mode', kind: 'choice', default: 'off' },
    options: ['off', 'ca'].map((value) => ({ value, label: value.toUpperCase(), gloss: '' })),
  }
  const ca = { ...host, id: 'caFile', label: 'CA Certificate', when: { field: 'ssl', is: ['ca'] }, required: false }
  const tabs = [
    { id: 'general', title: 'General', fields: [host, ssl] },
    { id: 'network', title: 'Network', fields: [ca] },
  ]
  const { user } = open({ ...database, tabs } as unknown as Database)
  await user.click(screen.getByRole('tab', { name: 'Network' }))
  expect(screen.getByText('CA Certificate can be set while SSL Mode is CA.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Change SSL Mode' }))
  expect(screen.getByRole('tab', { name: 'General' }).getAttribute('aria-selected')).toBe('true')
  expect(document.activeElement).toBe(document.getElementById('field-ssl'))
})

it('Escape closes a form that nothing was filled into', async () => {
  const { show, user } = open()
  await user.keyboard('{Escape}')
  expect(show).toHaveBeenCalledExactlyOnceWith(null)
})

it('Escape asks before it discards what was filled in, and Escape again goes back to it', async () => {
  const { show, user } = open()
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'local')
  await user.keyboard('{Escape}')
  expect(show).not.toHaveBeenCalled()
  expect(screen.getByRole('alertdialog', { name: 'Discard what you filled in?' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByText('Discard what you filled in?')).toBeNull())
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('local')
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(show).toHaveBeenCalledExactlyOnceWith(null)
})

it('asks before another database is chosen, which discards what was filled in', async () => {
  const { choose, show, user } = open()
  const change = () => user.click(screen.getByRole('button', { name: 'Change…' }))
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'local')
  await change()
  expect(choose).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: /^Keep Editing/ }))
  await waitFor(() => expect(screen.queryByText('Discard what you filled in?')).toBeNull())
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('local')
  await change()
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect([choose.mock.calls.length, show.mock.calls.length]).toEqual([1, 0])
})

it('has work to lose while something is filled in, and is as it was when its user stays', async () => {
  const { show, saved, question, user } = open()
  expect(saved.unsaved).toBe('')
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  await user.type(name, 'Shop')
  expect(saved.unsaved).toBe('Shop')
  for (const stay of [
    () => user.click(screen.getByRole('button', { name: /^Cancel/ })),
    () => user.keyboard('{Escape}'),
  ]) {
    const asked = question.ask({ why: 'quit', losses: [{ kind: 'form', of: saved.unsaved }] })
    await screen.findByRole('alertdialog', { name: 'Discard what you filled in for Shop?' })
    await stay()
    expect(await asked).toBe('stay')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect([name.value, show.mock.calls.length]).toEqual(['Shop', 0])
  }
  cleanup()
  expect(saved.unsaved).toBe('')
})

it('takes back what a test found as soon as the host is another one', async () => {
  const { fake, user } = open()
  const nothing = { title: '', text: '' }
  fake.answers.set('Connections.Test', () => ({ title: 'Connected', text: 'to 8.16', warning: nothing, notices: [] }))
  await user.click(screen.getByRole('button', { name: /^Test Connection/ }))
  await waitFor(() => expect(screen.getByText('Connected.')).toBeTruthy())
  await user.type(screen.getByRole('textbox', { name: 'Host' }), '2')
  expect(screen.queryByText('Connected.')).toBeNull()
})

it('says nothing of a test whose host was changed while it ran', async () => {
  const { fake, user } = open()
  fake.answers.set('Connections.Test', () => new Promise(() => undefined))
  await user.click(screen.getByRole('button', { name: /^Test Connection/ }))
  expect(screen.getByRole('button', { name: /^Stop Testing/ })).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: 'Host' }), '2')
  await waitFor(() => expect(screen.getByRole('button', { name: /^Test Connection/ })).toBeTruthy())
  expect(screen.queryByRole('alert')).toBeNull()
})

// SPEC: CON-26
it('an extra header is added, filled in by the keyboard, and removed', async () => {
  const { fake, user } = open()
  const drafts: unknown[] = []
  fake.answers.set('Connections.Save', (q) => {
    drafts.push(q.draft)
    throw new Error('{"kind":"internal","message":"no"}')
  })
  await user.click(screen.getByRole('button', { name: 'Add Header' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Header name' }))
  await user.keyboard('X-Tenant{Tab}acme{Enter}')
  const secrets = [{ id: 'header:X-Tenant', value: 'acme', replace: true }]
  await waitFor(() => expect(drafts).toEqual([expect.objectContaining({ headers: ['X-Tenant'], secrets })]))
  expect(screen.getByLabelText<HTMLInputElement>('Value of X-Tenant').type).toBe('password')
  await user.click(screen.getByRole('button', { name: 'Remove X-Tenant' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add Header' }))
  expect(screen.queryByRole('textbox', { name: 'Header name' })).toBeNull()
})

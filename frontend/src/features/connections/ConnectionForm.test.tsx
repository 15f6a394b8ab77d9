// SPEC: APP-09, CON-07, CON-14, CON-22
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { Connection, Database, PolicyInfo } from '../../host'
import { FakeHost } from '../../host/fixture'
import { InWindow } from '../../window/fixture'
import { UnsavedAlert } from '../tabs/UnsavedAlert'
import { UnsavedQuestion } from '../tabs/unsaved'
import { ConnectionForm } from './ConnectionForm'
import { type ConnectionPorts, SavedConnections, SavedContext } from './saved'

afterEach(cleanup)

const host = {
  ...{ id: 'host', label: 'Host', kind: 'text', default: 'localhost', comesLater: '', when: null, options: [] },
  ...{ hint: '', warnOn: '', suffix: '', beside: '', advanced: false, placeholder: '', required: true },
}
const database = {
  ...{ id: 'x', title: 'Engine', badge: 'EN', badgeFill: '#000', badgeText: '#fff', note: '' },
  tabs: [{ id: 'general', title: 'General', fields: [host] }],
} as unknown as Database

function open(of = database, policy: Partial<PolicyInfo> | null = null, connection: Connection | null = null) {
  const show = vi.fn()
  const choose = vi.fn()
  const fake = new FakeHost()
  if (policy) fake.answers.set('Policy.Get', () => ({ safeMode: '', hosts: [], ...policy }))
  const saved = new SavedConnections(fake, { show, choose } as unknown as ConnectionPorts)
  const question = new UnsavedQuestion()
  render(
    <SavedContext value={saved}>
      <InWindow>
        <ConnectionForm sheet={{ kind: 'form', database: of, connection }} />
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

const safeMode = {
  ...{ ...host, id: 'safeMode', label: 'Safe Mode', kind: 'choice', default: '', segmented: true },
  options: [
    { value: 'off', label: 'Off', gloss: '' },
    { value: 'confirm', label: 'Confirm writes', gloss: '' },
    { value: 'read-only', label: 'Read-only', gloss: '' },
  ],
}
const withSafeMode = (part: object = {}) =>
  ({ ...database, tabs: [{ id: 'general', title: 'General', fields: [host, { ...safeMode, ...part }] }] }) as Database

it.each([
  ['', [], 'Off'],
  ['confirm', ['Off'], 'Confirm writes'],
  ['read-only', ['Off', 'Confirm writes'], 'Read-only'],
])('dims the safe modes that are looser than %s, each with the reason', async (least, dimmed, chosen) => {
  const { fake, user } = open(withSafeMode(), { safeMode: least })
  await waitFor(() => expect(screen.getByRole('radio', { name: chosen, checked: true })).toBeTruthy())
  expect(fake.called('Policy.Get')).toBe(1)
  for (const { label } of safeMode.options) {
    const mode = screen.getByRole('radio', { name: label })
    const reason = dimmed.includes(label) ? 'Not allowed by your organisation' : null
    expect(mode.getAttribute('aria-disabled')).toBe(reason && 'true')
    expect([mode.dataset.tip ?? null, mode.getAttribute('aria-description')]).toEqual([reason, reason])
    if (reason) {
      await user.click(mode)
      expect(screen.getByRole('radio', { name: chosen, checked: true })).toBeTruthy()
    }
  }
  await user.click(screen.getByRole('radio', { name: 'Read-only' }))
  expect(screen.getByRole('radio', { name: 'Read-only', checked: true })).toBeTruthy()
})

it('dims the safe modes in a menu, too', async () => {
  open(withSafeMode({ segmented: false }), { safeMode: 'confirm' })
  const off = await screen.findByRole<HTMLOptionElement>('option', { name: 'Off (Not allowed by your organisation)' })
  expect(off.disabled).toBe(true)
  expect(screen.getByRole<HTMLOptionElement>('option', { name: 'Confirm writes' }).disabled).toBe(false)
})

it('says at the host that it is not allowed, before anything is tested or saved', async () => {
  const { fake, user } = open(database, { hosts: ['*.prod.example'] })
  const why = (of: string) => `Your organisation does not allow connections to ${of}.`
  fake.answers.set('Policy.CheckHost', ({ host }) => ({
    refused: String(host).endsWith('.prod.example') ? '' : why(String(host)),
  }))
  const field = screen.getByRole('textbox', { name: 'Host' })
  const described = () => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
  await waitFor(() => expect(described()).toBe(why('localhost')))
  await user.clear(field)
  await user.type(field, 'search.prod.example')
  await waitFor(() => expect(described()).toBeUndefined())
  await user.type(field, '.evil')
  await waitFor(() => expect(described()).toBe(why('search.prod.example.evil')))
  expect(document.activeElement).toBe(field)
  expect([fake.called('Connections.Test'), fake.called('Connections.Save')]).toEqual([0, 0])
})

it('shows the answer for the host that is in the form, not for one before it', async () => {
  const { fake, user } = open(database, { hosts: ['b'] })
  const answers = new Map<string, (refused: string) => void>()
  fake.answers.set(
    'Policy.CheckHost',
    ({ host }) => new Promise((answer) => answers.set(String(host), (refused) => answer({ refused }))),
  )
  await waitFor(() => expect(answers.has('localhost')).toBe(true))
  await user.type(screen.getByRole('textbox', { name: 'Host' }), '2')
  await waitFor(() => expect(answers.has('localhost2')).toBe(true))
  answers.get('localhost2')?.('The second is not allowed.')
  await screen.findByText('The second is not allowed.')
  answers.get('localhost')?.('')
  await act(async () => undefined)
  expect(screen.getByText('The second is not allowed.')).toBeTruthy()
})

it('asks about no host where every one is allowed', async () => {
  const { fake, user } = open(database, {})
  await user.type(screen.getByRole('textbox', { name: 'Host' }), '2')
  expect(fake.called('Policy.Get')).toBe(1)
  expect(fake.called('Policy.CheckHost')).toBe(0)
})

it('lets nothing of a connection of the organisation be changed but its secrets', async () => {
  const option = (value: string) => ({ value, label: value.toUpperCase(), gloss: '' })
  const fields = [
    host,
    { ...host, id: 'compress', label: 'Compress', kind: 'switch', default: 'false' },
    { ...host, id: 'auth', label: 'Auth Method', kind: 'choice', default: 'a', options: ['a', 'b'].map(option) },
    safeMode,
    { ...host, id: 'password', label: 'Password', kind: 'secret', default: '' },
  ]
  const of = { ...database, tabs: [{ id: 'general', title: 'General', fields }] } as unknown as Database
  const connection = {
    ...{ id: 'p1', name: 'Production', preset: true, fields: [], headers: [], secrets: [], thisRun: [], tags: [] },
  } as unknown as Connection
  const { show, user, saved } = open(of, null, connection)
  const fixed = 'Set by your organisation.'
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  const address = screen.getByRole<HTMLInputElement>('textbox', { name: 'Host' })
  const compress = screen.getByRole('switch', { name: 'Compress' })
  const method = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Auth Method' })
  const mode = screen.getByRole('radio', { name: 'Read-only' })
  const remove = screen.getByRole('button', { name: 'Delete…' })
  const add = screen.getByRole('button', { name: 'Add Header' })
  for (const control of [name, address, compress, method, mode, remove, add])
    expect([control.dataset.tip, control.getAttribute('aria-description')]).toEqual([fixed, fixed])
  for (const field of [name, address]) {
    await user.type(field, 'x')
    expect(field.readOnly).toBe(true)
  }
  for (const control of [compress, mode, remove, add]) {
    await user.click(control)
    expect(control.getAttribute('aria-disabled')).toBe('true')
  }
  expect([...method.options].map(({ disabled }) => disabled)).toEqual([false, true])
  const colours = screen.getByRole('radiogroup', { name: 'Colour', hidden: true })
  expect(colours.getAttribute('aria-description')).toBe(fixed)
  expect(
    [...colours.querySelectorAll('input')].filter(({ disabled }) => !disabled).map((c) => c.getAttribute('aria-label')),
  ).toEqual(['grey'])
  expect(saved.unsaved).toBe('')
  expect(show).not.toHaveBeenCalled()
  expect(screen.queryByRole('textbox', { name: 'Header name' })).toBeNull()
  await user.type(screen.getByLabelText(/^Password/), 'typed')
  expect(saved.unsaved).toBe('Production')
})

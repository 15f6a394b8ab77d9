// SPEC: CON-08
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { type Connection, type Database, type FormField, HostError, toHostError } from '../../host'
import { FakeHost } from '../../host/fixture'
import { SecretSheet } from './SecretSheet'
import { type ConnectionPorts, SavedConnections, SavedContext } from './saved'

afterEach(cleanup)

const password = {
  id: 'password',
  label: 'Password',
  kind: 'secret',
  comesLater: '',
  when: null,
} as unknown as FormField
const database = { id: 'x', tabs: [{ id: 'general', title: 'General', fields: [password] }] } as unknown as Database
const connection = {
  id: 'c1',
  name: 'local node',
  driver: 'x',
  fields: [],
  headers: [],
  secrets: ['password'],
} as unknown as Connection
const reason = new HostError({
  ...toHostError('x').failure,
  kind: 'keyring',
  message: 'No credential store was found',
})

function open(save: (request: Record<string, unknown>) => unknown) {
  const host = new FakeHost()
  host.answers.set('Connections.Save', save)
  const connect = vi.fn(async () => undefined)
  const saved = new SavedConnections(host, { connect } as unknown as ConnectionPorts)
  render(
    <SavedContext value={saved}>
      <SecretSheet sheet={{ kind: 'secrets', database, connection, fields: [password], reason }} />
    </SavedContext>,
  )
  return { connect, user: userEvent.setup() }
}

it('asks for the password of the connection, says why, and connects with Enter', async () => {
  const save = vi.fn(() => connection)
  const { connect, user } = open(save)
  const sheet = screen.getByRole('dialog', { name: 'Enter the password for local node' })
  expect(sheet.textContent).toContain('No credential store was found. Quarry keeps it until you quit.')
  expect(screen.getByRole('button', { name: /^Connect/ }).getAttribute('aria-disabled')).toBe('true')
  await user.type(screen.getByLabelText('Password'), 'hunter2{Enter}')
  await waitFor(() => expect(connect).toHaveBeenCalledExactlyOnceWith(connection))
  const secrets = [{ id: 'password', value: 'hunter2', replace: true }]
  expect(save).toHaveBeenCalledExactlyOnceWith({ draft: expect.objectContaining({ id: 'c1', secrets }) })
})

it('says in place why the password could not be taken', async () => {
  const { user } = open(() => Promise.reject(toHostError('The profile folder is full')))
  await user.type(screen.getByLabelText('Password'), 'hunter2{Enter}')
  await waitFor(() => expect(screen.getByText(/The profile folder is full/)).toBeTruthy())
})

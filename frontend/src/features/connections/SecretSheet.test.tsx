// SPEC: CON-08
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { type Connection, type Database, type FormField, HostError, toHostError } from '../../host'
import { SecretSheet } from './SecretSheet'
import { type SavedConnections, SavedContext } from './saved'

afterEach(cleanup)

const field = (id: string, label: string) => ({ id, label, kind: 'secret' }) as unknown as FormField
const database = { id: 'x' } as Database
const connection = { id: 'c1', name: 'local node' } as Connection
const reason = new HostError({
  ...toHostError('x').failure,
  kind: 'keyring',
  message: 'No credential store was found',
})

function open(connectWith: SavedConnections['connectWith']) {
  const saved = { connectWith } as unknown as SavedConnections
  render(
    <SavedContext value={saved}>
      <SecretSheet sheet={{ kind: 'secrets', database, connection, fields: [field('password', 'Password')], reason }} />
    </SavedContext>,
  )
  return userEvent.setup()
}

it('asks for the password of the connection, says why, and connects with Enter', async () => {
  const connectWith = vi.fn(async () => undefined)
  const user = open(connectWith)
  const sheet = screen.getByRole('dialog', { name: 'Enter the password for local node' })
  expect(sheet.textContent).toContain('No credential store was found. Quarry keeps it until you quit.')
  expect(screen.getByRole('button', { name: /^Connect/ }).getAttribute('aria-disabled')).toBe('true')
  await user.type(screen.getByLabelText('Password'), 'hunter2{Enter}')
  expect(connectWith).toHaveBeenCalledExactlyOnceWith(database, connection, { password: 'hunter2' })
})

it('says in place why the password could not be taken', async () => {
  const user = open(vi.fn(() => Promise.reject(toHostError('The profile folder is full'))))
  await user.type(screen.getByLabelText('Password'), 'hunter2{Enter}')
  await waitFor(() => expect(screen.getByText(/The profile folder is full/)).toBeTruthy())
})

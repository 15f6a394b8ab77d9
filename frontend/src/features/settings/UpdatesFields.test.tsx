// SPEC: APP-09, DST-07
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { FakeHost } from '../../host/fixture'
import { InWindow } from '../../window/fixture'
import { UpdatesFields } from './UpdatesFields'

afterEach(cleanup)

const none = { managed: '', version: '', summary: '', size: '0', checked: '', downloaded: '' }

async function open(managed: string) {
  const host = new FakeHost()
  host.answers.set('Updates.Check', () => ({ ...none, managed }))
  render(<UpdatesFields host={host} />, { wrapper: InWindow })
  return { host, check: await screen.findByRole('button', { name: 'Check for Updates' }), user: userEvent.setup() }
}

it('dims the check where the organisation updates Quarry, with that reason', async () => {
  const managed = 'Example updates Quarry on this computer.'
  const { host, check, user } = await open(managed)
  expect([check.getAttribute('aria-disabled'), check.dataset.tip]).toEqual(['true', managed])
  expect(document.getElementById(check.getAttribute('aria-describedby') ?? '')?.textContent).toBe(managed)
  await user.click(check)
  expect(host.called('Updates.Check')).toBe(1)
})

it('checks for updates where nobody else does', async () => {
  const { host, check, user } = await open('')
  expect(check.getAttribute('aria-disabled')).toBeNull()
  await user.click(check)
  expect(host.called('Updates.Check')).toBe(2)
})

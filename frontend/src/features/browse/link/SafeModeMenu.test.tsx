// SPEC: CON-22
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { InWindow } from '../../../window/fixture'
import { FakeHost, sessionOf } from '../fixture'
import { SafeModeAlert, SafeModeMenu } from './SafeModeMenu'
import { Safety } from './safety'

afterEach(cleanup)

function show(safeMode: string) {
  const host = new FakeHost()
  host.answers.set('Connections.SetSafeMode', (q) => ({ safeMode: q.mode }))
  host.answers.set('Connections.SafeMode', () => ({ safeMode }))
  const session = sessionOf({ safeMode })
  const safety = new Safety(host, session)
  render(
    <InWindow>
      <SafeModeMenu safety={safety} />
      <SafeModeAlert safety={safety} name="catalogue" />
    </InWindow>,
  )
  return { host, safety, session, user: userEvent.setup() }
}

it('switches to a stricter mode by the keyboard alone, without a question', async () => {
  const { session, user } = show('off')
  await user.tab()
  expect(document.activeElement?.textContent).toContain('Safe mode off')
  await user.keyboard('{ArrowDown}')
  await screen.findByRole('menuitemradio', { name: /^Off/, checked: true })
  await user.keyboard('{End}{Enter}')
  await screen.findByRole('button', { name: 'Read-only' })
  expect(session.safeMode).toBe('read-only')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('asks before it leaves Read-only, and stays there if Enter is pressed', async () => {
  const { session, user } = show('read-only')
  const leave = async () => {
    await user.click(screen.getByRole('button', { name: 'Read-only' }))
    await user.click(await screen.findByRole('menuitemradio', { name: /^Off/ }))
    await screen.findByRole('alertdialog', { name: 'Allow writes to catalogue?' })
  }
  await leave()
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(session.safeMode).toBe('read-only')
  await leave()
  await user.click(screen.getByRole('button', { name: 'Turn Safe Mode Off' }))
  await screen.findByRole('button', { name: 'Safe mode off' })
  expect(session.safeMode).toBe('off')
})

it('names the mode that is in force if another one could not be saved', async () => {
  const { host, safety } = show('confirm')
  host.fail('Connections.SetSafeMode', 'disk', 'The disk is full.')
  await act(() => safety.choose('off'))
  screen.getByRole('dialog', { name: 'The safe mode was not saved' })
  screen.getByText('Until you disconnect from catalogue, safe mode is Confirm writes.')
  screen.getByText(/The disk is full\./)
})

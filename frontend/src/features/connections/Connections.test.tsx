// SPEC: APP-01, APP-02
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { ThemeSwitch } from '../../lib/theme'
import { ShellContext } from '../../shell/context'
import { Shell } from '../../shell/store'
import { InWindow } from '../../window/fixture'
import { FakeHost } from '../browse/fixture'
import { Connections } from './Connections'

afterEach(cleanup)

const saved = (id: string) => ({
  ...{ id, name: id, driver: 'x', colour: 'teal', group: '', tags: [], fields: [], secrets: [] },
  ...{ host: 'localhost', port: '1', lastOpened: '', version: '', safeMode: 'off', badge: 'EN' },
})

async function start() {
  const host = new FakeHost()
  host.answers.set('Connections.List', () => ({
    connections: [saved('first'), saved('second')],
    groups: [],
    notice: '',
  }))
  const shell = new Shell(host, {} as ThemeSwitch)
  render(
    <ShellContext value={shell}>
      <InWindow>
        <Connections />
      </InWindow>
    </ShellContext>,
  )
  return shell
}

it('gives the keyboard to the selected connection as soon as the list is there', async () => {
  const shell = await start()
  await shell.reload()
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('option', { name: /^first/ })))
})

it('leaves the keyboard where the user put it before the list came', async () => {
  const shell = await start()
  screen.getByRole('textbox', { name: 'Search connections' }).focus()
  await shell.reload()
  await screen.findByRole('option', { name: /^first/ })
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search connections' }))
})

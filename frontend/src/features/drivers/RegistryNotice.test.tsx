// SPEC: APP-09, PLG-02, PLG-08
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import type { Registry } from '../../host'
import { FakeHost } from '../../host/fixture'
import { InWindow } from '../../window/fixture'
import { type DriverPorts, Drivers, DriversContext } from './drivers'
import { RegistryLine } from './RegistryLine'
import { RegistryNotice } from './RegistryNotice'
import { sheetWords } from './sheetWords'

afterEach(cleanup)

function open(fixed: string) {
  const drivers = new Drivers(new FakeHost(), {} as DriverPorts)
  const registry = {
    ...{ address: 'https://mirror.example/index.json', fixed, notice: 'The registry cannot be reached.' },
    ...{ sequence: '', checked: '', chosen: false, databases: [] },
  } as unknown as Registry
  render(
    <DriversContext value={drivers}>
      <InWindow>
        <RegistryNotice />
        <RegistryLine registry={registry} />
      </InWindow>
    </DriversContext>,
  )
  act(() => drivers.registry.store.setState({ registry }))
  return { drivers, user: userEvent.setup() }
}

it('dims what would change the address of the registry, with the reason', async () => {
  const fixed = 'Set by your organisation.'
  const { drivers, user } = open(fixed)
  const set = screen.getByRole('button', { name: 'Set Address…' })
  expect(set.getAttribute('aria-description')).toBe(fixed)
  const change = screen.getByRole('button', { name: 'Change Registry…' })
  expect(document.getElementById(change.getAttribute('aria-describedby') ?? '')?.textContent).toContain(fixed)
  for (const button of [set, change]) {
    expect([button.getAttribute('aria-disabled'), button.dataset.tip]).toEqual(['true', fixed])
    await user.click(button)
  }
  expect(screen.queryByRole('textbox', { name: sheetWords.registryAddress })).toBeNull()
  expect(drivers.plugins.store.getState().ask).toBeNull()
})

it('lets the address be changed where nothing decides it', async () => {
  const { drivers, user } = open('')
  await user.click(screen.getByRole('button', { name: 'Change Registry…' }))
  expect(drivers.plugins.store.getState().ask).toEqual({ kind: 'address' })
  await user.click(screen.getByRole('button', { name: 'Set Address…' }))
  await screen.findByRole('textbox', { name: sheetWords.registryAddress })
})

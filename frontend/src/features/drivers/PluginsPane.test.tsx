// SPEC: PLG-08
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { FakeHost } from '../../host/fixture'
import { InWindow } from '../../window/fixture'
import { type DriverPorts, Drivers, DriversContext } from './drivers'
import { pluginOf } from './fixture'
import { PluginsPane } from './PluginsPane'

afterEach(cleanup)

async function open(plugins: ReturnType<typeof pluginOf>[]) {
  const drivers = new Drivers(new FakeHost(), {} as DriverPorts)
  render(
    <DriversContext value={drivers}>
      <InWindow>
        <PluginsPane />
      </InWindow>
    </DriversContext>,
  )
  const have = (now: typeof plugins) => act(() => drivers.plugins.store.setState({ plugins: now }))
  have(plugins)
  return { have, shown: () => screen.getByRole('radio', { checked: true }).textContent }
}

it('keeps the list of installed drivers when the last one is removed', async () => {
  const { have, shown } = await open([pluginOf({})])
  expect(shown()).toBe('Installed')
  have([])
  expect(shown()).toBe('Installed')
  screen.getByRole('heading', { name: 'No driver is installed' })
})

it('begins with what can be installed where no driver is, and stays there', async () => {
  const { have, shown } = await open([])
  expect(shown()).toBe('Browse')
  have([pluginOf({})])
  expect(shown()).toBe('Browse')
})

// SPEC: APP-01
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Host } from '../host'
import { ThemeSwitch } from '../lib/theme'
import { ShellContext, useShellState } from './context'
import { MenuButton } from './MenuButton'
import type { Rest } from './store'
import { Shell } from './store'

const rest = vi.hoisted(() => {
  let come = () => {}
  const here = new Promise<void>((resolve) => {
    come = resolve
  })
  return { here, come }
})
vi.mock('./rest', async () => {
  await rest.here
  return { Menus: (await import('./Menus')).Menus } as Rest
})

afterEach(cleanup)

function Over() {
  const read = useShellState((s) => s.rest)
  return read && <read.Menus />
}

const host = { call: () => Promise.resolve({}) } as unknown as Host

it('a menu that is asked for before its part of the page is here opens when that comes', async () => {
  const themes = new ThemeSwitch(document.documentElement)
  const shell = new Shell(host, themes)
  render(
    <ShellContext value={shell}>
      <MenuButton of={{ kind: 'appearance' }}>Appearance</MenuButton>
      <Over />
    </ShellContext>,
  )
  const button = screen.getByRole('button', { name: 'Appearance' })
  const expanded = () => button.getAttribute('aria-expanded')
  expect(expanded()).toBe('false')
  fireEvent.click(button)
  expect(expanded()).toBe('true')
  expect(screen.queryByRole('menu')).toBeNull()
  await import('./Menus') // which takes a while where the computer is busy
  rest.come()
  await screen.findByRole('menu', { name: 'Appearance' })
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Dark' }))
  expect(document.documentElement.dataset.theme).toBe('dark')
  await vi.waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(expanded()).toBe('false')
  themes.end()
})

it.each(['ArrowDown', 'ArrowUp'])('the button opens its menu with %s, for the keyboard', (key) => {
  const shell = new Shell(host, {} as ThemeSwitch)
  render(
    <ShellContext value={shell}>
      <MenuButton of={{ kind: 'group', group: 'g' }}>Open</MenuButton>
    </ShellContext>,
  )
  fireEvent.keyDown(screen.getByRole('button'), { key })
  const { menu } = shell.store.getState()
  expect(menu).toEqual({ of: { kind: 'group', group: 'g' }, at: screen.getByRole('button'), byKey: true })
})

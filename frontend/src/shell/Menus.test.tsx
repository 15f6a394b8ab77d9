// SPEC: APP-01
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useStore } from 'zustand'
import type { Host } from '../host'
import { ThemeSwitch } from '../lib/theme'
import { MenuButton } from '../window/MenuButton'
import { menuOfLine } from '../window/menus'
import { WindowContexts } from '../window/WindowContexts'
import { Later } from './later'
import { type LatePart, Shell } from './store'

let come = () => {}
const here = new Promise<void>((resolve) => {
  come = resolve
})
const late = new Later(async () => {
  await here
  return { Menus: (await import('./Menus')).Menus } as unknown as LatePart & typeof import('./Menus')
})

afterEach(cleanup)

function Over() {
  const read = useStore(late.store, (s) => s.part)
  return read && <read.Menus />
}

const host = { call: () => Promise.resolve({}) } as unknown as Host

it('a menu that is asked for before its part of the page is here opens when that comes', async () => {
  const themes = new ThemeSwitch(document.documentElement)
  const shell = new Shell(host, themes, late)
  render(
    <WindowContexts of={shell}>
      <MenuButton of={{ kind: 'appearance' }}>Appearance</MenuButton>
      <Over />
    </WindowContexts>,
  )
  const button = screen.getByRole('button', { name: 'Appearance' })
  const expanded = () => button.getAttribute('aria-expanded')
  expect(expanded()).toBe('false')
  fireEvent.click(button)
  expect(expanded()).toBe('true')
  expect(screen.queryByRole('menu')).toBeNull()
  await import('./Menus') // which takes a while where the computer is busy
  come()
  await screen.findByRole('menu', { name: 'Appearance' })
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Dark' }))
  expect(document.documentElement.dataset.theme).toBe('dark')
  await vi.waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(expanded()).toBe('false')
  themes.end()
})

// SPEC: APP-02
it.each(['Enter', 'Escape'])(
  'after %s, the next key goes to the line of a menu, while that is still closing',
  async (key) => {
    const shell = new Shell(host, new ThemeSwitch(document.documentElement), late)
    const run = vi.fn()
    render(
      <WindowContexts of={shell}>
        <button type="button" onContextMenu={(e) => shell.menus.open(menuOfLine(e, 'books', [{ title: 'Open', run }]))}>
          books
        </button>
        <Over />
      </WindowContexts>,
    )
    come()
    const line = screen.getByRole('button', { name: 'books' })
    line.focus()
    fireEvent.contextMenu(line)
    const item = await screen.findByRole('menuitem', { name: 'Open' })
    act(() => item.focus())
    fireEvent.keyDown(item, { key })
    expect([run.mock.calls.length, document.activeElement]).toEqual([key === 'Enter' ? 1 : 0, line])
    await vi.waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(document.activeElement).toBe(line)
  },
)

// SPEC: APP-01
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { FakeWindow, InWindow } from './fixture'
import { MenuButton } from './MenuButton'

afterEach(cleanup)

const of = { kind: 'line', name: 'books', acts: [] } as const

it.each(['ArrowDown', 'ArrowUp'])('opens its menu with %s, for the keyboard', (key) => {
  const window = new FakeWindow()
  render(
    <InWindow of={window}>
      <MenuButton of={of}>Open</MenuButton>
    </InWindow>,
  )
  fireEvent.keyDown(screen.getByRole('button'), { key })
  const { menu } = window.menus.store.getState()
  expect(menu).toEqual({ of, at: screen.getByRole('button'), byKey: true })
})

it('opens a menu that is loaded first, unless the focus has moved on meanwhile or there is none', async () => {
  const window = new FakeWindow()
  const menu = () => window.menus.store.getState().menu
  const loads: ((loaded: typeof of | null) => void)[] = []
  render(
    <InWindow of={window}>
      <MenuButton of={() => new Promise((resolve) => loads.push(resolve))}>Open</MenuButton>
      <input />
    </InWindow>,
  )
  const button = screen.getByRole('button')
  const load = async (loaded: typeof of | null) => act(async () => loads.pop()?.(loaded))
  fireEvent.click(button)
  await load(null)
  expect(menu()).toBeNull()
  fireEvent.click(button)
  screen.getByRole('textbox').focus()
  await load(of)
  expect(menu()).toBeNull()
  fireEvent.click(button)
  expect(menu()).toBeNull()
  await load(of)
  expect(menu()).toEqual({ of, at: button, byKey: true })
})
